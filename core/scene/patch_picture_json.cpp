// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/json_words.h"
#include "core/scene/patch_picture.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"layer",
                                      "mode",
                                      "tensor",
                                      "row",
                                      "column",
                                      "channel",
                                      "tensors",
                                      "rows",
                                      "columns",
                                      "channels",
                                      "sumRow",
                                      "sumColumn",
                                      "inputRow",
                                      "inputColumn",
                                      "rowStep",
                                      "columnStep",
                                      "kernelRows",
                                      "kernelColumns",
                                      "firstInputChannel",
                                      "inputChannels",
                                      "inputName",
                                      "tilesName",
                                      "input",
                                      "kernel",
                                      "products",
                                      "running",
                                      "channelSums",
                                      "arrayRows",
                                      "arrayColumns",
                                      "passes",
                                      "steps",
                                      "window",
                                      "value",
                                      "stored",
                                      "check"};
constexpr std::string_view kPassKeys[] = {
    "kernelRow",  "kernelColumn", "taps",  "channel",    "channels",  "instruction", "tile", "cellRow",
    "cellColumn", "vector",       "state", "firstClock", "lastClock", "chain",       "sum"};
constexpr std::string_view kStepKeys[] = {"kind", "mnemonic", "instruction", "operand", "value", "isThere"};

nlohmann::json maybe(const auto& number) { return number ? nlohmann::json(*number) : nlohmann::json(); }

Result<std::uint32_t> smallIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t value, object.integer(key, 0, std::numeric_limits<std::uint32_t>::max()));
    return static_cast<std::uint32_t>(value);
}
Result<std::int64_t> signedIn(const JsonObject& object, std::string_view key) {
    return object.integer(key, std::numeric_limits<std::int64_t>::min(),
                          std::numeric_limits<std::int64_t>::max());
}
Result<std::optional<std::uint64_t>> maybeIn(const JsonObject& object, std::string_view key) {
    if (object.at(key).kind == JsonValue::Kind::Null) return std::optional<std::uint64_t>();
    LW_TRY(const std::uint64_t value, countIn(object, key));
    return std::optional(value);
}

nlohmann::json jsonOf(const PatchPass& pass) {
    return {{"kernelRow", pass.products.row},
            {"kernelColumn", pass.products.column},
            {"taps", pass.products.taps},
            {"channel", pass.products.channel},
            {"channels", pass.products.channels},
            {"instruction", pass.instruction},
            {"tile", pass.tile},
            {"cellRow", pass.cellRow},
            {"cellColumn", pass.cellColumn},
            {"vector", pass.vector},
            {"state", kPassStateNames[static_cast<std::size_t>(pass.state)]},
            {"firstClock", maybe(pass.firstClock)},
            {"lastClock", maybe(pass.lastClock)},
            {"chain", pass.chain},
            {"sum", pass.sum}};
}

Result<PatchPass> passFrom(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "passes", kPassKeys));
    PatchPass out;
    LW_TRY(out.products.row, smallIn(object, "kernelRow"));
    LW_TRY(out.products.column, smallIn(object, "kernelColumn"));
    LW_TRY(out.products.taps, smallIn(object, "taps"));
    LW_TRY(out.products.channel, smallIn(object, "channel"));
    LW_TRY(out.products.channels, smallIn(object, "channels"));
    LW_TRY(out.instruction, smallIn(object, "instruction"));
    LW_TRY(out.tile, countIn(object, "tile"));
    LW_TRY(out.cellRow, smallIn(object, "cellRow"));
    LW_TRY(out.cellColumn, smallIn(object, "cellColumn"));
    LW_TRY(out.vector, countIn(object, "vector"));
    LW_TRY(const std::size_t state, wordIn(object, "state", kPassStateNames));
    out.state = static_cast<PassState>(state);
    LW_TRY(out.firstClock, maybeIn(object, "firstClock"));
    LW_TRY(out.lastClock, maybeIn(object, "lastClock"));
    LW_TRY(out.chain, object.text("chain"));
    LW_TRY(out.sum, object.text("sum"));
    return out;
}

nlohmann::json jsonOf(const PatchStep& step) {
    return {{"kind", kStepNames[static_cast<std::size_t>(step.kind)]},
            {"mnemonic", step.mnemonic},
            {"instruction", maybe(step.instruction)},
            {"operand", step.operand},
            {"value", step.value},
            {"isThere", step.isThere}};
}

Result<PatchStep> stepFrom(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "steps", kStepKeys));
    PatchStep out;
    LW_TRY(const std::size_t kind, wordIn(object, "kind", kStepNames));
    out.kind = static_cast<StepKind>(kind);
    LW_TRY(out.mnemonic, object.text("mnemonic"));
    LW_TRY(const auto instruction, maybeIn(object, "instruction"));
    if (instruction) {
        LW_TRY(out.instruction, smallIn(object, "instruction"));
    }
    LW_TRY(out.operand, object.text("operand"));
    LW_TRY(out.value, object.text("value"));
    LW_TRY(out.isThere, object.truth("isThere"));
    return out;
}

