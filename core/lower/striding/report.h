// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/striding/modes.h"
#include "core/lower/striding/stride_geometry.h"
#include "core/lower/sum_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What kernel striding did to a network, as plain data: how each strided layer is computed,
// whether that gives the same numbers and why, what it costs, and where to look at it.
// See report_json.h for the file format.
namespace lw::lower::striding {

enum class Verdict : std::uint8_t {
    Exact,         // whatever the input
    NotProvable,   // no input was looked at, and not every input gives the same numbers
    ExactForInput, // for the input looked at
    Wrong,         // for the input looked at
};
inline constexpr std::string_view kVerdictNames[] = {"exact", "not provable", "exact for this input",
                                                     "wrong"};

// Why an element differs from the strided layer's.
enum class Cause : std::uint8_t {
    None,
    NegativeLost,     // the maximum of a negative number and zeros is zero
    DroppedNotFinite, // 0 * infinity and 0 * NaN are NaN, which the window keeps
    BlockNotFinite,   // the same in the matrix unit, which multiplies whole blocks of pixels
    MaskOverflows,    // v * m is beyond the largest number
    MaskRounds,       // v * m * 1/m is rounded to another number
    LowestNotLow,     // +infinity or NaN plus -infinity is NaN
    OtherOrder,       // the same products, added in another order
};
std::string_view nameOf(Cause cause);  // "negative lost"
std::string_view wordsOf(Cause cause); // for people
std::optional<Cause> findCause(std::string_view name);

// Why a mode is exact for a layer whatever the input, or why that is not known.
struct Reason {
    std::string rule;                  // a name: "one addend per window"
    std::string words;                 // the rule, for people
    std::vector<std::string> premises; // what holds here: "activation relu", "values from 0 to 12.5"
    bool exact = false;
    bool operator==(const Reason&) const = default;
};

struct ModeReason {
    Mode mode = Mode::MaskMax;
    Reason reason;
    bool operator==(const ModeReason&) const = default;
};

// An element that differs from the strided layer's.
struct WrongElement {
    std::uint64_t image = 0;
    std::uint64_t row = 0, column = 0, channel = 0; // of the output
    Cause cause = Cause::None;
    std::string got, wanted; // as texts that read back as the same number
    bool operator==(const WrongElement&) const = default;
};

struct CauseCount {
    Cause cause = Cause::None;
    std::uint64_t elements = 0;
    bool operator==(const CauseCount&) const = default;
};

// Where a tensor of the layer is: by its name in the program, which has its address.
struct KeptTensor {
    // "input" (in the border that the layer pads it with), "first", "mask", "second mask", "second", "out"
    std::string role;
    std::string name; // in the program
    std::uint64_t address = 0, bytes = 0;
    std::uint64_t channels = 0; // how many of them, from channel 0 on
    // Instruction row from which another value may be there, for the first image; 0: none will be.
    std::uint32_t untilRow = 0;
    bool operator==(const KeptTensor&) const = default;
};

struct LayerReport {
    std::string name;
    StrideGeometry geometry;
    Mode mode = Mode::MaskMax;
    bool wasChosen = false; // by the lowering, not by the caller
    Reason reason;
    std::vector<ModeReason> rejected; // for an automatic choice: the modes before it

    Verdict verdict = Verdict::NotProvable;
    // For an input; nothing without one.
    bool hasInput = false;
    std::uint64_t elements = 0, wrong = 0;
    std::vector<CauseCount> causes;          // in the order of Cause
    std::vector<WrongElement> wrongElements; // the first of them
    double maximalError = 0;                 // of finite differences
    std::uint64_t signedZeros = 0;           // those equal to the strided layer's zeros except for their sign
    // After a run: whether its output is as predicted; nothing if that is not known.
    std::optional<bool> confirmed{};
    // If it is kept nowhere at the end: the values computed from it that were compared, all as predicted.
    std::vector<std::string> confirmedBy{};
    std::uint64_t unexpected = 0; // elements other than predicted: a mistake of ours

    std::uint64_t maskBytes = 0;
    std::uint64_t keptBytes = 0;  // of tensors stored only to be looked at
    std::uint64_t keptRows = 0;   // instruction rows that store them
    std::uint64_t keptClocks = 0; // of the vector unit, for that
    // What a stride on the host would move: the first tensor, there and back.
    std::uint64_t hostBytesAvoided = 0;
    std::uint64_t poolingClocks = 0;          // by geometry
    std::uint32_t firstRow = 0, rowCount = 0; // instruction rows of the layer
    std::uint64_t clocks = 0;                 // of the run, from the layer's first row to the next layer's
    std::vector<StripPlace> strips;           // those that are pooled
    std::vector<KeptTensor> tensors;

    // Whether each difference comes from rounding sums of the same products.
    bool isOnlyRounded() const {
        return wrong != 0 && causes.size() == 1 && causes.front().cause == Cause::OtherOrder;
    }
    // Multiply-adds of the convolution in this mode.
    std::uint64_t macs() const {
        if (mode == Mode::Direct) return geometry.macsOfStride();
        return mode == Mode::SpaceToDepth ? geometry.macsOfBlocks() : geometry.macsOfFirst();
    }
    // The share of them that the strided layer does not need.
    double wastedShare() const {
        const auto all = static_cast<double>(macs());
        return all == 0 ? 0 : 1 - static_cast<double>(geometry.macsOfStride()) / all;
    }
    bool operator==(const LayerReport&) const = default;
};

// A layer that the host computes because the circuit cannot.
struct HostLayerReport {
    std::string name, kind, why;
    bool isAfter = false; // after the last program; otherwise before this one
    bool operator==(const HostLayerReport&) const = default;
};

// A value that the program gives to the host, compared with what was predicted.
struct ComparedOutput {
    std::string name;
    std::uint64_t elements = 0;
    std::uint64_t unexpected = 0; // as for a layer
    bool operator==(const ComparedOutput&) const = default;
};

struct Report {
    std::string network, machine;
    std::string requested; // name of a mode, or "automatic"
    std::vector<LayerReport> layers;
    std::uint64_t images = 1; // one after the other; strips, rows and clocks of layers are those of the first
    std::uint64_t rows = 0;   // instruction rows of the program
    std::uint64_t bufferBytes = 0;                   // of the unified buffer in use, at the peak
    std::uint64_t hostBytesIn = 0, hostBytesOut = 0; // of activations, by the program
    std::uint64_t constantBytes = 0;    // weights, masks, biases, brought by the program before its input
    std::uint64_t hostBytesBetween = 0; // moved while a strided layer is computed
    std::uint64_t clocks = 0;           // of the run
    std::vector<SumReport> sums{};      // of every convolution and dense layer, in the network's order
    // The programs into which a network is cut; all other numbers are those of this one.
    std::uint64_t part = 1, parts = 1;
    std::vector<HostLayerReport> hostLayers{}; // after the part before it, and after the last one
    std::vector<ComparedOutput> outputs{};     // after a run

    const SumReport* findSums(std::string_view layer) const;
    const LayerReport* findLayer(std::string_view layer) const; // a strided one
    bool operator==(const Report&) const = default;
};

inline constexpr std::size_t kMostWrongElements = 1000; // listed one by one

} // namespace lw::lower::striding
