// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/number_format.h"

namespace lw::numeric {
namespace {

struct NamedFloat {
    std::string_view name;
    SmallFloat format;
};
constexpr NamedFloat kFloats[] = {{"f16", kFloat16}, {"bf16", kBfloat16}, {"e5m2", kE5m2}, {"e4m3", kE4m3},
                                  {"e3m2", kE3m2},   {"e2m3", kE2m3},     {"e2m1", kE2m1}};

std::vector<NumberFormat> allFormats() {
    std::vector<NumberFormat> out;
    for (const NamedFloat& row : kFloats) out.push_back({std::string(row.name), row.format});
    for (const int exponentBits : {5, 8, 0})
        for (int bits = kFewestMantissaBits; bits <= kMostMantissaBits; ++bits) {
            const BlockFormat format{bits, exponentBits};
            out.push_back({nameOf(format), format});
        }
    for (int i = 0; i < kMxFormats; ++i) {
        const auto format = static_cast<MxFormat>(i);
        out.push_back({std::string(nameOf(format)), format});
    }
    return out;
}

} // namespace

int NumberFormat::bitsAlone() const {
    if (single() != nullptr) return bitsOf(*single());
    const auto* const block = std::get_if<BlockFormat>(&kind);
    return block != nullptr && areIntegers(*block) ? block->mantissaBits : 0;
}

std::string nameOf(BlockFormat format) {
    const std::string bits = std::to_string(format.mantissaBits);
    if (areIntegers(format)) return "int" + bits;
    return "bfp" + bits + (format.exponentBits == 5 ? "" : "e" + std::to_string(format.exponentBits));
}

std::optional<NumberFormat> numberFormatNamed(std::string_view name) {
    for (NumberFormat& format : allFormats())
        if (format.name == name) return std::move(format);
    return {};
}

std::vector<std::string> numberFormatNames() {
    std::vector<std::string> out;
    for (const NumberFormat& format : allFormats()) out.push_back(format.name);
    return out;
}

} // namespace lw::numeric
