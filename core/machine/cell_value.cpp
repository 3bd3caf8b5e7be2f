// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_value.h"

#include "core/tensor/element.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace lw::machine {

using tensor::DType;

std::uint64_t bitsOf(std::span<const std::byte> bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data(), std::min(bytes.size(), sizeof bits));
    return bits;
}

std::string realText(double value, DType type) {
    if (std::isnan(value)) return "nan";
    std::array<char, 64> text{};
    const auto end = type == DType::F64 ? std::to_chars(text.begin(), text.end(), value)
                                        : std::to_chars(text.begin(), text.end(), static_cast<float>(value));
    return {text.begin(), end.ptr};
}

std::string cellText(DType type, std::uint64_t bits) {
    return tensor::visit(type, [&](auto element) -> std::string {
        using Element = decltype(element);
        typename Element::Stored stored;
        std::memcpy(&stored, &bits, sizeof stored);
        if constexpr (Element::kReal)
            return realText(Element::value(stored), type);
        else
            return std::to_string(stored);
    });
}

std::string indexText(const Node& node, std::uint64_t element) {
    std::string out;
    for (std::size_t i = node.shape.size(); i-- > 0;) {
        out.insert(0, '[' + std::to_string(element % node.shape[i]) + ']');
        element /= node.shape[i];
    }
    return out;
}

} // namespace lw::machine
