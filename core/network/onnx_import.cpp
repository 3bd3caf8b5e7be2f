// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"

#include "core/network/messages.h"
#include "core/network/onnx_cut.h"
#include "core/network/onnx_fold.h"
#include "core/network/onnx_fold_pads.h"
#include "core/network/onnx_input.h"
#include "core/network/onnx_lookahead.h"
#include "core/network/onnx_node.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace lw::network {

namespace {

using namespace onnx;

Problem wrong(const Import& import, std::string why) {
    return {&messages::kOnnxGraph, {std::string(import.file), std::move(why)}, {}, {}, {}};
}

Outcome takeConstants(Import& import, const Graph& graph, const std::vector<NamedTensor>& constants) {
    for (const NamedTensor& one : constants)
        import.known.insert_or_assign(one.name, widened(import, one.tensor));
    for (const auto& [name, bytes] : graph.initializers) {
        LW_TRY(NamedTensor one, parseTensor(bytes, import.file, import.otherFile));
        import.known.insert_or_assign(name, widened(import, std::move(one.tensor)));
    }
    return Done{};
}

Outcome takeInputs(Import& import, const Graph& graph, bool isWhole) {
    // Files of the first versions list the weights among the inputs.
    std::vector<const ValueInfo*> open;
    for (const ValueInfo& info : graph.inputs)
        if (!import.known.contains(info.name)) open.push_back(&info);
    if (open.size() == 1)
        return takeInput(import, graph, *open[0], isWhole ? std::optional(Order{}) : std::nullopt);
    constexpr std::size_t kNamed = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(open.size(), kNamed); ++i)
        names += (i == 0 ? ": " : ", ") + quoted(open[i]->name);
    if (open.size() > kNamed) names += " ...";
    return wrong(import, "it has " + std::to_string(open.size()) +
                             " inputs that are not weights, instead of 1" + names);
}

void noteWhatIsRead(Import& import, const Graph& graph) {
    for (const Node& node : graph.nodes) import.read.insert(node.inputs.begin(), node.inputs.end());
    for (const ValueInfo& info : graph.outputs) import.read.insert(info.name);
    import.read.erase(""); // an omitted input or output
}

const Operator* findIn(std::span<const Operator> table, const Node& node) {
    if (!node.domain.empty() && node.domain != "ai.onnx") return nullptr;
    const auto at = std::find_if(table.begin(), table.end(),
                                 [&](const Operator& one) { return one.name == node.operation; });
    return at == table.end() ? nullptr : &*at;
}

// As messages call it: many nodes have no name.
const std::string& calledOf(const Node& node) {
    return node.name.empty() && !node.outputs.empty() ? node.outputs[0] : node.name;
}

// Operators that are not supported because of what they are: no tile of a picture could compute them either.
struct GlobalOperator {
    std::string_view name, why;
};
constexpr GlobalOperator kGlobalOperators[] = {
    {"GroupNormalization", "divides by the deviation of groups of channels over all rows and columns"},
    {"InstanceNormalization", "divides by the deviation of each channel over all rows and columns"},
    {"MeanVarianceNormalization", "divides by the deviation of each channel over all rows and columns"},
};

bool isSupported(const Node& node) { return findIn(operators(), node) || findIn(foldings(), node); }

// All operators that cannot be imported, before anything else is wrong.
Outcome checkOperators(const Graph& graph, std::string_view file, const Section& where) {
    std::set<std::string> names;
    const Node* first = nullptr;
    for (const Node& node : graph.nodes) {
        if (isSupported(node)) continue;
        names.insert((node.domain.empty() ? "" : node.domain + ".") + node.operation);
        if (!first) first = &node;
    }
    if (names.empty()) return Done{};
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    const auto isBad = [](const Node& node) { return !isSupported(node); };
    std::vector<Note> notes = waysAround(graph, *first, isBad, file, where);
    for (const GlobalOperator& one : kGlobalOperators)
        if (names.contains(std::string(one.name)))
            notes.push_back({&messages::kOnnxGlobal, {std::string(one.name), std::string(one.why)}, {}});
    return Problem{
        &messages::kOnnxOperator, {std::string(file), all, calledOf(*first)}, {}, std::move(notes), {}};
}

// A node that only reads a value.
Node outputNode(const std::string& value) { return {"Output", "", value, {value}, {}, {}}; }

