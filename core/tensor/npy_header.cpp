// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy_header.h"

#include "core/tensor/messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>

namespace lw::tensor {
namespace {

constexpr std::size_t kMaxHeaderBytes = kMostHeaderBytes - 12;
constexpr std::size_t kMaxDimensions = 64;

struct TypeCode {
    std::string_view code; // kind and size, without the byte order
    DType dtype;
};
// bf16 is missing on purpose: it comes as u2.
constexpr std::array kTypeCodes{
    TypeCode{"f8", DType::F64}, TypeCode{"f4", DType::F32}, TypeCode{"f2", DType::F16},
    TypeCode{"i8", DType::I64}, TypeCode{"i4", DType::I32}, TypeCode{"i2", DType::I16},
    TypeCode{"i1", DType::I8},  TypeCode{"u8", DType::U64}, TypeCode{"u4", DType::U32},
    TypeCode{"u2", DType::U16}, TypeCode{"u1", DType::U8},  TypeCode{"b1", DType::Bool},
};

std::string_view whyRefused(std::string_view code) {
    switch (code.empty() ? '\0' : code[0]) {
    case 'O': return "Python objects are not numbers";
    case 'c': return "complex numbers are not supported";
    case 'S':
    case 'a':
    case 'U': return "text is not a number";
    case 'M':
    case 'm': return "dates and times are not supported";
    case 'V': return "raw bytes have no number format; store bf16 as uint16, with array.view(numpy.uint16)";
    case 'f': return "floats of this size are not supported";
    default: return "there is no such type";
    }
}

// A reader of the header's dictionary: a Python literal of strings,
// booleans and tuples of integers, nothing more.
class HeaderReader {
  public:
    HeaderReader(std::string_view text, std::size_t begin, std::string_view name)
        : m_text(text), m_begin(begin), m_name(name) {}

    Result<NpyHeader> read() {
        LW_TRY([[maybe_unused]] const Done opened, expect('{'));
        while (!accept('}')) {
            LW_TRY(const std::string_view key, string());
            LW_TRY([[maybe_unused]] const Done colon, expect(':'));
            LW_TRY([[maybe_unused]] const Done value, entry(key));
            if (accept(',')) continue;
            LW_TRY([[maybe_unused]] const Done closed, expect('}'));
            break;
        }
        skipBlanks();
        if (m_at != m_text.size()) return damaged("something follows the dictionary");
        if (!m_hasType || !m_hasOrder || !m_hasShape)
            return damaged("'descr', 'fortran_order' or 'shape' is missing");
        return m_header;
    }

  private:
    Problem damaged(std::string_view why) const {
        return {&messages::kNpyHeader,
                {std::string(m_name), std::to_string(m_begin + m_at), std::string(why)},
                {},
                {},
                {}};
    }
    void skipBlanks() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t'))
            ++m_at;
    }
    bool accept(char c) {
        skipBlanks();
        if (m_at == m_text.size() || m_text[m_at] != c) return false;
        ++m_at;
        return true;
    }
    Outcome expect(char c) {
        if (!accept(c)) return damaged(std::string("expected '") + c + "'");
        return Done{};
    }
    bool acceptWord(std::string_view word) {
        skipBlanks();
        if (m_text.substr(m_at, word.size()) != word) return false;
        m_at += word.size();
        return true;
    }
    Result<std::string_view> string() {
        const char quote = accept('\'') ? '\'' : accept('"') ? '"' : '\0';
        if (quote == '\0') return damaged("expected a string");
        const std::size_t end = m_text.find(quote, m_at);
        if (end == std::string_view::npos) return damaged("a string does not end");
        const std::string_view inside = m_text.substr(m_at, end - m_at);
        m_at = end + 1;
        return inside;
    }
    Outcome entry(std::string_view key) {
        if (key == "descr") return m_hasType ? twice() : type();
        if (key == "fortran_order") return m_hasOrder ? twice() : order();
        if (key == "shape") return m_hasShape ? twice() : shape();
        return damaged("there is no such key");
    }
    Problem twice() const { return damaged("a key is there twice"); }

