// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/lower/tiling/curve.h"
#include "core/lower/tiling/plan.h"
#include "core/network/cut.h"
#include "core/network/image_order.h"
#include "core/project/launch_progress.h"
#include "core/project/lower_network.h"
#include "core/project/tile_size.h"
#include "core/scene/lanes.h"
#include "core/scene/tiling/tile_map.h"

#include <QImage>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// What is known about a picture in tiles: requested, planned, and run.
namespace lw::tiling {

// A picture on which a network is to be run in tiles.
struct TilingRequest {
    QString network;                            // .json or .onnx, whatever size it states
    QString machine{};                          // a built-in one's name or a path; empty: the default
    QString input{};                            // .npy or a picture; empty: only `picture` is known
    lower::tiling::Size picture{};              // without an input
    std::optional<lower::tiling::Size> fixed{}; // of a tile; nothing: it is chosen
    std::optional<lower::tiling::Fill> fill{};  // nothing: the plan chooses
    QString range{};                            // these as in striding::StridingRequest
    std::optional<network::ImageOrder> order{};
    QString mean{}, scale{};
    network::Section section{};
    lower::tiling::Overlap overlap{};
    lower::striding::Share share{}; // of an array
    std::size_t output = 0;         // of the plan's: which one is looked at
};

// What all tiles gave of all outputs, compared with the whole picture.
struct Verdict {
    std::uint64_t equal = 0, elements = 0;
    std::uint64_t signedZeros = 0;                 // among equal ones, -0 compared with +0
    std::vector<std::vector<std::uint64_t>> wrong; // for each output, pixels row by row: the first of them
    bool isEqual() const { return equal == elements; }
};
inline constexpr std::size_t kMostWrongPixels = 4096;

using OutputsPtr = std::shared_ptr<const std::vector<tensor::Tensor>>; // the plan's
using LanesPtr = std::shared_ptr<const scene::Lanes>;

// A plan, and its results so far. It does not change.
struct TilingFacts {
    TilingRequest request;
    std::shared_ptr<const network::Network> network; // for the size of the picture
    std::shared_ptr<const tensor::Tensor> picture;   // as the network reads it; null: no input
    lower::tiling::TilingPlan plan;
    scene::tiling::TileMap map;                      // on the output that is looked at
    std::vector<lower::tiling::CurvePoint> curve;    // what other sizes would cost; empty: none can be used
    std::optional<Problem> offCurve;                 // the reason for that, or for sizes missing from it
    std::uint64_t leftOut = 0;                       // how many of them
    project::TileArray array;                        // circuits that share the picture
    bool isOneProgram = true;                        // for all tiles: the host computes no part
    std::shared_ptr<const project::TileSize> chosen; // how the size was chosen; null: it was given
    bool isRunning = false;
    bool isFollowing = false;         // what follows is as in the debugger's machine
    project::LaunchProgress progress; // where the circuits are
    std::uint64_t clocks = 0;
    OutputsPtr outputs;                                 // as far as they have been given; null: none has
    std::shared_ptr<const project::WholePicture> whole; // what they are compared with; null: not there yet
    std::optional<Verdict> verdict;
    std::optional<std::uint64_t> otherClocks; // of the run of the same tiles with the other way of sharing
    LanesPtr times;      // of the run of all tiles; null: there was none, or it was of several programs
    QImage pictureImage; // one pixel per element
    std::vector<QImage> outputImages; // the same of each output; empty: none is there
    std::vector<QImage> differences;  // from each output to the whole picture, with the verdict

    QImage difference() const {
        return verdict && !differences.empty() ? differences[request.output] : QImage();
    }
    QImage outputImage() const { return outputImages.empty() ? QImage() : outputImages[request.output]; }
    // Circuits that share layers have one tile of the plan in each round, and each has a part of it.
    bool sharesLayers() const { return request.share == lower::striding::Share::Layers; }
    lower::tiling::Size fixed() const; // the size for which the programs are made: of a tile, or of a part
    // The plan as programs, host and output know it: with parts where these are shared.
    lower::tiling::TilingPlan launched() const;
    lower::striding::Options options() const; // with which the programs are made
    // Why no program runs all tiles, or one of them; null: there is one.
    const Message* noProgramOfAll() const;
    const Message* noProgramOfOne() const;

    std::size_t circuitOf(std::uint64_t tile) const; // for a shared tile the first one
    std::uint64_t roundOf(std::uint64_t tile) const;
    std::optional<std::uint64_t> tileOf(std::size_t circuit, std::uint64_t round) const;
    project::LaunchProgress progressOf(std::span<const project::CircuitMoment> circuits) const;
    bool isDone(std::uint64_t tile) const { return roundOf(tile) < progress.rounds; }
};
// Everything that decides a program for these tiles, except what files contain: others have another key.
QString keyOf(const TilingFacts& facts);
using FactsPtr = std::shared_ptr<const TilingFacts>;

} // namespace lw::tiling