// A constant that is an output becomes a layer, with float32 numbers.
Outcome giveConstant(Import& import, const std::string& name) {
    const tensor::Tensor held = std::get<tensor::Tensor>(import.known.find(name)->second);
    const std::string what = "the output \"" + name + "\" is constant";
    if (import.network.precision == Precision::I8) return wrong(import, what + ", not codes of int8");
    if (held.count() == 0) return wrong(import, what + " and has no elements");
    LW_TRY(const tensor::Tensor real, tensor::cast(held, tensor::DType::F32));
    const std::string type(tensor::nameOf(held.dtype()));
    const bool isReal = held.dtype() == tensor::DType::F32 || held.dtype() == tensor::DType::F64;
    const auto back = tensor::cast(real, held.dtype());
    if (!isReal && (!back || *back != held))
        return wrong(import, what + "; float32 does not hold its " + type + " numbers exactly");
    for (std::uint64_t i = 0; i < held.count(); ++i)
        if (std::isinf(real.at<float>(i)) && !std::isinf(tensor::valueAt(held, i)))
            return wrong(import, what + "; its " + type + " number " + tensor::textAt(held, i) +
                                     " is too large for float32");
    if (held.dtype() != tensor::DType::F32)
        import.network.warnings.push_back(
            {&messages::kOnnxConstantOutput, {std::string(import.file), name, type}, {}, {}, {}});
    Layer layer;
    layer.kind = Kind::Constant;
    const tensor::Shape shape = real.shape().empty() ? tensor::Shape{1} : real.shape();
    layer.weights = tensor::Tensor(real.dtype(), shape, {real.bytes().begin(), real.bytes().end()});
    import.known.erase(name);
    const Node node{"Output", "", name, {}, {name}, {}, {}};
    return Use(import, node, 0).give(std::move(layer), {}, Layout::Plain);
}

// A channel number for each pixel; the graph has it without the extent of 1 that images have here.
bool isImageOfNumbers(const Import& import, const Value& value) {
    const Layer* const layer = value.id == kInput ? nullptr : &import.network.layers[value.id - 1];
    return layer && layer->kind == Kind::ArgMax && axisOf(*layer) == 2 && value.layout != Layout::Plain &&
           value.view.item == tensor::Shape{layer->shape[0], layer->shape[1]};
}

Outcome takeOutputs(Import& import, const Graph& graph) {
    if (graph.outputs.empty()) return wrong(import, "it has no outputs");
    for (const ValueInfo& info : graph.outputs) {
        const auto at = import.known.find(info.name);
        if (at == import.known.end())
            return wrong(import, "no node computes the output \"" + info.name + "\"");
        if (std::holds_alternative<tensor::Tensor>(at->second)) {
            LW_TRY([[maybe_unused]] const Done given, giveConstant(import, info.name));
        }
        const Value value = std::get<Value>(import.known.find(info.name)->second);
        const Node node = outputNode(info.name);
        Use use(import, node, graph.nodes.size());
        LW_TRY(const Value ordered, isImageOfNumbers(import, value) ? Result<Value>(value) : use.asOutput(0));
        if (use.isInt8() && !use.readsCodes(0) && !stepOf(import.network, ordered.id))
            return use.wrong("it is not quantised");
        // The file's name is that of the value given.
        std::vector<Layer>& layers = import.network.layers;
        if (ordered.id != value.id && value.id != kInput && nameOf(import.network, value.id) == info.name)
            std::swap(layers[ordered.id - 1].name, layers[value.id - 1].name);
        import.network.outputs.push_back(ordered.id);
    }
    return Done{};
}

constexpr std::size_t kMostListed = 100; // problems of one file

// Common to a graph and to each half of one.
struct Source {
    std::string_view file; // how errors refer to it
    const std::vector<NamedTensor>& constants;
    const Section& where;
    const OtherFile& otherFile;
    std::uint64_t mostMade;
    std::vector<Problem>* all = nullptr; // of all nodes; null: reading ends with the first
    Precision precision = Precision::F32;
    bool isWhole = false; // the input is taken as it is, without a batch

    Source in(Precision other) const {
        Source out = *this;
        out.precision = other;
        out.all = nullptr;
        return out;
    }
};

// Whether a node was taken before the others.
bool isKnown(const Import& import, const Node& node) {
    return node.operation == "Constant" && node.outputs.size() == 1 && import.known.contains(node.outputs[0]);
}

