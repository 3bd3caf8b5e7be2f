// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/buffer_plan.h"
#include "core/lower/striding/network_plan.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lw::lower::striding {

// The tensors of a plan in the making: each with its name, the memory it is in and how long it is
// needed there, in steps: 0 is what the host brings, then the network's layers, then what the host takes.
class PlanTensors {
  public:
    explicit PlanTensors(NetworkPlan& plan) : m_plan(plan) {}

    static std::size_t stepOf(const LayerPlan& layer) { return layer.index + 1; }
    std::size_t lastStep() const { return m_plan.network->layers.size() + 1; }
    // Until when something that is there before the first image is needed.
    std::size_t lastUseOfConstant(std::size_t step) const;

    void add(PlannedTensor tensor) { m_plan.tensors.push_back(std::move(tensor)); }
    void addBuffer(std::string name, tensor::DType dtype, tensor::Shape shape, std::size_t first,
                   std::size_t last);
    // A tensor that the host brings into the unified buffer before the first layer; returns its name there.
    std::string addConstant(const LayerPlan& layer, std::string_view role, tensor::Tensor contents);
    // Weights, on their way from the host to the dynamic memory; returns their name there.
    std::string addWeights(const LayerPlan& layer, std::string_view role, tensor::Tensor contents);

    // Those in the unified buffer, in the order in which they were added.
    std::vector<Lifetime> lifetimes() const;

  private:
    NetworkPlan& m_plan;
};

// "conv1.out", "conv1.out2": labels contain no dots, so such names are free.
std::string dotted(const std::string& label, std::string_view role, std::size_t number = 0);
// "out", "out2".
std::string numbered(std::string_view role, std::size_t number);

} // namespace lw::lower::striding
