// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

// What all targets share: the bytes they are given.
// A law that does not hold stops the program, and libFuzzer keeps the input.
namespace lw::fuzz {

inline std::span<const std::byte> bytesOf(const std::uint8_t* data, std::size_t size) {
    return std::as_bytes(std::span(data, size));
}

inline std::string textOf(const std::uint8_t* data, std::size_t size) { return {data, data + size}; }

// Takes numbers from the front of the input; zeros when it is used up.
class Numbers {
  public:
    Numbers(const std::uint8_t* data, std::size_t size) : m_bytes(data, size) {}

    bool empty() const { return m_bytes.empty(); }
    std::uint8_t byte() {
        if (m_bytes.empty()) return 0;
        const std::uint8_t value = m_bytes.front();
        m_bytes = m_bytes.subspan(1);
        return value;
    }
    std::uint32_t word() {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{byte()} << (8 * i);
        return value;
    }

  private:
    std::span<const std::uint8_t> m_bytes;
};

} // namespace lw::fuzz
