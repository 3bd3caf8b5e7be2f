// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_bytes.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace lw {

namespace {

constexpr Message kCannotRead{
    "E610", Severity::Error, "cannot read {0}: {1}",
    "The file was named on the command line or by another file. Check its path and its permissions."};
constexpr Message kFileTooLarge{
    "E611", Severity::Error, "{0} has {1} bytes; at most {2} are accepted",
    "Files of this kind are small; the limit keeps a wrong one from filling the memory."};
constexpr Message kCannotWrite{
    "E612", Severity::Error, "cannot write {0}: {1}",
    "Check that the folder exists, that it may be written and that the disk is not full."};

} // namespace

Result<std::string> readFile(const std::string& path, std::uint64_t mostBytes) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (error) return Problem{&kCannotRead, {path, error.message()}, {}, {}, {}};
    if (!std::filesystem::is_regular_file(status))
        return Problem{&kCannotRead, {path, "it is not a regular file"}, {}, {}, {}};
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error) return Problem{&kCannotRead, {path, error.message()}, {}, {}, {}};
    if (size > mostBytes)
        return Problem{&kFileTooLarge, {path, std::to_string(size), std::to_string(mostBytes)}, {}, {}, {}};
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::ifstream file(path, std::ios::binary);
    if (!file || !file.read(bytes.data(), static_cast<std::streamsize>(size)))
        return Problem{&kCannotRead, {path, std::strerror(errno)}, {}, {}, {}};
    return bytes;
}

Outcome writeFile(const std::string& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) return Problem{&kCannotWrite, {path, std::strerror(errno)}, {}, {}, {}};
    return Done{};
}

} // namespace lw
