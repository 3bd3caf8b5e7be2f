// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/sublayers.h"

#include "core/lower/concat_blocks.h"
#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/program_waits.h"
#include "core/lower/register_group.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/taps_in_lanes.h"
#include "core/network/value_image.h"

#include <algorithm>

namespace lw::lower::recompute {

using network::Activation;
using network::Kind;
using network::Layer;
using network::ValueId;

namespace {

constexpr std::uint64_t kStatisticsOfChannel = 2, kFloatBytes = 4, kGranule = 16;
// Loads of a tap's registers beside its operation: what it reads and what is there, of maxima the gradient
// too. Fitted to the emulated chip, as are the waits in the table of operations (program_waits.cpp).
constexpr double kPoolLoads = 1.5, kShareLoads = 0.5, kMaxLoads = 3.5, kSumLoads = 1.5;
constexpr double kTapBundles = 5; // of a pool, for each tap: where it begins

// A value as rows of VMEM: channels are padded, images of a batch lie below each other.
struct Extent {
    std::uint64_t pixels = 1, channels = 1;
    std::uint64_t blocks(std::uint64_t lanes) const { return (channels + lanes - 1) / lanes; }
};

// A list that was an image keeps the rows of the image.
Result<Extent> extentOf(const network::Network& network, ValueId value) {
    const tensor::Shape& shape = network::shapeOf(network, value);
    if (shape.size() != 1 && shape.size() != 3)
        return Problem{
            &messages::kNoRows, {network::nameOf(network, value), tensor::shapeText(shape)}, {}, {}, {}};
    const tensor::Shape image = network::imageOf(network, value);
    return Extent{image[0] * image[1], image[2]};
}

Problem refused(const Layer& layer, std::string_view why) {
    return Problem{&messages::kNoBackward,
                   {std::string(network::nameOf(layer.kind)), layer.name, std::string(why)},
                   layer.place,
                   {},
                   {}};
}

// Taps of all windows along one direction.
double tapsOf(const network::Axis& axis, std::int64_t windows, bool countsPadding) {
    if (countsPadding) return static_cast<double>(windows * axis.kernel);
    double taps = 0;
    for (std::int64_t window = 0; window < windows; ++window)
        taps += static_cast<double>(axis.covered(window));
    return taps;
}

// What the costs of one layer are made of.
class LayerCost {
  public:
    LayerCost(const network::Network& network, const Layer& layer, const CostModel& model,
              const Sublayers& before, Sublayer& out)
        : m_network(network)
        , m_layer(layer)
        , m_model(model)
        , m_inputElements(layer.inputs.empty() ? 0 : before[layer.inputs[0]].elements)
        , m_out(out) {}

    Outcome run();

  private:
    double count(Count of) const { return m_model.counts[of]; }
    // So many operations of a kind, done for all of these elements or taps.
    void add(Work& to, Count of, double elements) const {
        to.vector += count(of) * elements;
        to.waits += m_model.waitsFor(of, elements);
    }
    void addElements(Work& to, Count of) const { add(to, of, m_out.elements); }
    // Windows that slide over the image: taps of one channel of a batch.
    double taps() const {
        const tensor::Shape& image = network::shapeOf(m_network, m_layer.inputs[0]);
        if (image.size() != 3) return m_model.batch;
        const auto along = [&](const network::Axis& axis, std::uint64_t windows) {
            return tapsOf(axis, static_cast<std::int64_t>(windows), m_model.countsPadding);
        };
        return m_model.batch * along(network::rowsOf(m_layer, image), m_layer.shape[0]) *
               along(network::columnsOf(m_layer, image), m_layer.shape[1]);
    }
    double padded(std::uint64_t channels) const {
        return static_cast<double>(Extent{1, channels}.blocks(m_model.lanes) * m_model.lanes);
    }
    void weigh(double products, const ProductWindow& window);
    ProductWindow windowOfConv() const;
    ProductWindow windowOfDense() const;
    void normalise();
    void pool();
    double waitsOfWalk(double tapped) const;
    void sum();
    void share(Work& to) const;
    void turn();
    void activate(Activation activation);
    Outcome activateAs(Kind kind);

