// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/wire.h"

#include <stdexcept>

namespace reference::onnx {

namespace {

std::string varint(std::uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    return out + static_cast<char>(value);
}

std::string_view take(std::string_view& left, std::uint64_t count) {
    if (count > left.size()) throw std::runtime_error("a field goes beyond the end of its message");
    const std::string_view out = left.substr(0, count);
    left.remove_prefix(count);
    return out;
}

std::uint64_t takeFixed(std::string_view& left, unsigned bytes) {
    std::uint64_t out = 0;
    const std::string_view from = take(left, bytes);
    for (unsigned i = 0; i < bytes; ++i) out |= std::uint64_t{static_cast<unsigned char>(from[i])} << 8 * i;
    return out;
}

} // namespace

std::uint64_t takeVarint(std::string_view& left) {
    std::uint64_t out = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const auto byte = static_cast<unsigned char>(take(left, 1)[0]);
        out |= std::uint64_t{byte & 0x7fu} << shift;
        if (byte < 0x80) return out;
    }
    throw std::runtime_error("a number has too many bytes");
}

bool Fields::next(Field& field) {
    if (m_left.empty()) return false;
    const char* const begin = m_left.data();
    const std::uint64_t key = takeVarint(m_left);
    field = {};
    field.number = key >> 3;
    switch (key & 7) {
    case 0: field.value = takeVarint(m_left); break;
    case 1: field.value = takeFixed(m_left, 8); break;
    case 2: field.bytes = take(m_left, takeVarint(m_left)); break;
    case 5: field.value = takeFixed(m_left, 4); break;
    default: throw std::runtime_error("a field has an unknown wire type");
    }
    field.whole = {begin, static_cast<std::size_t>(m_left.data() - begin)};
    return true;
}

std::string varintField(std::uint64_t number, std::uint64_t value) {
    return varint(number << 3) + varint(value);
}

std::string bytesField(std::uint64_t number, std::string_view bytes) {
    return varint(number << 3 | 2) + varint(bytes.size()).append(bytes);
}

} // namespace reference::onnx
