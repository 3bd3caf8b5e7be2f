// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"

#include "core/base/file_parts.h"
#include "core/base/messages.h"
#include "core/base/stop.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <poll.h>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace lw {
namespace {

std::string reasonOf(int error) { return std::generic_category().message(error); }
Problem cannotRead(const std::string& path, std::string reason) {
    return {&messages::kCannotRead, {path, std::move(reason)}, {}, {}, {}};
}
Problem cannotWrite(const std::string& path, int error) {
    return {&messages::kCannotWrite, {path, reasonOf(error)}, {}, {}, {}};
}

// Closes what it holds; close() reports the error that delayed writing may have had after write().
class Descriptor {
  public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return m_number; }
    bool open() const { return m_number >= 0; }
    int close() {
        const int number = std::exchange(m_number, -1);
        return number >= 0 && ::close(number) != 0 ? errno : 0;
    }

  private:
    int m_number;
};

// Regular files, by device and number.
class KnownFiles {
  public:
    void keep(bool keeps) { m_keeps = keeps; }
    void noteRead(const struct stat& about) {
        if (!m_keeps || !S_ISREG(about.st_mode)) return;
        const std::lock_guard lock(m_mutex);
        if (!m_written.contains(idOf(about))) m_read.insert(idOf(about));
    }
    void noteWritten(const struct stat& about) {
        if (!m_keeps) return;
        const std::lock_guard lock(m_mutex);
        m_read.erase(idOf(about)); // of a file that is gone
        m_written.insert(idOf(about));
    }
    void forget(const std::string& path) {
        struct stat about {};
        if (!m_keeps || ::stat(path.c_str(), &about) != 0) return;
        const std::lock_guard lock(m_mutex);
        m_read.erase(idOf(about));
    }
    bool wasRead(const struct stat& about) {
        if (!m_keeps) return false;
        const std::lock_guard lock(m_mutex);
        return m_read.contains(idOf(about));
    }

  private:
    using Id = std::pair<dev_t, ino_t>;
    static Id idOf(const struct stat& about) { return {about.st_dev, about.st_ino}; }

    std::atomic<bool> m_keeps{false};
    std::mutex m_mutex;
    std::set<Id> m_read, m_written;
};
KnownFiles& knownFiles() {
    static KnownFiles files;
    return files;
}

constexpr int kPollMilliseconds = 20;
constexpr int kMostPolls = 5'000 / kPollMilliseconds; // until a pipe gets its first writer

// A moment, or until the writer of a pipe has gone on. Whether there has been one.
bool waitForMore(int descriptor) {
    pollfd wanted{descriptor, POLLIN, 0};
    ::poll(&wanted, 1, kPollMilliseconds);
    return (wanted.revents & (POLLIN | POLLHUP)) != 0;
}

template <typename Buffer>
Result<Buffer> readInto(const std::string& path, std::uint64_t maxBytes, const std::atomic<bool>* stop) {
    // Without waiting: to a pipe of that name nobody may ever write.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.open()) return cannotRead(path, reasonOf(errno));
    struct stat about {};
    if (::fstat(file.number(), &about) != 0) return cannotRead(path, reasonOf(errno));
    if (S_ISDIR(about.st_mode)) return cannotRead(path, reasonOf(EISDIR));
    if (!S_ISREG(about.st_mode) && !S_ISFIFO(about.st_mode)) return cannotRead(path, "it is not a file");
    knownFiles().noteRead(about);
    const Problem tooLarge{&messages::kFileTooLarge, {path, std::to_string(maxBytes)}, {}, {}, {}};
    const auto stated = S_ISREG(about.st_mode) ? static_cast<std::size_t>(about.st_size) : 0;
    if (stated > maxBytes) return tooLarge;
    Buffer out;
    std::size_t used = 0;
    bool hasWriter = !S_ISFIFO(about.st_mode);
    int polls = 0;
    // One byte of room beyond the stated size tells the end of the file from a file that grows.
    out.reserve(stated + (stated != 0));
    for (;;) {
        if (isStopped(stop)) return Problem{&messages::kInterrupted, {}, {}, {}, {}};
        if (used == out.size())
            out.resize(used < stated + (stated != 0) ? std::min(stated + 1, used + kPartBytes)
                                                     : used + std::max<std::size_t>(used / 2, 1));
        using Element = typename Buffer::value_type;
        const ssize_t got =
            ::read(file.number(), static_cast<Element*>(out.data()) + used, out.size() - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) {
            hasWriter = true;
            (void)waitForMore(file.number());
            continue;
        }
        if (got < 0) return cannotRead(path, reasonOf(errno));
        hasWriter = hasWriter || got > 0;
        if (got == 0 && !hasWriter) {
            hasWriter = waitForMore(file.number());
            if (!hasWriter && ++polls == kMostPolls) return cannotRead(path, "nobody writes to this pipe");
            continue;
        }
        if (got == 0) break;
        used += static_cast<std::size_t>(got);
        if (used > maxBytes) return tooLarge;
    }
    out.resize(used);
    return out;
}

int writeAll(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    return 0;
}

using Fill = std::function<Outcome(FileParts&)>;

