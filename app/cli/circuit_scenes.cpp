// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/circuit_scenes.h"

#include "app/cli/messages.h"
#include "core/chips/catalog.h"
#include "core/scene/circuit/array_picture.h"
#include "core/scene/circuit/pooling_picture.h"

namespace lw::cli {

namespace {

Result<machine::CircuitWork> workOf(machine::Machine& machine, machine::CoreId id, std::uint32_t lane) {
    const machine::Core& core = machine.core(id);
    LW_TRY(const chips::Chip* chip, chips::chipNamed(core.target().spec->chip));
    if (chip->circuits == nullptr) return machine::CircuitWork{};
    return chip->circuits(core.tree(), machine::momentOf(machine, id), core.program(), lane);
}

Problem nothing(const machine::Machine& machine, const char* what) {
    return {&messages::kNothingFlows, {what, std::to_string(machine.clock())}, {}, {}, {}};
}

} // namespace

Result<Json> arrayScene(machine::Machine& machine, machine::CoreId core) {
    LW_TRY(const machine::CircuitWork work, workOf(machine, core, 0));
    if (work.passes.empty()) return nothing(machine, "a systolic array");
    Json out = Json::list();
    for (const machine::ArrayWork& pass : work.passes)
        out.push_back(jsonOf(scene::circuit::arrayPicture(pass, machine.clock())));
    return out;
}

Result<Json> poolingScene(machine::Machine& machine, machine::CoreId core, std::uint32_t lane) {
    LW_TRY(const machine::CircuitWork work, workOf(machine, core, lane));
    if (!work.pooling) return nothing(machine, "pooling circuitry");
    return jsonOf(scene::circuit::poolingPicture(*work.pooling, machine.clock()));
}

} // namespace lw::cli
