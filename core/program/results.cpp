// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/results.h"

#include "core/tensor/tensor.h"

#include <algorithm>

namespace lw::program {

namespace {

std::string textOf(const std::string& name, const std::vector<std::uint64_t>& index) {
    std::string out;
    for (const std::uint64_t one : index) out += (out.empty() ? "[" : ",") + std::to_string(one);
    return out.empty() ? name : name + out + "]";
}

} // namespace

std::vector<std::string> elementsOf(const ResultName& result, const Program& program) {
    if (!result.index.empty()) return {textOf(result.tensor, result.index)};
    std::vector<std::string> out;
    const NamedTensor* const tensor = findTensor(program, result.tensor);
    const std::uint64_t count = tensor ? tensor::countOf(tensor->shape).value_or(0) : 0;
    for (std::uint64_t i = 0; i < count; ++i)
        out.push_back(textOf(result.tensor, tensor::indexOf(tensor->shape, i)));
    return out;
}

bool haveSameResults(const Program& one, const Program& other) {
    const auto isSameResult = [](const ResultName& a, const ResultName& b) {
        return a.tensor == b.tensor && a.index == b.index && a.words == b.words;
    };
    const auto isSameStream = [](const StreamName& a, const StreamName& b) {
        return a.number == b.number && a.words == b.words;
    };
    return std::ranges::equal(one.results, other.results, isSameResult) &&
           std::ranges::equal(one.streams, other.streams, isSameStream);
}

std::string titleOf(const ResultName& result) {
    return result.words.empty() ? textOf(result.tensor, result.index) : result.words;
}

std::string nameOfStream(const Program& program, std::uint32_t number) {
    const auto found = std::ranges::find(program.streams, number, &StreamName::number);
    return found == program.streams.end() ? std::string() : found->words;
}

} // namespace lw::program
