// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/tile_values.h"
#include "core/scene/tiling/ring.h"
#include "core/scene/tiling/stored_pixels.h"
#include "widgets/session/frame.h"
#include "widgets/tiling/tiling_desk.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// The ring that lies, of a plan that does not change: what was computed once is kept. For one thread other
// than the window's.
namespace lw::tiling {

struct RingWanted {
    std::string layer; // empty: the last one
    std::uint64_t channel = 0;
    std::uint64_t tile = 0;    // without a frame
    session::FramePtr frame{}; // of the circuit whose tile is wanted; null: by the reference
};

struct RingMoment {
    std::vector<std::string> layers; // that can be chosen
    scene::tiling::Ring ring;        // of no pixels: the circuit has no tile now
    bool isOfCircuit = false;        // else by the reference
    std::uint64_t stored = 0;        // pixels of the tile that the circuit has there now
    bool isNamed = true;             // the program names where the layer is
    double largest = 0;              // difference in the dummy ring once all is there
};

class RingWork {
  public:
    explicit RingWork(FactsPtr facts) : m_facts(std::move(facts)) {}
    Result<RingMoment> at(const RingWanted& wanted);

  private:
    // Where a program has a layer: the tensor, and in it the first pixel of the layer.
    struct Place {
        std::string tensor;
        std::int64_t row = 0, column = 0;
    };
    struct Stored {
        std::weak_ptr<const void> program; // it is of
        std::string layer;
        std::uint64_t channel = 0;
        std::shared_ptr<const scene::tiling::StoredPixels> pixels;
    };
    Outcome begin();
    Result<std::optional<Place>> placeOf(const std::string& layer, std::size_t circuit);
    Result<scene::tiling::Ring> byReference(const RingWanted& wanted);
    Outcome onCircuit(const RingWanted& wanted, RingMoment& out);
    std::shared_ptr<const scene::tiling::StoredPixels>
    pixelsOf(const session::FramePtr& frame, const program::NamedTensor& tensor, const RingWanted& wanted);

    FactsPtr m_facts;
    std::optional<project::TileNetwork> m_tile;
    std::unique_ptr<project::TileValues> m_values; // null: not begun
    std::optional<project::TilePrograms> m_programs;
    std::map<std::string, scene::ElementSourcePtr> m_truth; // by layer
    std::map<std::pair<std::string, std::uint64_t>, scene::ElementSourcePtr> m_inTile;
    std::optional<Stored> m_stored;
};

} // namespace lw::tiling
