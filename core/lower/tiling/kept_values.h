// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/masked.h"

#include <map>
#include <tuple>
#include <vector>

// The values of a tile with what is kept from earlier tiles, as layers of the network being made.
namespace lw::lower::tiling {

class KeptValues {
  public:
    // `now` gives the number in `out.network` of each value of the tile's network, so far.
    KeptValues(MaskedNetwork& out, const std::vector<network::ValueId>& now) : m_out(out), m_now(now) {}

    // What a layer of the tile's network reads from its line's input with that number.
    KeptRead rowsOf(std::size_t layer, std::size_t input) const;
    KeptRead columnsOf(std::size_t layer, std::size_t input) const;
    // The value that has it.
    network::ValueId read(std::size_t layer, std::size_t input);

  private:
    struct Piece {
        KeptRead read;
        std::int64_t kept = 0, size = 0; // of the whole
        bool isOfTile() const { return read.kept == 0 && read.count == size; }
    };
    static KeptRead readOf(const MaskedAxis& axis, std::size_t layer, std::size_t input);
    Piece pieceOf(const MaskedAxis& axis, std::size_t layer, std::size_t input) const;
    network::ValueId whole(network::ValueId value);
    network::ValueId joined(network::ValueId value, network::ValueId before, network::Direction direction,
                            tensor::Shape strip);
    network::ValueId cut(network::ValueId value, network::ValueId from, network::Direction direction,
                         const Piece& piece);
    network::ValueId append(network::Layer layer, network::ValueId value, std::string_view suffix);

    MaskedNetwork& m_out;
    const std::vector<network::ValueId>& m_now;
    std::map<network::ValueId, network::ValueId> m_wholes; // by value of the tile's network
    std::map<std::tuple<network::ValueId, network::Direction, std::int64_t, std::int64_t>, network::ValueId>
        m_cuts; // of value, along, from, count
};

} // namespace lw::lower::tiling
