// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/striding/report.h"
#include "core/machine/expression.h"
#include "core/machine/snapshot.h"
#include "core/scene/cell_picture.h"
#include "core/tensor/tensor.h"

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

// The ways of lowering one strided layer, side by side: which of them give its numbers,
// where they do not, and why.
namespace lw::scene::striding {

// What is known about a layer in one mode.
struct ModeOutcome {
    lower::striding::Mode mode = lower::striding::Mode::MaskMax;
    std::string refused;                                  // why the layer cannot be lowered so; empty: it can
    std::optional<lower::striding::LayerReport> report{}; // unless refused
    // Its output and what the strided layer gives for the first image, both [rows, columns, channels];
    // without them the differences are those of the elements that the report lists.
    std::optional<tensor::Tensor> got{}, wanted{};
};

// How far the circuit has come with the layer's output at one moment;
// elements of all channels of the first image.
struct ByNow {
    std::uint64_t elements = 0, computed = 0;
    std::uint64_t wrong = 0;  // of those: other than the strided layer gives
    std::uint64_t others = 0; // of those: other than predicted, so the input has changed by now
    bool isWhole() const { return computed == elements; }
    bool operator==(const ByNow&) const = default;
};

struct ExactnessColumn {
    std::string mode, words; // its name, and what it does
    std::string refused;
    lower::striding::Verdict verdict = lower::striding::Verdict::NotProvable;
    lower::striding::Reason reason;
    std::uint64_t elements = 0, wrong = 0; // of all channels; nothing without an input
    double maximalError = 0;               // of finite differences
    std::vector<lower::striding::CauseCount> causes;
    std::vector<lower::striding::WrongElement> wrongElements; // the first of them
    bool hasInput = false;
    std::optional<bool> confirmed{}; // nothing: not known, or not run
    std::uint64_t unexpected = 0;    // elements other than predicted: a mistake of ours
    std::uint64_t clocks = 0, instructionRows = 0, maskBytes = 0, poolingClocks = 0, hostBytesAvoided = 0;
    double wastedShare = 0;
    // The result minus what the strided layer gives, in one channel of the first image, as float64.
    // Changed: different; not written: not known, or not computed yet.
    CellPicture difference;
    // For the mode on the circuit: how far it is, and that channel of its result and of what the strided
    // layer gives, as float64. Otherwise the pictures are empty.
    std::optional<ByNow> byNow{};
    CellPicture output{}, wanted{};
    bool operator==(const ExactnessColumn&) const = default;
};

struct Exactness {
    std::string layer;
    std::uint64_t rows = 0, columns = 0;     // of the output
    std::uint64_t channel = 0, channels = 0; // the one shown, and how many there are
    std::vector<ExactnessColumn> modes;      // in the order given
    bool operator==(const Exactness&) const = default;
};

// One layer in several modes, none of them about another layer; E696 when they do not agree about its
// sizes, E698 without that channel.
Result<Exactness> exactness(std::string_view layer, std::span<const ModeOutcome> outcomes,
                            std::uint64_t channel);

// The mode on the circuit, as far as it has come: `report` is the program's, `layer` one of its strided
// layers, `outcome` has what came out and what was wanted. What a strip has computed is read from memory
// until something that comes after the layer may have been stored there; from then on the outcome's is
// used. E696 when the program or the outcome does not match the report, E698 without that channel.
Result<ExactnessColumn> exactnessByNow(const machine::Scope& scope, const lower::striding::Report& report,
                                       std::string_view layer, const ModeOutcome& outcome,
                                       std::uint64_t channel, std::uint32_t nextBundle,
                                       std::shared_ptr<const machine::Snapshot> now);

Json jsonOf(const Exactness& scene);

} // namespace lw::scene::striding
