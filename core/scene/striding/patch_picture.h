// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/striding/report.h"
#include "core/machine/expression.h"
#include "core/machine/snapshot.h"
#include "core/scene/cell_picture.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw {
class Json;
}

// Where one element of a convolution or dense layer comes from: the part of the input it is computed from,
// the kernel, their products in the order in which the array adds them, the passes that do it, and every step
// from the sum to the number in memory; as far as the circuit has come at one moment.
namespace lw::scene::striding {

// The tensor of a layer that the element is in. Only strided layers have First and Second.
enum class PatchTensor : std::uint8_t { First, Second, Out };
inline constexpr std::string_view kPatchTensorNames[] = {"first", "second", "out"};

struct PatchPlace {
    PatchTensor tensor = PatchTensor::Out;
    std::uint64_t row = 0, column = 0, channel = 0; // without border
    bool operator==(const PatchPlace&) const = default;
};

enum class PassState : std::uint8_t { Waiting, UnderWay, Done };
inline constexpr std::string_view kPassStateNames[] = {"waiting", "under way", "done"};

// A pass of the matrix unit through which one sum grows.
struct PatchPass {
    network::SumPass products;     // the ones it adds
    std::uint32_t instruction = 0; // its row in the program
    std::uint64_t tile = 0;        // of weights: number in the tensor of tiles
    std::uint32_t cellRow = 0;     // of the array, where the first product is made; the others below
    std::uint32_t cellColumn = 0;  // of the array, and of the accumulators
    std::uint64_t vector = 0;      // number of the input vector, and row of the accumulators
    PassState state = PassState::Waiting;
    std::optional<std::uint64_t> firstClock{}, lastClock{}; // of its products; known once it has begun
    std::string chain, sum; // its own products, and the accumulator afterwards; empty until it is done
    bool operator==(const PatchPass&) const = default;
};

enum class StepKind : std::uint8_t {
    Sum,        // of the last pass
    Bias,       // operand: what is added
    Activation, // of the layer
    Mask,       // operand: of the mask at this pixel
    SecondMask,
    Pool,  // of the window
    Scale, // operand: the multiplier; in 64 bits
    Round, // operand: the shift; divided by 2^shift, half to even
    Zero,  // operand: the code for 0, which is added
    Clamp, // to -128 ... 127
};
inline constexpr std::string_view kStepNames[] = {"sum",  "bias",  "activation", "mask", "second mask",
                                                  "pool", "scale", "round",      "zero", "clamp"};

// A step on the way from the sum to the element.
struct PatchStep {
    StepKind kind = StepKind::Sum;
    std::string mnemonic{};                     // of the instruction that does it
    std::optional<std::uint32_t> instruction{}; // its row in the program
    std::string operand{}; // as a text that reads back as the same number; empty: none, or not yet in memory
    std::string value{};   // the result, likewise
    bool isThere = false;  // the circuit has come this far
    bool operator==(const PatchStep&) const = default;
};

// Compares the number in memory with the one computed here.
enum class PatchCheck : std::uint8_t {
    NotKept,     // the tensor is stored nowhere
    NotYet,      // not computed yet
    Same,        // the same bits
    Other,       // memory now holds something else: of another image
    Overwritten, // by a value that is computed later
};
inline constexpr std::string_view kPatchCheckNames[] = {"not kept", "not yet", "same", "other",
                                                        "overwritten"};

struct PatchPicture {
    std::string layer;
    std::string mode; // of a strided layer; empty
    PatchPlace place;
    std::vector<PatchTensor> tensors;                  // that the layer has
    std::uint64_t rows = 0, columns = 0, channels = 0; // of the tensor that the element is in
    std::uint64_t sumRow = 0, sumColumn = 0;           // of the element's sum, among the layer's sums
    std::int64_t inputRow = 0, inputColumn = 0;        // of the patch, without border
    std::uint32_t rowStep = 1, columnStep = 1;         // from one pixel of the patch to the next
    std::uint32_t kernelRows = 1, kernelColumns = 1;
    std::uint64_t firstInputChannel = 0, inputChannels = 0; // of the element's group
    std::string inputName, tilesName;                       // tensors of the program
    // [input channel][kernel row], the kernel's columns side by side. A product, and the sum of its pass up
    // to it, are marked as written once the array has made them.
    CellPicture input, kernel, products, running;
    std::vector<std::string> channelSums; // of each input channel's products alone; all must be there
    std::uint32_t arrayRows = 0, arrayColumns = 0;
    std::vector<PatchPass> passes;
    std::vector<PatchStep> steps;
    CellPicture window; // of the second tensor, when pooled; no rows: none
    std::string value;  // once it is there
    std::string stored; // what memory holds
    PatchCheck check = PatchCheck::NotYet;

    std::uint64_t productCount() const { return kernelRows * std::uint64_t{kernelColumns} * inputChannels; }
    bool operator==(const PatchPicture&) const = default;
};

// What a run has counted so far, by instruction row: how often each was issued, how many clocks it waited.
struct PatchCounts {
    std::span<const std::uint64_t> issued{}, waited{};
};

// The tensors of a layer in which an element can be looked at, and their extents [rows, columns, channels];
// the channels that are kept of the first and second tensor do not matter here.
std::vector<PatchTensor> patchTensorsOf(const lower::striding::Report& report, std::string_view layer);
std::vector<std::uint64_t> patchExtents(const lower::striding::Report& report, std::string_view layer,
                                        PatchTensor tensor);
// E689 without that layer, E699 without that element.
Outcome checkPlace(const lower::striding::Report& report, std::string_view layer, const PatchPlace& place);

// The last bundle before which everything its elements are made of is in memory, once it has been brought
// there; 0: it stays.
std::uint32_t untilRowOf(const lower::striding::Report& report, std::string_view layer);

// The picture at the moment of a snapshot. Without counts no clocks are known, and a pass counts
// as done as soon as it was issued. E695 after untilRowOf(), E696 when the program is not the
// report's, E689 without that layer, E699 without that element.
Result<PatchPicture> patchPicture(const machine::Scope& scope, const lower::striding::Report& report,
                                  std::string_view layer, const PatchPlace& place,
                                  const machine::Moment& moment, std::shared_ptr<const machine::Snapshot> now,
                                  const PatchCounts& counts);

// "out[1,2,0]"
std::string patchText(const PatchPlace& place);
std::optional<PatchPlace> findPatchPlace(std::string_view text);

Json jsonOf(const PatchPicture& picture);

} // namespace lw::scene::striding
