// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/software.h"

#include "core/base/file.h"
#include "core/concord/cpp_text.h"
#include "core/concord/python_text.h"
#include "core/numeric/half.h"
#include "core/project/derivation.h"
#include "core/project/messages.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <map>

namespace lw::project {

using concord::Node;
using concord::OpKind;

namespace {

// Whether a file is software that was written here.
bool isSoftware(std::string_view text) {
    return text.substr(0, text.find("\n\n")).find("Written by `lw concord`") != text.npos;
}

// Nobody else's files are overwritten: what is there already belongs to this module, in whichever language.
// The first of them says that it does.
Outcome checkFolder(const std::string& folder, const std::string& module,
                    const std::vector<std::string>& files) {
    const auto isOurs = [&](const Language& one) {
        return std::ranges::any_of(
            std::array{std::string(), std::string(kFloat64)}, [&](const std::string& kind) {
                const auto text = readTextToReplace(folder + "/" + module + kind + std::string(one.ending));
                return text && isSoftware(*text);
            });
    };
    const std::string mark = files.front();
    std::error_code failed;
    if (!std::filesystem::exists(folder + "/" + mark, failed) && std::ranges::any_of(languages(), isOurs))
        return Done{};
    return checkOwn(folder, files, {mark, isSoftware});
}

std::vector<std::vector<std::uint16_t>> sourcesOf(const Software& software, machine::Machine& machine) {
    std::vector<std::vector<std::uint16_t>> out;
    for (const concord::Source source : kAllSources) {
        std::vector<std::uint16_t>& codes = out.emplace_back();
        const auto held = heldBy(software, machine, source);
        for (std::uint64_t i = 0; held && *held && i < (*held)->count(); ++i)
            codes.push_back((*held)->at<std::uint16_t>(i));
    }
    return out;
}

// What is only moved may be any NaN in the firmware.
bool isSameCode(std::uint16_t x, std::uint16_t y) {
    const auto isNan = [](std::uint16_t code) { return (code & 0x7fff) > 0x7c00; };
    return x == y || (isNan(x) && isNan(y));
}

// The codes of a node whose instruction has just been executed; what it writes begins at `first`.
std::vector<std::optional<std::uint16_t>> codesOf(const Software& software, const Node& node,
                                                  machine::Machine& machine, std::uint64_t first) {
    const concord::Chain& chain = software.stream.chains[node.chain];
    const concord::Op& op = chain.ops[node.op];
    const machine::Moment moment = machine::momentOf(machine);
    const bool isWritten = node.kind == OpKind::WriteQuantised;
    std::vector<std::optional<std::uint16_t>> out;
    const std::uint64_t each = node.count / chain.turns;
    const std::uint64_t n = software.stream.format.n;
    for (std::uint64_t i = 0; i < node.count; ++i) {
        const bool isStepped = isWritten && op.memory != concord::kQueue;
        if (isStepped && i / each + 1 < chain.turns && i % each >= op.step) {
            out.insert(out.end(), n, std::nullopt); // the next turn has written there as well
            continue;
        }
        const std::uint64_t location = isStepped   ? first + i / each * op.step + i % each
                                       : isWritten ? first + i
                                                   : i;
        const auto vector = software.chip->vectorAt(machine.onlyCore().tree(), moment,
                                                    isWritten ? op.memory : std::string(), location);
        out.insert(out.end(), vector.begin(), vector.end());
    }
    return out;
}

} // namespace

tensor::Shape shapeOf(const Software& software, concord::Source source) {
    const std::uint64_t used = concord::usedOf(software.graph, source), n = software.stream.format.n;
    return source == concord::kOfMatrixDram ? tensor::Shape{used, n, n} : tensor::Shape{used, n};
}

Result<std::optional<tensor::Tensor>> heldBy(const Software& software, machine::Machine& machine,
                                             concord::Source source) {
    if (concord::usedOf(software.graph, source) == 0) return std::optional<tensor::Tensor>();
    const std::string_view name = concord::nameOf(source);
    isa::SpaceId space{};
    while (software.chip->spec->spaces[index(space)].name != name) ++space;
    tensor::Tensor out(tensor::DType::F16, shapeOf(software, source));
    LW_TRY([[maybe_unused]] const Done read, machine.onlyCore().readSpace(space, 0, out.bytes(), {}));
    return std::optional(std::move(out));
}

bool isCompared(const Node& node) { return node.kind != OpKind::Read && !areMatrices(node.kind); }

Result<Software> softwareOf(const LoadedProgram& loaded, const std::string& name) {
    if (loaded.chip->ops == nullptr)
        return Problem{&messages::kNoChains, {name, std::string(loaded.chip->title)}, {}, {}, {}};
    Software out;
    out.chip = loaded.chip;
    LW_TRY(out.stream, loaded.chip->ops(loaded.program, loaded.machine.json));
    out.stream.name = name;
    LW_TRY(out.graph, concord::graphOf(out.stream));
    return out;
}

std::string moduleName(const std::string& path) {
    std::string out = std::filesystem::path(path).stem().string();
    for (char& c : out)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    const bool isName = !out.empty() && std::isdigit(static_cast<unsigned char>(out.front())) == 0;
    return isName && out != "blockfloat" ? out : "_" + out; // that is what modules of these names import
}

std::string codeText(std::uint16_t code) {
    char number[32], bits[8];
    const auto end = std::to_chars(std::begin(number), std::end(number), numeric::halfValue(code)).ptr;
    const auto last = std::to_chars(std::begin(bits), std::end(bits), code, 16).ptr;
    const std::string digits(std::begin(bits), last);
    return std::string(std::begin(number), end) + " (0x" + std::string(4 - digits.size(), '0') + digits + ")";
}

std::span<const Language> languages() {
    static constexpr Language kLanguages[] = {
        {"numpy", "_numpy.py", "blockfloat.py", concord::numpyText, concord::numpyRuntime},
        {"torch", "_torch.py", "blockfloat_torch.py", concord::torchText, concord::torchRuntime},
        {"cpp", ".cpp", "blockfloat.hpp", concord::cppText, concord::cppRuntime},
        {"tensorflow", "_tensorflow.py", "blockfloat_tensorflow.py", concord::tensorflowText,
         concord::tensorflowRuntime, "tensorflow_standin.py", concord::tensorflowStandIn}};
    return kLanguages;
}

Result<std::vector<std::string>> writeSoftware(const Software& software, const Language& language,
                                               machine::Machine& machine, const std::string& folder,
                                               const std::string& module) {
    return writeSoftware(
        software, language, [&](concord::Source source) { return heldBy(software, machine, source); }, folder,
        module);
}

Result<std::vector<std::string>> writeSoftware(const Software& software, const Language& language,
                                               const HeldCodes& heldOf, const std::string& folder,
                                               const std::string& module) {
    const std::string kind = software.stream.format.isFloat64 ? kFloat64 : "";
    std::vector<std::string> files{module + kind + std::string(language.ending),
                                   module + kind + kProgramEnding,
                                   std::string(language.runtimeFile),
                                   "netout" + kind + ".npy",
                                   "values" + kind + ".npy",
                                   "inputs.npy"};
    for (const concord::Source source : kAllSources)
        files.push_back(std::string(concord::nameOf(source)) + ".npy");
    if (language.standIn != nullptr) files.emplace_back(language.standInFile);
    LW_TRY([[maybe_unused]] const Done own, checkFolder(folder, module, files));
    std::error_code ignored; // writing the first file says what is wrong
    std::filesystem::create_directories(folder, ignored);
    std::vector<std::string> out{folder + "/" + files.front(),
                                 folder + "/" + std::string(language.runtimeFile)};
    LW_TRY([[maybe_unused]] const Done text,
           writeFileAtomically(out[0], language.text(software.graph, software.stream)));
    LW_TRY([[maybe_unused]] const Done runtime, writeFileAtomically(out[1], language.runtime()));
    if (language.standIn != nullptr) {
        out.push_back(folder + "/" + std::string(language.standInFile));
        LW_TRY([[maybe_unused]] const Done standIn, writeFileAtomically(out.back(), language.standIn()));
    }
    for (const concord::Source source : kAllSources) {
        LW_TRY(const std::optional<tensor::Tensor> held, heldOf(source));
        if (!held) continue;
        out.push_back(folder + "/" + std::string(concord::nameOf(source)) + ".npy");
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(out.back(), *held));
    }
    return out;
}

