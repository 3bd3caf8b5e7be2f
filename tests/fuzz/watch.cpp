// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/breakpoints.h"
#include "core/machine/expression.h"
#include "tests/fuzz/input.h"
#include "tests/support/assemble.h"

#include "core/chips/training/config.h"
#include "core/chips/training/training.h"

using namespace lw;

namespace {

// A machine in the middle of a program with labels, constants and tensors.
std::unique_ptr<machine::Machine> exampleMachine() {
    test::Source source;
    const auto assembly = source.teach(R"(
.equ SIZE, 12
.tensor A, f32, [2, 3], vmem = 1.5
.tensor H, bf16, [4], smem = 2
start: { s0: movi r1, 5 ; s1: movi r2, -1 }
loop:  { s0: add r1, r1, r2 ; s1: cmp.lt p1, r1, 3 ; v0: mov v2, 0.5 }
       @!p1 br loop
       halt
)");
    LW_REQUIRE(assembly.program, source.rendered(assembly).c_str());
    auto machine =
        training::createMachine(*assembly.program, *training::builtInConfig("training-teaching"), {});
    LW_REQUIRE(machine, "the program does not load");
    (void)(*machine)->run({.bundles = 4});
    return *std::move(machine);
}

} // namespace

// Any text is an expression or is refused; values, cells and breakpoints of it never fail otherwise.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::unique_ptr<machine::Machine> machine = exampleMachine();
    const machine::Scope scope = machine::scopeOf(*machine);
    const machine::Moment now = machine::momentOf(*machine);
    const std::string text = fuzz::textOf(data, size);

    if (const auto expression = machine::Expression::compile(text, scope)) {
        if (const auto value = expression->evaluate(now))
            LW_REQUIRE(!machine::textOf(*value).empty(), "a value has no text");
        const auto cell = expression->cell(now);
        if (cell && *cell)
            LW_REQUIRE((*cell)->offset < machine->store().bytes(), "a cell lies outside of the state");
    }
    if (const auto breakpoint = machine::parseBreakpoint(text, scope))
        LW_REQUIRE(breakpoint->trigger || breakpoint->condition, "a breakpoint that waits for nothing");
    return 0;
}
