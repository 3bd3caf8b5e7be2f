// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/chips/training/config.h"
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/lookup.h"
#include "core/program/program.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// Programs for tests of what comes after the assembler, without the assembler. One text per bundle,
// instructions divided by ';', words by blanks: slot, predicate if any, mnemonic, operands in the order
// of the table; left out at the end: defaults.
//   "s0 cmp.lt p1 r1 10 ; v0 @!p2 fadd v1 v2 v3"
namespace lw::test {

inline program::Target machineTarget(std::string_view name) {
    const auto config = training::builtInConfig(name);
    LW_REQUIRE(bool(config), "there is no such machine");
    return training::targetOf(*config);
}

inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end != 0) out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

inline isa::Value tinyValue(std::string_view word) {
    if (const auto name = isa::lookupOf(training::kIsa).registerNamed(word))
        return {isa::Value::Kind::Register, name->number};
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    LW_REQUIRE(error == std::errc{} && end == word.data() + word.size(), "neither a register nor a number");
    return {isa::Value::Kind::Number, static_cast<std::uint32_t>(number)};
}

inline isa::SlotInsn tinyInsn(std::string_view text) {
    const isa::Spec& spec = training::kIsa;
    const auto words = split(text, ' ');
    isa::SlotInsn out;
    std::size_t at = 0;
    out.slot = isa::lookupOf(spec).slotNamed(words.at(at++)).value();
    out.predicate = spec.predicateAlways;
    if (words.at(at)[0] == '@') {
        const bool inverted = words[at][1] == '!';
        const auto number = static_cast<std::uint8_t>(tinyValue(words[at].substr(inverted ? 2 : 1)).value);
        out.predicate = static_cast<std::uint8_t>(number | (inverted ? spec.predicateInvert : 0));
        ++at;
    }
    out.op = isa::find(spec, spec.slots[out.slot].slotClass, words.at(at++));
    LW_REQUIRE(out.op != isa::kNoOp, "there is no such instruction in this slot");
    const isa::Operands& operands = spec.insns[out.op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        out.operands[i] = at < words.size() ? tinyValue(words[at++]) : isa::defaultOf(operands[i]).value;
        if (out.operands[i].kind == isa::Value::Kind::Register && words[at - 1][0] == 'r' &&
            operands[i].file != spec.sharedFile)
            out.operands[i].kind = isa::Value::Kind::Shared;
    }
    LW_REQUIRE(at == words.size(), "too many operands");
    return out;
}

// The bundle's number is the line of its place, counted from 1.
inline program::Program tinyProgram(const std::vector<std::string>& bundles, const program::Target& target) {
    program::Program out;
    out.chip = "training";
    out.machine = target.machine;
    out.machineHash = target.machineHash;
    out.sources = {{"tiny", 0}};
    for (const std::string& text : bundles) {
        isa::Bundle bundle;
        for (const std::string_view insn : split(text, ';')) bundle.insns[bundle.count++] = tinyInsn(insn);
        std::sort(bundle.begin(), bundle.end(), [](const auto& a, const auto& b) { return a.slot < b.slot; });
        isa::Bits bits;
        const auto finding = isa::encode(training::kIsa, bundle, bits);
        LW_REQUIRE(!finding, textOf(finding->problem).c_str());
        out.bundles.push_back(bits);
        out.places.push_back({0, static_cast<std::uint32_t>(out.bundles.size()), 1, 1});
    }
    return out;
}

} // namespace lw::test
