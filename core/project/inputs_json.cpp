// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/inputs_json.h"

#include "core/project/messages.h"

namespace lw::project {

namespace {

constexpr std::string_view kInputKeys[] = {"file"};
constexpr std::string_view kInputOptional[] = {"cast"};

} // namespace

Result<Conversion> conversionOf(const JsonValue& value) {
    if (value.kind == JsonValue::Kind::Bool) return value.truth ? Conversion::Numbers : Conversion::None;
    if (value.kind == JsonValue::Kind::Text && value.text == "bf16") return Conversion::Bf16;
    return Problem{&messages::kNoConversion, {}, value.place, {}, {}};
}

Json jsonOf(Conversion conversion) {
    return conversion == Conversion::Bf16 ? Json("bf16") : Json(conversion == Conversion::Numbers);
}

Result<std::vector<Input>> inputsOf(const JsonObject& object, std::string_view key) {
    std::vector<Input> out;
    if (!object.has(key)) return out;
    const JsonValue& value = object.at(key);
    if (value.kind != JsonValue::Kind::Object)
        return Problem{&messages::kNoNames, {std::string(key)}, value.place, {}, {}};
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
        Input input{value.keys[i], {}, Conversion::None, {}, value.items[i].place};
        if (value.items[i].kind == JsonValue::Kind::Text) {
            input.file = value.items[i].text;
        } else {
            LW_TRY(const JsonObject one,
                   JsonObject::of(value.items[i], std::string(key) + '.' + value.keys[i], kInputKeys,
                                  kInputOptional));
            LW_TRY(input.file, one.text("file"));
            if (one.has("cast")) {
                LW_TRY(input.cast, conversionOf(one.at("cast")));
            }
        }
        out.push_back(std::move(input));
    }
    return out;
}

Json jsonOf(std::span<const Input> inputs) {
    Json out = Json::object();
    for (const Input& input : inputs) {
        Json& value = out[input.tensor];
        if (input.cast != Conversion::None)
            value = {{"file", input.file}, {"cast", jsonOf(input.cast)}};
        else
            value = input.file;
    }
    return out;
}

Result<std::vector<assembler::Definition>> definitionsOf(const JsonObject& object, std::string_view key) {
    std::vector<assembler::Definition> out;
    if (!object.has(key)) return out;
    const JsonValue& value = object.at(key);
    if (value.kind != JsonValue::Kind::Object)
        return Problem{&messages::kNoConstants, {std::string(key)}, value.place, {}, {}};
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
        const JsonValue& item = value.items[i];
        if (item.kind != JsonValue::Kind::Integer && item.kind != JsonValue::Kind::Real)
            return Problem{&messages::kNoConstants, {std::string(key)}, item.place, {}, {}};
        const bool isInteger = item.kind == JsonValue::Kind::Integer;
        out.push_back({value.keys[i],
                       isInteger ? assembler::Number::of(item.integer) : assembler::Number::real(item.real),
                       item.place});
    }
    return out;
}

Json jsonOf(const assembler::Number& value) {
    return value.isReal() ? Json(value.asReal()) : Json(value.integer());
}

} // namespace lw::project