Observed observe(const Software& software, machine::Machine& machine, const std::atomic<bool>* stop) {
    const auto& nodes = software.graph.nodes;
    std::uint32_t next = concord::kSources; // nodes are in the order of execution
    const auto skip = [&] {
        while (next < nodes.size() && !isCompared(nodes[next])) ++next;
    };
    const auto bundleOf = [&](std::uint32_t node) {
        return software.stream.chains[nodes[node].chain].ops[nodes[node].op].bundle;
    };
    std::size_t write = 0; // so do writes
    const auto firstOf = [&](const Node& node) {
        const auto& writes = software.graph.writes;
        while (writes[write].chain != node.chain || writes[write].op != node.op) ++write;
        return writes[write++].first;
    };
    Observed out;
    out.sources = sourcesOf(software, machine);
    skip();
    do {
        const bool isNode = next < nodes.size() && machine.onlyCore().nextBundle() == bundleOf(next);
        out.stop = machine.run({.bundles = 1});
        if (!isNode || out.stop.fault) continue;
        const Node& node = nodes[next++];
        const std::uint64_t first = node.kind == OpKind::WriteQuantised ? firstOf(node) : 0;
        const auto codes = codesOf(software, node, machine, first);
        out.codes.insert(out.codes.end(), codes.begin(), codes.end());
        skip();
    } while (!machine.halted() && !out.stop.fault && !(stop && *stop));
    if (const auto counts = machine.onlyCore().bundleCounts();
        out.stop.fault && out.stop.fault->bundle < counts.size())
        out.faultTime = counts[out.stop.fault->bundle];
    const machine::Moment moment = machine::momentOf(machine);
    for (std::uint64_t i = 0; i < concord::countOf(software.graph.output) && !out.stop.fault; ++i) {
        const auto vector = software.chip->vectorAt(machine.onlyCore().tree(), moment, concord::kQueue, i);
        out.output.insert(out.output.end(), vector.begin(), vector.end());
    }
    return out;
}