    const network::Network& m_network;
    const Layer& m_layer;
    const CostModel& m_model;
    double m_inputElements; // of the first of what it reads, as placed
    Sublayer& m_out;
};

ProductWindow LayerCost::windowOfConv() const {
    const tensor::Shape& image = network::shapeOf(m_network, m_layer.inputs[0]);
    return {network::rowsOf(m_layer, image),
            network::columnsOf(m_layer, image),
            m_layer.shape[0],
            m_layer.shape[1],
            image[2],
            m_layer.shape[2]};
}

// A window that is all of the image.
ProductWindow LayerCost::windowOfDense() const {
    const tensor::Shape image = network::imageOf(m_network, m_layer.inputs[0]);
    const auto whole = [](std::uint64_t size) {
        return network::Axis{.size = static_cast<std::int64_t>(size),
                             .kernel = static_cast<std::int64_t>(size)};
    };
    return {whole(image[0]), whole(image[1]), 1, 1, image[2], m_layer.shape[0]};
}

// A layer with weights: the sums, and the two products of its backward pass.
void LayerCost::weigh(double products, const ProductWindow& window) {
    const double tensor = count(Count::Product) * products;
    m_out.role = Role::Weights;
    m_out.forward.tensor = m_out.data.tensor = m_out.weights.tensor = tensor;
    if (m_model.hasProgram() && m_layer.groups == 1) {
        const double registerWords = m_model.registerWords();
        const WeightProducts weights = weightProductsOf(window, m_model);
        m_out.weights.tensor = count(Count::Product) * weights.registers * registerWords * m_model.lanes;
        m_out.forward.waits = waitsOfProducts(window, window.outputs, m_model) +
                              m_model.clocksToFill(m_out.elements); // zeros, to which sums are added
        m_out.data.waits =
            waitsOfProducts(window, window.inputs, m_model) + m_model.clocksToFill(m_inputElements);
        m_out.weights.waits = weights.waits;
        m_out.transposedRuns = weights.runs;
        m_out.dataPasses = dataPassesOf(window, m_model);
    }
    if (m_layer.bias)
        for (Work* const work : {&m_out.forward, &m_out.weights}) addElements(*work, Count::Bias);
}

void LayerCost::normalise() {
    m_out.role = Role::Norm;
    m_out.statisticsBytes =
        kStatisticsOfChannel * kFloatBytes * static_cast<std::uint64_t>(padded(m_layer.shape.back()));
    addElements(m_out.forward, Count::NormStatistics);
    for (Work* const work : {&m_out.forward, &m_out.again}) addElements(*work, Count::NormNormalise);
    for (Work* const work : {&m_out.reduce, &m_out.apply}) addElements(*work, Count::NormStandardise);
    addElements(m_out.reduce, Count::NormReduce);
    addElements(m_out.apply, Count::NormApply);
}

// The gradient of all that was read is zero before the first tap.
void LayerCost::pool() {
    m_out.role = m_layer.kind == Kind::MaxPool ? Role::MaxPool : Role::Other;
    const double tapped = taps() * padded(m_layer.shape.back());
    const double walks =
        m_model.hasProgram()
            ? static_cast<double>(m_layer.kernel.rows * m_layer.kernel.columns * m_out.blocks)
            : 0;
    for (Work* const work : {&m_out.forward, &m_out.data}) {
        add(*work, Count::Pool, tapped);
        work->waits += kPoolLoads * m_model.registersOf(tapped) + waitsOfWalk(tapped) + kTapBundles * walks;
        if (m_out.role != Role::MaxPool) share(*work);
    }
    // Where windows do not overlap, what they read takes longer than the work and is loaded once.
    const double read = m_model.registersOf(m_inputElements) - m_out.forward.vector / m_model.vectorWidth;
    m_out.forward.waits -= std::clamp(read, 0.0, m_out.forward.waits);
    m_out.data.waits += m_model.clocksToFill(m_inputElements);
    if (m_model.hasProgram()) addElements(m_out.data, Count::Move); // a gradient that is used up
    if (m_out.role != Role::MaxPool) return;
    // The maxima once more, and each element compared with its own.
    add(m_out.data, Count::Pool, tapped);
    m_out.data.waits += kMaxLoads * m_model.registersOf(tapped) + m_model.waitsFor(Count::Mask, tapped);
}

// The loop over taps has at least kWalkBundles bundles, which a group of one register does not fill.
double LayerCost::waitsOfWalk(double tapped) const {
    if (!m_model.hasProgram()) return 0;
    constexpr double kWalkBundles = 10, kClocks = kPoolLoads + 0.5; // of a register
    const double group = m_model.program.groupRegisters(m_model.batch, m_model.lanes);
    const double filled = kClocks * group + m_model.counts.waitOf(Count::Pool, group);
    return m_model.registersOf(tapped) / group * std::max(0.0, kWalkBundles - filled);
}

// Sums of an average pool, or their gradients, divided by the taps of their window.
void LayerCost::share(Work& to) const {
    if (!m_model.hasProgram()) return;
    addElements(to, Count::Pool);
    to.waits += kShareLoads * m_model.registersOf(m_out.elements);
}

// Each that is read gets the gradient; one that is read twice has it added to what it got.
void LayerCost::sum() {
    m_out.role = Role::Add;
    for (std::size_t i = 0; i < m_layer.inputs.size(); ++i) {
        if (i > 0) addElements(m_out.forward, Count::Add);
        const bool isTwice = std::ranges::find(m_layer.inputs, m_layer.inputs[i]) - m_layer.inputs.begin() !=
                             static_cast<std::ptrdiff_t>(i);
        addElements(m_out.data, isTwice ? Count::Add : Count::Move);
        if (isTwice) m_out.data.waits += kSumLoads * m_model.registersOf(m_out.elements);
    }
}

// Parts of a concat that do not fill blocks of lanes.
void LayerCost::turn() {
    if (!m_model.hasProgram() || network::axisOf(m_layer) + 1 != m_layer.shape.size()) return;
    const double blocks = padded(m_layer.shape.back()) / m_model.lanes; // of the whole
    const double registers = m_model.registersOf(m_out.elements) / blocks;
    std::uint64_t begin = 0, into = 0, out = 0; // blocks that are turned on the way into the whole, and out
    for (const ValueId input : m_layer.inputs) {
        const std::uint64_t channels = network::shapeOf(m_network, input).back();
        lower::eachConcatBlock(begin, channels, m_model.lanes, [&](const lower::ConcatBlock& block) {
            const std::uint64_t more = block.end() > m_model.lanes ? 1 : 0;
            into += (block.by != 0 ? 1 : 0) + more;
            out += (block.by != 0 || block.channels != m_model.lanes ? 1 : 0) + more;
        });
        begin += channels;
    }
    m_out.forward.waits += static_cast<double>(into) * registers * m_model.program.turnClocks;
    m_out.data.waits += static_cast<double>(out) * registers * m_model.program.turnClocks;
}

void LayerCost::activate(Activation activation) {
    if (activation == Activation::None) return;
    m_out.isFused = m_out.role != Role::Activation;
    m_out.readsOnlyOutput = activation != Activation::Relu;
    addElements(m_out.forward, activation == Activation::Relu ? Count::Relu : Count::Curve);
    addElements(m_out.mask, Count::Mask);
    addElements(m_out.keepMask, Count::MaskKeep);
    addElements(m_out.maskByBits, Count::MaskBits);
}

Outcome LayerCost::activateAs(Kind kind) {
    m_out.role = Role::Activation;
    activate(kind == Kind::Sigmoid ? Activation::Sigmoid
             : kind == Kind::Tanh  ? Activation::Tanh
                                   : Activation::Relu);
    if (kind == Kind::LeakyRelu) {
        if (m_layer.alpha <= 0) return refused(m_layer, "its alpha is not above 0, so signs are lost");
        m_out.forward = {};
        addElements(m_out.forward, Count::LeakyRelu);
        for (Work* const work : {&m_out.mask, &m_out.maskByBits}) work->vector += m_out.elements; // by alpha
        if (m_model.hasProgram()) // a bundle of each group more
            m_out.mask.waits += m_model.registersOf(m_out.elements) /
                                m_model.program.groupRegisters(m_model.batch, m_model.lanes);
    }
    return Done{};
}

Outcome LayerCost::run() {
    m_out.again = m_out.forward = {};
    switch (m_layer.kind) {
    case Kind::Conv: {
        const std::uint64_t groups = m_layer.groups;
        const std::uint64_t channels = network::shapeOf(m_network, m_layer.inputs[0]).back() / groups;
        weigh(taps() * static_cast<double>(groups) * padded(channels) * padded(m_layer.shape.back() / groups),
              windowOfConv());
        break;
    }
    case Kind::Dense: { // of an image as a convolution with a kernel as large
        LW_TRY(const Extent input, extentOf(m_network, m_layer.inputs[0]));
        weigh(static_cast<double>(m_model.batch * input.pixels) * padded(input.channels) *
                  padded(m_layer.shape.back()),
              windowOfDense());
        break;
    }
    case Kind::BatchNorm: normalise(); return Done{};
    case Kind::Relu:
    case Kind::LeakyRelu:
    case Kind::Sigmoid:
    case Kind::Tanh: {
        LW_TRY([[maybe_unused]] const Done active, activateAs(m_layer.kind));
        break;
    }
    case Kind::MaxPool:
    case Kind::AveragePool: pool(); break;
    case Kind::Add: sum(); break;
    case Kind::Concat: turn(); [[fallthrough]];
    case Kind::Flatten:
        for (Work* const work : {&m_out.forward, &m_out.data}) addElements(*work, Count::Move);
        break;
    case Kind::Softmax: addElements(m_out.forward, Count::Softmax); break;
    default: return refused(m_layer, "its kind is not one of them");
    }
    if (m_out.role != Role::Activation) activate(m_layer.activation);
    m_out.again = m_out.forward;
    return Done{};
}

// A bit for each element, as programs have them; without a program in rows of words.
std::uint64_t bytesOfMask(std::uint64_t elements, const CostModel& model) {
    const bool isProgram = model.hasProgram();
    const std::uint64_t words = std::uint64_t{model.lanes} * (isProgram ? model.program.sublanes : 1);
    const std::uint32_t group = isProgram ? model.program.groupRegisters(model.batch, model.lanes) : 1;
    return maskRegisters(elements / words, group) * words * kFloatBytes;
}

// As bfloat16: two rows in one, where they are not of such a type already.
std::uint64_t bytesOfPacked(const Sublayer& of, const CostModel& model) {
    if (!model.hasProgram() || model.elementBytes() != kFloatBytes)
        return model.elementBytes() == kFloatBytes ? of.bytes / 2 : of.bytes;
    const std::uint64_t words = std::uint64_t{model.lanes} * model.program.sublanes;
    const std::uint32_t group = model.program.groupRegisters(model.batch, model.lanes);
    return packedRegisters(of.bytes / kFloatBytes / words, group) * words * kFloatBytes;
}

Work workOfPass(Count count, double elements, const CostModel& model) {
    return {.vector = model.counts[count] * elements, .waits = model.waitsFor(count, elements)};
}

Outcome measure(const network::Network& network, const CostModel& model, Sublayer& out) {
    LW_TRY(const Extent extent, extentOf(network, out.value));
    const std::uint64_t positions = extent.pixels * model.batch;
    out.blocks = extent.blocks(model.lanes);
    out.bytes = positions * extent.blocks(model.lanes) * model.lanes * model.elementBytes();
    out.logicalBytes = positions * extent.channels * model.elementBytes();
    out.elements = static_cast<double>(out.bytes / model.elementBytes());
    out.maskBytes = bytesOfMask(out.bytes / model.elementBytes(), model);
    out.packedBytes = bytesOfPacked(out, model);
    out.pack = workOfPass(Count::Pack, out.elements, model);
    out.unpack = workOfPass(Count::Unpack, out.elements, model);
    const bool isPacked = out.value == network::kInput && model.hasProgram();
    const std::uint64_t pixelBytes =
        (extent.channels * model.elementBytes() + kGranule - 1) / kGranule * kGranule;
    out.movedBytes = isPacked ? positions * pixelBytes : out.bytes;
    if (isPacked && extent.channels % model.lanes != 0) out.moveWaits = model.clocksToFill(out.elements);
    return Done{};
}

bool hasParameters(const Sublayer& sublayer) {
    return sublayer.role == Role::Weights || sublayer.role == Role::Norm;
}

Outcome addLoss(const network::Network& network, const CostModel& model, Sublayers& out) {
    out.output = out.lossTarget = network.outputs[0];
    for (const Sublayer& sublayer : out.all) {
        if (sublayer.value == network::kInput) continue;
        const Layer& layer = network.layers[sublayer.value - 1];
        if (layer.kind != Kind::Softmax) continue;
        if (sublayer.value != out.output) return refused(layer, "only the last layer may be one");
        out.lossTarget = layer.inputs[0];
    }
    const bool isSquares = network.training && network.training->loss == network::Loss::MeanSquares;
    const Count of = isSquares ? Count::Squares : Count::Softmax;
    out.loss.vector = model.counts[of] * out[out.output].elements;
    out.loss.waits = waitsOfLoss(of, out[out.output].elements, model);
    return Done{};
}

// A program that begins that many transfers at once, one for each tap, waits until the queue has a place for
// the last one.
double holdsOf(std::int64_t transfers, double bytes, const CostModel& model) {
    const auto places = static_cast<std::int64_t>(model.program.transferQueue);
    if (places == 0 || transfers <= places) return 0;
    return bytes / model.hbm.bandwidth * static_cast<double>(transfers - places) /
           static_cast<double>(transfers);
}

// What is brought of images whose taps lie side by side: those that lie in them.
std::uint64_t bytesOfTaps(const network::Network& network, const CostModel& model) {
    const Layer& layer = network.layers[*network::firstConvolution(network) - 1];
    const tensor::Shape& image = network.input.shape;
    const double taps =
        tapsOf(network::rowsOf(layer, image), static_cast<std::int64_t>(layer.shape[0]), false) *
        tapsOf(network::columnsOf(layer, image), static_cast<std::int64_t>(layer.shape[1]), false);
    return static_cast<std::uint64_t>(taps) * model.batch * network::lanesOfTap(network) * kFloatBytes;
}

} // namespace

Result<Sublayers> sublayersOf(const network::Network& network, const CostModel& model) {
    if (network::hasTapsInLanes(network)) {
        LW_TRY(Sublayers out, sublayersOf(network::tapsAsChannels(network), model));
        Sublayer& images = out.all[network::kInput];
        const tensor::Shape& image = network.input.shape;
        images.logicalBytes = model.batch * image[0] * image[1] * image[2] * model.elementBytes();
        if (!model.hasProgram()) return out;
        images.movedBytes = bytesOfTaps(network, model);
        const Layer& layer = network.layers[*network::firstConvolution(network) - 1];
        images.moveHolds = holdsOf(std::int64_t{layer.kernel.rows} * layer.kernel.columns,
                                   static_cast<double>(images.movedBytes), model);
        return out;
    }
    Sublayers out;
    out.all.resize(network.layers.size() + 1);
    LW_TRY([[maybe_unused]] const Done input, measure(network, model, out.all[network::kInput]));
    for (ValueId value = 1; value < out.size(); ++value) {
        const Layer& layer = network.layers[value - 1];
        Sublayer& sublayer = out.all[value];
        sublayer.value = value;
        sublayer.inputs = layer.inputs;
        LW_TRY([[maybe_unused]] const Done measured, measure(network, model, sublayer));
        LW_TRY([[maybe_unused]] const Done counted, LayerCost(network, layer, model, out, sublayer).run());
        sublayer.needsGradient =
            hasParameters(sublayer) ||
            std::ranges::any_of(layer.inputs, [&](ValueId from) { return out[from].needsGradient; });
    }
    if (network.precision != network::Precision::F32)
        return refused(network.layers.front(), "the network is of int8");
    LW_TRY([[maybe_unused]] const Done loss, addLoss(network, model, out));
    return out;
}

} // namespace lw::lower::recompute
