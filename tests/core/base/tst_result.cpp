// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;

namespace {
constexpr Message kOdd{"E001", Severity::Error, "{0} is odd, {1}", "Only even numbers can be halved."};

Result<int> half(int value) {
    if (value % 2 != 0) return Problem{&kOdd, {std::to_string(value)}, {}, {}, {}};
    return value / 2;
}

Result<int> quarter(int value) {
    LW_TRY(const int once, half(value));
    LW_TRY(const int twice, half(once));
    return twice;
}
} // namespace

class TestResult : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void valuesComeThrough() { QCOMPARE(*quarter(12), 3); }
    void problemsAreHandedUp() {
        const auto result = quarter(6);
        QVERIFY(!result);
        QCOMPARE(result.problem().message->code, std::string_view("E001"));
        QCOMPARE(textOf(result.problem()), std::string("3 is odd, {1}"));
    }
};

int tst_result(int argc, char** argv) { return lw::tests::run<TestResult>(argc, argv); }
#include "tst_result.moc"
