// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/step_rows.h"

#include "core/lower/training/concat_rows.h"
#include "core/lower/training/pool_rows.h"
#include "core/lower/training/window_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace lw::lower::training {

using network::Kind;
using network::kInput;
using network::Layer;

namespace {

constexpr double kOne = 1;

double shareOf(const ImageLayout& image) { return 1.0 / static_cast<double>(image.positions()); }
std::int64_t blockRow(const ImageLayout& image, std::int64_t first, std::uint64_t block) {
    return first + static_cast<std::int64_t>(block * image.positions());
}

} // namespace

bool StepRows::isReadBy(std::size_t step, const Held& held) const {
    return std::ranges::count(m_keep.steps[step].reads, held) != 0;
}
bool StepRows::reads(const Held& held) const { return isReadBy(m_step, held); }

void StepRows::write(const AtStep& begin, const AtStep& end) {
    for (std::size_t step = 0; step < m_keep.steps.size(); ++step) {
        const auto& groups = m_plan.moves.beside;
        const auto group = std::ranges::find(groups, step, &Beside::begin);
        if (group != groups.end() && group->isBefore()) {
            writeBesideProducts(*group, begin, end);
            step = group->step;
            continue;
        }
        take(step);
        begin(step);
        if (group == groups.end()) {
            writeStep();
            end(step);
            if (m_plan.unwritten.rows > 0) forgetReleased();
            continue;
        }
        deferBeside(*group, begin, end);
        take(step);
        m_to.shareTransposes(transposedRuns(*parametersOf(m_value).window, m_plan.by));
        writeStep();
        m_to.writeDeferred();
        for (; step <= group->last; ++step) {
            take(step);
            for (const Held& held : m_keep.steps[step].released)
                if (m_plan.unwritten.rows > 0 && isReadBy(group->step, held)) forget(held);
        }
        --step;
    }
}

// What is computed again, while the gradient of what a layer read is. All begin at once, so that the clocks
// are the gradient's.
void StepRows::writeBesideProducts(const Beside& group, const AtStep& begin, const AtStep& end) {
    for (std::size_t step = group.first; step < group.step; ++step) {
        take(step);
        begin(step);
        end(step);
        m_to.beginDeferring();
        writeStep();
        if (m_plan.unwritten.rows > 0) forgetReleased();
        m_to.endDeferring();
    }
    take(group.step);
    begin(group.step);
    m_to.shareProducts();
    writeStep();
    m_to.writeDeferred();
    end(group.step);
    if (m_plan.unwritten.rows > 0) forgetReleased();
}

void StepRows::take(std::size_t step) {
    m_step = step;
    m_value = m_keep.steps[step].value;
}

// What follows a gradient of weights, with what each step begins and ends with.
void StepRows::deferBeside(const Beside& group, const AtStep& begin, const AtStep& end) {
    for (std::size_t step = group.step; step <= group.last; ++step) {
        const bool waits = std::ranges::count(m_plan.moves.moves, step + 1, &Move::until) != 0;
        if (step > group.step) {
            take(step);
            m_to.defer([&begin, step] { begin(step); }, false);
            m_to.beginDeferring();
            writeStep();
            if (m_plan.unwritten.rows > 0) forgetReleased(group.step);
            m_to.endDeferring();
        }
        m_to.defer([&end, step] { end(step); }, waits);
    }
}

void StepRows::writeStep() {
    const KeepStep& step = m_keep.steps[m_step];
    m_to.comment(std::string(nameOf(step.kind)) + " " + network::nameOf(m_network, m_value));
    switch (step.kind) {
    case StepKind::Forward: return forward(false);
    case StepKind::Recompute: return forward(true);
    case StepKind::Loss: return loss();
    case StepKind::Mask: return mask();
    case StepKind::NormReduce: return normReduce();
    case StepKind::NormApply: return normApply();
    case StepKind::DataGradient: return dataGradient();
    case StepKind::WeightGradient: return weightGradient();
    case StepKind::Pack: return pack();
    case StepKind::Unpack: return unpack();
    case StepKind::Spill:
    case StepKind::Fetch: return;
    }
}

