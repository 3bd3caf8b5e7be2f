// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/wire.h"

#include "core/network/messages.h"

#include <bit>

namespace lw::network {

Problem WireReader::damaged(std::string why) const {
    return {&messages::kOnnxDamaged, {std::string(m_file), std::move(why)}, {}, {}, {}};
}

Result<std::uint64_t> WireReader::varint(std::span<const std::byte> bytes, std::size_t& at) const {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        if (at == bytes.size()) return damaged("a number is cut off");
        const auto byte = std::to_integer<std::uint64_t>(bytes[at++]);
        if (shift < 64) value |= (byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) return value;
    }
    return damaged("a number has more than 10 bytes");
}

Result<std::uint64_t> WireReader::fixed(std::span<const std::byte> bytes, std::size_t& at,
                                        std::size_t size) const {
    if (bytes.size() - at < size) return damaged("a number is cut off");
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes[at + i]);
    at += size;
    return value;
}

Result<std::optional<WireField>> WireReader::next() {
    if (m_at == m_message.size()) return std::optional<WireField>{};
    LW_TRY(const std::uint64_t key, varint(m_message, m_at));
    WireField field;
    if (key >> 3 == 0 || key >> 3 > 0x1fffffff) return damaged("a field has no number");
    field.number = static_cast<std::uint32_t>(key >> 3);
    field.type = static_cast<WireType>(key & 7);
    switch (field.type) {
    case WireType::Varint: {
        LW_TRY(field.value, varint(m_message, m_at));
        return std::optional(field);
    }
    case WireType::Fixed64: {
        LW_TRY(field.value, fixed(m_message, m_at, 8));
        return std::optional(field);
    }
    case WireType::Fixed32: {
        LW_TRY(field.value, fixed(m_message, m_at, 4));
        return std::optional(field);
    }
    case WireType::Bytes: {
        LW_TRY(const std::uint64_t length, varint(m_message, m_at));
        if (length > m_message.size() - m_at)
            return damaged("a part of " + std::to_string(length) + " bytes goes beyond the end");
        field.bytes = m_message.subspan(m_at, static_cast<std::size_t>(length));
        m_at += static_cast<std::size_t>(length);
        return std::optional(field);
    }
    }
    return damaged("field " + std::to_string(field.number) + " is of the unknown type " +
                   std::to_string(key & 7));
}

Result<std::int64_t> WireReader::integer(const WireField& field) const {
    if (field.type != WireType::Varint)
        return damaged("field " + std::to_string(field.number) + " is not a whole number");
    return static_cast<std::int64_t>(field.value);
}

Result<float> WireReader::real(const WireField& field) const {
    if (field.type != WireType::Fixed32)
        return damaged("field " + std::to_string(field.number) + " is not a float");
    return std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
}

Result<std::span<const std::byte>> WireReader::message(const WireField& field) const {
    if (field.type != WireType::Bytes)
        return damaged("field " + std::to_string(field.number) + " has no parts");
    return field.bytes;
}

Result<std::string> WireReader::text(const WireField& field) const {
    LW_TRY(const std::span<const std::byte> bytes, message(field));
    std::string out(bytes.size(), ' ');
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<char>(bytes[i]);
    return out;
}

Outcome WireReader::addIntegers(const WireField& field, std::vector<std::int64_t>& into) const {
    if (field.type == WireType::Varint) {
        into.push_back(static_cast<std::int64_t>(field.value));
        return Done{};
    }
    LW_TRY(const std::span<const std::byte> bytes, message(field));
    for (std::size_t at = 0; at < bytes.size();) {
        LW_TRY(const std::uint64_t value, varint(bytes, at));
        into.push_back(static_cast<std::int64_t>(value));
    }
    return Done{};
}

Outcome WireReader::addFixed(const WireField& field, WireType type, std::vector<std::uint64_t>& into) const {
    if (field.type == type) {
        into.push_back(field.value);
        return Done{};
    }
    LW_TRY(const std::span<const std::byte> bytes, message(field));
    for (std::size_t at = 0; at < bytes.size();) {
        LW_TRY(const std::uint64_t value, fixed(bytes, at, type == WireType::Fixed32 ? 4 : 8));
        into.push_back(value);
    }
    return Done{};
}

} // namespace lw::network
