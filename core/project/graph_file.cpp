// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/graph_file.h"

#include "core/base/file.h"
#include "core/concord/node_values.h"
#include "core/concord/read_stream.h"
#include "core/numeric/half.h"
#include "core/project/messages.h"
#include "core/tensor/npy.h"

#include <filesystem>

namespace lw::project {

namespace {

std::string numbersPath(const std::string& graph, concord::Source source) {
    return graph.substr(0, graph.size() - std::string_view(".json").size()) + "." +
           std::string(concord::nameOf(source)) + ".npy";
}

Problem tooFew(const std::string& path, std::uint64_t there, std::uint64_t wanted) {
    return Problem{
        &messages::kNoGraphNumbers, {path, std::to_string(there), std::to_string(wanted)}, {}, {}, {}};
}

std::uint64_t countOf(const tensor::Shape& shape) {
    std::uint64_t out = 1;
    for (const std::uint64_t size : shape) out *= size;
    return out;
}

} // namespace

std::string graphPath(const std::string& folder, const std::string& module) {
    return folder + "/" + module + ".graph.json";
}

Result<std::vector<std::string>> writeGraphFile(const Software& software, machine::Machine& machine,
                                                const std::string& folder, const std::string& module) {
    std::error_code ignored; // writing the file reports what is wrong
    std::filesystem::create_directories(folder, ignored);
    std::vector<std::string> out{graphPath(folder, module)};
    const Json graph = concord::jsonOf(software.graph, software.stream);
    LW_TRY([[maybe_unused]] const Done done,
           writeFileAtomically(out.front(), graph.text(2, Json::Order::AsAdded) + "\n"));
    for (const concord::Source source : kAllSources) {
        LW_TRY(const auto held, heldBy(software, machine, source));
        if (!held) continue;
        out.push_back(numbersPath(out.front(), source));
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(out.back(), *held));
    }
    return out;
}

Result<Software> parseGraphFile(const std::string& text, std::uint32_t file) {
    LW_TRY(const JsonValue json, parseJson(text, file));
    Software out;
    LW_TRY(out.stream, concord::readStream(json));
    LW_TRY(out.graph, concord::graphOf(out.stream));
    LW_TRY(const JsonValue made, parseJson(concord::jsonOf(out.graph, out.stream).line(), Place::kNoFile));
    LW_TRY([[maybe_unused]] const Done same, concord::checkValues(json, made));
    return out;
}

Result<std::vector<std::optional<tensor::Tensor>>> numbersBeside(const Software& software,
                                                                 const std::string& path) {
    std::vector<std::optional<tensor::Tensor>> out;
    for (const concord::Source source : kAllSources) {
        out.emplace_back();
        const tensor::Shape shape = shapeOf(software, source);
        const std::string beside = numbersPath(path, source);
        std::error_code failed;
        if (countOf(shape) == 0 || !std::filesystem::exists(beside, failed)) continue;
        LW_TRY(const tensor::Tensor read, tensor::readNpy(beside));
        if (read.count() < countOf(shape)) return tooFew(beside, read.count(), countOf(shape));
        tensor::Tensor held(tensor::DType::F16, shape);
        for (std::uint64_t i = 0; i < held.count(); ++i)
            held.set<std::uint16_t>(
                i, read.dtype() == tensor::DType::U16 || read.dtype() == tensor::DType::F16
                       ? read.at<std::uint16_t>(i)
                       : numeric::halfOf(tensor::valueAt(read, i), numeric::Overflow::Infinity));
        out.back() = std::move(held);
    }
    return out;
}

Result<Observed> observeGraph(const Software& software, const std::string& path,
                              const std::vector<std::optional<tensor::Tensor>>& numbers) {
    Observed out;
    concord::NodeNumbers sources;
    for (const concord::Source source : kAllSources) {
        concord::Numbers& values = sources.emplace_back();
        std::vector<std::uint16_t>& codes = out.sources.emplace_back();
        const std::uint64_t wanted = countOf(shapeOf(software, source));
        if (wanted == 0) continue;
        if (!numbers[source]) return tooFew(numbersPath(path, source), 0, wanted);
        for (std::uint64_t i = 0; i < wanted; ++i) {
            codes.push_back(numbers[source]->at<std::uint16_t>(i));
            values.push_back(numeric::halfValue(codes.back()));
        }
    }
    const concord::NodeNumbers all = concord::valuesOf(software.graph, software.stream.format, sources);
    for (std::uint32_t i = concord::kSources; i < all.size(); ++i) {
        if (!isCompared(software.graph.nodes[i])) continue;
        for (const std::uint16_t code : concord::codesOf(all[i], software.stream.format))
            out.codes.emplace_back(code);
    }
    out.output = concord::codesOf(concord::numbersOf(software.graph.output, all, software.stream.format.n),
                                  software.stream.format);
    return out;
}

} // namespace lw::project