    Outcome type() {
        m_hasType = true;
        skipBlanks();
        if (m_at < m_text.size() && m_text[m_at] == '[')
            return refused("structured", "an array of records has no single number per element");
        LW_TRY(const std::string_view text, string());
        const bool ordered =
            !text.empty() && std::string_view("<>|=").find(text[0]) != std::string_view::npos;
        const std::string_view code = ordered ? text.substr(1) : text;
        for (const TypeCode& known : kTypeCodes) {
            if (known.code != code) continue;
            m_header.dtype = known.dtype;
            m_header.byteOrder = text[0] == '>' ? ByteOrder::Big : ByteOrder::Little;
            if (text[0] == '|' && sizeOf(known.dtype) != 1) return refused(text, "the byte order is missing");
            return Done{};
        }
        return refused(text, whyRefused(code));
    }
    Problem refused(std::string_view type, std::string_view why) const {
        return {&messages::kNpyType, {std::string(m_name), std::string(type), std::string(why)}, {}, {}, {}};
    }
    Outcome order() {
        m_hasOrder = true;
        if (acceptWord("True"))
            m_header.order = Order::Fortran;
        else if (!acceptWord("False"))
            return damaged("expected True or False");
        return Done{};
    }
    Outcome shape() {
        m_hasShape = true;
        LW_TRY([[maybe_unused]] const Done opened, expect('('));
        bool comma = true;
        while (!accept(')')) {
            if (!comma) return damaged("expected ',' or ')'");
            LW_TRY(const std::uint64_t extent, number());
            if (m_header.shape.size() == kMaxDimensions) return damaged("more than 64 dimensions");
            m_header.shape.push_back(extent);
            comma = accept(',');
        }
        if (m_header.shape.size() == 1 && !comma) return damaged("a shape of one extent needs a comma: (3,)");
        return Done{};
    }
    Result<std::uint64_t> number() {
        skipBlanks();
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
        if (error == std::errc::result_out_of_range) return damaged("an extent does not fit 64 bits");
        if (error != std::errc{}) return damaged("expected an extent");
        m_at = static_cast<std::size_t>(end - m_text.data());
        if (m_at < m_text.size() && m_text[m_at] == 'L') ++m_at; // files of Python 2
        return value;
    }

    std::string_view m_text;
    std::size_t m_begin;
    std::string_view m_name;
    std::size_t m_at = 0;
    NpyHeader m_header;
    bool m_hasType = false, m_hasOrder = false, m_hasShape = false;
};

std::size_t littleEndian(std::string_view bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

} // namespace

Result<NpyHeader> parseNpyHeader(std::span<const std::byte> file, std::string_view name) {
    std::string head(std::min(file.size(), kMostHeaderBytes), '\0');
    if (!head.empty()) std::memcpy(head.data(), file.data(), head.size());
    const std::string_view text = head;
    const auto notNpy = [&](std::string_view why) {
        return Problem{&messages::kNotNpy, {std::string(name), std::string(why)}, {}, {}, {}};
    };
    if (text.substr(0, 2) == "PK") return notNpy("it is a ZIP archive, as .npz files are");
    if (text.substr(0, kNpyMagic.size()) != kNpyMagic)
        return notNpy(text.empty() ? "it is empty" : "it begins with other bytes");
    if (text.size() < 8) return notNpy("it ends before its version");
    const int major = static_cast<unsigned char>(text[6]), minor = static_cast<unsigned char>(text[7]);
    if (major < 1 || major > 3 || minor != 0)
        return Problem{&messages::kNpyVersion,
                       {std::string(name), std::to_string(major) + "." + std::to_string(minor)},
                       {},
                       {},
                       {}};
    const std::size_t begin = major == 1 ? 10 : 12;
    const auto damaged = [&](std::size_t where, std::string_view why) {
        return Problem{
            &messages::kNpyHeader, {std::string(name), std::to_string(where), std::string(why)}, {}, {}, {}};
    };
    if (text.size() < begin) return damaged(text.size(), "the file ends before the header");
    const std::size_t length = littleEndian(text.substr(8, begin - 8));
    if (length > kMaxHeaderBytes) return damaged(8, "the header is longer than 65536 bytes");
    if (text.size() - begin < length) return damaged(8, "the file ends inside the header");
    LW_TRY(NpyHeader header, HeaderReader(text.substr(begin, length), begin, name).read());
    header.dataOffset = begin + length;
    return header;
}

std::optional<Shape> shapeInHeader(std::string_view beginning) {
    const auto header = parseNpyHeader(std::as_bytes(std::span(beginning)), "");
    return header ? std::optional(header->shape) : std::nullopt;
}

std::string npyHeaderText(DType dtype, const Shape& shape) {
    std::string_view code = "u2"; // bf16
    for (const TypeCode& known : kTypeCodes)
        if (known.dtype == dtype) code = known.code;
    std::string extents;
    for (const std::uint64_t extent : shape)
        extents += std::to_string(extent) + (shape.size() == 1 ? "," : ", ");
    if (shape.size() > 1) extents.resize(extents.size() - 2);
    std::string dictionary = std::string("{'descr': '") + (sizeOf(dtype) == 1 ? '|' : '<') +
                             std::string(code) + "', 'fortran_order': False, 'shape': (" + extents + "), }";
    const std::size_t lead = dictionary.size() + 1 + 10 + 63 <= 65535 ? 10 : 12;
    dictionary.append(63 - (lead + dictionary.size()) % 64, ' ');
    dictionary += '\n';
    std::string out(kNpyMagic);
    out += lead == 10 ? '\1' : '\2';
    out += '\0';
    for (std::size_t i = 8; i < lead; ++i)
        out += static_cast<char>(dictionary.size() >> (8 * (i - 8)) & 0xff);
    return out + dictionary;
}

} // namespace lw::tensor
