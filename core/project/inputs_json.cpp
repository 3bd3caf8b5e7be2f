// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/inputs_json.h"

#include "core/project/messages.h"

namespace lw::project {

namespace {

constexpr std::string_view kInputKeys[] = {"file"};
constexpr std::string_view kInputOptional[] = {"cast"};

} // namespace

Result<std::vector<Input>> inputsOf(const JsonObject& object, std::string_view key) {
    std::vector<Input> out;
    if (!object.has(key)) return out;
    const JsonValue& value = object.at(key);
    if (value.kind != JsonValue::Kind::Object)
        return Problem{&messages::kNoNames, {std::string(key)}, value.place, {}, {}};
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
        Input input{value.keys[i], {}, false, value.items[i].place};
        if (value.items[i].kind == JsonValue::Kind::Text) {
            input.file = value.items[i].text;
        } else {
            LW_TRY(const JsonObject one,
                   JsonObject::of(value.items[i], std::string(key) + '.' + value.keys[i], kInputKeys,
                                  kInputOptional));
            LW_TRY(input.file, one.text("file"));
            if (one.has("cast")) {
                LW_TRY(input.cast, one.truth("cast"));
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
        if (input.cast)
            value = {{"file", input.file}, {"cast", true}};
        else
            value = input.file;
    }
    return out;
}

} // namespace lw::project