// What is on its way to HBM is forgotten when it has left; not what a step that goes on still reads.
void StepRows::forgetReleased(std::optional<std::size_t> beside) {
    const auto open = [&](const Held& held, std::size_t released) {
        return std::ranges::find_if(m_plan.moves.moves, [&](const Move& move) {
            const KeepStep& step = m_keep.steps[move.step];
            return step.kind == StepKind::Spill && movedBy(step) == held && move.step <= released &&
                   released + 1 < move.until;
        });
    };
    const auto none = m_plan.moves.moves.end();
    for (std::size_t step = 0; step <= m_step; ++step)
        for (const Held& held : m_keep.steps[step].released) {
            const auto move = open(held, step);
            const bool isGone = move == none ? step == m_step : move->until == m_step + 1;
            if (isGone && !(beside && isReadBy(*beside, held))) forget(held);
        }
}

void StepRows::forget(const Held& released) {
    if (released.part == Part::Statistics) return; // they lie elsewhere, for the running ones
    const Buffer& buffer = m_plan.memory.at(m_step, released);
    m_to.pass("forget", buffer.rows, {}, {}, static_cast<std::int64_t>(m_plan.tensors.row + buffer.row));
}

template <typename Write> void StepRows::give(ValueId value, const Write& write, bool isMore) {
    const Held held{value, Part::Gradient};
    if (std::ranges::count(m_keep.steps[m_step].writes, held) == 0) return; // nothing before it is trained
    const std::int64_t row = rowOf(value, Part::Gradient);
    if (!reads(held) && !isMore) return write(row);
    const auto sum = static_cast<std::int64_t>(m_plan.sums.row);
    write(sum);
    m_to.pass("add", layoutOf(value).memoryRows(), row, sum, row);
}

// Concat: visit(input, where it lies).
template <typename Visit> void StepRows::eachPart(const Visit& visit) {
    const Layer& layer = layerOf(m_value);
    ConcatPart part;
    part.whole = layoutOf(m_value);
    part.axis = layer.shape.size() == 1 ? 2 : network::axisOf(layer);
    for (std::size_t input = 0; input < layer.inputs.size(); ++input) {
        part.part = layoutOf(layer.inputs[input]);
        visit(input, part);
        part.begin += std::array{part.part.rows, part.part.columns, part.part.channels}[part.axis];
    }
}

// Forward.

void StepRows::forward(bool isAgain) {
    const Layer& layer = layerOf(m_value);
    const LayerParameters& of = parametersOf(m_value);
    const std::uint64_t rows = of.image.memoryRows();
    const std::int64_t result = rowOf(m_value, Part::Value);
    const auto from = [&](std::size_t input) { return rowOf(layer.inputs[input], Part::Value); };
    switch (layer.kind) {
    case Kind::Conv:
    case Kind::Dense:
        writeForward(m_to, *of.window, from(0), result, trained(of.weights));
        if (of.bias) bias();
        break;
    case Kind::BatchNorm: normForward(isAgain); break;
    case Kind::Relu: m_to.pass("relu", rows, from(0), {}, result); break;
    case Kind::LeakyRelu:
        m_to.setFloat(5, static_cast<double>(layer.alpha));
        m_to.pass("leaky", rows, from(0), {}, result);
        break;
    case Kind::Add: m_to.pass("add", rows, from(0), from(1), result); break;
    case Kind::Flatten: m_to.pass("copy", rows, from(0), {}, result); break;
    case Kind::MaxPool: writeMaxPool(m_to, *of.pool, from(0), result); break;
    case Kind::AveragePool: writeAveragePool(m_to, *of.pool, layer.countIncludePad, from(0), result); break;
    case Kind::Concat:
        eachPart([&](std::size_t input, const ConcatPart& part) {
            writeConcat(m_to, runsIntoWhole(part), from(input), result);
        });
        break;
    default: LW_ASSERT(false, "a layer that the plan has refused");
    }
    if (layer.activation == network::Activation::Relu) m_to.pass("relu", rows, result, {}, result);
    const Held bits{m_value, Part::Mask};
    if (std::ranges::count(m_keep.steps[m_step].writes, bits) != 0)
        m_to.pass("keep_mask", rows, result, {}, rowOf(m_value, Part::Mask));
}