Outcome readPlace(const JsonObject& object, PatchPicture& out) {
    LW_TRY(const std::size_t tensor, wordIn(object, "tensor", kPatchTensorNames));
    out.place.tensor = static_cast<PatchTensor>(tensor);
    LW_TRY(out.place.row, countIn(object, "row"));
    LW_TRY(out.place.column, countIn(object, "column"));
    LW_TRY(out.place.channel, countIn(object, "channel"));
    LW_TRY(const std::vector<std::string> tensors, textsIn(object, "tensors"));
    for (const std::string& name : tensors) {
        const auto place = findPatchPlace(name + "[0,0,0]");
        if (place) out.tensors.push_back(place->tensor);
    }
    LW_TRY(out.rows, countIn(object, "rows"));
    LW_TRY(out.columns, countIn(object, "columns"));
    LW_TRY(out.channels, countIn(object, "channels"));
    LW_TRY(out.sumRow, countIn(object, "sumRow"));
    LW_TRY(out.sumColumn, countIn(object, "sumColumn"));
    LW_TRY(out.inputRow, signedIn(object, "inputRow"));
    LW_TRY(out.inputColumn, signedIn(object, "inputColumn"));
    LW_TRY(out.rowStep, smallIn(object, "rowStep"));
    LW_TRY(out.columnStep, smallIn(object, "columnStep"));
    LW_TRY(out.kernelRows, smallIn(object, "kernelRows"));
    LW_TRY(out.kernelColumns, smallIn(object, "kernelColumns"));
    LW_TRY(out.firstInputChannel, countIn(object, "firstInputChannel"));
    LW_TRY(out.inputChannels, countIn(object, "inputChannels"));
    return Done{};
}

Outcome readLists(const JsonObject& object, PatchPicture& out) {
    LW_TRY(const JsonValue* passes, object.list("passes"));
    for (const JsonValue& item : passes->items) {
        LW_TRY(PatchPass pass, passFrom(item));
        out.passes.push_back(std::move(pass));
    }
    LW_TRY(const JsonValue* steps, object.list("steps"));
    for (const JsonValue& item : steps->items) {
        LW_TRY(PatchStep step, stepFrom(item));
        out.steps.push_back(std::move(step));
    }
    return Done{};
}

} // namespace

void to_json(nlohmann::json& out, const PatchPicture& picture) {
    out = {{"layer", picture.layer},
           {"mode", picture.mode},
           {"tensor", kPatchTensorNames[static_cast<std::size_t>(picture.place.tensor)]},
           {"row", picture.place.row},
           {"column", picture.place.column},
           {"channel", picture.place.channel},
           {"tensors", nlohmann::json::array()},
           {"rows", picture.rows},
           {"columns", picture.columns},
           {"channels", picture.channels},
           {"sumRow", picture.sumRow},
           {"sumColumn", picture.sumColumn},
           {"inputRow", picture.inputRow},
           {"inputColumn", picture.inputColumn},
           {"rowStep", picture.rowStep},
           {"columnStep", picture.columnStep},
           {"kernelRows", picture.kernelRows},
           {"kernelColumns", picture.kernelColumns},
           {"firstInputChannel", picture.firstInputChannel},
           {"inputChannels", picture.inputChannels},
           {"inputName", picture.inputName},
           {"tilesName", picture.tilesName},
           {"input", picture.input},
           {"kernel", picture.kernel},
           {"products", picture.products},
           {"running", picture.running},
           {"channelSums", picture.channelSums},
           {"arrayRows", picture.arrayRows},
           {"arrayColumns", picture.arrayColumns},
           {"passes", nlohmann::json::array()},
           {"steps", nlohmann::json::array()},
           {"window", picture.window},
           {"value", picture.value},
           {"stored", picture.stored},
           {"check", kPatchCheckNames[static_cast<std::size_t>(picture.check)]}};
    for (const PatchTensor tensor : picture.tensors)
        out["tensors"].push_back(kPatchTensorNames[static_cast<std::size_t>(tensor)]);
    for (const PatchPass& pass : picture.passes) out["passes"].push_back(jsonOf(pass));
    for (const PatchStep& step : picture.steps) out["steps"].push_back(jsonOf(step));
}

Result<PatchPicture> patchPictureFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    PatchPicture out;
    LW_TRY(out.layer, object.text("layer"));
    LW_TRY(out.mode, object.text("mode"));
    LW_TRY([[maybe_unused]] const Done placed, readPlace(object, out));
    LW_TRY(out.inputName, object.text("inputName"));
    LW_TRY(out.tilesName, object.text("tilesName"));
    LW_TRY(out.input, cellPictureFromJson(object.at("input")));
    LW_TRY(out.kernel, cellPictureFromJson(object.at("kernel")));
    LW_TRY(out.products, cellPictureFromJson(object.at("products")));
    LW_TRY(out.running, cellPictureFromJson(object.at("running")));
    LW_TRY(out.channelSums, textsIn(object, "channelSums"));
    LW_TRY(out.arrayRows, smallIn(object, "arrayRows"));
    LW_TRY(out.arrayColumns, smallIn(object, "arrayColumns"));
    LW_TRY([[maybe_unused]] const Done lists, readLists(object, out));
    LW_TRY(out.window, cellPictureFromJson(object.at("window")));
    LW_TRY(out.value, object.text("value"));
    LW_TRY(out.stored, object.text("stored"));
    LW_TRY(const std::size_t check, wordIn(object, "check", kPatchCheckNames));
    out.check = static_cast<PatchCheck>(check);
    return out;
}

} // namespace lw::scene
