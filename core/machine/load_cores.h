// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/board.h"
#include "core/program/program.h"

#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lw::machine {

// Whether programs bring so much data that waking threads to copy it pays off.
inline bool isMuchData(std::span<const program::Program> programs) {
    constexpr std::size_t kMuch = 256 << 10; // bytes; the amount a thread copies while another one wakes
    std::size_t bytes = 0;
    for (const program::Program& program : programs)
        for (const program::Data& data : program.data) bytes += data.bytes.size();
    return bytes >= kMuch;
}

// The cores that make(number) makes, each with what its load() puts into its own region; if that is much, on
// the board's threads. Fails with the problem of the first core that has one.
template <typename One, typename Make>
Result<std::vector<std::unique_ptr<One>>> loadedCores(Crew& crew, std::size_t count, bool isMuch,
                                                      const Make& make) {
    std::vector<std::unique_ptr<One>> cores(count);
    std::vector<Outcome> loaded(count, Done{});
    const auto load = [&](std::size_t i) {
        cores[i] = make(i);
        loaded[i] = cores[i]->load();
    };
    if (isMuch)
        crew.each(count, load);
    else
        for (std::size_t i = 0; i < count; ++i) load(i);
    for (Outcome& one : loaded) {
        LW_TRY([[maybe_unused]] const Done done, std::move(one));
    }
    return cores;
}

template <typename One>
std::unique_ptr<Machine> boardOf(std::unique_ptr<BoardState> state, std::vector<std::unique_ptr<One>> cores,
                                 std::string_view kernel) {
    return std::make_unique<Board>(
        std::move(state),
        std::vector<std::unique_ptr<BoardCore>>(std::make_move_iterator(cores.begin()),
                                                std::make_move_iterator(cores.end())),
        kernel);
}

} // namespace lw::machine
