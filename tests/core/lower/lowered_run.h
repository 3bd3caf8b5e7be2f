// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/reference.h"
#include "core/project/strided_run.h"
#include "core/project/tensor_input.h"
#include "tests/core/lower/small_circuits.h"

#include <memory>
#include <string>
#include <vector>

namespace lw::test {

// From one seed of random networks to the next. Under sanitizers, which take twenty times as long, one in
// seven is left: the number shares no factor with what the tests vary by seed, so that every variant stays.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr std::uint32_t kSeedStep = 7;
#else
inline constexpr std::uint32_t kSeedStep = 1;
#endif

// A network lowered, assembled and run on an input; `failure` says where it ended if it did not halt.
struct LoweredRun {
    lower::striding::Lowering lowering;
    lower::striding::Expectation expected;
    std::vector<lower::striding::ReadTensor> read;
    std::unique_ptr<machine::Machine> machine;
    std::uint64_t unexpected = 0;
    std::string failure;

    const tensor::Tensor* find(const std::string& name) const;
};

// The machine that runs a lowered program; null: `failure` says why there is none.
std::unique_ptr<machine::Machine> machineFor(const project::ProgramAnswer& answer, std::string& failure);

lower::striding::Lowering loweredOn(const network::Network& network, const machine::CircuitLimits& circuit,
                                    const lower::striding::Options& options);
LoweredRun runLowered(const network::Network& network, const Circuit& circuit, const tensor::Tensor& given,
                      const lower::striding::Options& options);

} // namespace lw::test