// The first half of the groups to the low halves of words, the second to the high ones; a group that is left
// to both.
void StepRows::pack() {
    const std::int64_t groups = m_to.groups(layoutOf(m_value).memoryRows()), pairs = groups / 2;
    const std::int64_t from = rowOf(m_value, Part::Value), to = rowOf(m_value, Part::Packed);
    const std::int64_t half = (groups + 1) / 2 * m_to.groupRows(), last = pairs * m_to.groupRows();
    const auto rows = static_cast<std::uint64_t>(last);
    if (pairs > 0) m_to.pass("pack", rows, from, from + half, to);
    if (half > last) m_to.pass("pack", m_plan.by.groupRows(), from + last, from + last, to + last);
}

void StepRows::unpack() {
    const std::int64_t groups = m_to.groups(layoutOf(m_value).memoryRows());
    const std::int64_t from = rowOf(m_value, Part::Packed), to = rowOf(m_value, Part::Value);
    const std::int64_t half = (groups + 1) / 2 * m_to.groupRows();
    m_to.pass("unpack_low", static_cast<std::uint64_t>(half), from, {}, to);
    if (groups < 2) return;
    const auto rest = static_cast<std::uint64_t>(groups / 2 * m_to.groupRows());
    m_to.pass("unpack_high", rest, from, {}, to + half);
}

void StepRows::bias() {
    const LayerParameters& of = parametersOf(m_value);
    for (std::uint64_t block = 0; block < of.image.blocks(); ++block) {
        const std::int64_t row = blockRow(of.image, rowOf(m_value, Part::Value), block);
        m_to.set(5, trained(*of.bias + block));
        m_to.pass("bias", of.image.positions(), row, {}, row);
    }
}

// The variance is 0 where there is no channel. Where nothing is added to it, its inverse root is infinite,
// and times the +0 there it would be NaN, which the loss adds up.
void StepRows::keepInverse(const ImageLayout& image, std::uint64_t block, double epsilon) {
    const bool isAdded = std::fabs(static_cast<float>(epsilon)) >= std::numeric_limits<float>::min();
    const std::uint64_t channels = std::min(image.channels - block * image.lanes, image.lanes);
    if (isAdded || channels == image.lanes) return;
    m_to.set(5, static_cast<std::int64_t>(channels)); // r9 still names the row
    m_to.call("keep_inverse");
}

void StepRows::normForward(bool isAgain) {
    const Layer& layer = layerOf(m_value);
    const LayerParameters& of = parametersOf(m_value);
    const double share = static_cast<double>(m_network.training->normMomentum);
    const auto count = static_cast<double>(of.image.positions());
    for (std::uint64_t block = 0; block < of.image.blocks(); ++block) {
        const std::int64_t from = blockRow(of.image, rowOf(layer.inputs[0], Part::Value), block);
        const auto at = [&](Statistic which) { return statistic(of, which, block); };
        if (!isAgain) {
            m_to.setFloat(5, shareOf(of.image));
            m_to.set(6, at(Statistic::Mean));
            m_to.pass("channel_sum", of.image.positions(), from);
            m_to.set(6, at(Statistic::Variance));
            m_to.set(7, at(Statistic::Mean));
            m_to.setFloat(8, layer.epsilon);
            m_to.set(9, at(Statistic::Inverse));
            m_to.pass("channel_variance", of.image.positions(), from);
            keepInverse(of.image, block, layer.epsilon);
            for (const bool isMean : {true, false}) {
                m_to.set(1, at(isMean ? Statistic::RunningMean : Statistic::RunningVariance));
                m_to.set(2, at(isMean ? Statistic::Mean : Statistic::Variance));
                m_to.setFloat(5, share);
                m_to.setFloat(6, isMean ? kOne : count / (count - 1));
                m_to.setFloat(7, 1 - share);
                m_to.call("running");
            }
        }
        m_to.set(5, at(Statistic::Mean));
        m_to.set(6, at(Statistic::Inverse));
        m_to.set(7, trained(*of.scale + block));
        m_to.set(8, trained(*of.shift + block));
        m_to.pass("norm", of.image.positions(), from, {},
                  blockRow(of.image, rowOf(m_value, Part::Value), block));
    }
}

// The loss.

