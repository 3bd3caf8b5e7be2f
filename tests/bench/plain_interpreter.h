// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

// The anchor of the scalar figures: a bare interpreter of scalar bundles with one tail-called
// handler per shape, a ready-time scoreboard, predicates, and counts per taken branch.
// It knows no memory, queue, fault or limit.
namespace lw::bench {

enum class PlainOp : std::uint8_t { Nop, Add, Sub, Xor, And, ShiftLeft, Multiply, NotEqual };
inline constexpr std::size_t kPlainOps = 8;

struct PlainSlot {
    PlainOp op = PlainOp::Nop;
    std::uint8_t d = 0, x = 0;
    std::uint8_t y = 0;    // a register, or
    bool constant = false; // `value`
    std::uint32_t value = 0;
};

struct PlainBundle {
    PlainSlot first, second;
    std::int32_t branchTo = -1; // if predicate `branchIf` is set; -1 none
    std::uint8_t branchIf = 0;
    bool halt = false;
};

class PlainInterpreter {
  public:
    explicit PlainInterpreter(const std::vector<PlainBundle>& program);
    // Runs from bundle 0 to halt; the clock at the end.
    std::uint64_t run();
    std::uint32_t scalar(std::size_t number) const { return m_state.value[number]; }
    void setScalar(std::size_t number, std::uint32_t word) { m_state.value[number] = word; }

    struct Decoded;
    struct State {
        std::uint32_t value[256] = {}; // registers, then constants
        std::uint64_t ready[64] = {};  // registers, constant, predicates
        std::uint8_t predicate[16] = {};
        std::uint64_t taken[256] = {};
        std::uint64_t clock = 0;
    };
    using Handler = void (*)(const Decoded*, State*, std::uint64_t);
    struct Slot {
        std::uint8_t d = 0, x = 0, y = 0, readyY = 0, readyD = 0;
    };
    struct Decoded {
        Handler handler = nullptr;
        Slot first, second;
        const Decoded* target = nullptr;
        std::uint8_t branchIf = 0, branch = 0;
    };

  private:
    State m_state;
    std::vector<Decoded> m_decoded;
};

} // namespace lw::bench
