// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/kernel_striding.h"
#include "core/network/cut.h"
#include "core/tensor/batch.h"

#include <algorithm>

// After a run: what was computed compared with what was expected.
namespace lw::lower::striding {

using network::Network;
using network::ValueId;
using tensor::Tensor;

namespace {

// The picture of a frame without its border.
Tensor inside(const Frame& frame, const Tensor& all, const tensor::Shape& shape) {
    Tensor out(frame.dtype, shape);
    const std::uint64_t row = frame.columns * frame.pixelBytes();
    for (std::uint64_t y = 0; y < frame.rows; ++y)
        std::copy_n(all.bytes().begin() + static_cast<std::ptrdiff_t>((frame.pad.top + y) * frame.rowBytes() +
                                                                      frame.pad.left * frame.pixelBytes()),
                    row, out.bytes().begin() + static_cast<std::ptrdiff_t>(y * row));
    return out;
}

bool standsAtEnd(const NetworkPlan& plan, const Frame& frame) {
    const auto own = std::find_if(plan.tensors.begin(), plan.tensors.end(),
                                  [&](const PlannedTensor& one) { return one.name == frame.name; });
    if (own == plan.tensors.end() || own->isOverlaid) return false;
    return std::none_of(plan.tensors.begin(), plan.tensors.end(), [&](const PlannedTensor& other) {
        return other.space == "ub" && &other != &*own && sharesMemory(*own, other);
    });
}

} // namespace

std::vector<std::string> tensorsToRead(const NetworkPlan& plan) {
    std::vector<std::string> out;
    for (const LayerPlan& layer : plan.layers)
        if (layer.isStrided)
            for (const Frame& frame : plan.frames[layer.index + 1])
                if (standsAtEnd(plan, frame)) out.push_back(frame.name);
    for (const ValueId id : plan.part.gives) out.push_back(plan.hostNames[id]);
    return out;
}

namespace {

// What was read after the run, and what was expected.
class Comparison {
  public:
    Comparison(const NetworkPlan& plan, const Expectation& expected, std::span<const ReadTensor> read)
        : m_plan(plan), m_expected(expected), m_read(read) {}

    // Elements of a value that differ at the host, which has those of all images; nothing: not read.
    std::optional<std::uint64_t> atHost(ValueId id) const {
        const Tensor* const all = found(m_plan.hostNames[id]);
        if (!all) return {};
        std::uint64_t out = 0;
        for (std::size_t image = 0; image < m_expected.values.size(); ++image) {
            const Tensor& wanted = m_expected.values[image][id];
            out += differenceOf(tensor::itemOf(*all, image, wanted.shape()), wanted).count;
        }
        return out;
    }
    // The same in the unified buffer, which has those of the last image.
    std::optional<std::uint64_t> inBuffer(ValueId id) const {
        const Tensor& wanted = m_expected.values.back()[id];
        std::optional<std::uint64_t> out;
        for (const Frame& frame : m_plan.frames[id])
            if (const Tensor* const all = found(frame.name))
                out = out.value_or(0) + differenceOf(inside(frame, *all, wanted.shape()), wanted).count;
        return out;
    }

  private:
    const Tensor* found(const std::string& name) const {
        const auto at = std::find_if(m_read.begin(), m_read.end(),
                                     [&](const ReadTensor& one) { return one.name == name; });
        return at == m_read.end() ? nullptr : &at->contents;
    }

    const NetworkPlan& m_plan;
    const Expectation& m_expected;
    const std::span<const ReadTensor> m_read;
};

// By ValueId, the elements that differ; nothing: the value was not compared.
using Differences = std::vector<std::optional<std::uint64_t>>;

// For a layer whose own output is kept nowhere, the values computed from it tell as much as is known.
void confirm(const Network& network, ValueId id, const Differences& differences, LayerReport& entry) {
    entry.confirmedBy.clear();
    entry.unexpected = differences[id].value_or(0);
    entry.confirmed.reset();
    if (differences[id]) {
        entry.confirmed = *differences[id] == 0;
        return;
    }
    const std::vector<bool> isAfter = network::dependsOn(network::flowOf(network), id);
    for (ValueId other = 0; other < differences.size(); ++other) {
        if (!isAfter[other] || !differences[other]) continue;
        if (*differences[other] != 0) return entry.confirmedBy.clear();
        entry.confirmedBy.push_back(network::nameOf(network, other));
    }
    if (!entry.confirmedBy.empty()) entry.confirmed = true;
}

} // namespace

std::uint64_t confirmRun(const NetworkPlan& plan, const Expectation& expected,
                         std::span<const ReadTensor> read, Report& report) {
    const Network& network = *plan.network;
    const Comparison comparison(plan, expected, read);
    Differences differences(network.layers.size() + 1);
    std::uint64_t unexpected = 0;
    for (ValueId id = 1; id < differences.size(); ++id) {
        const auto host = comparison.atHost(id), buffer = comparison.inBuffer(id);
        if (host || buffer) differences[id] = host.value_or(0) + buffer.value_or(0);
        unexpected += differences[id].value_or(0);
    }
    report.outputs.clear();
    for (const ValueId id : plan.part.gives)
        if (const auto host = comparison.atHost(id))
            report.outputs.push_back(
                {plan.hostNames[id], expected.values.size() * expected.values[0][id].count(), *host});
    auto entry = report.layers.begin();
    for (const LayerPlan& layer : plan.layers)
        if (layer.isStrided) confirm(network, layer.index + 1, differences, *entry++);
    return unexpected;
}

} // namespace lw::lower::striding
