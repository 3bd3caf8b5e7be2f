// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_values.h"

#include "core/network/fold_activations.h"
#include "core/network/one_value.h"
#include "core/network/outputs.h"
#include "core/project/tiled_run.h"

#include <utility>

namespace lw::project {

using network::Network;
using network::ValueId;
using tensor::Tensor;

namespace {

bool isImage(const Network& network, ValueId id) {
    return network::shapeOf(network, id).size() == 3 &&
           (id == network::kInput || !network.layers[id - 1].inputs.empty());
}

ValueId idOf(const Network& network, const std::string& name) {
    const auto id = network::findValue(network, name);
    LW_REQUIRE(id, "a value of names()");
    return *id;
}

} // namespace

TileValues::TileValues(const Network& network, const TileNetwork& tile, lower::tiling::TilingPlan plan,
                       Tensor picture, const network::ReferenceOptions& options)
    : m_network(network)
    , m_tile(tile)
    , m_plan(std::move(plan))
    , m_picture(std::move(picture))
    , m_options(options)
    , m_whole(network::withActivationsFolded(m_network))
    , m_plain(network::withActivationsFolded(m_tile.plain))
    , m_lowered(network::withActivationsFolded(m_tile.toLower())) {
    for (ValueId id = network::kInput; id <= m_plain->layers.size(); ++id) {
        const std::string& name = network::nameOf(*m_plain, id);
        const bool isThere = network::findValue(*m_whole, name).has_value() &&
                             network::findValue(*m_lowered, name).has_value();
        if (isThere && isImage(*m_plain, id)) m_names.push_back(name);
    }
}

const std::string& TileValues::outputName(std::size_t output) const {
    return network::nameOf(*m_plain, network::distinctOutputs(*m_plain)[output]);
}

Tensor TileValues::inTile(const std::string& name, std::uint64_t tile) const {
    const Tensor input = tileInput(m_plan, m_picture, m_lowered->input.zero, tile);
    if (!m_tile.masked) return network::computeOne(*m_lowered, input, idOf(*m_lowered, name), m_options);
    Network own = *m_lowered;
    const std::size_t columns = m_plan.columns.tiles.size();
    std::vector<Tensor> masks = lower::tiling::contentsFor(
        *m_tile.masked, {m_plan.rows.tiles[tile / columns].start, m_plan.picture.rows},
        {m_plan.columns.tiles[tile % columns].start, m_plan.picture.columns});
    for (std::size_t i = 0; i < masks.size(); ++i) {
        const ValueId constant = m_tile.masked->masks[i].constant;
        const auto id = network::findValue(own, network::nameOf(m_tile.masked->network, constant));
        LW_ASSERT(id, "masks stay when activations are folded");
        own.layers[*id - 1].weights = std::move(masks[i]);
    }
    return network::computeOne(own, input, idOf(own, name), m_options);
}

Tensor TileValues::whole(const std::string& name) const {
    return network::computeOne(*m_whole, m_picture, idOf(*m_whole, name), m_options);
}

} // namespace lw::project
