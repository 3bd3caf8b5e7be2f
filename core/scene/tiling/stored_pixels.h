// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/program/program.h"
#include "core/scene/element_source.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

// When a launch of a program, which runs straight from its row launch to its halt, has stored the contents of
// a tensor. Memory always holds something: of this tile, of the one before, or another value.
namespace lw::scene::tiling {

struct StoredPixels {
    static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

    // By pixel, row by row: the bundle that writes it last before it is read, and the first one after that
    // to write something else there.
    std::vector<std::uint32_t> stored, lost;

    // Once the bundles before `next` have issued: a store counts from then on.
    bool isThere(std::size_t pixel, std::uint32_t next) const {
        return stored[pixel] < next && next <= lost[pixel];
    }
    bool operator==(const StoredPixels&) const = default;
};

// For a channel of a tensor [rows, columns, channels] in the unified buffer, in a program for the inference
// circuit.
StoredPixels storedPixels(const program::Program& program, const isa::Spec& spec,
                          const program::NamedTensor& tensor, std::uint64_t channel);

// Elements [rows, columns, channels], only those that are there counting as written; all channels like that
// channel.
ElementSourcePtr onlyStored(ElementSourcePtr elements, std::shared_ptr<const StoredPixels> pixels,
                            std::uint32_t next);

} // namespace lw::scene::tiling
