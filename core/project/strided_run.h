// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/project/lowered_program.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The run of a network that was lowered, and what became of it.
namespace lw::project {

// Brings a machine to the end of its program; false: it was stopped before.
using ToEnd = std::function<Result<bool>(machine::Machine&)>;

struct PartsRan {
    std::uint64_t clocks = 0, unexpected = 0; // of all parts; elements that are not as expected
};

// Part after part, each on a machine of its own; between them the host computes what is its. A program is for
// one circuit: of a machine that has several, one of them is there alone.
class StridedRun {
  public:
    // `machine` as in ProgramRequest; the network must outlive the run. `input` as for expectRun(), which is
    // called: the reports know then what is predicted. Constants that are `replaced` have other contents in
    // this run; the programs stay as they are.
    StridedRun(lower::striding::LoweredNetwork& network, std::string machine, const tensor::Tensor& input,
               std::vector<lower::striding::Replaced> replaced = {});

    // The code path that multiplies, as in chips::RunOptions; the numbers are the same with each.
    void useKernel(std::string name) { m_kernel = std::move(name); }

    // For `lw` and the window, once for each part, in their order: its machine with the program and all that
    // the host brings to it in place. `stop` ends the copying early.
    Result<std::unique_ptr<machine::Machine>> begin(std::size_t part,
                                                    const std::atomic<bool>* stop = nullptr);
    // After its program has ended: compares what it computed with what was expected, takes what it gives, and
    // notes clocks and bytes. Returns how many elements are not as expected.
    Result<std::uint64_t> finish(std::size_t part, machine::Machine& machine);

    // All of that for each part. Nothing where one did not come to its end.
    Result<std::optional<PartsRan>> runAll(const ToEnd& toEnd, const std::atomic<bool>* stop = nullptr);

    // After the last part, computes what is left for the host: the network's outputs, each once; of several
    // images with one extent more.
    std::vector<tensor::Tensor> outputs();

    const lower::striding::Expectation& expected() const { return m_expected; }

  private:
    void computeOnHost(std::size_t stage);
    tensor::Tensor onHost(std::size_t image, const network::Layer& layer, network::ValueId made) const;

    lower::striding::LoweredNetwork& m_network;
    std::string m_machine, m_kernel;
    std::vector<lower::striding::Replaced> m_replaced;
    lower::striding::Expectation m_expected;
    // What the host has of each image, by ValueId: its input, what parts gave it, what it computed.
    std::vector<std::vector<std::optional<tensor::Tensor>>> m_values;
};

// Every tensor that lower::striding::confirmRun() looks at.
Result<std::vector<lower::striding::ReadTensor>> readLowered(const machine::Machine& machine,
                                                             const lower::striding::NetworkPlan& plan);

// After the program has ended: compares what it computed with what was expected, and notes clocks and bytes.
// Returns how many elements are not as expected.
Result<std::uint64_t> confirmLowered(machine::Machine& machine, lower::striding::Lowering& lowering,
                                     const lower::striding::Expectation& expected);

} // namespace lw::project
