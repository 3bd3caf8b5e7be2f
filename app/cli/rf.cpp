// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/net_input.h"
#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "app/cli/tile_arguments.h"
#include "core/network/kinds.h"
#include "core/network/receptive_field.h"

#include <algorithm>
#include <numeric>

// lw rf: how much of the input an element of each layer depends on.
namespace lw::cli {

namespace {

using network::Direction;
using network::Elements;
using network::Fraction;
using network::Misalignment;
using network::Network;
using network::ReceptiveField;
using network::ReceptiveFields;
using network::ValueId;

constexpr std::size_t kMostPhasesShown = 16;

std::string fractionText(const Fraction& fraction) {
    return std::to_string(fraction.over) + (fraction.under == 1 ? "" : "/" + std::to_string(fraction.under));
}
std::string rangeText(const Elements& range) {
    return range.isEmpty() ? "nothing" : std::to_string(range.low) + " to " + std::to_string(range.high);
}
std::string listText(const Network& network, const std::vector<ValueId>& values) {
    std::string out;
    for (const ValueId id : values) out += (out.empty() ? "" : ", ") + network::nameOf(network, id);
    return out;
}

// The values to report, in their order, and those whose phases are listed.
struct Chosen {
    std::vector<ValueId> values, outputs;
};

std::string tableOf(const Network& network, const ReceptiveFields& fields, const Chosen& chosen) {
    std::vector<std::vector<std::string>> rows{
        {"  layer", "kind", "reads", "size", "stride", "padding", "centre", "phases"}};
    for (const ValueId id : chosen.values) {
        const bool isInput = id == network::kInput;
        std::vector<std::string> row{"  " + network::nameOf(network, id),
                                     isInput ? "input"
                                             : std::string(network::nameOf(network.layers[id - 1].kind)),
                                     isInput ? "" : listText(network, network.layers[id - 1].inputs)};
        const auto& field = fields.values[id];
        if (field)
            row.insert(row.end(), {std::to_string(field->size()), fractionText(field->stride),
                                   std::to_string(field->before()), fractionText(field->centre),
                                   std::to_string(field->phases.size())});
        else
            row.insert(row.end(), 5, "-");
        rows.push_back(std::move(row));
    }
    return tableText(rows, {3, 4, 5, 6, 7});
}

std::string phasesText(const Network& network, ValueId id, const ReceptiveField& field) {
    const std::string& name = network::nameOf(network, id);
    std::string out = "  what " + name + " needs of the input, for element\n";
    for (std::size_t i = 0; i < std::min(field.phases.size(), kMostPhasesShown); ++i)
        out += "    " + std::to_string(i) + ": " + rangeText(field.phases[i]) + "\n";
    if (field.phases.size() > kMostPhasesShown)
        out += "    and " + std::to_string(field.phases.size() - kMostPhasesShown) +
               " more, which --json lists\n";
    return out + "    and so on: " + countText(field.phases.size(), "element") + " later the same, " +
           std::to_string(field.align) + " further\n";
}

std::string misalignmentText(const Network& network, const Misalignment& found) {
    const auto path = [&](const std::vector<ValueId>& values, const ReceptiveField& field) {
        return "    from " + network::nameOf(network, found.from) +
               (values.empty() ? " directly" : " over " + listText(network, values)) + ": stride " +
               fractionText(field.stride) + ", centre " + fractionText(field.centre) + "\n";
    };
    return "  not aligned in " + network::nameOf(network, found.meet) + ":\n" +
           path(found.firstPath, *found.first) + path(found.secondPath, *found.second);
}

std::string textOf(const Network& network, const ReceptiveFields& fields, const Chosen& chosen) {
    std::string out = tableOf(network, fields, chosen);
    for (const ValueId id : chosen.outputs)
        if (fields.values[id]) out += phasesText(network, id, *fields.values[id]);
    for (const Misalignment& found : fields.misalignments) out += misalignmentText(network, found);
    return out;
}

Json fractionJson(const Fraction& fraction) {
    return std::to_string(fraction.over) + "/" + std::to_string(fraction.under);
}

Json pathJson(const Network& network, const std::vector<ValueId>& values) {
    Json out = Json::list();
    for (const ValueId id : values) out.push_back(network::nameOf(network, id));
    return out;
}

Json fieldJson(const ReceptiveField& field) {
    Json phases = Json::list();
    for (const Elements& phase : field.phases)
        phases.push_back(phase.isEmpty() ? Json() : Json::list({phase.low, phase.high}));
    return {{"size", field.size()},      {"stride", fractionJson(field.stride)},
            {"padding", field.before()}, {"centre", fractionJson(field.centre)},
            {"align", field.align},      {"phases", std::move(phases)}};
}

Json fieldsJson(const Network& network, const ReceptiveFields& fields, const Chosen& chosen) {
    Json layers = Json::list(), misaligned = Json::list();
    for (const ValueId id : chosen.values)
        layers.push_back({{"name", network::nameOf(network, id)},
                          {"field", fields.values[id] ? fieldJson(*fields.values[id]) : Json()}});
    for (const Misalignment& found : fields.misalignments)
        misaligned.push_back(
            {{"at", network::nameOf(network, found.meet)},
             {"from", network::nameOf(network, found.from)},
             {"paths", Json::list({pathJson(network, found.firstPath), pathJson(network, found.secondPath)})},
             {"strides", Json::list({fractionJson(found.first->stride), fractionJson(found.second->stride)})},
             {"centres",
              Json::list({fractionJson(found.first->centre), fractionJson(found.second->centre)})}});
    return {{"layers", std::move(layers)}, {"misaligned", std::move(misaligned)}};
}

// All layers of the part, or those that --output needs; misalignments elsewhere are left out.
Chosen chosenOf(const network::Line& line, const std::optional<ValueId>& output) {
    Chosen out;
    out.outputs = output ? std::vector{*output} : line.outputs;
    std::vector<bool> isNeeded(line.layers.size() + 1, !output);
    if (output) isNeeded[*output] = true;
    for (ValueId id = isNeeded.size(); id-- > 1;)
        if (isNeeded[id])
            for (const ValueId read : line.layers[id - 1].inputs) isNeeded[read] = true;
    for (ValueId id = 0; id < isNeeded.size(); ++id)
        if (isNeeded[id]) out.values.push_back(id);
    return out;
}

Result<Exit> show(const Network& network, const std::optional<ValueId>& output, const source::Files& files,
                  Console& console) {
    Json& document = console.document();
    document["network"] = network.name;
    std::string texts[2];
    std::optional<Problem> refused;
    for (const Direction direction : {Direction::Rows, Direction::Columns}) {
        const network::LocalPart part = network::localPartOf(network, direction);
        const auto which = static_cast<std::size_t>(direction);
        const std::size_t values = part.line.layers.size() + 1;
        const bool isReached = output && *output < values;
        if (!isReached) refused = part.refused;
        LW_TRY(ReceptiveFields fields, network::receptiveFieldsOf(part.line));
        const Chosen chosen = chosenOf(part.line, isReached ? output : std::nullopt);
        std::erase_if(fields.misalignments, [&](const Misalignment& found) {
            return std::find(chosen.values.begin(), chosen.values.end(), found.meet) == chosen.values.end();
        });
        document[std::string(network::kDirectionNames[which])] = fieldsJson(network, fields, chosen);
        texts[which] = textOf(network, fields, chosen);
    }
    if (texts[0] == texts[1]) {
        console.line("along rows and along columns:");
        console.print(texts[0]);
    } else {
        console.line("along rows:");
        console.print(texts[0]);
        console.line("along columns:");
        console.print(texts[1]);
    }
    if (refused) console.problem(*refused, &files);
    return refused ? Exit::Usage : Exit::Pass;
}

} // namespace

Result<Exit> runRf(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::Files files(disk);
    network::Section section = sectionOf(arguments);
    LW_TRY(section.image, statedSize(arguments));
    const auto network = networkFrom(arguments, section, files, console);
    if (!network) return Exit::Usage;
    std::optional<ValueId> output;
    if (const auto name = arguments.value("--output")) {
        LW_TRY(output, valueNamed(*network, *name));
    }
    return show(*network, output, files, console);
}

} // namespace lw::cli
