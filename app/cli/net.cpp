// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/net_classes.h"
#include "app/cli/net_input.h"
#include "app/cli/net_quantise.h"
#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "app/cli/tensor_arguments.h"
#include "app/cli/tile_arguments.h"
#include "core/lower/striding/direct.h"
#include "core/network/cost.h"
#include "core/network/input_range.h"
#include "core/network/kinds.h"
#include "core/network/quantisation.h"
#include "core/network/ranges.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <cmath>

// lw net: what a network is, whether it is one, and what it computes by plain loops.
namespace lw::cli {

namespace {

using network::Layer;
using network::Network;

constexpr std::uint64_t kMostPrinted = 1000; // elements of a value

struct Loaded {
    source::DiskLoader loader;
    source::Files files{loader};
    std::optional<Network> network;
};

void sayWarnings(const Network& network, const source::Files& files, Console& console) {
    for (const Problem& warning : network.warnings) console.problem(warning, &files);
}

// What is cut off, and the size of the image.
Result<network::Section> wantedOf(const Arguments& arguments) {
    network::Section out = sectionOf(arguments);
    LW_TRY(out.image, statedSize(arguments));
    return out;
}

// Reports what is wrong with the network, or loads it.
bool load(const std::string& path, const Arguments& arguments, Loaded& into, Console& console) {
    const auto where = wantedOf(arguments);
    if (!where) {
        console.problem(where.problem());
        return false;
    }
    auto network = project::loadNetwork(path, into.files, *where);
    if (!network)
        console.problem(network.problem(), &into.files);
    else
        into.network = *std::move(network);
    if (into.network) sayWarnings(*into.network, into.files, console);
    return into.network.has_value();
}

std::string boundText(double bound) {
    return std::isinf(bound) ? (bound < 0 ? "-inf" : "inf") : realText(bound);
}

std::string rangeText(const network::Range& range) {
    return "[" + boundText(range.low) + ", " + boundText(range.high) + "]" +
           (range.mayBeNan ? " or NaN" : "") + (range.mayWrap ? " wrapped" : "");
}

Json rangeJson(const network::Range& range) {
    // JSON has no infinity: a missing bound is null.
    const auto bound = [](double x) { return std::isinf(x) ? Json() : Json(x); };
    return {{"low", bound(range.low)},
            {"high", bound(range.high)},
            {"nan", range.mayBeNan},
            {"wraps", range.mayWrap}};
}

// An image as one sheet per channel.
tensor::Tensor forPrint(const tensor::Tensor& value) {
    const tensor::Shape& shape = value.shape();
    if (shape.size() != 3 || shape[2] == 1) return value;
    const std::uint64_t channels = shape[2], pixels = shape[0] * shape[1],
                        bytes = tensor::sizeOf(value.dtype());
    tensor::Tensor out(value.dtype(), {channels, shape[0], shape[1]});
    for (std::uint64_t i = 0; i < value.count(); ++i)
        std::copy_n(value.bytes().data() + i * bytes, bytes,
                    out.bytes().data() + (i % channels * pixels + i / channels) * bytes);
    return out;
}

// What the codes of a value mean, in the table and in JSON; nothing if that is not known.
std::string codesText(const Network& network, network::ValueId value) {
    const auto step = network::stepOf(network, value);
    if (!step || network::dtypeOf(network, value) != tensor::DType::I8) return {};
    const std::int32_t zero = network::zeroOf(network, value);
    const std::string code = zero == 0  ? "code"
                             : zero > 0 ? "(code - " + std::to_string(zero) + ")"
                                        : "(code + " + std::to_string(-zero) + ")";
    return ", " + code + " * " +
           tensor::textAt(tensor::Tensor::of<float>(tensor::DType::F32, {1}, std::span(&*step, 1)), 0);
}
void addCodes(Json& document, const Network& network, network::ValueId value) {
    if (network::dtypeOf(network, value) != tensor::DType::I8) return;
    document["zero"] = network::zeroOf(network, value);
    if (const auto step = network::stepOf(network, value)) document["scale"] = *step;
}

Result<Exit> show(const std::string& path, const Arguments& arguments, Console& console) {
    Loaded loaded;
    if (!load(path, arguments, loaded, console)) return Exit::Usage;
    if (const auto range = arguments.value("--range")) {
        LW_TRY([[maybe_unused]] const Done set, network::setRange(*loaded.network, *range));
    }
    const Network& network = *loaded.network;
    const auto ranges = network::rangesOf(network);
    const network::Cost all = network::costOf(network);
    Json& document = console.document();
    document["name"] = network.name;
    document["dtype"] = network::nameOf(network.precision);
    document["input"] = {{"name", network.input.name},
                         {"shape", Json::list(network.input.shape)},
                         {"range", rangeJson(ranges[network::kInput].all)}};
    addCodes(document["input"], network, network::kInput);
    document["parameters"] = all.parameters;
    document["macs"] = all.multiplyAdds;
    std::vector<std::vector<std::string>> rows{
        {"layer", "kind", "reads", "shape", "parameters", "MACs", "range"},
        {network.input.name, "input", "", tensor::shapeText(network.input.shape), "", "",
         rangeText(ranges[network::kInput].all)}};
    document["layers"] = Json::list();
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const Layer& layer = network.layers[i];
        const network::Cost cost = network::costOf(network, layer);
        const network::Range& range = ranges[i + 1].all;
        std::string reads;
        Json inputs = Json::list();
        for (const network::ValueId id : layer.inputs) {
            reads += (reads.empty() ? "" : ", ") + network::nameOf(network, id);
            inputs.push_back(network::nameOf(network, id));
        }
        rows.push_back({layer.name, std::string(network::nameOf(layer.kind)), reads,
                        tensor::shapeText(layer.shape), groupedText(cost.parameters),
                        groupedText(cost.multiplyAdds), rangeText(range)});
        Json entry{{"name", layer.name},
                   {"kind", network::nameOf(layer.kind)},
                   {"inputs", std::move(inputs)},
                   {"shape", Json::list(layer.shape)},
                   {"dtype", tensor::nameOf(layer.dtype)},
                   {"parameters", cost.parameters},
                   {"macs", cost.multiplyAdds},
                   {"range", rangeJson(range)}};
        addCodes(entry, network, i + 1);
        document["layers"].push_back(std::move(entry));
    }
    console.line(network.name + ": " + countText(network.layers.size(), "layer") + ", " +
                 countText(all.parameters, "parameter") + ", " + countText(all.multiplyAdds, "MAC") +
                 " for one input");
    console.print(tableText(rows, {4, 5}));
    if (network.input.step)
        console.line("input: " + network.input.name + codesText(network, network::kInput));
    for (const network::ValueId id : network.outputs) {
        console.line("output: " + network::nameOf(network, id) + codesText(network, id));
        document["outputs"].push_back(network::nameOf(network, id));
    }
    return Exit::Pass;
}

// What is wrong with each part of it, and how to go on.
Json checkJson(const std::string& path, const project::NetworkCheck& check, const source::Files& files) {
    Json out{{"path", path},
             {"valid", check.network.has_value()},
             {"problems", Json::list()},
             {"unsupported", Json::list()}};
    for (const Problem& problem : check.problems) {
        Json one = cli::jsonOf(problem, files);
        one["explanation"] = problem.message->explanation;
        out["problems"].push_back(std::move(one));
    }
    for (const auto& [operation, name] : check.unsupported)
        out["unsupported"].push_back({{"operator", operation}, {"node", name}});
    return out;
}

Result<Exit> check(const std::vector<std::string>& paths, const Arguments& arguments, Console& console) {
    bool good = true;
    LW_TRY(const network::Section where, wantedOf(arguments));
    for (const std::string& path : paths) {
        source::DiskLoader disk;
        source::Files files(disk);
        const project::NetworkCheck one = project::checkNetwork(path, files, where);
        good &= one.network.has_value();
        console.line(path + ": " +
                     (one.network ? countText(one.network->layers.size(), "layer") + ", no errors"
                                  : countText(one.problems.size(), "error")));
        for (const Problem& problem : one.problems) console.problem(problem, &files);
        if (one.network) sayWarnings(*one.network, files, console);
        console.document()["networks"].push_back(checkJson(path, one, files));
    }
    return good ? Exit::Pass : Exit::Usage;
}

// How sums are made, and what the first line says about it.
struct Order {
    network::ReferenceOptions options;
    std::string words; // for float32, where it matters
};

// As on a circuit, so that `lw stride` gives the same bits.
Result<Order> orderOf(const Arguments& arguments, const Network& network) {
    Order out;
    constexpr std::string_view kTypes[] = {"f32", "f64"};
    LW_TRY(const std::size_t type, arguments.choice("--dtype", kTypes));
    LW_TRY(const machine::CircuitLimits circuit,
           project::circuitNamed(arguments.value("--machine").value_or("")));
    const bool isFolded = !arguments.has("--no-fold");
    out.options = lower::striding::directOptions(circuit, isFolded);
    out.words = ", in the order of " + circuit.name;
    if (arguments.has("--block")) {
        LW_TRY(const std::uint64_t block, arguments.number("--block", 0, network::kMostElements));
        out.options.blockChannels = static_cast<std::uint32_t>(block);
        out.words = block == 0 ? ", in chains of all channels"
                               : ", in chains of " + std::to_string(block) + " products";
    }
    if (!isFolded) out.words += ", each tap by itself";
    if (type == 1) out.options.arithmetic = network::Arithmetic::F64;
    if (type == 1 || network.precision != network::Precision::F32) out.words.clear();
    return out;
}

Result<Exit> run(const std::string& path, const Arguments& arguments, Console& console) {
    Loaded loaded;
    if (!load(path, arguments, loaded, console)) return Exit::Usage;
    Network& network = *loaded.network;
    LW_TRY(const Order order, orderOf(arguments, network));
    network::ValueId value = network.outputs.front();
    if (const auto name = arguments.value("--value")) {
        LW_TRY(value, valueNamed(network, *name));
    }
    LW_TRY(const std::optional<tensor::Tensor> given, givenInput(arguments, network));
    if (!given) return Problem{&messages::kNoNetworkInput, {}, {}, {}, {}};
    LW_TRY(const std::vector<std::string> labels, labelsOf(arguments, network, value));
    LW_TRY(tensor::Tensor out, computeValue(network, *given, value, order.options));
    if (arguments.has("--dequantise")) {
        const auto step = network::stepOf(network, value);
        if (!step) return Problem{&messages::kNoScale, {network::nameOf(network, value)}, {}, {}, {}};
        out = network::numbersOf(out, *step, network::zeroOf(network, value));
    }
    console.line(network::nameOf(network, value) + ": " + std::string(tensor::nameOf(out.dtype())) + " " +
                 tensor::shapeText(out.shape()) + order.words);
    console.document()["value"] = network::nameOf(network, value);
    console.document()["shape"] = Json::list(out.shape());
    if (const auto output = arguments.value("--output")) {
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(*output, out));
    } else {
        console.print(tensorText(forPrint(out), kMostPrinted));
    }
    if (!labels.empty()) sayClasses(out, labels, console);
    const auto expected = arguments.value("--expect");
    if (!expected) return Exit::Pass;
    LW_TRY(const tensor::Tensor wanted, tensor::readNpy(*expected));
    LW_TRY(const tensor::Tolerance tolerance, toleranceOf(arguments));
    LW_TRY(const tensor::Comparison compared, tensor::compare(out, wanted, tolerance));
    console.line(*expected + ": " + comparisonText(compared));
    console.document()["accepted"] = compared.accepted();
    return compared.accepted() ? Exit::Pass : Exit::CheckFailed;
}

