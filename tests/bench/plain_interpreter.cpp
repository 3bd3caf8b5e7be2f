// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/plain_interpreter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lw::bench {

namespace {

using Decoded = PlainInterpreter::Decoded;
using State = PlainInterpreter::State;
using Slot = PlainInterpreter::Slot;
using Handler = PlainInterpreter::Handler;

constexpr std::uint8_t kConstantReady = 32, kPredicateReady = 33;
enum class PlainTail { None, BranchIf, Halt };

template <PlainOp O> [[gnu::always_inline]] inline std::uint32_t apply(std::uint32_t x, std::uint32_t y) {
    if constexpr (O == PlainOp::Add) return x + y;
    if constexpr (O == PlainOp::Sub) return x - y;
    if constexpr (O == PlainOp::Xor) return x ^ y;
    if constexpr (O == PlainOp::And) return x & y;
    if constexpr (O == PlainOp::ShiftLeft) return y < 32 ? x << y : 0;
    if constexpr (O == PlainOp::Multiply) return x * y;
    if constexpr (O == PlainOp::NotEqual) return x != y;
    return 0;
}

template <PlainOp O>
[[gnu::always_inline]] inline std::uint64_t ready(const Slot& slot, const State* s, std::uint64_t t) {
    if constexpr (O == PlainOp::Nop) return t;
    return std::max(t, std::max(s->ready[slot.x], s->ready[slot.readyY]));
}

template <PlainOp O>
[[gnu::always_inline]] inline void commit(const Slot& slot, State* s, std::uint32_t word,
                                          std::uint64_t when) {
    if constexpr (O == PlainOp::Nop) return;
    if constexpr (O == PlainOp::NotEqual)
        s->predicate[slot.d] = static_cast<std::uint8_t>(word);
    else
        s->value[slot.d] = word;
    s->ready[slot.readyD] = when;
}

template <PlainOp A, PlainOp B, PlainTail T> void bundle(const Decoded* at, State* s, std::uint64_t clock) {
    std::uint64_t t = ready<B>(at->second, s, ready<A>(at->first, s, clock));
    if constexpr (T == PlainTail::BranchIf) t = std::max(t, s->ready[kPredicateReady + at->branchIf]);
    const std::uint32_t a = apply<A>(s->value[at->first.x], s->value[at->first.y]);
    const std::uint32_t b = apply<B>(s->value[at->second.x], s->value[at->second.y]);
    bool taken = false;
    if constexpr (T == PlainTail::BranchIf) taken = s->predicate[at->branchIf] != 0;
    clock = t + 1;
    commit<A>(at->first, s, a, clock);
    commit<B>(at->second, s, b, clock);
    if constexpr (T == PlainTail::Halt) {
        s->clock = clock;
        return;
    } else {
        const Decoded* next = at + 1;
        if (taken) {
            ++s->taken[at->branch];
            next = at->target;
        }
        return next->handler(next, s, clock);
    }
}

template <PlainTail T, std::size_t A, std::size_t... B>
constexpr std::array<Handler, kPlainOps> row(std::index_sequence<B...>) {
    return {&bundle<static_cast<PlainOp>(A), static_cast<PlainOp>(B), T>...};
}
template <PlainTail T, std::size_t... A> constexpr auto table(std::index_sequence<A...> all) {
    return std::array{row<T, A>(all)...};
}
constexpr auto kAll = std::make_index_sequence<kPlainOps>();
constexpr auto kPlain = table<PlainTail::None>(kAll), kBranching = table<PlainTail::BranchIf>(kAll),
               kHalting = table<PlainTail::Halt>(kAll);

} // namespace

PlainInterpreter::PlainInterpreter(const std::vector<PlainBundle>& program) : m_decoded(program.size()) {
    std::uint8_t constants = 32;
    const auto slotOf = [&](const PlainSlot& from) {
        Slot slot{from.d, from.x, from.y, from.y, from.d};
        if (from.op == PlainOp::NotEqual) slot.readyD = static_cast<std::uint8_t>(kPredicateReady + from.d);
        if (from.constant) {
            m_state.value[constants] = from.value;
            slot.y = constants++;
            slot.readyY = kConstantReady;
        }
        return slot;
    };
    for (std::size_t i = 0; i < program.size(); ++i) {
        const PlainBundle& from = program[i];
        Decoded& to = m_decoded[i];
        to.first = slotOf(from.first);
        to.second = slotOf(from.second);
        const auto a = static_cast<std::size_t>(from.first.op), b = static_cast<std::size_t>(from.second.op);
        to.handler = from.halt ? kHalting[a][b] : from.branchTo >= 0 ? kBranching[a][b] : kPlain[a][b];
        to.branchIf = from.branchIf;
        to.branch = static_cast<std::uint8_t>(i);
        if (from.branchTo >= 0) to.target = &m_decoded[static_cast<std::size_t>(from.branchTo)];
    }
}

std::uint64_t PlainInterpreter::run() {
    m_decoded[0].handler(m_decoded.data(), &m_state, 0);
    return m_state.clock;
}

} // namespace lw::bench