// How values are quantised is determined before any node is taken, with the constants that nodes make.
Outcome lookAhead(Import& import, const Graph& graph) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (graph.nodes[i].operation != "Constant") continue;
        LW_TRY([[maybe_unused]] const Done one, runNode(import, graph.nodes[i], i));
    }
    import.quantisedAs = quantisedValues(import, graph);
    return Done{};
}

// Every node that can be taken.
Outcome takeNodes(Import& import, const Graph& graph, const Source& source) {
    std::set<std::string_view> lost; // values of nodes that cannot be read
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        if (isKnown(import, node)) continue;
        const bool isTaken =
            isSupported(node) && std::none_of(node.inputs.begin(), node.inputs.end(),
                                              [&](const std::string& read) { return lost.contains(read); });
        Outcome one = isTaken ? runNode(import, node, i) : Outcome(Done{});
        if (isTaken && one) continue;
        if (!one) {
            Problem problem = std::move(one).problem();
            problem.notes = waysAround(
                graph, node, [&](const Node& other) { return &other == &node; }, source.file, source.where);
            if (!source.all) return problem;
            if (source.all->size() < kMostListed) source.all->push_back(std::move(problem));
        }
        lost.insert(node.outputs.begin(), node.outputs.end());
    }
    if (lost.empty()) return Done{};
    Problem first = std::move(source.all->front());
    source.all->erase(source.all->begin());
    return first;
}

// What is known at the end of a graph; its outputs are not yet taken.
Result<Import> importGraph(const Graph& graph, const Source& source,
                           const std::function<Outcome(Import& import)>& takeBeginning) {
    Import import;
    import.file = source.file;
    import.mostMade = source.mostMade;
    import.operatorSet = graph.operatorSet;
    import.otherFile = source.otherFile;
    import.network.name = graph.name;
    import.network.precision = source.precision;
    Outcome supported = checkOperators(graph, source.file, source.where);
    if (!supported && !source.all) return std::move(supported).problem();
    if (!supported) source.all->push_back(std::move(supported).problem());
    LW_TRY([[maybe_unused]] const Done weights, takeConstants(import, graph, source.constants));
    noteWhatIsRead(import, graph);
    if (source.precision == Precision::I8) {
        LW_TRY([[maybe_unused]] const Done ahead, lookAhead(import, graph));
    }
    LW_TRY([[maybe_unused]] const Done begun, takeBeginning(import));
    LW_TRY([[maybe_unused]] const Done nodes, takeNodes(import, graph, source));
    return import;
}

Result<Import> importWhole(const Graph& graph, const Source& source) {
    return importGraph(graph, source, [&](Import& import) -> Outcome {
        if (!source.where.from) import.image = source.where.image;
        Outcome taken = takeInputs(import, graph, source.isWhole);
        if (taken) return taken;
        Problem problem = std::move(taken).problem();
        problem.notes = wayPastInputs(graph, source.file, source.where);
        return problem;
    });
}

// What the second half begins with.
struct Beginning {
    ValueInfo info;
    std::optional<Order> order{};         // if the first half says so
    std::optional<Quantisation> by{};     // in an int8 network
    std::vector<NamedTensor> constants{}; // those that the first half makes
    std::map<std::string, Scaled, std::less<>> scaled{};
};

// The first half is read for the shape of its value.
Result<Beginning> readBeginning(Import import, const Halves& halves) {
    Beginning out;
    const auto found = [&](const std::string& name) -> const Known* {
        const auto at = import.known.find(name);
        return at == import.known.end() ? nullptr : &at->second;
    };
    const auto refused = [&](const char* why) {
        return Problem{&messages::kNoBeginning, {std::string(import.file), halves.value, why}, {}, {}, {}};
    };
    const Known* const known = found(halves.value);
    const Value* const value = known ? std::get_if<Value>(known) : nullptr;
    if (!value) return refused("what it makes is constant");
    const std::optional<float> step = stepOf(import.network, value->id);
    if (dtypeOf(import.network, value->id) != tensor::DType::F32 && !step)
        return refused("what it computes is not float32, or int8 of a known scale");
    for (const Halves::Other& other : halves.others) {
        const Known* const one = found(other.value);
        const tensor::Tensor* const constant = one ? std::get_if<tensor::Tensor>(one) : nullptr;
        if (!constant) return other.problem;
        out.constants.push_back({other.value, *constant});
    }
    // As the first half would give it.
    const Node node = outputNode(halves.value);
    Use use(import, node, 0);
    LW_TRY(const Value ordered, use.asOutput(0));
    LW_TRY(const tensor::Shape extents, use.extentsOf(0));
    const auto codes = import.codes.find(halves.value);
    out.info = {halves.value, codes == import.codes.end() ? kFloatType : codes->second,
                std::vector<std::int64_t>(extents.begin(), extents.end())};
    if (ordered.layout != Layout::Plain && import.batch == 1 && !import.isOneItem)
        out.info.extents->front() = -1;
    out.order = Order{ordered.layout, use.arrangementOf(ordered)};
    if (step) out.by = Quantisation{*step, zeroOf(import.network, value->id)};
    out.scaled = std::move(import.scaled);
    return out;
}

