// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/npy_header.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lw::tensor {

// A .npy file read piece by piece, so that even a file of gigabytes opens at once. It is never mapped into
// memory: a mapped file that shrinks would end the process; here the missing pieces are refused.
class NpyFile {
  public:
    // Reads the header and compares the size with what it promises; E001, E510 to E514.
    static Result<NpyFile> open(const std::string& path);
    NpyFile(NpyFile&& other) noexcept;
    NpyFile& operator=(NpyFile&& other) noexcept;
    ~NpyFile();

    const NpyHeader& header() const { return m_header; }
    // The elements [first, first + out.size() / size of one) in file order, little-endian. May be
    // called from several threads. E001 when the file no longer has them.
    Outcome read(std::uint64_t first, std::span<std::byte> out) const;

  private:
    NpyFile(int descriptor, std::string path) : m_descriptor(descriptor), m_path(std::move(path)) {}

    int m_descriptor = -1;
    std::string m_path;
    NpyHeader m_header;
};

} // namespace lw::tensor
