// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/software_inputs.h"

#include "app/cli/loss_text.h"
#include "app/cli/number_text.h"
#include "app/cli/prepared_run.h"
#include "app/cli/table_text.h"
#include "core/concord/exact_values.h"
#include "core/lower/processor/range_losses.h"
#include "core/numeric/half.h"
#include "core/project/exact_numbers.h"
#include "core/project/float64_comparison.h"
#include "core/scene/firmware/differences.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <cmath>

namespace lw::cli {

namespace {

struct LayerRow {
    std::string layer;
    std::uint32_t bundle = 0; // where there is no layer
    std::string text;
    double error = 0, value = 0; // of the firmware, from float64; of magnitudes
    double other = 0;            // of the software, from the firmware
    std::uint64_t notFinite = 0; // NaN or infinite in float64
};

// Of all inputs so far, layer by layer; what is in no layer is an instruction.
class LayerErrors {
  public:
    void add(const project::Software& of, const project::OneInput& one) {
        addExact(of, one);
        std::size_t at = 0;
        for (std::size_t i = concord::kSources; i < of.graph.nodes.size(); ++i) {
            const concord::Node& node = of.graph.nodes[i];
            if (!concord::isOnTheWay(node)) continue;
            const concord::Chain& chain = of.stream.chains[node.chain];
            LayerRow& row = rowOf(chain.layer, chain.ops[node.op].bundle);
            for (std::uint64_t k = 0; k < node.count * of.stream.format.n; ++k, ++at)
                if (const auto& code = one.firmware.codes[at]; code && *code != one.software.values[at])
                    row.other = std::max(row.other, std::abs(numeric::halfValue(*code) -
                                                             numeric::halfValue(one.software.values[at])));
        }
    }

    void print(bool areEqual, Console& console) const {
        std::vector<std::vector<std::string>> rows{
            {"  layer", "off float64 by at most", "of magnitudes up to"}};
        if (!areEqual) rows.front().emplace_back("software off firmware by at most");
        const bool isFinite =
            std::ranges::none_of(m_rows, [](const LayerRow& row) { return row.notFinite != 0; });
        if (!isFinite) rows.front().emplace_back("and NaN or infinite in float64");
        Json list = Json::list();
        for (const LayerRow& row : m_rows) {
            const std::string name =
                row.layer.empty() ? std::to_string(row.bundle) + ": " + row.text : row.layer;
            rows.push_back({"  " + name, significantText(row.error, 3), significantText(row.value, 3)});
            if (!areEqual) rows.back().push_back(significantText(row.other, 3));
            if (!isFinite) rows.back().push_back(groupedText(row.notFinite));
            list.push_back({{"layer", name},
                            {"largestError", row.error},
                            {"largestValue", row.value},
                            {"largestDifference", row.other},
                            {"notFinite", row.notFinite}});
        }
        console.print(tableText(rows, {1, 2, 3, 4}));
        console.document()["layers"] = std::move(list);
    }

  private:
    void addExact(const project::Software& of, const project::OneInput& one) {
        const concord::NodeNumbers exact = project::exactNumbersOf(of, one.firmware);
        const scene::firmware::Differences found = scene::firmware::differencesOf(
            {of.graph, of.stream, one.firmware.codes, one.software.values, exact});
        for (const scene::firmware::InstructionDifference& instruction : found.instructions) {
            LayerRow& row = rowOf(instruction.layer, instruction.bundle);
            row.text = instruction.text;
            row.error = std::max(row.error, instruction.largestError);
            row.value = std::max(row.value, instruction.largestValue);
            row.notFinite += instruction.notFinite;
        }
    }

    LayerRow& rowOf(const std::string& layer, std::uint32_t bundle) {
        const auto found = std::ranges::find_if(m_rows, [&](const LayerRow& row) {
            return row.layer == layer && (!layer.empty() || row.bundle == bundle);
        });
        return found != m_rows.end() ? *found : m_rows.emplace_back(LayerRow{layer, bundle, {}});
    }