// If the first half cannot be read, what the file says about its value.
Result<Beginning> statedBeginning(const Graph& graph, const Halves& halves, std::string_view file,
                                  const Problem& unread) {
    if (!halves.others.empty()) return halves.others.front().problem;
    if (const ValueInfo* const info = findInfo(graph, halves.value)) return Beginning{*info};
    return Problem{
        &messages::kNoBeginning,
        {std::string(file), halves.value,
         "the file does not state the shape of that, as onnx.shape_inference.infer_shapes does, and what "
         "comes before cannot be read: " +
             textOf(unread)},
        {},
        {},
        {}};
}

Result<Import> importRest(Graph& graph, const Source& source) {
    LW_TRY(Halves halves, cutBefore(graph, source.where, source.file));
    Source first = source;
    first.all = nullptr;
    auto before = importWhole(halves.before, first);
    auto begun = before ? readBeginning(*std::move(before), halves)
                        : statedBeginning(graph, halves, source.file, before.problem());
    LW_TRY(const Beginning beginning, std::move(begun));
    graph = std::move(halves.rest);
    return importGraph(graph, source, [&](Import& import) {
        for (const NamedTensor& one : beginning.constants)
            import.known.insert_or_assign(one.name, one.tensor);
        import.scaled = beginning.scaled;
        return takeInput(import, graph, beginning.info, beginning.order, beginning.by);
    });
}

} // namespace

// A graph that has been cut at its end, reduced to what is left of it, in one precision.
static Result<Network> networkIn(Graph& graph, const Source& source) {
    auto read = source.where.from ? importRest(graph, source) : importWhole(graph, source);
    LW_TRY(Import import, std::move(read));
    LW_TRY([[maybe_unused]] const Done outputs, takeOutputs(import, graph));
    LW_TRY([[maybe_unused]] const Done size, checkTogether(import.network));
    if (import.hasHalf)
        import.network.warnings.push_back({&messages::kOnnxHalf, {std::string(import.file)}, {}, {}, {}});
    return std::move(import.network);
}

// A quantised one in int8 if possible, otherwise in float32, with the reason why.
static Result<Network> inItsPrecision(Graph& graph, const Source& source) {
    if (!isQuantised(graph)) return networkIn(graph, source);
    Graph integers = graph;
    auto int8 = networkIn(integers, source.in(Precision::I8));
    if (int8) return int8;
    // What is wrong with the file is reported once.
    const bool readsCodes = std::ranges::any_of(graph.inputs, holdsCodes);
    auto real = networkIn(graph, readsCodes ? source.in(Precision::F32) : source);
    if (!real) return readsCodes ? std::move(int8) : std::move(real);
    const Problem& why = int8.problem();
    Problem warning{&messages::kOnnxNotInt8,
                    {std::string(source.file)},
                    {},
                    {{why.message, why.arguments, why.place}},
                    {}};
    std::ranges::copy_if(why.notes, std::back_inserter(warning.notes),
                         [](const Note& note) { return note.message == &messages::kUntilHere; });
    real->warnings.push_back(std::move(warning));
    return real;
}

// Whether the first extent of the input is a number above 1: a batch of a fixed size, or none.
static bool mayBeWhole(const Graph& graph, const Source& source) {
    const auto isWeight = [&](const std::string& name) {
        return graph.initializers.contains(name) ||
               std::ranges::any_of(source.constants,
                                   [&](const NamedTensor& one) { return one.name == name; });
    };
    return !source.where.from && std::ranges::any_of(graph.inputs, [&](const ValueInfo& info) {
        return !isWeight(info.name) && info.extents && info.extents->size() > 1 && info.extents->front() > 1;
    });
}

