// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/pixel_places.h"
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

// What tiles of a plan have of layers and pixels: anything computed once is kept. For one thread other than
// the window's.
namespace lw::tiling {

struct RingWanted {
    std::string layer; // empty: the last one
    std::uint64_t channel = 0;
    std::uint64_t tile = 0;    // without a frame
    session::FramePtr frame{}; // of the circuit whose tile is wanted; null: by the reference
};

struct RingMoment {
    std::vector<std::string> layers; // those that can be chosen
    scene::tiling::Ring ring;        // without pixels: the circuit has no tile now
    bool isOfCircuit = false;        // otherwise by the reference
    std::uint64_t stored = 0;        // pixels of the tile that the circuit has there now
    bool isNamed = true;             // the program names where the layer is
    double usual = 0;                // difference of 99 of 100 that differ, once all is there; 0: none does
};

// A pixel of the output, or of the picture.
struct PixelWanted {
    bool isOutput = true;
    std::size_t output = 0; // which one of the plan's
    std::int64_t row = 0, column = 0;
    bool operator==(const PixelWanted&) const = default;
};

struct PixelMoment {
    PixelWanted pixel;
    struct OfTile {
        std::uint64_t tile = 0;
        std::vector<double> values{};          // those it computes, by channel; none for the picture
        std::optional<std::uint64_t> buffer{}; // where in the unified buffer; nothing: not a single program
    };
    std::vector<OfTile> tiles;           // those that compute or read it
    std::optional<std::uint64_t> host{}; // where at the host
};

class TileWork {
  public:
    explicit TileWork(FactsPtr facts) : m_facts(std::move(facts)) {}
    // Whether it is from their plan and picture.
    bool isOf(const TilingFacts& facts) const {
        return m_facts->network == facts.network && m_facts->picture == facts.picture &&
               m_facts->plan == facts.plan;
    }
    Result<RingMoment> ring(const RingWanted& wanted);
    Result<PixelMoment> pixel(const PixelWanted& wanted);

  private:
    // Where a program has a layer: the tensor, and in it the first pixel of the layer.
    struct Place {
        std::string tensor;
        std::int64_t row = 0, column = 0;
    };
    struct Stored {
        std::weak_ptr<const void> program; // the one it belongs to
        std::string layer;
        std::uint64_t channel = 0;
        std::shared_ptr<const scene::tiling::StoredPixels> pixels;
    };
    Outcome begin();
    void findPlaces(const machine::CircuitLimits& circuit);
    Result<std::optional<Place>> placeOf(const std::string& layer, std::size_t circuit);
    Result<scene::tiling::Ring> byReference(const RingWanted& wanted);
    const scene::ElementSourcePtr& inTile(const std::string& layer, std::uint64_t tile);
    Outcome onCircuit(const RingWanted& wanted, RingMoment& out);
    std::shared_ptr<const scene::tiling::StoredPixels>
    pixelsOf(const session::FramePtr& frame, const program::NamedTensor& tensor, const RingWanted& wanted);

    FactsPtr m_facts;
    std::optional<project::TileNetwork> m_tile;
    std::unique_ptr<project::TileValues> m_values;          // null: not begun
    std::optional<project::TilePrograms> m_programs;        // these two empty if it is not a single program
    std::vector<project::PixelPlaces> m_places;             // by output
    std::map<std::string, scene::ElementSourcePtr> m_truth; // by layer
    std::map<std::pair<std::string, std::uint64_t>, scene::ElementSourcePtr> m_inTile;
    std::optional<Stored> m_stored;
};

} // namespace lw::tiling