    std::vector<LayerRow> m_rows;
};

void printCounts(const project::ManyComparison& found, bool isStandIn, Console& console) {
    const std::string all = countText(found.inputs, "input");
    console.line((found.firstInput
                      ? "other bits: " + groupedText(found.equal) + " of " + all + " are equal"
                      : "equal bits: " + groupedText(found.equal) + " of " + all + ", each with " +
                            countText(found.numbers, "number") + " on the way and " +
                            countText(found.vectors, "vector") + " to the network") +
                 standInText(isStandIn));
    console.document()["inputs"] = found.inputs;
    console.document()["equal"] = found.equal;
    if (isStandIn) console.document()["standIn"] = true;
}

} // namespace

Result<project::ManyInputs> inputsIn(const std::string& path, const project::Software& software,
                                     Console& console) {
    LW_TRY(const tensor::Tensor array, tensor::readNpy(path));
    LW_TRY(project::ManyInputs inputs, project::manyInputs(software, array, path));
    if (array.dtype() == tensor::DType::U16) return inputs; // these are codes
    const lower::processor::RangeLoss loss = lower::processor::rangeLossOf(path, array);
    if (loss.isOfFp16()) console.print("numbers that FP16 does not hold:\n  " + lossText(loss) + "\n");
    return inputs;
}

Result<Exit> compareInputs(const project::ManyInputs& inputs, const project::Software& software,
                           PreparedRun& run, const SoftwareRequest& request, Console& console) {
    LW_TRY(const project::Tools tools, toolsOf(request));
    const auto runOver = [&](const std::string& file) {
        std::vector<std::string> more{"--inputs", file};
        more.insert(more.end(), request.more.begin(), request.more.end());
        return runAll(project::commandsFor(project::languages()[request.form], request.folder, request.module,
                                           tools, more));
    };
    LayerErrors errors;
    LW_TRY(const project::ManyComparison found,
           project::compareMany(software, run.loaded.program, *run.machine, inputs, request.folder, runOver,
                                [&](const project::OneInput& one) { errors.add(software, one); }));
    if (found.inputs > 0) printCounts(found, tools.isStandIn, console);
    const std::string input = "input " + groupedText(found.firstInput.value_or(0)) + ", ";
    if (found.firstInput) printFirst(software, found.first, input, console);
    if (found.inputs > 0) errors.print(!found.firstInput, console);
    if (found.faulted) {
        const RunEnd end{found.stop};
        console.line("input " + groupedText(*found.faulted) + ": " + stopText(*run.machine, end));
        console.line(groupedText(inputs.count - *found.faulted) + " of " + countText(inputs.count, "input") +
                     " were not compared: those from input " + groupedText(*found.faulted) + " on");
        return exitOf(end);
    }
    return found.firstInput ? Exit::CheckFailed : Exit::Pass;
}

Result<Exit> runFloat64(const project::Software& software, PreparedRun& run, const SoftwareRequest& request,
                        Console& console) {
    const project::Observed firmware = project::observe(software, *run.machine);
    if (firmware.stop.fault) {
        const RunEnd end{firmware.stop};
        console.line(stopText(*run.machine, end));
        return exitOf(end);
    }
    project::forgetFloat64(request.folder);
    LW_TRY(const project::Tools tools, toolsOf(request));
    LW_TRY([[maybe_unused]] const Done ran,
           runAll(project::commandsFor(project::languages()[request.form], request.folder,
                                       request.module + project::kFloat64, tools)));
    LW_TRY(const project::Float64Comparison found,
           project::compareFloat64(software, request.folder, project::exactNumbersOf(software, firmware)));
    console.document()["numbers"] = found.numbers;
    console.document()["farthest"] = found.farthest;
    if (tools.isStandIn) console.document()["standIn"] = true;
    const std::string what = groupedText(found.numbers) + " numbers on the way, apart by at most " +
                             significantText(found.farthest, 3) + " of the largest of an instruction" +
                             standInText(tools.isStandIn);
    console.line((found.node ? "other than lw's float64: " : "the same as lw's float64: ") + what);
    if (found.node) {
        const concord::Node& node = software.graph.nodes[*found.node];
        const concord::Op& op = software.stream.chains[node.chain].ops[node.op];
        console.line("first in instruction " + std::to_string(op.bundle) + ", " + op.text);
        return Exit::CheckFailed;
    }
    project::SoftwareValues values; // of the firmware itself: only what it loses is told
    for (const auto& code : firmware.codes) values.values.push_back(code.value_or(0));
    LayerErrors errors;
    errors.add(software, {0, firmware, values});
    errors.print(true, console);
    return Exit::Pass;
}

} // namespace lw::cli
