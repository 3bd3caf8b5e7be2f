// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_children.h"
#include "core/machine/address_space.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace lw;
using cli::CheckResult;

namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// What becomes of a case that does this.
CheckResult resultOf(const std::function<CheckResult()>& work,
                     const cli::CheckLimits& limits = {.seconds = 60, .residentBytes = 64 * kMiB}) {
    CheckResult out;
    cli::runInChildren({.cases = 1,
                        .limitsOf = [&](std::size_t) { return limits; },
                        .begins = [](std::size_t) {},
                        .run = [&](std::size_t) { return work(); },
                        .done = [&](std::size_t, CheckResult result) { out = std::move(result); }});
    return out;
}
CheckResult saying(std::string words) {
    CheckResult out;
    out.failures = {std::move(words)};
    return out;
}

// Of this process, in bytes.
std::uint64_t residentBytes() {
    QFile file("/proc/self/statm");
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toULongLong() * std::uint64_t(sysconf(_SC_PAGESIZE));
}
std::uint64_t addressLimit() {
    struct rlimit now {};
    return getrlimit(RLIMIT_AS, &now) == 0 ? now.rlim_cur : 0;
}

} // namespace

// What a case may take, however it goes about it: the process in which it runs is given no more.
class TestCheckChildren : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void whatItSaysComesBack() {
        const CheckResult result = resultOf([] { return saying("c[2] is 7"); });
        QCOMPARE(result.failures, std::vector<std::string>{"c[2] is 7"});
    }
    // The pipe between the two has a bound, so that nobody fills the memory of who asked.
    void aResultThatIsTooLongIsNone() {
        const CheckResult result = resultOf([] { return saying(std::string(5 * kMiB, 'x')); });
        QCOMPARE(result.failures, std::vector<std::string>{"the result is too long"});
    }
    // A machine's reservation is not counted, what becomes resident of it is: the parent looks.
    void whatBecomesResidentIsWatched() {
        const CheckResult result = resultOf([] {
            const auto space = machine::AddressSpace::reserved(256 * kMiB);
            for (std::uint64_t at = 0; at < 256 * kMiB; at += 4096) space.data()[at] = std::byte{1};
            pause();
            return CheckResult();
        });
        QCOMPARE(result.failures.size(), std::size_t{1});
        const QString why = QString::fromStdString(result.failures[0]);
        QVERIFY2(why.startsWith("memory limit reached: ") && why.endsWith(" MiB of 64"), qPrintable(why));
    }
    // By a quarter more than the limit, so that it may notice that itself.
    void aQuarterAboveItsLimitItIsKilled() {
        constexpr std::uint64_t kLimit = 256 * kMiB;
        for (const bool isMore : {false, true}) {
            const CheckResult result = resultOf(
                [isMore] {
                    const auto space = machine::AddressSpace::reserved(2 * kLimit);
                    const std::uint64_t wanted = kLimit / 20 * (isMore ? 27 : 23); // 1.35 and 1.15 times
                    for (std::uint64_t at = 0; at < 2 * kLimit && residentBytes() < wanted; at += kMiB)
                        std::memset(space.data() + at, 1, kMiB);
                    if (residentBytes() < wanted) return saying("it did not become so large");
                    if (isMore) pause();
                    usleep(200'000); // ten looks of the parent
                    return saying("it came back");
                },
                {.seconds = 60, .residentBytes = kLimit});
            QCOMPARE(result.failures.size(), std::size_t{1});
            const std::string& said = result.failures[0];
            QVERIFY2(isMore ? said.starts_with("memory limit reached: ") : said == "it came back",
                     said.c_str());
        }
    }
    // By exactly what a machine reserves, with what makes its huge pages begin where they must.
    void theLimitRisesByReservations() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer reserves more than any limit allows");
#endif
        const CheckResult result = resultOf([] {
            const std::uint64_t before = addressLimit();
            const auto large = machine::AddressSpace::reserved(4096 * kMiB);
            const std::uint64_t between = addressLimit();
            const auto small = machine::AddressSpace::reserved(kMiB);
            return saying(std::to_string(between - before) + " " + std::to_string(addressLimit() - between));
        });
        const std::uint64_t large = 4096 * kMiB + machine::AddressSpace::kHugePage;
        QCOMPARE(result.failures,
                 std::vector<std::string>{std::to_string(large) + " " + std::to_string(kMiB)});
    }
    void whatIsAllocatedIsLimited() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer reserves more than any limit allows");
#endif
        const CheckResult result = resultOf([] {
            const auto space = machine::AddressSpace::reserved(4096 * kMiB); // does not count
            const auto most = kMiB * 136 * std::max(std::thread::hardware_concurrency(), 1U); // for threads
            char* volatile much = new char[most + 80 * kMiB]; // volatile, so that it is asked for
            return saying(much ? "there is room" : "");
        });
        QVERIFY(result.failures.size() == 1);
        QVERIFY2(result.failures[0] == "memory limit reached: more than 64 MiB", result.failures[0].c_str());
    }
    // What ends after its limit, and before it is killed, has not passed.
    void whatIsLateHasFailed() {
        CheckResult out;
        for (const double seconds : {0.05, 30.0}) {
            cli::runInChildren({.cases = 1,
                                .limitsOf = [&](std::size_t) { return cli::CheckLimits{.seconds = seconds}; },
                                .begins = [](std::size_t) {},
                                .run =
                                    [](std::size_t) {
                                        usleep(200'000);
                                        CheckResult good;
                                        good.passed = true;
                                        return good;
                                    },
                                .done = [&](std::size_t, CheckResult result) { out = std::move(result); }});
            QCOMPARE(out.passed, seconds > 1);
        }
    }
    // A second after its limit, which it might have noticed itself.
    void aSecondLaterItIsKilled() {
        const CheckResult result = resultOf(
            [] {
                pause();
                return CheckResult();
            },
            {.seconds = 0.5});
        QCOMPARE(result.failures,
                 std::vector<std::string>{"time limit reached: reading, assembling, running and comparing "
                                          "took more than 0.5 seconds"});
        QVERIFY2(result.seconds >= 1.5 && result.seconds < 2.5, qPrintable(QString::number(result.seconds)));
    }
    void aSignalIsTold() {
        const CheckResult result = resultOf([] {
            raise(SIGKILL);
            return CheckResult();
        });
        QCOMPARE(result.failures, std::vector<std::string>{"it was ended by a signal: Killed"});
    }
};

int tst_check_children(int argc, char** argv) {
    return lw::tests::run<TestCheckChildren, QCoreApplication>(argc, argv);
}
#include "tst_check_children.moc"
