// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/comparison.h"

#include "core/base/file.h"
#include "core/project/messages.h"
#include "core/tensor/npy.h"

#include <filesystem>

namespace lw::project {

namespace {

constexpr const char* kValues = "/values.npy";
constexpr const char* kOutput = "/netout.npy";

// As many as the firmware gave.
Result<std::vector<std::uint16_t>> codesIn(const std::string& path, std::size_t wanted) {
    LW_TRY(tensor::Tensor tensor, tensor::readNpy(path));
    LW_TRY(tensor, tensor::expectDType(std::move(tensor), tensor::DType::U16));
    std::vector<std::uint16_t> out(tensor.count());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = tensor.at<std::uint16_t>(i);
    if (out.size() == wanted) return out;
    return Problem{
        &messages::kOtherValues, {path, std::to_string(out.size()), std::to_string(wanted)}, {}, {}, {}};
}

} // namespace

Result<Tools> toolsFor(const Language& language, Tools tools, const EndsWell& endsWell) {
    if (!language.isPython()) return tools;
    const bool hasStandIn = language.standIn != nullptr;
    if (hasStandIn && !tools.isStandIn) {
        auto found = pythonWith(language.name, endsWell, tools.python);
        tools.isStandIn = !found;
        if (found) tools.python = *std::move(found);
    }
    if (tools.python.empty()) {
        LW_TRY(tools.python, pythonWith(hasStandIn ? "numpy" : language.name, endsWell));
    }
    return tools;
}

std::vector<std::vector<std::string>> commandsFor(const Language& language, const std::string& folder,
                                                  const std::string& module, const Tools& tools,
                                                  const std::vector<std::string>& more) {
    const std::string file = folder + "/" + module + std::string(language.ending),
                      program = folder + "/" + module + kProgramEnding;
    std::vector<std::vector<std::string>> out;
    if (language.isPython()) {
        out.push_back({tools.python, "-B"});
        if (tools.isStandIn) out.back().push_back(folder + "/" + std::string(language.standInFile));
        out.back().push_back(file);
    } else {
        out.push_back({tools.compiler, "-std=c++17", "-O2", "-o", program, file});
        out.push_back({absolutePath(program), folder});
    }
    out.back().emplace_back("--values");
    out.back().insert(out.back().end(), more.begin(), more.end());
    return out;
}

void forgetValues(const std::string& folder) {
    std::error_code ignored;
    for (const char* const of : {kValues, kOutput}) std::filesystem::remove(folder + of, ignored);
}

Result<SoftwareValues> valuesIn(const std::string& folder, const Observed& firmware, std::size_t runs) {
    SoftwareValues out;
    LW_TRY(out.values, codesIn(folder + kValues, firmware.codes.size() * runs));
    LW_TRY(out.output, codesIn(folder + kOutput, firmware.output.size() * runs));
    return out;
}

Comparison compare(const Software& of, const program::Program& program, const Observed& firmware,
                   const SoftwareValues& software) {
    Comparison out;
    for (std::size_t i = 0; i < software.values.size(); ++i) {
        out.numbers += firmware.codes[i].has_value() ? 1 : 0;
        out.equal += software.values[i] == firmware.codes[i] ? 1 : 0;
    }
    out.vectors = concord::countOf(of.graph.output);
    out.first = firstDifference(of, firmware.codes, software.values);
    if (!out.first) out.first = outputDifference(of, firmware.output, software.output);
    if (out.first) out.why = explain(of, program, *out.first, firmware, software.values);
    return out;
}

} // namespace lw::project
