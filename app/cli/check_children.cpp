// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_children.h"

#include "app/cli/number_text.h"
#include "app/cli/signals.h"
#include "core/machine/address_space.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <new>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace lw::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostWireBytes = 4 << 20;
constexpr int kLookEvery = 20;             // milliseconds
constexpr double kLate = 1;                // seconds after the limit
constexpr double kMoreMemory = 1.25;       // times the limit
constexpr double kNoSeconds = 1e9;         // a limit that is not a limit
constexpr rlim_t kMostFileBytes = 0;       // a case writes no files
constexpr rlim_t kThreadBytes = 136 << 20; // of address space: a stack and what the allocator takes for it
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsAddresses = false; // the sanitizers reserve more than any limit allows
#else
constexpr bool kLimitsAddresses = true;
#endif

// From a file such as /proc/self/statm, which counts pages.
std::uint64_t bytesIn(const std::string& file, int column) {
    std::ifstream in(file);
    std::uint64_t pages = 0;
    for (int i = 0; i <= column; ++i) in >> pages;
    return in ? pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

void limit(int resource, rlim_t soft) {
    struct rlimit now {};
    if (getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) return;
    now.rlim_cur = std::min(soft, now.rlim_max);
    setrlimit(static_cast<__rlimit_resource>(resource), &now);
}

// In the child.
void takeLimits(const CheckLimits& limits) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, kMostFileBytes);
    if (limits.seconds < kNoSeconds) // for all threads together
        limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(limits.seconds + 2 * kLate)) *
                              std::max(std::thread::hardware_concurrency(), 1u));
    if (!kLimitsAddresses || limits.residentBytes == machine::kForever) return;
    limit(RLIMIT_AS, bytesIn("/proc/self/statm", 0) + limits.residentBytes +
                         kThreadBytes * std::max(std::thread::hardware_concurrency(), 1u));
    machine::AddressSpace::raiseLimitByReservations();
}

void writeAll(int to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(to, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

struct Child {
    std::size_t index = 0;
    pid_t process = 0;
    int from = -1; // its end of the pipe
    CheckLimits limits;
    Clock::time_point begin;
    std::string wire{};
    std::string killed{}; // why, if it was
};

class Children {
  public:
    explicit Children(const CheckChildren& what) : m_what(what) {}

    void run() {
        std::size_t next = 0;
        while ((next < m_what.cases || !m_running.empty()) && !interrupted) {
            while (next < m_what.cases && m_running.size() < m_what.atOnce) begin(next++);
            look();
        }
        for (Child& child : m_running) {
            kill(-child.process, SIGKILL);
            CheckResult cut;
            cut.interrupted = true;
            wait(child);
            m_what.done(child.index, std::move(cut));
        }
    }

  private:
    void begin(std::size_t index) {
        m_what.begins(index);
        Child child{.index = index, .limits = m_what.limitsOf(index), .begin = Clock::now()};
        int ends[2] = {-1, -1};
        std::fflush(nullptr);
        const bool hasPipe = pipe2(ends, O_CLOEXEC) == 0;
        const pid_t parent = getpid();
        child.process = hasPipe ? fork() : -1;
        if (child.process == 0) inChild(index, child.limits, parent, ends[1]);
        if (hasPipe) close(ends[1]);
        child.from = ends[0];
        if (child.process < 0) {
            if (hasPipe) close(ends[0]);
            CheckResult none;
            none.hostFailed = "the host could not start a process for it";
            m_what.done(index, std::move(none));
            return;
        }
        setpgid(child.process, child.process); // whoever comes first
        m_running.push_back(std::move(child));
    }

    [[noreturn]] void inChild(std::size_t index, const CheckLimits& limits, pid_t parent, int to) const {
        takeLimits(limits);
        if (getppid() != parent) _exit(1); // it ended before it could be told to take this one along
        CheckResult result;
        try {
            result = m_what.run(index);
        } catch (const machine::NoAddressSpace&) {
            result.hostFailed = "the host gives no address space for the machine";
        } catch (const std::bad_alloc&) {
            result = failed(limits.residentBytes == machine::kForever
                                ? "the host has no memory left"
                                : "memory limit reached: more than " +
                                      groupedText(limits.residentBytes >> 20) + " MiB");
        }
        writeAll(to, wireText(result));
        _exit(0);
    }

    static CheckResult failed(std::string why) {
        CheckResult out;
        out.failures = {std::move(why)};
        return out;
    }

    void look() {
        std::vector<pollfd> waits;
        for (const Child& child : m_running) waits.push_back({child.from, POLLIN, 0});
        poll(waits.data(), waits.size(), kLookEvery);
        std::vector<Child> still;
        for (std::size_t i = 0; i < m_running.size(); ++i) {
            Child& child = m_running[i];
            if (waits[i].revents != 0 && !take(child)) {
                finish(child);
                continue;
            }
            watch(child);
            still.push_back(std::move(child));
        }
        m_running = std::move(still);
    }

    // False at the end of its output.
    static bool take(Child& child) {
        char bytes[1 << 16];
        const ssize_t got = read(child.from, bytes, sizeof(bytes));
        if (got < 0) return errno == EINTR;
        child.wire.append(bytes, static_cast<std::size_t>(got));
        if (child.wire.size() > kMostWireBytes) stop(child, "the result is too long");
        return got != 0;
    }

    static void stop(Child& child, std::string why) {
        if (!child.killed.empty()) return;
        child.killed = std::move(why);
        kill(-child.process, SIGKILL);
    }

    static double secondsOf(const Child& child) {
        return std::chrono::duration<double>(Clock::now() - child.begin).count();
    }
    static std::string timeText(const Child& child) {
        return "time limit reached: reading, assembling, running and comparing took more than " +
               realText(child.limits.seconds) + " seconds";
    }

    // A child that should have noticed its limit itself, but has not.
    static void watch(Child& child) {
        if (secondsOf(child) > child.limits.seconds + kLate) return stop(child, timeText(child));
        if (child.limits.residentBytes == machine::kForever) return;
        const auto resident =
            static_cast<double>(bytesIn("/proc/" + std::to_string(child.process) + "/statm", 1));
        if (resident > kMoreMemory * static_cast<double>(child.limits.residentBytes))
            stop(child, "memory limit reached: " + groupedText(static_cast<std::uint64_t>(resident) >> 20) +
                            " MiB of " + groupedText(child.limits.residentBytes >> 20));
    }

    static int wait(Child& child) {
        int status = 0;
        while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
        }
        close(child.from);
        return status;
    }

    void finish(Child& child) const {
        const double seconds = secondsOf(child);
        const int status = wait(child);
        auto result = resultFrom(child.wire);
        if (!child.killed.empty())
            result = failed(child.killed);
        else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
            result = failed("time limit reached: too much of the processor was used");
        else if (WIFSIGNALED(status))
            result = failed(std::string("it was ended by a signal: ") + strsignal(WTERMSIG(status)));
        else if (!result)
            result = failed("it ended without a result");
        else if (result->passed && seconds > child.limits.seconds)
            result = failed(timeText(child)); // before it was killed, but not in time
        result->seconds = seconds;
        m_what.done(child.index, *std::move(result));
    }

    const CheckChildren& m_what;
    std::vector<Child> m_running;
};

} // namespace

void runInChildren(const CheckChildren& children) { Children(children).run(); }

} // namespace lw::cli
