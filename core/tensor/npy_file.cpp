// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy_file.h"

#include "core/base/messages.h"
#include "core/tensor/messages.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lw::tensor {

namespace {

Problem cannotRead(const std::string& path, std::string reason) {
    return {&lw::messages::kCannotRead, {path, std::move(reason)}, {}, {}, {}};
}
Problem cannotRead(const std::string& path, int error) {
    return cannotRead(path, std::generic_category().message(error));
}

// All of `out`, or the reason why not.
Outcome readAt(int descriptor, std::uint64_t offset, std::span<std::byte> out, const std::string& path) {
    while (!out.empty()) {
        const ssize_t got = ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cannotRead(path, errno);
        if (got == 0) return cannotRead(path, "it became shorter while it was open");
        offset += static_cast<std::uint64_t>(got);
        out = out.subspan(static_cast<std::size_t>(got));
    }
    return Done{};
}

} // namespace

Result<NpyFile> NpyFile::open(const std::string& path) {
    // Without waiting: opening a pipe that nobody writes to would block.
    NpyFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK), path);
    if (file.m_descriptor < 0) return cannotRead(path, errno);
    struct stat about {};
    if (::fstat(file.m_descriptor, &about) != 0) return cannotRead(path, errno);
    if (!S_ISREG(about.st_mode)) return cannotRead(path, "it is not a file");
    const auto size = static_cast<std::uint64_t>(about.st_size);
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(size, kMostHeaderBytes)));
    LW_TRY([[maybe_unused]] const Done read, readAt(file.m_descriptor, 0, head, path));
    LW_TRY(file.m_header, parseNpyHeader(head, path));
    const std::uint64_t data = size - file.m_header.dataOffset;
    const auto needed = bytesOf(file.m_header.shape, sizeOf(file.m_header.dtype));
    if (!needed || *needed != data)
        return Problem{&messages::kNpySize,
                       {path, shapeText(file.m_header.shape), std::string(nameOf(file.m_header.dtype)),
                        needed ? std::to_string(*needed) : "more than 2^63", std::to_string(data)},
                       {},
                       {},
                       {}};
    return file;
}

NpyFile::NpyFile(NpyFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_path(std::move(other.m_path))
    , m_header(std::move(other.m_header)) {}

NpyFile& NpyFile::operator=(NpyFile&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_path, other.m_path);
    std::swap(m_header, other.m_header);
    return *this;
}

NpyFile::~NpyFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

Outcome NpyFile::read(std::uint64_t first, std::span<std::byte> out) const {
    const std::size_t size = sizeOf(m_header.dtype);
    LW_TRY([[maybe_unused]] const Done read,
           readAt(m_descriptor, m_header.dataOffset + first * size, out, m_path));
    if (m_header.byteOrder == ByteOrder::Big && size > 1)
        for (std::size_t i = 0; i + size <= out.size(); i += size)
            std::reverse(out.data() + i, out.data() + i + size);
    return Done{};
}

} // namespace lw::tensor