Outcome writeDirectly(const std::string& path, const Fill& fill) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.open()) return cannotWrite(path, errno);
    FileParts parts(file.number(), false);
    LW_TRY([[maybe_unused]] const Done filled, fill(parts));
    const int error = parts.finish();
    const int late = file.close();
    if (error != 0 || late != 0) return cannotWrite(path, error != 0 ? error : late);
    return Done{};
}

// So that the new name outlasts a power failure. Some file systems cannot; the file is whole either way.
void syncFolderOf(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const Descriptor opened(
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.open()) ::fsync(opened.number());
}

// Where links lead from there, also to a file that is not there yet.
std::string endOfLinks(const std::string& path) {
    constexpr int kMostLinks = 40; // the system follows no more
    std::filesystem::path out(path);
    std::error_code isNoLink;
    for (int i = 0; i < kMostLinks; ++i) {
        const auto next = std::filesystem::read_symlink(out, isNoLink);
        if (isNoLink) break;
        out = out.parent_path() / next; // or only `next`, where that begins at the root
    }
    return out.string();
}

std::string freshNameBeside(const std::string& path) {
    static std::atomic<unsigned> count{0};
    return path + "." + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".part";
}

} // namespace

Result<std::vector<std::byte>> readFile(const std::string& path, std::uint64_t maxBytes,
                                        const std::atomic<bool>* stop) {
    return readInto<std::vector<std::byte>>(path, maxBytes, stop);
}

Result<std::string> readTextFile(const std::string& path, std::uint64_t maxBytes) {
    return readInto<std::string>(path, maxBytes, nullptr);
}

std::string beginningOf(const std::string& path, std::size_t bytes) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat about {};
    if (!file.open() || ::fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
    std::string out(std::min(bytes, static_cast<std::size_t>(about.st_size)), '\0');
    std::size_t used = 0;
    while (used < out.size()) {
        const ssize_t got = ::read(file.number(), out.data() + used, out.size() - used);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        used += static_cast<std::size_t>(got);
    }
    out.resize(used);
    return out;
}

Result<std::string> readTextToReplace(const std::string& path) {
    LW_TRY(std::string text, readTextFile(path));
    knownFiles().forget(path);
    return text;
}

void keepReadFiles(bool keeps) { knownFiles().keep(keeps); }

void FileParts::put(std::span<const std::byte> bytes) {
    if (m_error == 0) m_error = writeAll(m_descriptor, bytes);
    m_bytes += bytes.size();
    if (!bytes.empty()) m_endsInZeros = false;
}

void FileParts::zeros(std::uint64_t count) {
    constexpr std::array<std::byte, 1 << 16> kZeros{};
    for (; count != 0 && !m_canSkip && m_error == 0;) {
        const auto part = std::min<std::uint64_t>(count, kZeros.size());
        put(std::span(kZeros).first(static_cast<std::size_t>(part)));
        count -= part;
    }
    if (count == 0 || m_error != 0) return;
    if (::lseek(m_descriptor, static_cast<off_t>(count), SEEK_CUR) < 0) m_error = errno;
    m_bytes += count;
    m_endsInZeros = true;
}

int FileParts::finish() {
    if (m_error == 0 && m_endsInZeros && ::ftruncate(m_descriptor, static_cast<off_t>(m_bytes)) != 0)
        m_error = errno;
    return m_error;
}

Outcome writeFileAtomically(const std::string& path, std::span<const std::byte> bytes) {
    return writeFileInParts(path, [&](FileParts& parts) {
        parts.put(bytes);
        return Outcome(Done{});
    });
}

Outcome writeFileInParts(const std::string& path, const Fill& fill) {
    struct stat about {};
    const bool exists = ::stat(path.c_str(), &about) == 0;
    if (exists && S_ISDIR(about.st_mode)) return cannotWrite(path, EISDIR);
    if (exists && !S_ISREG(about.st_mode)) return writeDirectly(path, fill);
    if (exists && knownFiles().wasRead(about)) return Problem{&messages::kIsInput, {path}, {}, {}, {}};
    const std::string target = endOfLinks(path);
    const std::string temporary = freshNameBeside(target);
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.open()) return cannotWrite(path, errno);
    int error = exists ? (::fchmod(file.number(), about.st_mode & 07777) != 0 ? errno : 0) : 0;
    FileParts parts(file.number(), true);
    Outcome filled = fill(parts);
    if (error == 0) error = parts.finish();
    if (error == 0 && ::fsync(file.number()) != 0 && errno != EINVAL) error = errno;
    struct stat written {};
    if (error == 0 && ::fstat(file.number(), &written) != 0) error = errno;
    const int late = file.close();
    if (error == 0) error = late;
    if (error == 0 && filled && std::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
    if (error == 0 && filled) {
        knownFiles().noteWritten(written);
        syncFolderOf(target);
        return Done{};
    }
    ::unlink(temporary.c_str());
    return filled ? cannotWrite(path, error) : filled;
}

Outcome writeFileAtomically(const std::string& path, std::string_view text) {
    return writeFileAtomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

std::string absolutePath(const std::string& path) {
    std::error_code failed;
    const auto out = std::filesystem::absolute(path, failed);
    return failed ? path : out.string();
}

} // namespace lw
