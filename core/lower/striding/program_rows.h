// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/lower/program_text.h"
#include "core/lower/striding/network_plan.h"
#include "core/lower/striding/report.h"

#include <algorithm>
#include <array>
#include <span>

// The instruction rows of a planned network, layer by layer.
namespace lw::lower::striding {

struct Emission {
    const NetworkPlan& plan;
    Report& report;
    ProgramText text{};
    std::uint64_t image = 0;                // the one the rows are for
    std::uint64_t sentBytes = 0;            // to other circuits
    std::array<std::uint64_t, 4> parcels{}; // of this launch so far, by signal
};

// Brings weights, masks, biases onto the circuit; then, for each image, its input,
// and its outputs back to the host.
void writeConstants(Emission& out);
void writeInput(Emission& out);
void writeOutputs(Emission& out);
// With launches: where each begins and what it reads, instead of writeInput; after a layer, what the next
// launch reads in its place.
void writeLaunch(Emission& out);
void writeAhead(Emission& out, const LayerPlan& layer);
// With circuits that share layers: a value's borders to the neighbours, and theirs to here.
void shareBorders(Emission& out, network::ValueId id);
void writeDescribedOutputs(Emission& out);
// After a layer, the part of its value kept for the next launch, or at the host for another one.
void writeKept(Emission& out, const LayerPlan& layer);
// Its last rows, to where its descriptor says.
void writeToHost(Emission& out, const Frame& value, network::ValueId id, std::uint64_t rows);
// Where a layer's rows are noted: its entries in the report, null for what it is not or if this is done.
struct LayerNotes {
    LayerReport* strided = nullptr;
    SumReport* sums = nullptr;
};
void writeLayer(Emission& out, const LayerPlan& layer, const LayerNotes& notes);

// The parts of it.
void writeBorders(Emission& out, std::span<const Frame> frames, std::int32_t zero);
void writeSums(Emission& out, const LayerPlan& layer, const LayerNotes& notes);
// What the passes of a layer read: one pixel, if it is dense.
Frame sourceOf(const LayerPlan& layer);
void writePlainLayer(Emission& out, const LayerPlan& layer);
void writePool(Emission& out, const LayerPlan& layer);
void writeMoves(Emission& out, const LayerPlan& layer);
void writeBilinear(Emission& out, const LayerPlan& layer);
void writeRegrouping(Emission& out, const LayerPlan& layer);

inline const network::Layer& layerOf(const Emission& out, const LayerPlan& plan) {
    return out.plan.network->layers[plan.index];
}
// A distance of that many bytes, as transfers have them.
inline std::int64_t stepOf(std::uint64_t bytes) { return static_cast<std::int64_t>(bytes); }

// The suffix of loads and stores for such elements.
inline std::string_view suffixOf(tensor::DType type) { return type == tensor::DType::I8 ? ".i8" : ".w"; }

// Rows of the vector unit for one part of a picture and some of its channels.
class StripRows {
  public:
    // `data` and the two registers after it are used.
    StripRows(Emission& out, const LayerPlan& layer, std::uint32_t data)
        : m_out(out), m_layer(layer), m_data(data) {}

    bool isFloat() const { return m_out.plan.network->precision == network::Precision::F32; }
    std::string data() const { return "v" + std::to_string(m_data); }
    std::string spare(std::uint32_t number) const { return "v" + std::to_string(m_data + number); }
    // "vadd" -> "vadd.f" or "vadd.i"
    std::string typed(std::string_view mnemonic) const {
        return std::string(mnemonic) + (isFloat() ? ".f" : ".i");
    }

    void load(const std::string& to, const Frame& from, const Area& part, std::uint64_t channel,
              std::uint64_t channels, const network::Pair& step = {1, 1});
    // The same with `part` counted from the corner of the border.
    void loadFromCorner(const std::string& to, const Frame& from, const Area& part, std::uint64_t channel,
                        std::uint64_t channels, const network::Pair& step);
    void activate(network::Activation activation);
    // The masks of a part of the first tensor.
    void mask(const Area& part);
    // Pools each window; the result is in another register, which is `data` from then on.
    void pool();
    // By channel: the factors of these channels are in v7 (loadFactors).
    void requantise(const std::optional<network::Requant>& requant);
    // Into every place where the layer's value is kept.
    void store(const Area& part, std::uint64_t channel);
    // The same from the first pixel of `part` on, each pixel that many rows and columns from the next.
    void storeApart(const Area& part, std::uint64_t channel, const network::Pair& step);
    // Into one of them.
    void storeTo(const Frame& frame, const Area& part, std::uint64_t channel,
                 const network::Pair& step = {1, 1});
    // Into a kept tensor; its cost goes into the report, if there is one.
    void keep(const Frame& frame, const Area& part, std::uint64_t channel, std::uint64_t channels,
              LayerReport* report);

  private:
    // Each window of the stride, in one step or two.
    void poolBy(std::string_view mnemonic, const std::string& to, const std::string& edge = {});

    Emission& m_out;
    const LayerPlan& m_layer;
    std::uint32_t m_data;
};

// Calls each part of a picture that fits a strip, with each block of channels that fits its lanes.
template <typename Each> void overStrips(const Emission& out, const Picture& picture, const Each& each) {
    const machine::CircuitLimits& circuit = out.plan.circuit;
    const auto areas = cutIntoStrips(picture.rows, picture.columns,
                                     {picture.rows * picture.columns, circuit.stripPixels, picture.columns});
    LW_ASSERT(areas.has_value(), "single pixels always fit");
    for (std::uint64_t c = 0; c < picture.channels; c += circuit.arrayColumns)
        for (const Area& part : areas->front().strips)
            each(part, c, std::min<std::uint64_t>(circuit.arrayColumns, picture.channels - c));
}

// Consecutive bytes, from one memory to the other.
void writeTransfer(Emission& out, std::string_view mnemonic, const std::string& to, const std::string& from,
                   std::uint64_t bytes);

// A tensor of words that is one pixel for all, such as a bias: part of it, into a strip register.
void loadPixel(Emission& out, const std::string& to, const std::string& tensor, std::uint64_t first,
               std::uint64_t count);
// A tensor of words of two pixels for all, such as factors and summands: part of each, into v7.
void loadTwoPixels(Emission& out, const std::string& tensor, std::uint64_t channels, std::uint64_t first,
                   std::uint64_t count);
// What requantises these channels, if each has a factor of its own, into v7.
void loadFactors(Emission& out, const LayerPlan& layer, std::uint64_t first, std::uint64_t count);

} // namespace lw::lower::striding
