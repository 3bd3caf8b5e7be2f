// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tiny_program.h"

#include "core/chips/training/setting_lints.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::training;

namespace {

program::Program programWith(const QStringList& bundles) {
    std::vector<std::string> texts;
    for (const QString& text : bundles) texts.push_back(text.toStdString());
    return test::tinyProgram(texts, test::machineTarget("training-teaching"));
}

// "setperm@4" for each finding.
QStringList settingsMissingIn(const program::Program& program) {
    const program::Program* const programs[] = {&program};
    QStringList out;
    for (const program::LintFinding& found : lintSettings(programs))
        out << QStringLiteral("%1@%2").arg(QString::fromStdString(found.arguments[3])).arg(found.bundle);
    return out;
}

} // namespace

class TestSettingLints : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void programs_data() {
        QTest::addColumn<QStringList>("bundles");
        QTest::addColumn<QStringList>("expected");
        const QString v1 = "v0 iota.lane v1";
        const auto row = [](const char* name, const QStringList& bundles, const QStringList& expected) {
            QTest::newRow(name) << bundles << expected;
        };
        row("pattern", {v1, "push perm v1", "pop rpu v2", "s0 halt"}, {"setperm@1"});
        row("pattern that is set", {v1, "misc setperm v1", "push perm v1", "s0 halt"}, {});
        row("pattern that is set too late", {v1, "push perm v1 ; misc setperm v1", "s0 halt"}, {"setperm@1"});
        row("pattern that is set afterwards", {v1, "push perm v1", "misc setperm v1", "s0 halt"},
            {"setperm@1"});
        row("rotation", {v1, "push rot v1", "s0 halt"}, {"setrot@1"});
        row("rotation that is set", {v1, "misc setrot 1", "push rot v1", "s0 halt"}, {});
        row("both", {v1, "push rotperm v1", "s0 halt"}, {"setperm@1", "setrot@1"});
        row("segments", {v1, "push segred.sum v1", "s0 halt"}, {"setseg@1"});
        row("segments that are set", {v1, "misc setseg v1", "push segred.max v1", "s0 halt"}, {});
        row("reduced, then permuted", {v1, "push redperm.min v1", "s0 halt"}, {"setperm@1", "setseg@1"});
        row("permuted, then reduced", {v1, "push permred.sum v1", "s0 halt"}, {"setperm@1"});
        row("a reduction uses nothing", {v1, "push red.sum v1", "s0 halt"}, {});
        row("key", {"v0 rng v1", "s0 halt"}, {"rng.key@0"});
        row("a word of the key", {"misc rng.key 0 7", "v0 rng v1", "s0 halt"}, {});
        row("only the count", {"misc rng.counter 7", "v0 rng v1", "s0 halt"}, {"rng.key@1"});
        row("once for a block", {"v0 rng v1", "v0 rng v2", "s0 halt"}, {"rng.key@0"});
        row("set on one of two ways",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 4", "misc rng.key 0 7", "v0 rng v1", "s0 halt"},
            {});
        row("perhaps set",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "misc @p1 rng.key 0 7", "v0 rng v1", "s0 halt"}, {});
        row("on another way",
            {"s0 movi r1 1", "s0 cmp.eq p1 r1 1", "s0 @p1 br 5", "misc rng.key 0 7", "s0 halt", "v0 rng v1",
             "s0 halt"},
            {"rng.key@5"});
        row("by the caller", {"misc rng.key 0 7", "s0 call r9 3", "s0 halt", "v0 rng v1", "s0 ret r9"}, {});
        row("in a loop, set behind", {"v0 rng v1 ; misc rng.key 0 7", "s0 br 0"}, {});
        row("never reached", {"s0 halt", "v0 rng v1"}, {});
    }
    void programs() {
        QFETCH(const QStringList, bundles);
        QFETCH(const QStringList, expected);
        QCOMPARE(settingsMissingIn(programWith(bundles)), expected);
    }

    void eachProgramIsLookedAtAlone() {
        const program::Program sets = programWith({"misc rng.key 0 7", "s0 halt"}),
                               draws = programWith({"s0 nop", "v0 rng v1", "s0 halt"});
        const program::Program* const both[] = {&sets, &draws};
        const auto found = lintSettings(both);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].program, std::size_t{1});
        QCOMPARE(QString::fromStdString(found[0].arguments[0]), QStringLiteral("v0: rng v1"));
        QCOMPARE(QString::fromStdString(found[0].arguments[1]), QStringLiteral("the random key"));
        QCOMPARE(QString::fromStdString(found[0].arguments[2]), QStringLiteral("1"));
    }
};

int tst_setting_lints(int argc, char** argv) { return lw::tests::run<TestSettingLints>(argc, argv); }
#include "tst_setting_lints.moc"
