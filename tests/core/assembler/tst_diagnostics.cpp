// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/messages.h"
#include "core/source/messages.h"
#include "tests/support/assemble.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace lw;

namespace {

const QString kFolder = QStringLiteral(LW_TESTS "/golden/diagnostics");

std::string readAll(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s is missing", qPrintable(path));
    return file.readAll().toStdString();
}

QStringList programs() { return QDir(kFolder).entryList({QStringLiteral("*.lw")}, QDir::Files, QDir::Name); }

} // namespace

// Each .lw file in the folder is wrong; the .txt beside it is what the user reads.
// Files that end in .inc are included.
class TestDiagnostics : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void pictures_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : programs()) QTest::newRow(qPrintable(name)) << name;
    }
    void pictures() {
        QFETCH(QString, name);
        source::FolderLoader loader(kFolder.toStdString());
        source::Files files(loader);
        assembler::Options options{test::catalogTarget, {"inc"}, {}};
        options.limits.errors = 20;
        options.limits.dataBytes = 1 << 20;
        const auto file = files.add(name.toStdString(), readAll(kFolder + u'/' + name));
        const auto assembly = assembler::assemble(files, file, options);
        QVERIFY2(!assembly.program, "the program is not wrong");
        QString golden = name;
        golden.replace(QStringLiteral(".lw"), QStringLiteral(".txt"));
        QCOMPARE(test::differsFromGolden(source::render(assembly.diagnostics, files),
                                         "diagnostics/" + golden.toStdString()),
                 std::string());
    }
    // A message without an example is one that nobody has seen.
    void everyCodeHasAnExample() {
        std::string all;
        for (const QString& name : QDir(kFolder).entryList({QStringLiteral("*.txt")}))
            all += readAll(kFolder + u'/' + name);
        std::vector<const Message*> messages(source::kMessages.begin(), source::kMessages.end());
        messages.insert(messages.end(), assembler::kMessages.begin(), assembler::kMessages.end());
        // What a guard refuses is seen in tests of the loader: no program has one of its own.
        const std::array guarded{&source::kKeptFile, &source::kNotRegular, &source::kNotAmongReads};
        std::erase_if(messages, [&](const Message* message) {
            return std::ranges::find(guarded, message) != guarded.end();
        });
        for (const Message* message : messages)
            QVERIFY2(all.find(" " + std::string(message->code) + ":") != std::string::npos,
                     std::string(message->code).c_str());
    }
    void codesAreUniqueAndExplained() {
        std::map<std::string_view, const Message*> seen;
        for (const auto& rows :
             {std::vector<const Message*>(source::kMessages.begin(), source::kMessages.end()),
              std::vector<const Message*>(assembler::kMessages.begin(), assembler::kMessages.end())})
            for (const Message* message : rows) {
                QVERIFY2(seen.emplace(message->code, message).second, std::string(message->code).c_str());
                QVERIFY(message->explanation.size() > 20);
                QVERIFY(message->code.size() == 4 && message->code.starts_with("E1"));
            }
    }
};

int tst_diagnostics(int argc, char** argv) { return lw::tests::run<TestDiagnostics>(argc, argv); }
#include "tst_diagnostics.moc"