Result<Exit> quantise(const std::string& path, const Arguments& arguments, Console& console) {
    Loaded loaded;
    if (!load(path, arguments, loaded, console)) return Exit::Usage;
    LW_TRY(Order order, orderOf(arguments, *loaded.network));
    order.options.arithmetic = network::Arithmetic::F32;
    return quantiseNetwork(path, *std::move(loaded.network), order.options, arguments, console);
}

Result<Exit> convert(const std::string& path, const std::string& output, const Arguments& arguments,
                     Console& console) {
    if (!output.ends_with(".json")) return Problem{&messages::kNotJson, {output}, {}, {}, {}};
    Loaded loaded;
    if (!load(path, arguments, loaded, console)) return Exit::Usage;
    LW_TRY([[maybe_unused]] const Done written, project::saveNetwork(*loaded.network, output));
    return Exit::Pass;
}

} // namespace

Result<Exit> runNet(const Arguments& arguments, Console& console) {
    const std::vector<std::string>& words = arguments.operands();
    const std::string& verb = words[0];
    const std::vector<std::string> files(words.begin() + 1, words.end());
    if (verb == "check") return check(files, arguments, console);
    if (verb == "show" && files.size() == 1) return show(files[0], arguments, console);
    if (verb == "run" && files.size() == 1) return run(files[0], arguments, console);
    if (verb == "quantise" && files.size() == 1) return quantise(files[0], arguments, console);
    if (verb == "convert" && files.size() == 2) return convert(files[0], files[1], arguments, console);
    return Problem{&messages::kNoNetVerb, {}, {}, {}, {}};
}

} // namespace lw::cli
