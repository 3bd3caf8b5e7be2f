// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/guard.h"

#include <optional>
#include <string>
#include <system_error>

namespace lw::source {

// A file that is held, not yet read: it stays the same one whatever becomes of its names. Opening a pipe or
// device so does nothing to it.
class OpenedFile {
  public:
    explicit OpenedFile(const std::string& path);
    OpenedFile(OpenedFile&& other) noexcept;
    OpenedFile& operator=(OpenedFile&& other) noexcept;
    ~OpenedFile();

    bool isOpen() const { return m_descriptor >= 0; }
    std::error_code error() const { return m_error; } // why it is not
    bool isRegular() const { return m_isRegular; }
    const std::optional<FileId>& id() const { return m_id; }
    const std::string& path() const { return m_path; } // without links
    std::string name() const;                          // that it can be read by

  private:
    int m_descriptor;
    std::error_code m_error;
    bool m_isRegular = false;
    std::optional<FileId> m_id;
    std::string m_path;
};

} // namespace lw::source
