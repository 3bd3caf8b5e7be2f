// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/frame.h"
#include "core/lower/row_order.h"
#include "core/lower/striding/exactness.h"
#include "core/lower/striding/prediction.h"
#include "core/lower/striding/stages.h"
#include "core/lower/strips.h"
#include "core/machine/circuit_limits.h"
#include "core/network/network.h"
#include "core/network/sum_pass.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// What is decided about a network before a single instruction is written: how each layer is done,
// the order of its sums, how it is cut, and which tensors are where. Both the program
// and the prediction follow from it.
namespace lw::lower::striding {

// Names that nobody would give an input: for the network's input, and for another value's tensor.
inline constexpr std::string_view kInputFile = "program.input.npy";
inline std::string inputFileOf(std::string_view tensor) { return std::string(tensor) + ".input.npy"; }

// For a circuit of an array, along one direction: it brings elements [low, low + step) of its tile, and more
// only at an end without a neighbour. `low` come from the neighbour before, the rest from the one after.
struct SharedAxis {
    std::uint64_t low = 0, step = 0;
    bool hasBefore = false, hasAfter = false;
    std::uint64_t first() const { return hasBefore ? low : 0; }
    std::uint64_t end(std::uint64_t size) const { return hasAfter ? low + step : size; }
};

// What circuits of an array send each other of a tile: either the input that several of their tiles read, or
// the borders, needed by the next layers, of every value. Then each computes a part of one larger tile, and
// nothing is computed twice.
enum class Share : std::uint8_t { Input, Layers };

// How a convolution gets its stride: by masks and pooling (kernel striding, as the mode says), or by the
// access pattern of matmul, which the circuit of the patents lacks.
enum class StrideBy : std::uint8_t { Striding, Pattern };

// The host interface starts the program once for each entry of a list (row launch), whose descriptors say
// where its inputs, these constants, and its outputs are at the host.
struct Launches {
    // The last columns of a value stay for the next launch, in place of a constant; its last rows go to the
    // host, and come back in place of a constant, as descriptors say.
    struct Kept {
        std::string strip, value; // by name
        bool isAtHost = false;
    };
    std::vector<std::string> constants; // by name
    std::vector<Kept> kept{};
    SharedAxis rows{}, columns{};
    Share share = Share::Input;
    bool isAhead = true; // the next entry's are brought while this one is computed, if there is room
};

struct Options {
    std::optional<Mode> mode; // of every strided layer; nothing: the first that is provably exact
    // Channels of first and second tensor stored only to be looked at; nothing: as many as fit.
    std::optional<std::uint64_t> keep;
    bool fold = true;      // neighbouring columns of a kernel share a pass
    double maskFactor = 0; // of two masks; 0: the usual one
    // Images that the program computes one after the other;
    // if more than one, they are the first extent of input and outputs.
    std::uint64_t images = 1;
    std::optional<Launches> launches{}; // nothing: the program is started once
    std::string machine{};              // as the program's .chip names it; empty: the configuration's name
    std::optional<RowOrder> order{};    // nothing: overlapped with launches, otherwise straight
    // The program begins with what the host brings, as files beside it, made by giveInputs(); otherwise
    // somebody puts it there later.
    bool hasInputs = false;
    StrideBy strideBy = StrideBy::Striding;

