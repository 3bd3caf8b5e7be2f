// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"

#include <cstdint>
#include <string>
#include <vector>

// What a program says that its results are (.result): elements of tensors that are shown when it has ended;
// and what it calls the streams that it traces (.stream).
namespace lw::program {

// A tensor may be a result without an index if it has no more elements.
inline constexpr std::uint64_t kMostResultElements = 8;
inline constexpr std::size_t kMostResults = 64;

// Watch expressions of the elements of a result, in order: "accuracy[1]", or each of a whole tensor.
std::vector<std::string> elementsOf(const ResultName& result, const Program& program);
// Whether both call results and streams the same, wherever that is in the text.
bool haveSameResults(const Program& one, const Program& other);
// Its words, or else the element's name.
std::string titleOf(const ResultName& result);

inline constexpr std::uint32_t kMostStreams = 256; // numbered from 0
// What the program calls that stream; empty: nothing.
std::string nameOfStream(const Program& program, std::uint32_t number);

} // namespace lw::program
