// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/loaded_example.h"

#include "widgets/editor/assembler_service.h"

#include <QTest>

namespace lw::tests {

QString countsTo(int number) {
    return QStringLiteral(".chip training, \"training-teaching\"\n"
                          "{ s0: movi r1, 0 }\n"
                          "loop: { s0: add r1, r1, 1 ; s1: cmp.lt p1, r1, %1 }\n"
                          "{ s0: @p1 br loop }\n"
                          "done: { s0: halt }\n")
        .arg(number);
}

void load(session::DebugSession& session, const QString& pathOrText) {
    editor::AssemblyRequest request;
    request.path = pathOrText;
    if (pathOrText.contains(QLatin1Char('\n'))) {
        request.path = QStringLiteral("/text.lw");
        request.texts[request.path] = pathOrText;
    }
    const editor::AssemblyAnswer answer = editor::assemble(request);
    for (const editor::Finding& finding : answer.findings)
        QVERIFY2(!finding.isError, qPrintable(finding.text));
    QVERIFY(answer.program);
    auto machine = answer.program->createMachine({});
    QVERIFY(bool(machine));
    session.load(
        std::make_shared<session::LoadedMachine>(*answer.program, answer.path, answer.sources, answer.texts),
        *std::move(machine), {}, answer.program->inputs);
    QTRY_VERIFY(session.frame() && !session.isBusy());
}

} // namespace lw::tests