void StepRows::loss() {
    const ImageLayout image = layoutOf(m_value);
    const ValueId target = m_keep.steps[m_step].writes[0].value;
    const std::int64_t result = rowOf(target, Part::Gradient), from = rowOf(m_value, Part::Value);
    const auto labels = static_cast<std::int64_t>(m_plan.labels.row);
    if (m_network.training->loss == network::Loss::SoftmaxCrossEntropy) {
        m_to.setFloat(5, 1.0 / static_cast<double>(image.batch));
        m_to.set(6, static_cast<std::int64_t>(image.channels));
        m_to.pass("softmax_loss", image.batch, from, labels, result);
    } else {
        const auto numbers = static_cast<double>(image.rows * image.columns * image.channels * image.batch);
        m_to.setFloat(5, 1 / numbers);
        m_to.setFloat(6, 2 / numbers);
        m_to.pass("squares_loss", image.memoryRows(), from, labels, result);
    }
    Bundles& text = m_to.text();
    text("s: st [r0+loss], r10");
    text("s: st [r0+correct], r11");
    text("misc: trace ", kLossStream, ", r10");
    text("misc: trace ", kCorrectStream, ", r11");
}

// Backward.

void StepRows::mask() {
    const Layer& layer = layerOf(m_value);
    const std::int64_t from = rowOf(m_value, Part::Gradient);
    const std::uint64_t rows = layoutOf(m_value).memoryRows();
    const bool isOfBits = readsBits(m_keep.steps[m_step]), isLeaky = layer.kind == Kind::LeakyRelu;
    const bool isFused = layer.kind != Kind::Relu && !isLeaky;
    const ValueId read = isFused || isOfBits || reads({m_value, Part::Value}) ? m_value : layer.inputs[0];
    const std::int64_t by = rowOf(read, isOfBits ? Part::Mask : Part::Value);
    const auto pass = [&](std::int64_t to) {
        if (isLeaky) m_to.setFloat(5, static_cast<double>(layer.alpha));
        const std::string name = isLeaky ? "leaky_gradient" : "relu_gradient";
        m_to.pass(isOfBits ? name + "_by_bits" : name, rows, by, from, to);
    };
    if (isFused) return pass(from);
    give(layer.inputs[0], pass);
}

// What the norm's normalised form is made from: what it read, or what it gave.
StepRows::Normalised StepRows::normalisedFrom() const {
    const bool isInverse = reads({m_value, Part::Value});
    return {rowOf(isInverse ? m_value : layerOf(m_value).inputs[0], Part::Value), isInverse};
}

void StepRows::setNormalised(const Normalised& from, std::uint64_t block) {
    const LayerParameters& of = parametersOf(m_value);
    m_to.set(7, from.isInverse ? trained(*of.shift + block) : statistic(of, Statistic::Mean, block));
    m_to.set(8, statistic(of, from.isInverse ? Statistic::Reciprocal : Statistic::Inverse, block));
}

void StepRows::normReduce() {
    const LayerParameters& of = parametersOf(m_value);
    const Normalised from = normalisedFrom();
    for (std::uint64_t block = 0; block < of.image.blocks(); ++block) {
        if (from.isInverse) {
            m_to.set(1, trained(*of.scale + block));
            m_to.set(2, statistic(of, Statistic::Reciprocal, block));
            m_to.call("reciprocals");
        }
        m_to.set(5, gradient(*of.shift + block));
        m_to.set(6, gradient(*of.scale + block));
        setNormalised(from, block);
        m_to.pass("norm_reduce", of.image.positions(), blockRow(of.image, from.row, block),
                  blockRow(of.image, rowOf(m_value, Part::Gradient), block));
    }
}

void StepRows::normApply() {
    const LayerParameters& of = parametersOf(m_value);
    const Normalised from = normalisedFrom();
    give(layerOf(m_value).inputs[0], [&](std::int64_t to) {
        for (std::uint64_t block = 0; block < of.image.blocks(); ++block) {
            m_to.set(5, gradient(*of.shift + block));
            m_to.set(6, gradient(*of.scale + block));
            setNormalised(from, block);
            m_to.set(9, trained(*of.scale + block));
            m_to.setFloat(10, shareOf(of.image));
            m_to.set(12, statistic(of, Statistic::Inverse, block));
            m_to.pass("norm_apply", of.image.positions(), blockRow(of.image, from.row, block),
                      blockRow(of.image, rowOf(m_value, Part::Gradient), block),
                      blockRow(of.image, to, block));
        }
    });
}

