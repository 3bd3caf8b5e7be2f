// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/difference.h"
#include "core/tensor/npz.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Values that somebody else's software or hardware has where hints of a firmware name them.
namespace lw::project {

struct NamedComparison {
    std::string name;
    std::uint64_t numbers = 0, equal = 0; // as FP16
};
struct ForeignComparison {
    std::vector<NamedComparison> values{}; // that both have, in the order of the graph
    std::vector<std::string> missing{};    // names of which there is no array
    std::string differs{};                 // the first that does
    std::vector<std::string> lines{};      // what is to be said of it
    std::optional<concord::Trap> trap{};   // that explains it, in this node:
    std::optional<std::uint32_t> trapNode{};
};
// The array of a name, which is asked for once; nothing where there is none.
using ArrayNamed = std::function<Result<std::optional<tensor::Tensor>>(const std::string& name)>;
// Arrays by name: of any type of number (uint16: the codes), each with all numbers that were written to the
// named place, in the order of writes; with what fills native vectors up, or without it. E362, E363.
Result<ForeignComparison> compareForeign(const Software& of, const program::Program& program,
                                         const Observed& firmware, const ArrayNamed& arrays);
Result<ForeignComparison> compareForeign(const Software& of, const program::Program& program,
                                         const Observed& firmware,
                                         std::span<const tensor::NamedArray> arrays);

// What a name of the firmware is called elsewhere, and whether the array has its channels first there.
struct ForeignName {
    std::string name, array;
    bool isChannelsFirst = false;
    bool operator==(const ForeignName&) const = default;
};
// {"name in the firmware": "name of the array", ...}; in place of an array's name {"array": "its name",
// "layout": "nchw"}. E364, E604 to E607; `path` is what errors call it.
Result<std::vector<ForeignName>> readNameMap(const std::string& text, const std::string& path);
// [channels, rows, columns], also with a batch before it or with one extent after the channels, as the
// firmware has it: the channels of a pixel together. E292 for arrays of other extents.
Result<tensor::Tensor> channelsLast(const std::string& name, const tensor::Tensor& array);

} // namespace lw::project