    RowOrder orderOfRows() const {
        return order.value_or(launches ? RowOrder::Overlapped : RowOrder::Straight);
    }
};

// A tensor that the program names.
struct PlannedTensor {
    std::string name;
    std::string space; // "host", "dm", "ub"
    tensor::DType dtype = tensor::DType::F32;
    tensor::Shape shape;
    std::string file{};              // of its contents; empty: none
    tensor::Tensor contents{};       // if it has a file, unless it is an input
    std::size_t first = 0, last = 0; // steps for which it is needed, in ub: 0 is the beginning, i + 1 layer i
    std::uint64_t address = 0;       // in ub
    bool isOverlaid = false;         // in ub: shares memory with a tensor that has a name
    std::uint64_t bytes() const { return *tensor::bytesOf(shape, tensor::sizeOf(dtype)); }
    bool hasContents() const { return !file.empty() && contents.count() != 0; }
};

// Of two tensors in the unified buffer.
inline bool sharesMemory(const PlannedTensor& a, const PlannedTensor& b) {
    return a.address < b.address + b.bytes() && b.address < a.address + a.bytes();
}

// Kernels that go through the array together: columns of the array, lanes of the strips.
struct ChannelBlock {
    std::uint32_t group = 0;
    std::uint64_t first = 0, count = 0; // output channels
    bool isKept = false;                // first and second tensor are stored
};

// Where the windows of sums read and write. For a convolution all of it in order.
struct SumPlaces {
    std::int64_t row = 0, column = 0;         // first tap of the first window, from the corner of the frame
    std::int64_t tapRows = 1, tapColumns = 1; // from one tap to the next
    std::uint32_t toRow = 0, toColumn = 0;    // pixel of the first window
    network::Pair step{1, 1};                 // from one window's pixel to the next
    network::Pair windows{1, 1};              // from one window's first tap to the next window's
};

// How a convolution or dense layer is computed, or one phase of a transposed convolution.
struct SumPlan {
    network::Layer layer; // with stride 1; for SpaceToDepth with rearranged weights
    Picture image;        // the one it reads, without padding
    std::uint32_t groupChannels = 0;
    std::vector<network::SumPass> passes;
    std::vector<ChannelBlock> blocks;
    std::vector<AreaOfStrips> areas;             // of the first tensor
    std::uint64_t tileRows = 0, tileColumns = 0; // of a tile in memory
    std::string tiles;                           // tensor in dm: [block][pass][row][column]
    std::string bias;                            // tensor in ub, or empty
    SumPlaces places;
};

struct LayerPlan {
    std::size_t index = 0; // of the layer
    std::string label;     // of its first instruction, and prefix of its tensors
    std::optional<SumPlan> sums;
    std::vector<SumPlan> phases; // for a transposed convolution, instead

    bool isStrided = false;
    bool wasChosen = false;
    StrideGeometry geometry;
    ModeSettings settings;
    LayerFacts facts;
    Reason reason;
    std::vector<ModeReason> rejected;
    std::vector<std::string> masks; // tensors in ub
    std::uint64_t keptChannels = 0;
    std::optional<Frame> first, second; // those kept, or scratch of the matrix unit's mask; [.., channels]
    std::optional<Frame> regrouped;     // for SpaceToDepth: what the sums read
    std::string diagonals;              // for MatrixMax: tensor in dm, [kept row, dropped row][k][k]

    network::Padding halo{};  // for bilinear upsampling, where circuits share layers: what is read beside it
    std::vector<Frame> reads; // one for each input
    // Values between two steps, as words: the results for the blocks of a pool over a whole large image, or
    // an image that is upsampled only along its columns.
    std::optional<Frame> between;
    network::Pair block;  // of such a pool
    std::string zeros;    // ub: what is subtracted from the codes, one pixel; or empty
    std::string ownZeros; // ub: the same for each value of mul, for each column of the array
    std::string norm;     // ub: factors and summands
    std::string factors;  // ub: for requantisation by channel: multipliers, then shifts
    std::string
        weights; // ub: the factors by which add or upsample_bilinear multiplies its values, as ownZeros
    std::string slopes; // ub: factors of negative numbers for each channel, then as many zeros
    std::string table;  // ub: [codes][1 or channels], words
    std::string fill;   // ub: the value where a layer takes or sums nothing, for each column of the array
    std::string counts; // ub: for average_pool, how many elements each window covers; or empty
    std::string bounds; // ub: the lower bound for each column of the array, then the upper for each
};

struct NetworkPlan {
    // What is computed: the given network with its activations folded into the layers before them
    // (network/fold_activations.h). ValueIds and indices of layers refer to it.
    std::shared_ptr<const network::Network> network;
    Part part; // of it: what this program computes
    machine::CircuitLimits circuit;
    Options options;
    std::vector<PlannedTensor> tensors;
    std::vector<LayerPlan> layers;          // one for each layer of the part
    std::vector<std::vector<Frame>> frames; // by ValueId: where the value is stored, each place in its border
    std::vector<std::string> hostNames;     // by ValueId: tensor of the host, or empty
    // With launches: the values whose places descriptors give, by number, and the tensor of the list's head.
    std::vector<network::ValueId> described;
    std::string launchList;
    bool isAhead = false;
    bool sharesLayers() const { return options.launches && options.launches->share == Share::Layers; }
    std::uint64_t bufferBytes = 0; // used in the unified buffer
    std::uint64_t peakBytes = 0;   // that it would use if memory no longer needed was always used again
};

// For one part of a network with its activations folded. Refuses by name what the circuit cannot do.
Result<NetworkPlan> planNetwork(std::shared_ptr<const network::Network> network, Part part,
                                const machine::CircuitLimits& circuit, const Options& options);

} // namespace lw::lower::striding
