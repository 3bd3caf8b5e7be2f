// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_file.h"

#include "app/cli/messages.h"
#include "app/cli/run_loop.h"
#include "core/base/closest_word.h"
#include "core/base/json_value.h"
#include "core/project/inputs_json.h"

#include <limits>

namespace lw::cli {

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMostWords = 1 << 20;

constexpr std::string_view kTopKeys[] = {"schema", "version", "cases"};
constexpr std::string_view kTopOptional[] = {"root"};
constexpr std::string_view kCaseKeys[] = {"name", "program", "expect"};
constexpr std::string_view kCaseOptional[] = {"machine", "mode",   "dma",    "uninit", "seed",
                                              "set",     "limits", "points", "reads",  "define"};
constexpr std::string_view kLimitKeys[] = {"cycles", "bundles", "bytes", "seconds"};
constexpr std::string_view kExpectKeys[] = {"registers", "memory", "flags", "tensors", "fault", "halt"};
constexpr std::string_view kTensorKeys[] = {"name", "file"};
constexpr std::string_view kTensorOptional[] = {"atol", "rtol", "ulp", "nan"};
constexpr std::string_view kInputKeys[] = {"file"};
constexpr std::string_view kInputOptional[] = {"cast"};
constexpr std::string_view kMemoryKeys[] = {"space", "address", "words"};

Problem wrong(const Message& message, std::vector<std::string> arguments, Place place) {
    return {&message, std::move(arguments), place, {}, {}};
}

Result<std::uint32_t> wordOf(const JsonValue& value) {
    if (value.kind != JsonValue::Kind::Integer || value.integer < std::numeric_limits<std::int32_t>::min() ||
        value.integer > std::numeric_limits<std::uint32_t>::max())
        return wrong(messages::kNoWord, {}, value.place);
    return static_cast<std::uint32_t>(value.integer);
}

// {"A": "a.npy", "B": {"file": "b.npy", "cast": true}}
Outcome readInputs(const JsonValue& value, CheckCase& out) {
    if (value.kind != JsonValue::Kind::Object) return wrong(messages::kNoObject, {"set"}, value.place);
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
        const JsonValue& item = value.items[i];
        if (item.kind == JsonValue::Kind::Text) {
            out.set.push_back({value.keys[i], item.text, {}});
            continue;
        }
        LW_TRY(const JsonObject object,
               JsonObject::of(item, "set." + value.keys[i], kInputKeys, kInputOptional));
        LW_TRY(std::string file, object.text("file"));
        project::Conversion cast = project::Conversion::None;
        if (object.has("cast")) {
            LW_TRY(cast, project::conversionOf(object.at("cast")));
        }
        out.set.push_back({value.keys[i], std::move(file), cast});
    }
    return Done{};
}

Outcome readLimits(const JsonValue& value, CheckCase& out) {
    LW_TRY(const JsonObject limits, JsonObject::of(value, "limits", {}, kLimitKeys));
    const auto read = [&](std::string_view key, std::int64_t least,
                          std::optional<std::uint64_t>& into) -> Outcome {
        if (!limits.has(key)) return Done{};
        LW_TRY(const std::int64_t number, limits.integer(key, least, kMost));
        into = static_cast<std::uint64_t>(number);
        return Done{};
    };
    LW_TRY([[maybe_unused]] const Done cycles, read("cycles", 1, out.cycles));
    LW_TRY([[maybe_unused]] const Done bundles, read("bundles", 1, out.bundles));
    LW_TRY([[maybe_unused]] const Done bytes, read("bytes", 0, out.bytes));
    if (limits.has("seconds")) {
        LW_TRY(out.seconds, limits.real("seconds", 0, 86'400));
        if (out.seconds == 0) return wrong(messages::kNoSeconds, {}, limits.at("seconds").place);
    }
    return Done{};
}

Outcome readRegisters(const JsonValue& value, std::string_view name, CheckCase& out) {
    if (value.kind != JsonValue::Kind::Object)
        return wrong(messages::kNoObject, {std::string(name)}, value.place);
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
        LW_TRY(const std::uint32_t word, wordOf(value.items[i]));
        out.registers.push_back({value.keys[i], word});
    }
    return Done{};
}

Outcome readMemory(const JsonValue& list, CheckCase& out) {
    for (const JsonValue& item : list.items) {
        LW_TRY(const JsonObject object, JsonObject::of(item, "memory", kMemoryKeys));
        MemoryExpectation memory;
        LW_TRY(memory.space, object.text("space"));
        LW_TRY(const std::int64_t address, object.integer("address", 0, kMost));
        memory.address = static_cast<std::uint64_t>(address);
        LW_TRY(const JsonValue* words, object.list("words"));
        if (words->items.size() > kMostWords)
            return wrong(messages::kTooManyWords, {std::to_string(kMostWords)}, words->place);
        for (const JsonValue& word : words->items) {
            LW_TRY(const std::uint32_t number, wordOf(word));
            memory.words.push_back(number);
        }
        out.memory.push_back(std::move(memory));
    }
    return Done{};
}

Outcome readTensors(const JsonValue& list, CheckCase& out) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const JsonValue& item : list.items) {
        LW_TRY(const JsonObject object, JsonObject::of(item, "tensors", kTensorKeys, kTensorOptional));
        TensorExpectation tensor;
        LW_TRY(tensor.name, object.text("name"));
        LW_TRY(tensor.file, object.text("file"));
        if (object.has("atol")) {
            LW_TRY(tensor.atol, object.real("atol", 0, kInfinity));
        }
        if (object.has("rtol")) {
            LW_TRY(tensor.rtol, object.real("rtol", 0, kInfinity));
        }
        if (object.has("ulp")) {
            LW_TRY(const std::int64_t ulp, object.integer("ulp", 1, kMost));
            tensor.ulp = static_cast<std::uint64_t>(ulp);
        }
        if (object.has("nan")) {
            LW_TRY(const std::string nan, object.text("nan"));
            if (nan != "equal" && nan != "differ")
                return wrong(messages::kNoChoice, {"nan", "equal, differ", nan}, object.at("nan").place);
            tensor.nanEqual = nan == "equal";
        }
        out.tensors.push_back(std::move(tensor));
    }
    return Done{};
}

