// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/json_words.h"
#include "core/scene/mask_picture.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"layer",      "mode", "rowStride", "columnStride", "channel",
                                      "channels",   "kept", "dropped",   "tensors",      "phaseErrorCount",
                                      "phaseErrors"};
constexpr std::string_view kTensorKeys[] = {"role", "written", "values", "cells"};
constexpr std::string_view kValueKeys[] = {"value", "pixels"};
constexpr std::string_view kPhaseKeys[] = {"row", "column"};

Result<std::uint32_t> smallIn(const JsonObject& object, std::string_view key, std::int64_t least = 0) {
    LW_TRY(const std::int64_t value, object.integer(key, least, std::numeric_limits<std::uint32_t>::max()));
    return static_cast<std::uint32_t>(value);
}

Result<MaskTensor> tensorFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "tensors", kTensorKeys));
    MaskTensor out;
    LW_TRY(out.role, object.text("role"));
    LW_TRY(out.written, countIn(object, "written"));
    LW_TRY(const JsonValue* values, object.list("values"));
    for (const JsonValue& item : values->items) {
        LW_TRY(const JsonObject entry, JsonObject::of(item, "values", kValueKeys));
        MaskValue one;
        LW_TRY(one.value, entry.text("value"));
        LW_TRY(one.pixels, countIn(entry, "pixels"));
        out.values.push_back(std::move(one));
    }
    LW_TRY(out.cells, cellPictureFromJson(object.at("cells")));
    return out;
}

} // namespace

void to_json(nlohmann::json& out, const MaskPicture& picture) {
    out = {{"layer", picture.layer},
           {"mode", picture.mode},
           {"rowStride", picture.rowStride},
           {"columnStride", picture.columnStride},
           {"channel", picture.channel},
           {"channels", picture.channels},
           {"kept", picture.kept},
           {"dropped", picture.dropped},
           {"tensors", nlohmann::json::array()},
           {"phaseErrorCount", picture.phaseErrorCount},
           {"phaseErrors", nlohmann::json::array()}};
    for (const MaskTensor& tensor : picture.tensors) {
        nlohmann::json values = nlohmann::json::array();
        for (const MaskValue& value : tensor.values)
            values.push_back({{"value", value.value}, {"pixels", value.pixels}});
        out["tensors"].push_back({{"role", tensor.role},
                                  {"written", tensor.written},
                                  {"values", std::move(values)},
                                  {"cells", tensor.cells}});
    }
    for (const PhaseError& error : picture.phaseErrors)
        out["phaseErrors"].push_back({{"row", error.row}, {"column", error.column}});
}

Result<MaskPicture> maskPictureFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    MaskPicture out;
    LW_TRY(out.layer, object.text("layer"));
    LW_TRY(out.mode, object.text("mode"));
    LW_TRY(out.rowStride, smallIn(object, "rowStride", 1));
    LW_TRY(out.columnStride, smallIn(object, "columnStride", 1));
    LW_TRY(out.channel, countIn(object, "channel"));
    LW_TRY(out.channels, countIn(object, "channels"));
    LW_TRY(out.kept, countIn(object, "kept"));
    LW_TRY(out.dropped, countIn(object, "dropped"));
    LW_TRY(const JsonValue* tensors, object.list("tensors"));
    for (const JsonValue& item : tensors->items) {
        LW_TRY(MaskTensor tensor, tensorFromJson(item));
        out.tensors.push_back(std::move(tensor));
    }
    LW_TRY(out.phaseErrorCount, countIn(object, "phaseErrorCount"));
    LW_TRY(const JsonValue* errors, object.list("phaseErrors"));
    for (const JsonValue& item : errors->items) {
        LW_TRY(const JsonObject entry, JsonObject::of(item, "phaseErrors", kPhaseKeys));
        PhaseError error;
        LW_TRY(error.row, smallIn(entry, "row"));
        LW_TRY(error.column, smallIn(entry, "column"));
        out.phaseErrors.push_back(error);
    }
    return out;
}

} // namespace lw::scene
