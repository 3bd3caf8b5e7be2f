// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_use.h"

#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "core/project/fit_training.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"
#include "core/trace/statistics.h"

#include <utility>
#include <vector>

namespace lw::cli {

namespace {

constexpr std::string_view kUnits[] = {"mxu", "valu"};

struct Busy {
    std::uint64_t clocks = 0;
    std::uint64_t bytes = 0;           // moved between HBM and vector memory
    std::vector<trace::UnitUse> units; // of kUnits
};

Busy busyOf(const machine::Machine& machine, const chips::Performance& performance) {
    const trace::Statistics all =
        trace::statisticsOf(machine, {}, performance.matrixUnit, performance.farUnit);
    Busy out{all.coreClocks, all.roofline.bytes, {}};
    for (const std::string_view name : kUnits)
        for (const trace::UnitUse& unit : all.units)
            if (unit.name == name) out.units.push_back(unit);
    return out;
}

Json jsonOf(const Busy& busy) {
    Json out = Json::object();
    for (const trace::UnitUse& unit : busy.units) out[unit.name] = unit.busyClocks;
    return out;
}

struct StepUse {
    Busy busy;
    std::uint64_t peak = 0;
};

// The middle one of three steps.
Result<StepUse> stepUse(const network::Network& network, project::TrainingRequest request) {
    request.options.steps = 3;
    const lower::training::Data data = project::zeroBatch(network); // no clock depends on it
    LW_TRY(const project::TrainingLowered lowered,
           project::lowerTraining(network, request, data.images, data.labels));
    LW_TRY(const project::LoadedProgram loaded, project::loadWritten(lowered.program, request.machine));
    LW_TRY(const auto machine, loaded.createMachine({}));
    const lower::training::StepBundles& begins = lowered.program.begins;
    Busy before, after;
    for (const std::uint32_t bundle : {begins.end, begins.steps.front(), begins.end,
                                       begins.steps.front()}) { // of the second and the third
        machine->setTriggers({{.kind = machine::TriggerKind::Bundle, .bundle = bundle}});
        const machine::Stop stop = machine->run({.resumed = true});
        if (stop.fault) return Problem{&project::messages::kLoweredFault, {stop.fault->text}, {}, {}, {}};
        if (bundle != begins.end) before = std::exchange(after, busyOf(*machine, loaded.machine.performance));
    }
    after.clocks -= before.clocks;
    after.bytes -= before.bytes;
    for (std::size_t i = 0; i < after.units.size(); ++i)
        after.units[i].busyClocks -= before.units[i].busyClocks;
    return StepUse{std::move(after), lowered.decided.usage.peak};
}

} // namespace

RunUse useOf(const machine::Machine& machine, const chips::Performance& performance) {
    const Busy busy = busyOf(machine, performance);
    std::string out;
    for (const trace::UnitUse& unit : busy.units)
        out += (out.empty() ? "" : ", ") + unit.title + " " + percentText(unit.busyClocks, busy.clocks);
    return {"busy of all clocks: " + out + "; " + groupedText(busy.bytes) +
                " bytes between HBM and vector memory",
            jsonOf(busy), busy.bytes};
}

std::pair<std::string, Json> usesBySchedule(const network::Network& network,
                                            const project::TrainingRequest& request) {
    std::vector<std::vector<std::string>> rows{{"schedule", "clocks a step"}};
    Json list = Json::list();
    std::string notes; // on schedules that gain nothing over the first, or do not fit
    std::uint64_t plain = 0;
    for (std::size_t i = 0; i < lower::kScheduleNames.size(); ++i) {
        project::TrainingRequest other = request;
        other.keeps.schedule = static_cast<lower::Schedule>(i);
        const std::string name(lower::kScheduleNames[i]);
        const auto use = stepUse(network, other);
        if (!use) {
            rows.push_back({name, "-"});
            notes += "schedule " + name + ": " + textOf(use.problem()) + " [" +
                     std::string(use.problem().message->code) + "]\n";
            list.push_back({{"schedule", name}, {"refused", use.problem().message->code}});
            continue;
        }
        if (i == 0) plain = use->busy.clocks;
        if (i != 0 && plain != 0 && use->busy.clocks >= plain)
            notes += "schedule " + name + " gains nothing here: a step takes no fewer clocks than with " +
                     std::string(lower::kScheduleNames[0]) + "\n";
        std::vector<std::string> row{name, groupedText(use->busy.clocks)};
        for (const trace::UnitUse& unit : use->busy.units) {
            if (rows[0].size() < 2 + use->busy.units.size()) rows[0].push_back(unit.title);
            row.push_back(percentText(unit.busyClocks, use->busy.clocks));
        }
        row.push_back(groupedText(use->busy.bytes));
        row.push_back(groupedText(use->peak));
        rows.push_back(std::move(row));
        list.push_back({{"schedule", name},
                        {"clocks", use->busy.clocks},
                        {"busyClocks", jsonOf(use->busy)},
                        {"bytesMoved", use->busy.bytes},
                        {"peak", use->peak}});
    }
    rows[0].emplace_back("bytes moved");
    rows[0].emplace_back("peak bytes");
    return {tableText(rows, {1, 2, 3, 4, 5}) + notes, std::move(list)};
}

} // namespace lw::cli
