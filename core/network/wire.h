// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The wire format of protocol buffers, as https://protobuf.dev/programming-guides/encoding describes it: a
// message is a sequence of fields, each a number, a type and a value. Nothing is copied; every length is
// compared with what is there.
namespace lw::network {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t value = 0;          // Varint, Fixed64, Fixed32
    std::span<const std::byte> bytes; // Bytes
};

class WireReader {
  public:
    // `file` is how errors refer to the file.
    WireReader(std::string_view file, std::span<const std::byte> message)
        : m_file(file), m_message(message) {}

    // The next field, or nothing at the end. E580.
    Result<std::optional<WireField>> next();

    // Values of a field that is known to be of one type; another type is E580.
    Result<std::int64_t> integer(const WireField& field) const;
    Result<float> real(const WireField& field) const;
    Result<std::string> text(const WireField& field) const;
    Result<std::span<const std::byte>> message(const WireField& field) const;
    // Adds the numbers of a repeated field, packed or not.
    Outcome addIntegers(const WireField& field, std::vector<std::int64_t>& into) const;
    // The same for numbers of 4 or 8 bytes: their bits.
    Outcome addFixed(const WireField& field, WireType type, std::vector<std::uint64_t>& into) const;

    Problem damaged(std::string why) const;
    std::string_view file() const { return m_file; }

  private:
    Result<std::uint64_t> varint(std::span<const std::byte> bytes, std::size_t& at) const;
    Result<std::uint64_t> fixed(std::span<const std::byte> bytes, std::size_t& at, std::size_t size) const;

    std::string_view m_file;
    std::span<const std::byte> m_message;
    std::size_t m_at = 0;
};

} // namespace lw::network
