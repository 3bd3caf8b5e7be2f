// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/chip_choice.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "core/chips/catalog.h"
#include "core/isa/lookup.h"
#include "core/isa/page.h"

#include <algorithm>

// lw isa: the manual of the instruction set.
namespace lw::cli {

namespace {

std::string keyOf(const isa::Spec& spec, isa::OpId op) {
    return std::string(spec.classes[spec.insns[op].slotClass].name) + "." + std::string(spec.insns[op].name);
}

// The rows that a word names: "fadd" perhaps several, "vector.fadd" one.
std::vector<isa::OpId> opsOf(const isa::Spec& spec, std::string_view word) {
    std::vector<isa::OpId> ops;
    for (isa::OpId op = 0; op < spec.insns.size(); ++op)
        if (spec.insns[op].name == word || keyOf(spec, op) == word) ops.push_back(op);
    return ops;
}

void list(const isa::Spec& spec, std::span<const isa::OpId> ops, Console& console) {
    std::size_t width = 0;
    for (const isa::OpId op : ops) width = std::max(width, keyOf(spec, op).size() + 2);
    for (const isa::OpId op : ops) {
        std::string key = keyOf(spec, op);
        key.resize(width, ' ');
        console.line(key + std::string(spec.insns[op].summary));
    }
}

} // namespace

Result<Exit> runIsa(const Arguments& arguments, Console& console) {
    LW_TRY(const chips::Chip* chip, chipOf(arguments, [&](const chips::Chip& each) {
               return std::ranges::all_of(arguments.operands(), [&](const std::string& word) {
                   return !opsOf(*each.spec, word).empty();
               });
           }));
    LW_TRY(const chips::MachineChoice machine,
           chips::machineNamed(*chip, arguments.value("--machine").value_or("")));
    const isa::Spec& spec = *chip->spec;
    const isa::TimingText timing = [&](std::string_view key) -> std::string {
        for (const chips::Timing& row : machine.timing)
            if (row.key == key)
                return std::to_string(row.clocks) + (row.clocks == 1 ? " clock (" : " clocks (") +
                       row.source + ")";
        return "";
    };
    std::vector<isa::OpId> ops;
    for (const std::string& word : arguments.operands()) {
        const std::vector<isa::OpId> named = opsOf(spec, word);
        if (named.empty())
            return Problem{&messages::kNoInstruction,
                           {word},
                           {},
                           {},
                           std::string(isa::lookupOf(spec).nearestMnemonic(word))};
        ops.insert(ops.end(), named.begin(), named.end());
    }
    const bool all = ops.empty();
    if (all)
        for (isa::OpId op = 0; op < spec.insns.size(); ++op) ops.push_back(op);
    for (const isa::OpId op : ops)
        console.document()["instructions"].push_back({{"name", keyOf(spec, op)},
                                                      {"summary", spec.insns[op].summary},
                                                      {"source", spec.insns[op].source},
                                                      {"page", isa::page(spec, op, timing)}});
    if (arguments.has("--list"))
        list(spec, ops, console);
    else if (all)
        console.print(isa::pages(spec, timing));
    else
        for (const isa::OpId op : ops) console.print(isa::page(spec, op, timing));
    return Exit::Pass;
}

} // namespace lw::cli
