// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/network_json.h"

#include "core/base/closest_word.h"
#include "core/base/json_messages.h"
#include "core/base/json_value.h"
#include "core/network/input_range.h"
#include "core/network/json_readers.h"
#include "core/network/kinds.h"
#include "core/network/labels.h"
#include "core/network/messages.h"
#include "core/network/normalise.h"
#include "core/network/order.h"
#include "core/network/recurrent_json.h"
#include "core/network/shapes.h"
#include "core/network/training_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lw::network {

namespace {

constexpr std::string_view kTopKeys[] = {"schema", "version", "name", "dtype", "input", "layers", "outputs"};
constexpr std::string_view kTopOptional[] = {"labels", "training"};
constexpr std::string_view kInputKeys[] = {"name", "shape"};
constexpr std::string_view kInputOptional[] = {"range", "zero", "scale", "unsigned", "normalise"};
constexpr std::string_view kNormaliseKeys[] = {"mean", "scale"};
constexpr std::string_view kLayerKeys[] = {"name", "kind", "inputs"};
constexpr std::string_view kRequantKeys[] = {"multiplier", "shift"};
constexpr std::string_view kRequantOptional[] = {"zero", "scale"};
constexpr std::int64_t kMostCount = 65535; // kernel, stride, dilation, factor, padding
constexpr std::size_t kMostOutputs = 1000;

// A list of `Count` whole numbers; `form` is how messages describe it.
template <std::size_t Count>
Result<std::array<std::int64_t, Count>> integers(const JsonObject& object, std::string_view key,
                                                 std::int64_t least, std::int64_t most,
                                                 std::string_view form) {
    const JsonValue& value = object.at(key);
    const Problem wrong{&messages::kNotInteger,
                        {std::string(key), std::string(form) + " of whole numbers from " +
                                               std::to_string(least) + " to " + std::to_string(most)},
                        value.place,
                        {},
                        {}};
    if (value.kind != JsonValue::Kind::List || value.items.size() != Count) return wrong;
    std::array<std::int64_t, Count> out{};
    for (std::size_t i = 0; i < Count; ++i) {
        const JsonValue& item = value.items[i];
        if (item.kind != JsonValue::Kind::Integer || item.integer < least || item.integer > most)
            return wrong;
        out[i] = item.integer;
    }
    return out;
}

Outcome readPair(const JsonObject& object, std::string_view key, std::int64_t least, Pair& into) {
    if (!object.has(key)) return Done{};
    LW_TRY(const auto pair, integers<2>(object, key, least, kMostCount, "[rows, columns]"));
    into = {static_cast<std::uint32_t>(pair[0]), static_cast<std::uint32_t>(pair[1])};
    return Done{};
}

Outcome readPadding(const JsonObject& object, Padding& into) {
    if (!object.has("pad")) return Done{};
    LW_TRY(const auto pad, integers<4>(object, "pad", 0, kMostCount, "[top, bottom, left, right]"));
    const auto edge = [&](std::size_t i) { return static_cast<std::uint32_t>(pad[i]); };
    into = {edge(0), edge(1), edge(2), edge(3)};
    return Done{};
}

Outcome readTruth(const JsonObject& object, std::string_view key, bool& into) {
    if (!object.has(key)) return Done{};
    LW_TRY(into, object.truth(key));
    return Done{};
}

// A list of at most `mostItems` whole numbers from `least` to `most`; nothing is read without that key.
template <typename Number>
Outcome readList(const JsonObject& object, std::string_view key, std::size_t mostItems, std::int64_t least,
                 std::int64_t most, std::vector<Number>& into) {
    if (!object.has(key)) return Done{};
    const JsonValue& value = object.at(key);
    const auto isBad = [&](const JsonValue& item) {
        return item.kind != JsonValue::Kind::Integer || item.integer < least || item.integer > most;
    };
    if (value.kind != JsonValue::Kind::List || value.items.size() > mostItems ||
        std::any_of(value.items.begin(), value.items.end(), isBad))
        return Problem{&messages::kNotInteger,
                       {std::string(key), "a list of at most " + std::to_string(mostItems) +
                                              " whole numbers from " + std::to_string(least) + " to " +
                                              std::to_string(most)},
                       value.place,
                       {},
                       {}};
    for (const JsonValue& item : value.items) into.push_back(static_cast<Number>(item.integer));
    return Done{};
}

// Where elements go: shape, order and indices.
Outcome readPlaces(const JsonObject& object, Layer& layer) {
    constexpr std::int64_t kLast = std::int64_t{kMostExtents} - 1;
    LW_TRY([[maybe_unused]] const Done shape,
           readList(object, "shape", kMostExtents, 1, std::int64_t{kMostElements}, layer.newShape));
    LW_TRY([[maybe_unused]] const Done order, readList(object, "order", kMostExtents, 0, kLast, layer.order));
    return readList(object, "indices", kMostExtent, kFill, std::int64_t{kMostElements}, layer.indices);
}

// Rounded to float32, or an infinity, for which JSON has no number.
Outcome readFill(const JsonObject& object, float& into) {
    if (!object.has("fill")) return Done{};
    const JsonValue& value = object.at("fill");
    if (value.kind != JsonValue::Kind::Text) return readFloat(object, "fill", into);
    LW_TRY(const std::size_t which, readChoice(object, "fill", kInfinityNames));
    into = which == 0 ? -kNoBound : kNoBound;
    return Done{};
}

// One number, or a list of at least one.
Result<std::vector<std::int64_t>> oneOrMore(const JsonObject& object, std::string_view key,
                                            std::int64_t least, std::int64_t most) {
    std::vector<std::int64_t> out;
    if (object.at(key).kind == JsonValue::Kind::List) {
        LW_TRY([[maybe_unused]] const Done list, readList(object, key, kMostExtent, least, most, out));
        if (!out.empty()) return out;
    }
    LW_TRY(const std::int64_t one, object.integer(key, least, most));
    return std::vector{one};
}

// The value of one code step.
Outcome readStep(const JsonObject& object, std::optional<float>& into) {
    if (!object.has("scale")) return Done{};
    LW_TRY(const double step,
           object.real("scale", std::numeric_limits<float>::min(), std::numeric_limits<float>::max()));
    into = static_cast<float>(step);
    return Done{};
}

Result<std::optional<Requant>> readRequant(const JsonObject& layer) {
    if (!layer.has("requant")) return std::optional<Requant>{};
    LW_TRY(const JsonObject object,
           JsonObject::of(layer.at("requant"), "requant", kRequantKeys, kRequantOptional));
    LW_TRY(const auto multipliers,
           oneOrMore(object, "multiplier", 1, std::numeric_limits<std::int32_t>::max()));
    LW_TRY(const auto shifts, oneOrMore(object, "shift", 0, 62));
    const std::size_t count = std::max(multipliers.size(), shifts.size());
    if (std::min(multipliers.size(), shifts.size()) != 1 && multipliers.size() != shifts.size())
        return Problem{&messages::kFactorCount,
                       {"requant", std::to_string(multipliers.size()), "multipliers",
                        std::to_string(shifts.size()) + " shifts"},
                       layer.at("requant").place,
                       {},
                       {}};
    Requant out;
    out.factors.clear();
    for (std::size_t i = 0; i < count; ++i)
        out.factors.push_back({static_cast<std::int32_t>(multipliers[i % multipliers.size()]),
                               static_cast<std::uint32_t>(shifts[i % shifts.size()])});
    if (object.has("zero")) {
        LW_TRY(const std::int64_t zero, object.integer("zero", -128, 127));
        out.zero = static_cast<std::int32_t>(zero);
    }
    LW_TRY([[maybe_unused]] const Done step, readStep(object, out.step));
    return std::optional(std::move(out));
}

Result<tensor::Tensor> readTensor(const JsonObject& object, std::string_view key, const std::string& layer,
                                  const LoadTensor& load) {
    LW_TRY(const std::string reference, object.text(key));
    auto tensor = load(reference);
    if (tensor) return tensor;
    Problem inner = std::move(tensor).problem();
    Problem out{&messages::kNoWeights, {std::string(key), layer}, object.at(key).place, {}, {}};
    out.notes.push_back({inner.message, std::move(inner.arguments), inner.place});
    return out;
}

// The tensors of a layer by their keys, whichever its kind has.
struct TensorSlot {
    std::string_view key;
    tensor::Tensor Layer::*tensor;
};
constexpr TensorSlot kTensorSlots[] = {{"weights", &Layer::weights},
                                       {"scale", &Layer::scale},
                                       {"shift", &Layer::shift},
                                       {"mean", &Layer::mean},
                                       {"variance", &Layer::variance}};

// "bias": true, in a network to be trained, lets it begin with 0.
Outcome readBias(const JsonObject& object, Layer& layer, const LoadTensor& load, bool isTrained) {
    if (!object.has("bias")) return Done{};
    if (!isTrained || object.at("bias").kind != JsonValue::Kind::Bool) {
        LW_TRY(layer.bias, readTensor(object, "bias", layer.name, load));
        return Done{};
    }
    LW_TRY(const bool isThere, object.truth("bias"));
    const tensor::Shape& given = layer.weights.shape();
    const std::uint64_t channels = layer.isInitial ? layer.channels : given.empty() ? 0 : given.back();
    if (isThere) layer.bias = tensor::Tensor(tensor::DType::F32, {channels});
    return Done{};
}

Outcome readTensors(const JsonObject& object, Layer& layer, const LoadTensor& load, bool isTrained) {
    for (const TensorSlot& slot : kTensorSlots)
        if (object.has(slot.key)) {
            LW_TRY(layer.*slot.tensor, readTensor(object, slot.key, layer.name, load));
        }
    if (object.has("channels")) {
        LW_TRY(const std::int64_t channels, object.integer("channels", 1, std::int64_t{kMostExtent}));
        layer.channels = static_cast<std::uint32_t>(channels);
    }
    LW_TRY([[maybe_unused]] const Done recurrent,
           readRecurrent(object, layer, [&](auto key) { return readTensor(object, key, layer.name, load); }));
    return readBias(object, layer, load, isTrained);
}

Result<const KindRow*> readKind(const JsonValue& value) {
    const JsonValue* kind = value.find("kind");
    if (!kind) return Problem{&json_messages::kMissingKey, {"kind"}, value.place, {}, {}};
    LW_TRY(const std::string name, lw::textOf(*kind, "kind"));
    if (const KindRow* row = findKind(name)) return row;
    std::vector<std::string_view> names;
    std::string all;
    for (const KindRow& row : kinds()) {
        names.push_back(row.name);
        all += (all.empty() ? "" : ", ") + std::string(row.name);
    }
    return Problem{
        &messages::kUnknownKind, {name, all}, kind->place, {}, std::string(closestWord(name, names))};
}

Outcome readOptions(const JsonObject& object, Layer& layer) {
    LW_TRY([[maybe_unused]] const Done kernel, readPair(object, "kernel", 1, layer.kernel));
    LW_TRY([[maybe_unused]] const Done stride, readPair(object, "stride", 1, layer.stride));
    LW_TRY([[maybe_unused]] const Done dilation, readPair(object, "dilation", 1, layer.dilation));
    LW_TRY([[maybe_unused]] const Done factor, readPair(object, "factor", 1, layer.factor));
    LW_TRY([[maybe_unused]] const Done more, readPair(object, "output_pad", 0, layer.outputPadding));
    LW_TRY([[maybe_unused]] const Done pad, readPadding(object, layer.pad));
    LW_TRY([[maybe_unused]] const Done ceil, readTruth(object, "ceil", layer.ceil));
    LW_TRY([[maybe_unused]] const Done count, readTruth(object, "count_include_pad", layer.countIncludePad));
    if (object.has("groups")) {
        LW_TRY(const std::int64_t groups, object.integer("groups", 1, std::int64_t{kMostExtent}));
        layer.groups = static_cast<std::uint32_t>(groups);
    }
    if (object.has("epsilon")) {
        LW_TRY(layer.epsilon, object.real("epsilon", 0, 1));
    }
    if (object.has("axis")) {
        LW_TRY(const std::int64_t axis, object.integer("axis", 0, std::int64_t{kMostExtents} - 1));
        layer.axis = static_cast<std::uint32_t>(axis);
    }
    for (const auto& [key, number] : {std::pair{"low", &Layer::low},
                                      {"high", &Layer::high},
                                      {"alpha", &Layer::alpha},
                                      {"beta", &Layer::beta},
                                      {"k", &Layer::k}}) {
        LW_TRY([[maybe_unused]] const Done read, readFloat(object, key, layer.*number));
    }
    LW_TRY([[maybe_unused]] const Done fill, readFill(object, layer.fill));
    if (object.has("size")) {
        LW_TRY(const std::int64_t size, object.integer("size", 1, std::int64_t{kMostExtent}));
        layer.size = static_cast<std::uint32_t>(size);
    }
    LW_TRY([[maybe_unused]] const Done places, readPlaces(object, layer));
    if (object.has("activation")) {
        LW_TRY(const std::size_t chosen, readChoice(object, "activation", kActivationNames));
        layer.activation = static_cast<Activation>(chosen);
    }
    if (object.has("sampling")) {
        LW_TRY(const std::size_t chosen, readChoice(object, "sampling", kSamplingNames));
        layer.sampling = static_cast<Sampling>(chosen);
    }
    if (object.has("mode")) {
        LW_TRY(const std::size_t chosen, readChoice(object, "mode", kDepthOrderNames));
        layer.depthOrder = static_cast<DepthOrder>(chosen);
    }
    LW_TRY(layer.requant, readRequant(object));
    constexpr std::int64_t kMostFactor = std::numeric_limits<std::int32_t>::max();
    return readList(object, "factors", kMostLayers, -kMostFactor, kMostFactor, layer.factors);
}

Result<NamedLayer> readLayer(const JsonValue& value, const LoadTensor& load, bool isTrained) {
    if (value.kind != JsonValue::Kind::Object)
        return Problem{&json_messages::kWrongType,
                       {"layers", "a list of objects", std::string(lw::nameOf(value.kind))},
                       value.place,
                       {},
                       {}};
    LW_TRY(const KindRow* row, readKind(value));
    NamedLayer out;
    const JsonValue* const channels = value.find("channels");
    if (!isTrained && channels && givesNoWeights(*row, value))
        return Problem{&messages::kNotTrained, {std::string(row->name)}, channels->place, {}, {}};
    out.layer.isInitial = isTrained && givesNoWeights(*row, value);
    std::vector<std::string_view> required(std::begin(kLayerKeys), std::end(kLayerKeys));
    const std::vector<std::string_view> own = out.layer.isInitial
                                                  ? requiredWithoutWeights(*row)
                                                  : std::vector(row->required.begin(), row->required.end());
    required.insert(required.end(), own.begin(), own.end());
    LW_TRY(const JsonObject object, JsonObject::of(value, row->name, required, row->optional));
    out.layer.kind = row->kind;
    out.layer.place = value.place;
    LW_TRY(out.layer.name, object.text("name"));
    LW_TRY(const JsonValue* inputs, object.list("inputs"));
    if (!row->reads(inputs->items.size()))
        return Problem{
            &messages::kInputCount,
            {std::string(row->name), out.layer.name, inputsText(*row), std::to_string(inputs->items.size())},
            inputs->place,
            {},
            {}};
    for (const JsonValue& item : inputs->items) {
        LW_TRY(std::string name, lw::textOf(item, "inputs"));
        out.inputs.push_back(std::move(name));
        out.inputPlaces.push_back(item.place);
    }
    LW_TRY([[maybe_unused]] const Done options, readOptions(object, out.layer));
    LW_TRY([[maybe_unused]] const Done tensors, readTensors(object, out.layer, load, isTrained));
    return out;
}

Outcome readRange(const JsonObject& object, Network& network) {
    if (!object.has("range")) return Done{};
    const JsonValue& value = object.at("range");
    const Problem wrong{&messages::kBadRange, {}, value.place, {}, {}};
    if (value.kind != JsonValue::Kind::List || value.items.size() != 2) return wrong;
    for (const JsonValue& item : value.items) {
        if (item.kind != JsonValue::Kind::Integer && item.kind != JsonValue::Kind::Real) return wrong;
        if (network.precision == Precision::I8 && item.kind != JsonValue::Kind::Integer) return wrong;
    }
    const std::pair range{value.items[0].real, value.items[1].real};
    if (!isRange(network.precision, range.first, range.second)) return wrong;
    network.input.range = range;
    return Done{};
}

// A number or a list of them.
Outcome readNumbers(const JsonObject& object, std::string_view key, std::vector<float>& into) {
    if (!object.has(key)) return Done{};
    const JsonValue& value = object.at(key);
    const auto isNumber = [](const JsonValue& one) {
        return one.kind == JsonValue::Kind::Integer || one.kind == JsonValue::Kind::Real;
    };
    const bool isList = value.kind == JsonValue::Kind::List && !value.items.empty();
    if (!isNumber(value) && !(isList && std::all_of(value.items.begin(), value.items.end(), isNumber)))
        return Problem{&messages::kBadNormalise,
                       {std::string(key), "it is neither a number nor a list of numbers"},
                       value.place,
                       {},
                       {}};
    constexpr double kMost = std::numeric_limits<float>::max();
    const auto add = [&](double number) { // beyond float32: refused later, as infinite
        into.push_back(std::abs(number) > kMost ? kNoBound : static_cast<float>(number));
    };
    if (!isList) add(value.real);
    for (const JsonValue& one : value.items) add(one.real);
    return Done{};
}

Outcome readNormalise(const JsonObject& input, Network& network) {
    if (!input.has("normalise")) return Done{};
    LW_TRY(const JsonObject object, JsonObject::of(input.at("normalise"), "normalise", {}, kNormaliseKeys));
    Normalise& how = network.input.normalise;
    LW_TRY([[maybe_unused]] const Done mean, readNumbers(object, "mean", how.mean));
    LW_TRY([[maybe_unused]] const Done scale, readNumbers(object, "scale", how.scale));
    return checkNormalise(network);
}

// One name for each element of the first output.
Outcome readLabels(const JsonObject& top, const LoadText& load, Network& network) {
    if (!load || !top.has("labels")) return Done{};
    LW_TRY(const std::string file, top.text("labels"));
    const auto read = [&]() -> Result<std::vector<std::string>> {
        LW_TRY(const std::string text, load(file));
        LW_TRY(auto labels, parseLabels(text, file));
        LW_TRY([[maybe_unused]] const Done fit,
               checkLabels(labels, shapeOf(network, network.outputs.front()), file));
        return labels;
    };
    auto labels = read();
    if (!labels) {
        Problem problem = std::move(labels).problem();
        problem.place = top.at("labels").place;
        return problem;
    }
    network.labels = *std::move(labels);
    return Done{};
}

Outcome readInput(const JsonValue& value, const std::optional<ImageSize>& image, Network& network) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "input", kInputKeys, kInputOptional));
    Input& input = network.input;
    input.place = value.place;
    LW_TRY(input.name, object.text("name"));
    const JsonValue& shape = object.at("shape");
    const Problem wrong{
        &messages::kNotInteger,
        {"shape",
         "[rows, columns, channels] or [elements], whole numbers above 0; null where rows or columns are open"},
        shape.place,
        {},
        {}};
    if (shape.kind != JsonValue::Kind::List || (shape.items.size() != 1 && shape.items.size() != 3))
        return wrong;
    for (const JsonValue& item : shape.items) {
        const bool isOpen =
            item.kind == JsonValue::Kind::Null && shape.items.size() == 3 && input.shape.size() < 2;
        if (isOpen && !image) return Problem{&messages::kOpenSize, {input.name}, item.place, {}, {}};
        if (!isOpen && (item.kind != JsonValue::Kind::Integer || item.integer < 1)) return wrong;
        input.shape.push_back(!isOpen               ? static_cast<std::uint64_t>(item.integer)
                              : input.shape.empty() ? image->rows
                                                    : image->columns);
    }
    if (object.has("zero")) {
        LW_TRY(const std::int64_t zero, object.integer("zero", -128, 127));
        input.zero = static_cast<std::int32_t>(zero);
    }
    LW_TRY([[maybe_unused]] const Done step, readStep(object, input.step));
    LW_TRY([[maybe_unused]] const Done isUnsigned, readTruth(object, "unsigned", input.isUnsigned));
    LW_TRY([[maybe_unused]] const Done range, readRange(object, network));
    LW_TRY([[maybe_unused]] const Done normalise, readNormalise(object, network));
    return checkInput(network);
}

