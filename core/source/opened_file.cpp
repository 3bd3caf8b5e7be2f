// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/opened_file.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lw::source {

OpenedFile::OpenedFile(const std::string& path) : m_descriptor(::open(path.c_str(), O_PATH | O_CLOEXEC)) {
    struct stat status {};
    if (!isOpen() || ::fstat(m_descriptor, &status) != 0) {
        m_error = {errno, std::generic_category()};
        return;
    }
    m_isRegular = S_ISREG(status.st_mode);
    m_id = {status.st_dev, status.st_ino};
    m_path = std::filesystem::read_symlink(name(), m_error).string();
}

OpenedFile::OpenedFile(OpenedFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_error(other.m_error)
    , m_isRegular(other.m_isRegular)
    , m_id(other.m_id)
    , m_path(std::move(other.m_path)) {}

OpenedFile& OpenedFile::operator=(OpenedFile&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    m_error = other.m_error;
    m_isRegular = other.m_isRegular;
    m_id = other.m_id;
    m_path = std::move(other.m_path);
    return *this;
}

OpenedFile::~OpenedFile() {
    if (isOpen()) ::close(m_descriptor);
}

std::string OpenedFile::name() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

} // namespace lw::source