std::optional<FirstDifference> firstDifference(const Software& software, const Codes& firmware,
                                               const std::vector<std::uint16_t>& other) {
    const std::uint64_t n = software.stream.format.n;
    std::uint64_t at = 0;
    for (std::uint32_t i = concord::kSources; i < software.graph.nodes.size(); ++i) {
        if (!isCompared(software.graph.nodes[i])) continue;
        for (std::uint64_t k = 0; k < software.graph.nodes[i].count * n; ++k, ++at)
            if (firmware[at] && !isSameCode(*firmware[at], other[at]))
                return FirstDifference{i, k / n, k % n, *firmware[at], other[at]};
    }
    return {};
}

std::optional<FirstDifference> outputDifference(const Software& software,
                                                const std::vector<std::uint16_t>& firmware,
                                                const std::vector<std::uint16_t>& other) {
    const std::uint64_t n = software.stream.format.n;
    for (std::uint64_t i = 0; i < firmware.size(); ++i)
        if (!isSameCode(firmware[i], other[i]))
            return FirstDifference{{}, i / n, i % n, firmware[i], other[i]};
    return {};
}

std::string textOf(const FirstDifference& difference, const Software& software) {
    const std::string codes = ": " + codeText(difference.firmware) + " in the firmware, " +
                              codeText(difference.software) + " in the software";
    if (!difference.node)
        return "vector " + std::to_string(difference.vector) + " to the network, element " +
               std::to_string(difference.element) + codes;
    const Node& node = software.graph.nodes[*difference.node];
    const concord::Op& op = software.stream.chains[node.chain].ops[node.op];
    std::string turns;
    std::size_t depth = 0;
    for ([[maybe_unused]] const std::uint32_t loop : concord::loopsAround(software.stream, node.chain))
        turns += (turns.empty() ? ", turn " : ".") + std::to_string(node.at[depth++]);
    return "v" + std::to_string(*difference.node) + " (instruction " + std::to_string(op.bundle) + ", " +
           op.text + turns + "), vector " + std::to_string(difference.vector) + ", element " +
           std::to_string(difference.element) + codes;
}

} // namespace lw::project