Result<const JsonValue*> listOf(const JsonObject& object, std::string_view key, std::size_t most) {
    LW_TRY(const JsonValue* list, object.list(key));
    if (list->items.size() > most)
        return Problem{&messages::kTooMany,
                       {std::to_string(list->items.size()), std::string(key), std::to_string(most)},
                       list->place,
                       {},
                       {}};
    return list;
}

} // namespace

// A newer version may have keys that this one does not know: then the version is what is wrong, not they.
Outcome checkSchema(const JsonValue& root) {
    const JsonValue *schema = root.find("schema"), *version = root.find("version");
    if (schema && schema->kind == JsonValue::Kind::Text && schema->text != kSchema)
        return Problem{&messages::kNoNetwork, {schema->text}, schema->place, {}, {}};
    if (schema && version && version->kind == JsonValue::Kind::Integer && version->integer != kVersion)
        return Problem{&messages::kNewerNetwork,
                       {std::to_string(version->integer), std::to_string(kVersion)},
                       version->place,
                       {},
                       {}};
    return Done{};
}

Result<Network> parseNetwork(std::string_view json, std::uint32_t file, const LoadTensor& load,
                             const LoadText& loadText, const std::optional<ImageSize>& image) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    LW_TRY([[maybe_unused]] const Done schema, checkSchema(root));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", kTopKeys, kTopOptional));
    LW_TRY([[maybe_unused]] const std::string named, top.text("schema"));
    LW_TRY([[maybe_unused]] const std::int64_t version, top.integer("version", kVersion, kVersion));
    Network out;
    LW_TRY(out.name, top.text("name"));
    LW_TRY(const std::size_t precision, readChoice(top, "dtype", kPrecisionNames));
    out.precision = static_cast<Precision>(precision);
    LW_TRY([[maybe_unused]] const Done input, readInput(top.at("input"), image, out));
    if (top.has("training")) {
        LW_TRY(out.training, readTraining(top.at("training"), out.precision));
    }
    LW_TRY(const JsonValue* list, listOf(top, "layers", kMostLayers));
    std::vector<NamedLayer> layers;
    for (const JsonValue& item : list->items) {
        LW_TRY(NamedLayer layer, readLayer(item, load, out.training.has_value()));
        layers.push_back(std::move(layer));
    }
    LW_TRY(const JsonValue* wanted, listOf(top, "outputs", kMostOutputs));
    if (wanted->items.empty())
        return Problem{&json_messages::kOutOfRange,
                       {"outputs", "an empty list", "at least one value"},
                       wanted->place,
                       {},
                       {}};
    std::vector<std::pair<std::string, Place>> outputs;
    for (const JsonValue& item : wanted->items) {
        LW_TRY(std::string name, lw::textOf(item, "outputs"));
        outputs.emplace_back(std::move(name), item.place);
    }
    LW_TRY([[maybe_unused]] const Done order, orderLayers(out, std::move(layers), outputs));
    LW_TRY([[maybe_unused]] const Done shapes, inferShapes(out));
    LW_TRY([[maybe_unused]] const Done labels, readLabels(top, loadText, out));
    return out;
}

} // namespace lw::network
