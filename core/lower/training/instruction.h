// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What one instruction of the training chip touches, as far as its place in a bundle depends on it.
namespace lw::lower::training {

// Places of a bundle that an instruction can take; a scalar or a vector one takes either of two.
enum class Slot : std::uint8_t { S0, S1, V0, V1, Load, Store, Push, Pop, Misc };
inline constexpr std::size_t kSlots = 9;

// A register, or what orders instructions like one: "xpose" is the queue of the transpose unit.
struct Use {
    std::string what;
    bool writes = false;
};

struct Instruction {
    std::string text;                   // without the slot
    std::vector<Slot> slots;            // that it may take, the first one preferred
    std::vector<Slot> taken;            // places that must be free besides
    std::vector<Use> uses;              // registers, queues, weights, the pattern of permutations
    std::string stored, loaded;         // the row of vector memory, as it is written; empty: none
    std::string pushes, pops;           // the unit
    std::uint32_t latency = 1;          // bundles until another one may read what it writes
    std::uint32_t shortNumbers = 0;     // of 16 bits
    std::uint32_t longNumbers = 0;      // of 32
    std::vector<std::string> forwarded; // scalar registers that a vector slot reads
    bool leaves = false;                // a branch, a call, a return or the end
};

// Which registers stand for those that a kernel is written with, so that it can go beside another one.
struct Renaming {
    std::array<std::size_t, 32> scalars{}, vectors{};
    constexpr Renaming() {
        for (std::size_t i = 0; i < 32; ++i) scalars[i] = vectors[i] = i;
    }
};
std::string renamed(std::string_view line, const Renaming& by);

// From "vld: v0, [r1+8]"; `s:` and `v:` leave the choice of the slot to the bundle.
Instruction parseInstruction(std::string_view line);

} // namespace lw::lower::training
