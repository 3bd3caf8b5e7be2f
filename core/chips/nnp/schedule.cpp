// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/schedule.h"

#include <algorithm>

namespace lw::nnp {

namespace {

std::uint64_t latencyOf(const Stage& stage, const Chain& chain, std::uint32_t turns, const Config& config) {
    switch (stage.port) {
    case Port::Read:
    case Port::Write: return config.clocks(TimingKey::Vector);
    case Port::Multiplier: return config.clocks(TimingKey::Mvm);
    case Port::Matrices: return config.clocks(TimingKey::Matrix);
    default: break;
    }
    const std::uint64_t waits = stage.needsAll ? chain.given / turns - 1 : 0;
    return config.clocks(TimingKey::Mfu) + waits;
}

} // namespace

std::uint64_t productClocks(const Controls& controls, const Config& config) {
    const std::uint64_t tiles = std::uint64_t{controls.rows()} * controls.columns();
    const std::uint64_t perClock = std::uint64_t{config.lanes} * config.tileEngines;
    return controls.iterations() * ((tiles * config.nativeDimension + perClock - 1) / perClock);
}

void schedule(Chain& chain, const Controls& controls, const Config& config) {
    std::uint64_t pace = std::max(chain.taken, chain.given);
    if (chain.product) pace = std::max(pace, productClocks(controls, config));
    // Behind a product, vectors come in the last clocks of its work.
    const std::uint64_t late = pace - chain.given;
    // Nothing works on a vector before its instruction was issued, one in each clock.
    std::uint64_t clock = 0;
    for (std::size_t i = 0; i < chain.stages.size(); ++i) {
        Stage& stage = chain.stages[i];
        clock = std::max<std::uint64_t>(clock, i);
        const bool isBefore = stage.port == Port::Read || stage.port == Port::Multiplier;
        stage.clock = isBefore ? clock : clock + late;
        stage.length = stage.port == Port::Read ? chain.taken : isBefore ? pace : chain.given;
        if (stage.port != Port::Write) clock += latencyOf(stage, chain, controls.iterations(), config);
    }
    const std::uint64_t written =
        chain.stages.back().clock; // by all writes at once, when the last was issued
    for (Stage& stage : chain.stages)
        if (stage.port == Port::Write) stage.clock = written;
    for (std::size_t i = 1; i < chain.reads.size(); ++i)
        chain.reads[i].clock = chain.stages[chain.reads[i].bundle - chain.reads.front().bundle].clock;
    const std::uint64_t landing = written + config.clocks(TimingKey::Vector);
    for (Locations& to : chain.writes) to.clock = landing;
    chain.end = std::max(landing + chain.given - 1, written + chain.given);
}

MatrixFlow matrixFlow(const Controls& controls, const Config& config) {
    const std::uint64_t latency = config.clocks(TimingKey::Matrix);
    return {std::max<std::uint64_t>(latency, 1), config.nativeDimension, latency,
            std::uint64_t{controls.rows()} * controls.columns()};
}

} // namespace lw::nnp
