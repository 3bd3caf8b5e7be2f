// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/receptive_field.h"

#include "core/network/flow.h"
#include "core/network/messages.h"

#include <algorithm>
#include <numeric>

namespace lw::network {

namespace {

constexpr std::int64_t kFar = std::int64_t{1} << 40;  // ranges end there: no layer makes 2^63 from it
constexpr std::int64_t kMost = std::int64_t{1} << 31; // elements of the input
constexpr std::int64_t kMostPhases = 4096;
constexpr std::int64_t kMostSteps = std::int64_t{1} << 26; // from layer to layer, in total

// The elements of the input on which elements of a layer's value depend.
Elements readBy(const Reach& reach, const Elements& made) {
    Elements out = made;
    if (reach.how == Reach::How::Window)
        out = {made.low * reach.stride - reach.before,
               made.high * reach.stride - reach.before + reach.span() - 1};
    if (reach.how == Reach::How::Spread)
        out = {ceilOf(made.low + reach.before - reach.span() + 1, reach.stride),
               floorOf(made.high + reach.before, reach.stride)};
    return {std::clamp(out.low, -kFar, kFar), std::clamp(out.high, -kFar, kFar)};
}

Flow flowOf(const Line& line) {
    Flow out;
    for (const Line::Layer& layer : line.layers) out.reads.push_back(layer.inputs);
    out.outputs = line.outputs;
    return out;
}

// Values on a path from `from`, which is left out, to `to`.
std::vector<ValueId> pathOf(const Flow& flow, ValueId from, ValueId to) {
    const std::vector<bool> depends = dependsOn(flow, from);
    std::vector<ValueId> out;
    while (to != from) {
        out.push_back(to);
        to = *std::find_if(flow.reads[to].begin(), flow.reads[to].end(),
                           [&](ValueId id) { return depends[id]; });
    }
    std::reverse(out.begin(), out.end());
    return out;
}

class Fields {
  public:
    explicit Fields(const Line& line) : m_line(line), m_flow(flowOf(line)) {}

    Result<ReceptiveFields> run() {
        m_out.values.push_back(ReceptiveField{{}, 1, {{0, 0}}, {0, 1}});
        for (ValueId value = 1; value <= m_line.layers.size(); ++value) {
            LW_TRY(auto field, fieldOf(value));
            m_out.values.push_back(std::move(field));
        }
        return std::move(m_out);
    }

  private:
    Result<std::optional<ReceptiveField>> fieldOf(ValueId value) {
        const Line::Layer& layer = m_line.layers[value - 1];
        ReceptiveField out;
        bool isKnown = !layer.inputs.empty();
        for (const ValueId id : layer.inputs) {
            const std::optional<ReceptiveField>& read = m_out.values[id];
            isKnown &= read.has_value();
            if (!isKnown) continue;
            if (id == layer.inputs.front()) out.stride = read->stride;
            out.align = std::lcm(out.align, read->align);
            compare(value, layer.inputs.front(), id);
            isKnown = read->stride == out.stride;
        }
        if (!isKnown) return std::optional<ReceptiveField>();
        const Fraction scale = layer.reach.scale();
        out.stride = Fraction::reduced(out.stride.over * scale.under, out.stride.under * scale.over);
        const auto tooFar = [&] { return Problem{&messages::kReachTooFar, {layer.name}, {}, {}, {}}; };
        if (std::max({out.stride.over, out.stride.under, out.align}) > kMost) return tooFar();
        out.align = std::lcm(out.align, out.stride.over);
        const std::int64_t phases = out.align / out.stride.over * out.stride.under;
        m_steps += phases * static_cast<std::int64_t>(value);
        if (out.align > kMost || phases > kMostPhases || m_steps > kMostSteps) return tooFar();
        for (std::int64_t element = 0; element < phases; ++element) {
            out.phases.push_back(neededBy(m_line, value, {element, element}).front());
            if (out.phases.back().low < -kMost || out.phases.back().high > kMost) return tooFar();
        }
        out.centre = centreOf(out);
        return std::optional(std::move(out));
    }

    static Fraction centreOf(const ReceptiveField& field) {
        std::int64_t sum = 0, count = 0; // twice the distances, times the stride's denominator
        for (std::size_t element = 0; element < field.phases.size(); ++element) {
            const Elements& phase = field.phases[element];
            if (phase.isEmpty()) continue;
            sum += (phase.low + phase.high) * field.stride.under -
                   2 * static_cast<std::int64_t>(element) * field.stride.over;
            ++count;
        }
        return count == 0 ? Fraction{0, 1} : Fraction::reduced(sum, 2 * field.stride.under * count);
    }

    void compare(ValueId meet, ValueId first, ValueId second) {
        const ReceptiveField &a = *m_out.values[first], &b = *m_out.values[second];
        if (a.stride == b.stride && a.centre == b.centre) return;
        Misalignment out;
        out.meet = meet;
        out.first = a;
        out.second = b;
        const std::vector<bool> ofFirst = network::neededBy(m_flow, {first}),
                                ofSecond = network::neededBy(m_flow, {second});
        out.from = std::min(first, second);
        while (!ofFirst[out.from] || !ofSecond[out.from]) --out.from;
        out.firstPath = pathOf(m_flow, out.from, first);
        out.secondPath = pathOf(m_flow, out.from, second);
        m_out.misalignments.push_back(std::move(out));
    }

    const Line& m_line;
    const Flow m_flow;
    ReceptiveFields m_out;
    std::int64_t m_steps = 0;
};

} // namespace

Elements hullOf(const Elements& a, const Elements& b) {
    if (a.isEmpty() || b.isEmpty()) return a.isEmpty() ? b : a;
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

std::vector<Elements> neededBy(const Line& line, ValueId value, const Elements& elements,
                               const std::vector<std::int64_t>& sizes) {
    std::vector<Elements> out(value + 1);
    out[value] = elements;
    for (ValueId id = value + 1; id-- > 0;) {
        Elements& here = out[id];
        if (!sizes.empty()) here = {std::max<std::int64_t>(here.low, 0), std::min(here.high, sizes[id] - 1)};
        if (here.isEmpty()) here = {};
        if (id == kInput || here.isEmpty()) continue;
        const Line::Layer& layer = line.layers[id - 1];
        const Elements read = readBy(layer.reach, here);
        for (const ValueId input : layer.inputs) out[input] = hullOf(out[input], read);
    }
    return out;
}

Result<ReceptiveFields> receptiveFieldsOf(const Line& line) { return Fields(line).run(); }

std::int64_t ReceptiveField::size() const {
    std::int64_t out = 0;
    for (const Elements& phase : phases) out = std::max(out, phase.count());
    return out;
}

} // namespace lw::network