Outcome readEnd(const JsonObject& expect, CheckCase& out) {
    if (expect.has("halt")) {
        LW_TRY(const bool halt, expect.truth("halt"));
        if (halt == expect.has("fault")) return wrong(messages::kHaltOrFault, {}, expect.at("halt").place);
    }
    if (!expect.has("fault")) return Done{};
    LW_TRY(const std::string name, expect.text("fault"));
    std::vector<std::string_view> names;
    std::string list;
    for (std::uint8_t i = 0; i < machine::kFaultKinds; ++i) {
        const auto kind = static_cast<machine::FaultKind>(i);
        if (machine::nameOf(kind) == name) {
            out.fault = kind;
            return Done{};
        }
        names.push_back(machine::nameOf(kind));
        list += (i == 0 ? "" : ", ") + std::string(names.back());
    }
    Problem problem = wrong(messages::kNoChoice, {"fault", list, name}, expect.at("fault").place);
    problem.replacement = closestWord(name, names);
    return problem;
}

Outcome readExpect(const JsonValue& value, CheckCase& out) {
    LW_TRY(const JsonObject expect, JsonObject::of(value, "expect", {}, kExpectKeys));
    for (const std::string_view key : {"registers", "flags"}) {
        if (!expect.has(key)) continue;
        LW_TRY([[maybe_unused]] const Done read, readRegisters(expect.at(key), key, out));
    }
    if (expect.has("memory")) {
        LW_TRY(const JsonValue* list, expect.list("memory"));
        LW_TRY([[maybe_unused]] const Done read, readMemory(*list, out));
    }
    if (expect.has("tensors")) {
        LW_TRY(const JsonValue* list, expect.list("tensors"));
        LW_TRY([[maybe_unused]] const Done read, readTensors(*list, out));
    }
    return readEnd(expect, out);
}

Result<CheckCase> readCase(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "cases", kCaseKeys, kCaseOptional));
    CheckCase out;
    out.place = object.place();
    LW_TRY(out.name, object.text("name"));
    LW_TRY(out.program, object.text("program"));
    for (const auto& [key, into] : {std::pair{"machine", &out.machine},
                                    {"mode", &out.mode},
                                    {"dma", &out.dma},
                                    {"uninit", &out.uninit}}) {
        if (!object.has(key)) continue;
        LW_TRY(*into, object.text(key));
    }
    if (object.has("seed")) {
        LW_TRY(const std::int64_t seed, object.integer("seed", 0, kMost));
        out.seed = static_cast<std::uint64_t>(seed);
    }
    if (object.has("points")) {
        LW_TRY(out.points, object.real("points", 0, 1e6));
    }
    LW_TRY(out.definitions, project::definitionsOf(object, "define"));
    for (assembler::Definition& one : out.definitions)
        one.place = {}; // what is wrong is told without this file
    if (object.has("reads")) {
        LW_TRY(const JsonValue* list, object.list("reads"));
        out.reads.emplace();
        for (const JsonValue& item : list->items) {
            LW_TRY(std::string path, textOf(item, "reads"));
            out.reads->push_back(std::move(path));
        }
    }
    if (object.has("set")) {
        LW_TRY([[maybe_unused]] const Done set, readInputs(object.at("set"), out));
    }
    if (object.has("limits")) {
        LW_TRY([[maybe_unused]] const Done limits, readLimits(object.at("limits"), out));
        if (out.cycles && !clocksHaveMeaning(out.dma))
            return wrong(messages::kClocksWithoutMeaning, {out.dma}, object.at("limits").place);
    }
    LW_TRY([[maybe_unused]] const Done expect, readExpect(object.at("expect"), out));
    return out;
}

} // namespace

Result<CheckFile> parseChecks(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", kTopKeys, kTopOptional));
    LW_TRY(const std::string schema, top.text("schema"));
    if (schema != "lanewright check") return wrong(messages::kNoCheckFile, {schema}, top.at("schema").place);
    LW_TRY([[maybe_unused]] const std::int64_t version, top.integer("version", 1, 1));
    LW_TRY(const JsonValue* list, top.list("cases"));
    CheckFile out;
    if (top.has("root")) {
        LW_TRY(out.root, top.text("root"));
        out.rootPlace = top.at("root").place;
    }
    for (const JsonValue& item : list->items) {
        LW_TRY(CheckCase one, readCase(item));
        out.cases.push_back(std::move(one));
    }
    if (out.cases.empty()) return wrong(messages::kNoCases, {}, list->place);
    return out;
}

} // namespace lw::cli
