// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/circuit_scenes.h"

#include "app/cli/messages.h"
#include "core/chips/catalog.h"
#include "core/scene/circuit/array_picture.h"
#include "core/scene/circuit/pooling_picture.h"

namespace lw::cli {

namespace {

Result<machine::CircuitWork> workOf(machine::Machine& machine, std::uint32_t lane) {
    LW_TRY(const chips::Chip* chip, chips::chipNamed(machine.onlyCore().target().spec->chip));
    if (chip->circuits == nullptr) return machine::CircuitWork{};
    return chip->circuits(machine.onlyCore().tree(), machine::momentOf(machine), machine.onlyCore().program(),
                          lane);
}

Problem nothing(const machine::Machine& machine, const char* what) {
    return {&messages::kNothingFlows, {what, std::to_string(machine.clock())}, {}, {}, {}};
}

} // namespace

Result<Json> arrayScene(machine::Machine& machine) {
    LW_TRY(const machine::CircuitWork work, workOf(machine, 0));
    if (work.passes.empty()) return nothing(machine, "a systolic array");
    Json out = Json::list();
    for (const machine::ArrayWork& pass : work.passes)
        out.push_back(jsonOf(scene::circuit::arrayPicture(pass, machine.clock())));
    return out;
}

Result<Json> poolingScene(machine::Machine& machine, std::uint32_t lane) {
    LW_TRY(const machine::CircuitWork work, workOf(machine, lane));
    if (!work.pooling) return nothing(machine, "pooling circuitry");
    return jsonOf(scene::circuit::poolingPicture(*work.pooling, machine.clock()));
}

} // namespace lw::cli
