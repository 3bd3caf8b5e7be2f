// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/dtype.h"

#include <array>

namespace lw::tensor {
namespace {

struct TypeRow {
    std::string_view name;
    std::size_t bytes;
};
// In the order of DType.
constexpr std::array<TypeRow, kDTypes> kRows{{{"f64", 8},
                                              {"f32", 4},
                                              {"f16", 2},
                                              {"bf16", 2},
                                              {"i64", 8},
                                              {"i32", 4},
                                              {"i16", 2},
                                              {"i8", 1},
                                              {"u64", 8},
                                              {"u32", 4},
                                              {"u16", 2},
                                              {"u8", 1},
                                              {"bool", 1}}};
const TypeRow& rowOf(DType type) { return kRows[static_cast<std::size_t>(type)]; }

} // namespace

std::size_t sizeOf(DType type) { return rowOf(type).bytes; }
std::string_view nameOf(DType type) { return rowOf(type).name; }

std::optional<DType> dtypeNamed(std::string_view name) {
    for (std::size_t i = 0; i < kRows.size(); ++i)
        if (kRows[i].name == name) return static_cast<DType>(i);
    return std::nullopt;
}

} // namespace lw::tensor
