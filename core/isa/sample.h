// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"
#include "core/isa/lookup.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lw::isa {

// The same numbers for the same seed on every host (SplitMix64).
class Random {
  public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next();
    // 0 to count - 1; `count` must not be 0.
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>((next() >> 32) * count >> 32);
    }
    bool percent(unsigned chance) { return below(100) < chance; }

  private:
    std::uint64_t m_state;
};

struct SampleOptions {
    std::function<bool(const Insn&)> accept; // which rows may appear; empty: all
    unsigned slotPercent = 70;               // chance that a slot is filled
    unsigned predicatePercent = 30;          // chance that an instruction is predicated
};

// Random bundles that encode and break no rule, for tests and fuzzers: every row, all slots, predicates
// (complementary writers too), shared immediates and pairs, forwarded scalars.
class Sampler {
  public:
    Sampler(const Spec& spec, std::uint64_t seed, SampleOptions options = {});

    // A random instruction of that row, in one of its slots, that is a valid bundle on its own.
    SlotInsn insn(OpId op);
    Bundle bundle();
    // A bundle that holds an instruction of that row, whether the options accept it or not.
    Bundle bundleWith(OpId op);
    Random& random() { return m_random; }

  private:
    void newPools();
    SlotInsn draw(OpId op, std::uint8_t slot);
    Value value(const Operand& operand);
    Value value(const Operand& operand, const CodeRange& range);
    std::uint32_t registerOf(std::int8_t file);
    std::uint8_t predicate(std::uint8_t slot);
    void fill(Bundle& bundle);

    const Spec& m_spec;
    const Lookup& m_lookup;
    Random m_random;
    SampleOptions m_options;
    std::vector<std::vector<OpId>> m_rows;    // by slot
    std::array<std::uint32_t, 4> m_numbers{}; // constants that the instructions of a bundle share
    std::array<std::uint32_t, 3> m_registers{};
    std::uint8_t m_predicate = 0;
};

} // namespace lw::isa
