// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/config.h"
#include "core/chips/training/isa.h"
#include "core/chips/training/training.h"
#include "core/isa/encode.h"
#include "tests/fuzz/bundles.h"

#include <memory>
#include <vector>

// Machines with programs made of any bytes.
namespace lw::fuzz {

inline constexpr std::size_t kMostBundles = 48;

inline const training::Config& teachingConfig() {
    static const training::Config config = *training::builtInConfig("training-teaching");
    return config;
}

// The bits of a bundle without the instructions that break a rule or need what is taken;
// branches go to one of the first bundles.
inline isa::Bits bitsFrom(Numbers& numbers) {
    const isa::Spec& spec = training::kIsa;
    isa::Bundle wanted = bundleFrom(spec, numbers), kept;
    isa::Bits bits = isa::lookupOf(spec).emptyBits();
    for (isa::SlotInsn& insn : wanted) {
        const isa::Operands& operands = spec.insns[insn.op].operands;
        for (std::size_t i = 0; i < operands.size(); ++i)
            if (operands[i].form == isa::Form::Target && insn.operands[i].kind == isa::Value::Kind::Number)
                insn.operands[i].value %= kMostBundles;
        kept.insns[kept.count++] = insn;
        isa::Bits next;
        std::vector<isa::Finding> broken;
        if (!isa::encode(spec, kept, next))
            isa::checkRules(spec, kept, broken);
        else
            broken.emplace_back();
        if (broken.empty())
            bits = next;
        else
            --kept.count;
    }
    return bits;
}

// Options, first words of scalar memory, and bundles, in this order.
struct Start {
    training::MachineOptions options;
    program::Program program;
};

inline Start startFrom(Numbers& numbers) {
    const training::Config& config = teachingConfig();
    Start start;
    const std::uint8_t options = numbers.byte();
    start.options.hazards = training::HazardMode(options & 1);
    start.options.dma = training::DmaMode(options >> 1 & 3);
    start.options.uninit = training::UninitMode(options >> 3 & 1);
    start.options.seed = options >> 4;
    start.program.chip = "training";
    start.program.machine = config.name;
    start.program.machineHash = training::hashOf(config);
    std::vector<std::byte> memory(4 * (numbers.byte() % 64));
    for (std::byte& byte : memory) byte = std::byte{numbers.byte()};
    if (!memory.empty()) start.program.data.push_back({training::kSmem, 0, std::move(memory)});
    while (!numbers.empty() && start.program.bundles.size() < kMostBundles)
        start.program.bundles.push_back(bitsFrom(numbers));
    while (start.program.bundles.size() < kMostBundles)
        start.program.bundles.push_back(isa::lookupOf(training::kIsa).emptyBits());
    return start;
}

inline std::unique_ptr<machine::Machine> machineOf(const Start& start) {
    auto machine = training::createMachine(start.program, teachingConfig(), start.options);
    LW_REQUIRE(machine, machine ? "" : lw::textOf(machine.problem()).c_str());
    return *std::move(machine);
}

} // namespace lw::fuzz
