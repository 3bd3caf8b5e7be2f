// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/operand.h"

#include "core/isa/lookup.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>

namespace lw::isa {
namespace {

template <typename Number> void appendDigits(Number value, std::string& out) {
    std::array<char, 24> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out.append(text.data(), end);
}

void appendRawBits(std::uint32_t value, std::string& out) {
    std::array<char, 8> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, 16).ptr;
    out += "bits(0x";
    out.append(static_cast<std::size_t>(text.data() + text.size() - end), '0');
    out.append(text.data(), end);
    out += ')';
}

// The assembler reads a decimal as a double and rounds it to float32, so the text is tested that way.
bool comesBack(std::string_view text, std::uint32_t bits) {
    double read = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), read);
    return result.ec == std::errc{} && std::bit_cast<std::uint32_t>(static_cast<float>(read)) == bits;
}

void appendFloat(std::uint32_t bits, std::string& out) {
    const float value = std::bit_cast<float>(bits);
    if (std::isinf(value)) {
        out += value < 0 ? "-inf" : "inf";
        return;
    }
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    const std::string_view shortest(text.data(), static_cast<std::size_t>(end - text.data()));
    if (std::fpclassify(value) == FP_NAN || std::fpclassify(value) == FP_SUBNORMAL ||
        !comesBack(shortest, bits)) {
        appendRawBits(bits, out);
        return;
    }
    const std::size_t exponent = shortest.find('e');
    out += shortest.substr(0, exponent);
    if (shortest.find('.') == std::string_view::npos) out += ".0";
    if (exponent != std::string_view::npos) out += shortest.substr(exponent);
}

bool codeCanHold(const Spec& spec, const Operand& operand, const CodeRange& range, const Value& value) {
    const bool isNumber = value.kind == Value::Kind::Number;
    const std::uint32_t step = value.value - static_cast<std::uint32_t>(range.base);
    switch (range.meaning) {
    case CodeMeaning::Register:
        if (value.kind != Value::Kind::Register ||
            value.value >= spec.files[static_cast<std::size_t>(operand.file)].count)
            return false;
        return operand.registerField.exists() || step < range.count;
    case CodeMeaning::Value: return isNumber && step < range.count;
    case CodeMeaning::SharedRegister:
        return value.kind == Value::Kind::Shared &&
               value.value < spec.files[static_cast<std::size_t>(spec.sharedFile)].count;
    case CodeMeaning::Immediate: return isNumber && value.value <= 0xffff;
    case CodeMeaning::ImmediateHigh: return isNumber && (value.value & 0xffff) == 0;
    case CodeMeaning::ImmediatePair: return isNumber;
    }
    return false;
}

} // namespace

bool canHold(const Spec& spec, const Operand& operand, const Value& value) {
    if (operand.selector != nullptr) {
        for (const CodeRange& range : operand.selector->codes)
            if (codeCanHold(spec, operand, range, value)) return true;
        return false;
    }
    if (operand.file >= 0)
        return value.kind == Value::Kind::Register &&
               value.value < spec.files[static_cast<std::size_t>(operand.file)].count;
    return value.kind == Value::Kind::Number && (std::uint64_t{value.value} >> operand.field.width()) == 0;
}

std::string takesText(const Spec& spec, const Operand& operand) {
    if (operand.selector != nullptr) return std::string(operand.selector->summary);
    if (operand.file >= 0)
        return registerText(spec, operand.file, 0) + " to " +
               registerText(spec, operand.file,
                            spec.files[static_cast<std::size_t>(operand.file)].count - 1u);
    return "0 to " + std::to_string((std::uint64_t{1} << operand.field.width()) - 1) +
           (operand.memory.empty() ? std::string() : " of " + std::string(operand.memory));
}

void appendNumber(NumberKind kind, std::uint32_t value, std::string& out) {
    if (kind == NumberKind::Float) return appendFloat(value, out);
    if (value < 10) {
        out += static_cast<char>('0' + value);
        return;
    }
    appendDigits(static_cast<std::int32_t>(value), out);
}

void appendValue(const Spec& spec, const Operand& operand, const Value& value, std::string& out) {
    if (value.kind == Value::Kind::Number) {
        if (operand.selector != nullptr && value.value < operand.selector->names.size())
            out += operand.selector->names[value.value];
        else if (operand.form == Form::Target)
            appendDigits(value.value, out);
        else
            appendNumber(operand.number, value.value, out);
        return;
    }
    const std::int8_t file = value.kind == Value::Kind::Shared ? spec.sharedFile : operand.file;
    out += file >= 0 ? spec.files[static_cast<std::size_t>(file)].prefix : std::string_view("register ");
    if (value.value < 10)
        out += static_cast<char>('0' + value.value);
    else
        appendDigits(value.value, out);
}

std::string valueText(const Spec& spec, const Operand& operand, const Value& value) {
    std::string out;
    appendValue(spec, operand, value, out);
    return out;
}

} // namespace lw::isa
