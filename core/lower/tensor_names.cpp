// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tensor_names.h"

#include <algorithm>
#include <array>

namespace lw::lower {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Registers, memories, and the words of expressions.
bool isWord(std::string_view name) {
    constexpr std::array<std::string_view, 20> kWords{
        "host", "dm",  "ub",   "row",  "tile", "at",   "cast",    "abs",     "min", "max",
        "bits", "f32", "bf16", "lo16", "hi16", "log2", "ceildiv", "defined", "inf", "nan"};
    if (std::find(kWords.begin(), kWords.end(), name) != kWords.end()) return true;
    return name.size() > 1 && (name[0] == 'a' || name[0] == 'v') &&
           std::all_of(name.begin() + 1, name.end(), isDigit);
}

// "c1", "c0_2": the form of core names on a machine with several cores.
bool isLikeCore(std::string_view name) {
    if (name.size() < 2 || name[0] != 'c' || !isDigit(name[1]) || !isDigit(name.back())) return false;
    return std::all_of(name.begin() + 1, name.end(), [](char c) { return isDigit(c) || c == '_'; }) &&
           std::count(name.begin(), name.end(), '_') <= 1;
}

} // namespace

std::string TensorNames::take(std::string_view wanted) {
    // Exporters name nodes by paths: /lstm/LSTM.
    std::string name(wanted.substr(std::min(wanted.find_first_not_of('/'), wanted.size())));
    for (char& c : name)
        if (!isLetter(c) && !isDigit(c)) c = '_';
    if (name.empty() || !isLetter(name[0])) name.insert(0, "_");
    if (isWord(name) || (m_avoidsCores && isLikeCore(name))) name += "_";
    std::string out = name;
    for (int i = 2; !m_taken.insert(out).second; ++i) out = name + "_" + std::to_string(i);
    return out;
}

} // namespace lw::lower
