// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/nnp.h"
#include "core/chips/nnp/op_stream.h"
#include "core/concord/python_text.h"
#include "core/isa/encode.h"
#include "core/isa/lookup.h"
#include "core/machine/snapshot.h"
#include "core/machine/state_store.h"
#include "tests/fuzz/input.h"

using namespace lw;

namespace {

constexpr std::uint64_t kClocks = 4000;
constexpr std::size_t kMostRows = 64;

// An instruction of any bytes, mostly on one of the first vectors.
isa::Bits rowFrom(fuzz::Numbers& numbers) {
    isa::Bundle bundle;
    bundle.count = 1;
    bundle.insns[0].op = static_cast<isa::OpId>(numbers.byte() % nnp::kIsa.insns.size());
    bundle.insns[0].predicate = nnp::kIsa.predicateAlways;
    const isa::Operands& operands = nnp::kIsa.insns[bundle.insns[0].op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const std::uint32_t value = numbers.byte();
        const isa::Selector* const selector = operands[i].selector;
        bundle.insns[0].operands[i].value =
            selector == nullptr
                ? value % 8
                : static_cast<std::uint32_t>(selector->codes[0].base) + value % selector->codes[0].count;
    }
    isa::Bits bits;
    LW_REQUIRE(!isa::encode(nnp::kIsa, bundle, bits), "an instruction of the table does not encode");
    return bits;
}

std::unique_ptr<machine::Machine> machineOf(const program::Program& program, const nnp::Config& config) {
    auto machine = nnp::createMachine(program, config, {.uninit = nnp::UninitMode::Zero});
    LW_REQUIRE(machine, machine ? "" : lw::textOf(machine.problem()).c_str());
    return *std::move(machine);
}

} // namespace

// Any chains: rules are told before a run as in it, a run in pieces is the same run, and what keeps the rules
// becomes software.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const nnp::Config config = *nnp::builtInConfig("nnp-teaching");
    fuzz::Numbers numbers(data, size);
    const std::uint64_t cut = numbers.byte();
    program::Program program;
    program.chip = "nnp";
    program.machine = config.name;
    program.machineHash = nnp::hashOf(config);
    while (!numbers.empty() && program.bundles.size() < kMostRows)
        program.bundles.push_back(rowFrom(numbers));
    isa::Bundle halt;
    halt.count = 1;
    halt.insns[0].op = nnp::op("halt");
    halt.insns[0].predicate = nnp::kIsa.predicateAlways;
    LW_REQUIRE(!isa::encode(nnp::kIsa, halt, program.bundles.emplace_back()), "halt does not encode");

    const auto straight = machineOf(program, config), pieces = machineOf(program, config);
    const machine::Stop end = straight->run({.clock = kClocks});
    (void)pieces->run({.clock = cut});
    const auto kept = pieces->store().save();
    (void)pieces->run({.clock = kClocks / 2});
    pieces->store().restore(kept);
    pieces->stateReplaced();
    const machine::Stop again = pieces->run({.clock = kClocks, .resumed = true});
    LW_REQUIRE(again.kind == end.kind && again.clock == end.clock && again.fault == end.fault &&
                   pieces->store().hash() == straight->store().hash(),
               "a run in pieces is another one");

    const auto rules = nnp::brokenRules(program, config);
    LW_REQUIRE(!straight->halted() || rules.empty(), "a program that breaks a rule halts");
    if (!rules.empty()) return 0;
    const auto ops = nnp::opsOf(program, config);
    LW_REQUIRE(ops, "a program that keeps the rules is no chains");
    if (const auto graph = concord::graphOf(*ops)) (void)concord::numpyText(*graph, *ops);
    return 0;
}