void StepRows::dataGradient() {
    const Layer& layer = layerOf(m_value);
    const LayerParameters& of = parametersOf(m_value);
    const std::int64_t from = rowOf(m_value, Part::Gradient);
    const std::uint64_t rows = of.image.memoryRows();
    switch (layer.kind) {
    case Kind::Conv:
    case Kind::Dense:
        give(layer.inputs[0],
             [&](std::int64_t to) { writeDataGradient(m_to, *of.window, from, to, trained(of.weights)); });
        break;
    case Kind::Flatten:
        give(layer.inputs[0], [&](std::int64_t to) { m_to.pass("copy", rows, from, {}, to); });
        break;
    case Kind::MaxPool:
    case Kind::AveragePool: poolGradient(); break;
    case Kind::Concat:
        eachPart([&](std::size_t input, const ConcatPart& part) {
            const auto before = layer.inputs.begin() + static_cast<std::ptrdiff_t>(input);
            give(
                layer.inputs[input],
                [&](std::int64_t to) { writeConcat(m_to, runsOutOfWhole(part), from, to); },
                std::find(layer.inputs.begin(), before, *before) != before);
        });
        break;
    case Kind::Add:
        for (std::size_t input = 0; input < layer.inputs.size(); ++input) {
            const ValueId value = layer.inputs[input];
            const bool isTwice = input > 0 && value == layer.inputs[0];
            const Held held{value, Part::Gradient};
            if (std::ranges::count(m_keep.steps[m_step].writes, held) == 0) continue;
            const std::int64_t to = rowOf(value, Part::Gradient);
            if (isTwice || reads(held))
                m_to.pass("add", rows, to, from, to);
            else
                m_to.pass("copy", rows, from, {}, to);
        }
        break;
    default: LW_ASSERT(false, "a layer that the plan has refused");
    }
}

void StepRows::poolGradient() {
    const Layer& layer = layerOf(m_value);
    const LayerParameters& of = parametersOf(m_value);
    const std::int64_t copy = static_cast<std::int64_t>(m_plan.squares.row);
    PoolGradient rows{.gradient = rowOf(m_value, Part::Gradient), .copy = copy};
    give(layer.inputs[0], [&](std::int64_t to) {
        rows.result = to;
        if (layer.kind == Kind::AveragePool)
            return writeAverageGradient(m_to, *of.pool, layer.countIncludePad, rows);
        rows.from = rowOf(layer.inputs[0], Part::Value);
        rows.maxima = copy + static_cast<std::int64_t>(of.image.memoryRows());
        writeMaxPool(m_to, *of.pool, rows.from, rows.maxima);
        writeMaxGradient(m_to, *of.pool, rows);
    });
}

void StepRows::weightGradient() {
    const LayerParameters& of = parametersOf(m_value);
    const std::int64_t from = rowOf(m_value, Part::Gradient);
    writeWeightGradient(m_to, *of.window, rowOf(layerOf(m_value).inputs[0], Part::Value), from,
                        gradient(of.weights), static_cast<std::int64_t>(m_plan.squares.row));
    for (std::uint64_t block = 0; of.bias && block < of.image.blocks(); ++block) {
        m_to.setFloat(5, kOne);
        m_to.set(6, gradient(*of.bias + block));
        m_to.pass("channel_sum", of.image.positions(), blockRow(of.image, from, block));
    }
}

void StepRows::writeUpdate() {
    const network::Optimiser& how = m_network.training->optimiser;
    m_to.text().comment("update");
    m_to.setFloat(5, static_cast<double>(how.rate));
    m_to.setFloat(6, static_cast<double>(how.momentum));
    m_to.setFloat(7, static_cast<double>(how.weightDecay));
    m_to.pass("update", m_plan.trained.rows, static_cast<std::int64_t>(m_plan.trained.row),
              static_cast<std::int64_t>(m_plan.gradients.row),
              how.momentum != 0 ? std::optional(static_cast<std::int64_t>(m_plan.velocities.row))
                                : std::nullopt);
}

} // namespace lw::lower::training