// Where nodes mix what would be the items of a batch, there is none: the input is read as it is.
static Result<Network> networkOf(Graph& graph, const Source& source) {
    if (!mayBeWhole(graph, source)) return inItsPrecision(graph, source);
    Graph again = graph;
    auto items = inItsPrecision(graph, source);
    if (items) return items;
    Source whole = source;
    whole.isWhole = true;
    whole.all = nullptr;
    auto network = inItsPrecision(again, whole);
    if (!network) return items;
    if (source.all) source.all->clear();
    return network;
}

namespace onnx {

Outcome runNode(Import& import, const Node& node, std::size_t number) {
    Use use(import, node, number);
    const Operator *layer = findIn(operators(), node), *folding = findIn(foldings(), node);
    const Operator* const one =
        folding != nullptr && (layer == nullptr || use.allConstant()) ? folding : layer;
    if (one == layer && !layer->takesCodes) {
        LW_TRY([[maybe_unused]] const Done real, use.checkReal());
    }
    LW_TRY([[maybe_unused]] const Done ran, one->run(use));
    // Transposed weights keep their scales; whether they are whole multiples of them is checked later.
    if (one == folding && use.has(0) && !node.outputs.empty())
        if (const auto at = import.scaled.find(node.inputs[0]); at != import.scaled.end())
            import.scaled.insert_or_assign(node.outputs[0], Scaled(at->second));
    return use.finish();
}

} // namespace onnx

static Result<Graph> graphOf(std::span<const std::byte> file, std::string_view name, const Section& where) {
    LW_TRY(Graph graph, parseModel(file, name));
    if (where.until) {
        LW_TRY([[maybe_unused]] const Done cut, cutAfter(graph, *where.until, name));
    }
    return graph;
}

// Operators are checked before anything else, so something before the first unsupported one may also be
// wrong: then the network has to end before that.
static void checkEnd(Problem& problem, Graph graph, const Source& source) {
    const auto isEnd = [](const Note& note) { return note.message == &messages::kUntilHere; };
    const auto end = std::ranges::find_if(problem.notes, isEnd);
    if (end == problem.notes.end() || !cutAfter(graph, end->arguments[1], source.file)) return;
    Source once = source;
    once.all = nullptr;
    const auto left = networkOf(graph, once);
    if (left) return;
    const std::vector<Note>& notes = left.problem().notes;
    if (const auto earlier = std::ranges::find_if(notes, isEnd); earlier != notes.end())
        *end = *earlier;
    else
        problem.notes.erase(end);
}

Result<Network> importOnnx(std::span<const std::byte> file, std::string_view name,
                           const std::vector<NamedTensor>& constants, const Section& where,
                           const OtherFile& otherFile, std::uint64_t mostMade) {
    LW_TRY(const Graph graph, graphOf(file, name, where));
    const Source source{name, constants, where, otherFile, mostMade + file.size()};
    Graph left = graph;
    auto network = networkOf(left, source);
    if (network) return withPadsFolded(*std::move(network));
    if (network.problem().message != &messages::kOnnxOperator) return network;
    Problem problem = std::move(network).problem();
    checkEnd(problem, graph, source);
    return problem;
}

OnnxCheck checkOnnx(std::span<const std::byte> file, std::string_view name, const Section& where,
                    const OtherFile& otherFile, std::uint64_t mostMade) {
    const auto graph = graphOf(file, name, where);
    if (!graph) return {{graph.problem()}, {}};
    OnnxCheck out;
    const std::vector<NamedTensor> none;
    const Source source{name, none, where, otherFile, mostMade + file.size(), &out.problems};
    Graph left = *graph;
    const auto network = networkOf(left, source);
    if (!network) out.problems.insert(out.problems.begin(), network.problem());
    for (Problem& problem : out.problems)
        if (problem.message == &messages::kOnnxOperator) checkEnd(problem, *graph, source);
    if (network || out.problems.front().message != &messages::kOnnxOperator) return out;
    for (const Node& node : left.nodes)
        if (!isSupported(node)) out.unsupported.push_back({node.operation, calledOf(node)});
    return out;
}

// Everything that can be read, once each, by name, with its limits.
static std::map<std::string_view, std::string_view> supported() {
    std::map<std::string_view, std::string_view> out;
    for (const Operator& one : operators()) out.emplace(one.name, one.limits);
    for (const Operator& one : foldings()) out.emplace(one.name, one.limits);
    return out;
}

std::string onnxTable() {
    std::string out = "| operator | limits |\n|---|---|\n";
    for (const auto& [name, limits] : supported())
        out += "| `" + std::string(name) + "` | " + std::string(limits) + " |\n";
    return out;
}

} // namespace lw::network
