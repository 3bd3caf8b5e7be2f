// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/config.h"
#include "core/isa/ids.h"
#include "core/machine/machine.h"
#include "tests/core/chips/nnp/random_chains.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lw::test {

// A random program of at least 40 chains on its machine, and what plain loops made of it.
struct RandomSubject {
    RandomChains random;
    std::string text;
    std::unique_ptr<machine::Machine> machine;

    explicit RandomSubject(std::uint32_t seed);
    // On the teaching machine with other clocks, or with integers.
    RandomSubject(std::uint32_t seed, const nnp::Config& config);

    machine::Stop to(std::uint64_t clock) { return machine->run({.clock = clock}); }
    // Where the machine's vectors are not those wanted; empty: nowhere.
    std::string differences() const;

  private:
    void poke(const char* path, const std::vector<std::uint16_t>& codes);
    void put(isa::SpaceId space, const std::vector<std::uint16_t>& codes);
    std::string differenceIn(const char* path, const std::vector<std::uint16_t>& want) const;
};

} // namespace lw::test
