// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/example_expressions.h"
#include "widgets/debug/problem_view.h"
#include "widgets/debug/watch_view.h"
#include "widgets/editor/completion_list.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QTest>

using namespace lw;

class TestDebugModels : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void offersOfTheEditorAreAList() {
        editor::OfferModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setOffers({{.word = QStringLiteral("fadd"), .meaning = QStringLiteral("a sum")},
                         {.word = QStringLiteral("fmul")}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1).data().toString(), QStringLiteral("fmul"));
        QVERIFY(model.index(0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("a sum")));
        model.setOffers({{.word = QStringLiteral("halt")}});
        QCOMPARE(model.rowCount(), 1);
        model.setOffers({});
        QCOMPARE(model.rowCount(), 0);
    }
    void watchesFollowTheMachine() {
        session::DebugSession session;
        debug::WatchModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto value = [&](int row) {
            return model.index(row, debug::WatchModel::Value).data().toString();
        };
        model.add(QStringLiteral("r1 * 2"));
        model.add(QStringLiteral("r1 +"));
        QCOMPARE(model.rowCount(), 2);
        tests::load(session, tests::kFirstBundle);
        model.setFrame(session.frame());
        session.perform(machine::StepBundle{1}); // movi r1, LANES
        QTRY_VERIFY(!session.isBusy());
        model.setFrame(session.frame());
        QCOMPARE(value(0), QStringLiteral("8"));
        QVERIFY(model.index(0, 0).data(debug::WatchModel::ChangedRole).toBool());
        QVERIFY(value(1) != QStringLiteral("8") && !value(1).isEmpty()); // says what is wrong
        session.perform(machine::StepBundle{1});
        QTRY_VERIFY(!session.isBusy());
        model.setFrame(session.frame());
        QVERIFY(!model.index(0, 0).data(debug::WatchModel::ChangedRole).toBool());
        model.setFrame(nullptr);
        QCOMPARE(model.expressions(), QStringList({QStringLiteral("r1 * 2"), QStringLiteral("r1 +")}));
        model.remove(1);
        QCOMPARE(model.rowCount(), 1);
    }

    // What the line of watches gives as examples can be typed there, whatever the chip.
    void examplesOfExpressionsHaveAValue_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("examples");
        QTest::newRow("training") << tests::kFirstBundle
                                  << QStringList{QStringLiteral("r1 + 4"), QStringLiteral("v1[1][1]"),
                                                 QStringLiteral("a[1,1]"), QStringLiteral("clock")};
        QTest::newRow("inference") << QStringLiteral(LW_ROOT "/examples/inference/line-buffer/program.lw")
                                   << QStringList{QStringLiteral("a1[1] + 4"), QStringLiteral("v1[1][1]"),
                                                  QStringLiteral("t2[1,1]"), QStringLiteral("clock")};
    }
    void examplesOfExpressionsHaveAValue() {
        QFETCH(QString, program);
        session::DebugSession session;
        tests::load(session, program);
        const QStringList examples = debug::exampleExpressions(*session.loaded());
        QTEST(examples, "examples");
        for (const QString& text : examples)
            QVERIFY2(machine::Expression::compile(text.toStdString(), session.loaded()->scope()),
                     qPrintable(text));
    }

    void problemsHaveCodeTextAndPlace() {
        const theme::Theme theme;
        debug::ProblemModel model(theme);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        editor::Finding finding;
        finding.path = QStringLiteral("/somewhere/a.lw");
        finding.line = 3;
        finding.column = 7;
        finding.code = QStringLiteral("E112");
        finding.text = QStringLiteral("'x' is not defined");
        model.setFindings({finding}, QStringLiteral("a.lw"));
        QCOMPARE(model.index(0, debug::ProblemModel::Code).data().toString(), finding.code);
        QCOMPARE(model.index(0, debug::ProblemModel::Text).data().toString(), finding.text);
        QCOMPARE(model.index(0, debug::ProblemModel::Where).data().toString(), QStringLiteral("a.lw:3:7"));
        model.setFindings({}, QStringLiteral("a.lw"));
        QCOMPARE(model.rowCount(), 0);
    }
};

int tst_debug_models(int argc, char** argv) {
    return lw::tests::run<TestDebugModels, QApplication>(argc, argv);
}
#include "tst_debug_models.moc"
