// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/loaded_example.h"
#include "widgets/editor/document_area.h"
#include "widgets/session/selection.h"

#include <QTemporaryDir>
#include <QTest>

// A window's worth of editors, for the tests of what one does in them.
namespace lw::tests {

using namespace lw::editor;
using Base = QsciScintillaBase;

inline void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

inline QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Lines 2 to 5 hold bundles 0 to 3.
inline const QByteArray kProgram = ".chip training, \"training-teaching\"\n"
                                   "start:\n"
                                   "        { s0: movi r1, 1 }\n"
                                   "        { s0: movi r2, 2 }\n"
                                   "        { s0: movi r3, 3 }\n"
                                   "        { s0: halt }\n";

// A window's worth of editors on a file in a folder of its own.
struct Bench {
    QTemporaryDir folder;
    theme::Theme theme;
    session::DebugSession session;
    session::Selection selection;
    DocumentArea area{{theme, session, selection}};
    QString path = folder.filePath(QStringLiteral("program.lw"));

    explicit Bench(const QByteArray& text = kProgram) {
        write(path, text);
        area.resize(900, 600);
        area.show();
        area.openFile(path);
        waitForAssembly();
    }
    void waitForAssembly() { QTRY_VERIFY(area.assembly()); }
    CodeEditor& editor() { return *area.current()->editor(); }
    // As the window does it.
    void load() {
        waitForAssembly();
        const auto assembly = area.assembly();
        QVERIFY(assembly->program);
        const auto& program = *assembly->program;
        auto machine = program.createMachine({});
        auto loaded = std::make_shared<session::LoadedMachine>(program, assembly->path, assembly->sources,
                                                               assembly->texts);
        const auto moved = area.execution().movedBreakpoints(*loaded);
        session.load(std::move(loaded), *std::move(machine), moved);
        QTRY_VERIFY(session.frame() && !session.isBusy());
    }
    // Lines with a marker.
    QList<int> marked(int marker) {
        QList<int> out;
        for (int line = 0; line < editor().lines(); ++line)
            if ((editor().markersAtLine(line) >> marker & 1) != 0) out << line;
        return out;
    }
};

} // namespace lw::tests
