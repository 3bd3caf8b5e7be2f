// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Protobuf's wire format: a message is a row of numbered fields.
// What is wrong with a file is thrown as std::runtime_error.
namespace reference::onnx {

struct Field {
    std::uint64_t number = 0;
    std::uint64_t value = 0; // of a varint, and the bits of a number of 4 or 8 bytes
    std::string_view bytes;  // of text, a message or packed numbers
    std::string_view whole;  // with its key, to be copied
    bool isBytes() const { return bytes.data() != nullptr; }
};

class Fields {
  public:
    explicit Fields(std::string_view message) : m_left(message) {}
    // The next field; false after the last one.
    bool next(Field& field);

  private:
    std::string_view m_left;
};

// A varint at the beginning of `left`, which it leaves.
std::uint64_t takeVarint(std::string_view& left);

std::string varintField(std::uint64_t number, std::uint64_t value);
std::string bytesField(std::uint64_t number, std::string_view bytes);

} // namespace reference::onnx
