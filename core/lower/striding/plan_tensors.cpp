// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/plan_tensors.h"

#include <algorithm>
#include <utility>

namespace lw::lower::striding {

using tensor::Tensor;

std::string numbered(std::string_view role, std::size_t number) {
    return std::string(role) + (number == 0 ? std::string() : std::to_string(number + 1));
}

std::string dotted(const std::string& label, std::string_view role, std::size_t number) {
    return label + "." + numbered(role, number);
}

std::size_t PlanTensors::lastUseOfConstant(std::size_t step) const {
    return m_plan.options.images > 1 || m_plan.options.launches ? lastStep() : step;
}

void PlanTensors::addBuffer(std::string name, tensor::DType dtype, tensor::Shape shape, std::size_t first,
                            std::size_t last) {
    PlannedTensor tensor{std::move(name), "ub", dtype, std::move(shape)};
    tensor.first = first;
    tensor.last = std::max(first, last);
    add(std::move(tensor));
}

std::string PlanTensors::addConstant(const LayerPlan& layer, std::string_view role, Tensor contents) {
    const std::string name = dotted(layer.label, role);
    PlannedTensor host{name + ".host", "host", contents.dtype(), contents.shape()};
    host.file = name + ".npy";
    addBuffer(name, contents.dtype(), contents.shape(), 0, lastUseOfConstant(stepOf(layer)));
    host.contents = std::move(contents);
    add(std::move(host));
    return name;
}

std::string PlanTensors::addWeights(const LayerPlan& layer, std::string_view role, Tensor contents) {
    const std::string name = dotted(layer.label, role);
    add({name, "dm", contents.dtype(), contents.shape()});
    PlannedTensor host{name + ".host", "host", contents.dtype(), contents.shape()};
    host.file = name + ".npy";
    host.contents = std::move(contents);
    add(std::move(host));
    return name;
}

std::vector<Lifetime> PlanTensors::lifetimes() const {
    std::vector<Lifetime> out;
    for (const PlannedTensor& one : m_plan.tensors)
        if (one.space == "ub") out.push_back({one.bytes(), one.first, one.last});
    return out;
}

} // namespace lw::lower::striding
