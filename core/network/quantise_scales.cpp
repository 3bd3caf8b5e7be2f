// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantise_scales.h"

#include "core/network/cut.h"
#include "core/network/geometry.h"
#include "core/network/messages.h"
#include "core/network/quantise_functions.h"

#include <algorithm>
#include <cmath>

namespace lw::network {

namespace {

using tensor::Tensor;

struct Seen {
    float low = 0, high = 0; // 0 is always among them
};

Outcome look(const Network& network, ValueId id, const Tensor& value, std::size_t item, Seen& seen) {
    for (std::uint64_t i = 0; i < value.count(); ++i) {
        const float x = value.at<float>(i);
        if (!std::isfinite(x))
            return Problem{&messages::kNotFinite,
                           {nameOf(network, id), tensor::textAt(value, i),
                            tensor::shapeText(tensor::indexOf(value.shape(), i)), std::to_string(item)},
                           {},
                           {},
                           {}};
        seen.low = std::min(seen.low, x);
        seen.high = std::max(seen.high, x);
    }
    return Done{};
}

Result<std::vector<Seen>> seenBy(const Network& network, std::span<const Tensor> samples,
                                 const ReferenceOptions& options) {
    std::vector<Seen> out(network.layers.size() + 1);
    for (std::size_t item = 0; item < samples.size(); ++item) {
        const std::vector<Tensor> values = computeAll(network, samples[item], options);
        for (ValueId id = 0; id < values.size(); ++id) {
            LW_TRY([[maybe_unused]] const Done one, look(network, id, values[id], item, out[id]));
        }
    }
    return out;
}

// Layers whose codes are those of what they read, moved.
bool keepsScale(const Network& network, const Layer& layer) {
    switch (layer.kind) {
    case Kind::MaxPool:
    case Kind::Relu:
    case Kind::UpsampleNearest:
    case Kind::UpsampleBilinear:
    case Kind::DepthToSpace:
    case Kind::Flatten:
    case Kind::Reshape:
    case Kind::Transpose:
    case Kind::Take:
    case Kind::Select: return true;
    case Kind::AveragePool: return !hasEqualWindows(network, layer);
    default: return false;
    }
}
// Layers as good in any scale that holds their numbers.
bool takesScale(Kind kind) {
    return kind == Kind::Conv || kind == Kind::ConvTranspose || kind == Kind::Dense || kind == Kind::Add ||
           kind == Kind::Mul || kind == Kind::AveragePool || kind == Kind::Concat;
}

// By ValueId, the value whose range is this one's.
class Owners {
  public:
    Owners(const Network& network, const Functions& functions)
        : m_network(network), m_functions(functions), m_uses(usesOf(flowOf(network))) {
        for (ValueId id = 0; id < m_uses.size(); ++id) m_owners.push_back(id);
        for (ValueId id = network.layers.size(); id > 0; --id) give(id);
        for (ValueId id = 1; id < m_owners.size(); ++id)
            if (keeps(id)) m_owners[id] = m_owners[network.layers[id - 1].inputs[0]];
    }
    ValueId operator[](ValueId id) const { return m_owners[id]; }

  private:
    bool keeps(ValueId id) const {
        return !m_functions.isTable(id) && keepsScale(m_network, m_network.layers[id - 1]);
    }
    // Gives its own scale to what it reads, if that is used nowhere else. Later values come first.
    void give(ValueId id) {
        const Layer& layer = m_network.layers[id - 1];
        const bool gives = layer.kind == Kind::Concat || layer.kind == Kind::Clip;
        if (!gives || m_functions.isTable(id) || m_functions.isInside[id]) return;
        for (ValueId read : layer.inputs) {
            while (read != kInput && m_uses[read] == 1 && layer.kind == Kind::Concat && keeps(read))
                read = m_network.layers[read - 1].inputs[0];
            if (read == kInput || m_uses[read] != 1) continue;
            const Kind maker = m_network.layers[read - 1].kind;
            const bool takes = m_functions.isTable(read) || takesScale(maker);
            if (takes && (layer.kind == Kind::Concat || maker != Kind::Concat)) m_owners[read] = m_owners[id];
        }
    }

    const Network& m_network;
    const Functions& m_functions;
    const std::vector<std::size_t> m_uses;
    std::vector<ValueId> m_owners;
};

} // namespace

float stepFor(double extent, double steps) {
    if (extent == 0) return 1;
    return std::max(static_cast<float>(extent / steps), std::numeric_limits<float>::min());
}

Scale scaleFor(double low, double high) {
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
    Scale out;
    out.step = stepFor(high - low, 255);
    constexpr double kEven = 0x1.8p52; // numbers from 2^52 to 2^53 have no fraction
    const double zero = (-128 - low / out.step + kEven) - kEven;
    out.zero = static_cast<std::int32_t>(std::clamp(zero, -128.0, 127.0));
    return out;
}

bool hasEqualWindows(const Network& network, const Layer& layer) {
    const tensor::Shape& image = shapeOf(network, layer.inputs[0]);
    const auto areEqual = [&](const Axis& axis, std::uint64_t windows) {
        const std::int64_t most = axis.at(static_cast<std::int64_t>(windows) - 1, axis.kernel - 1);
        return layer.countIncludePad ? most < axis.size + axis.after : most < axis.size && axis.before == 0;
    };
    return areEqual(rowsOf(layer, image), layer.shape[0]) &&
           areEqual(columnsOf(layer, image), layer.shape[1]);
}

Result<std::vector<Scale>> scalesOf(const Network& network, const Functions& functions,
                                    std::span<const Tensor> samples, const ReferenceOptions& options) {
    LW_TRY(const std::vector<Seen> seen, seenBy(network, samples, options));
    const Owners owners(network, functions);
    std::vector<Scale> out;
    for (ValueId id = 0; id < seen.size(); ++id) {
        const ValueId owner = owners[id];
        const auto [low, high] = seen[owner];
        const bool isConstant = owner != kInput && network.layers[owner - 1].kind == Kind::Constant;
        out.push_back(isConstant ? Scale{stepFor(std::max(-low, high), 127), 0} : scaleFor(low, high));
    }
    return out;
}

} // namespace lw::network
