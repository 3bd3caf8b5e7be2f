// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/workload.h"

#include "core/base/json_messages.h"
#include "core/base/json_value.h"
#include "core/chips/catalog.h"
#include "core/machine/machine_file.h"
#include "core/project/inputs_json.h"
#include "core/project/messages.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace lw::project {

namespace {

constexpr std::string_view kSchema = "lanewright workload";
constexpr std::int64_t kVersion = 1;

constexpr std::string_view kTopKeys[] = {"schema", "version", "machine", "cores"};
constexpr std::string_view kPartKeys[] = {"cores", "program"};
constexpr std::string_view kPartOptional[] = {"set"};

Problem notCores(const JsonValue& value) { return {&messages::kNotCores, {value.text}, value.place, {}, {}}; }

// A core by its number or its name, "3" or "c3", at the beginning of the text, which is taken off.
bool takeCore(std::string_view& text, std::uint16_t& core) {
    if (text.starts_with('c')) text.remove_prefix(1);
    const auto end = std::from_chars(text.data(), text.data() + text.size(), core);
    if (end.ec != std::errc() || core >= machine::kMostCores) return false;
    text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
    return true;
}

// "0-3", "c1", "0, 2-3".
Result<std::vector<std::uint16_t>> coresIn(const JsonValue& value) {
    std::vector<std::uint16_t> out;
    std::string_view rest = value.text;
    const auto skip = [&] {
        while (rest.starts_with(' ')) rest.remove_prefix(1);
    };
    do {
        skip();
        std::uint16_t first = 0, last = 0;
        if (!takeCore(rest, first)) return notCores(value);
        last = first;
        if (rest.starts_with('-') && (rest.remove_prefix(1), !takeCore(rest, last) || last < first))
            return notCores(value);
        for (std::uint16_t core = first; core <= last; ++core) out.push_back(core);
        skip();
    } while (rest.starts_with(',') && (rest.remove_prefix(1), true));
    if (!rest.empty()) return notCores(value);
    std::sort(out.begin(), out.end());
    return out;
}

Result<WorkloadPart> partOf(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "cores", kPartKeys, kPartOptional));
    WorkloadPart out;
    out.place = object.at("cores").place;
    LW_TRY([[maybe_unused]] const std::string cores, object.text("cores"));
    LW_TRY(out.cores, coresIn(object.at("cores")));
    LW_TRY(out.program, object.text("program"));
    LW_TRY(out.inputs, inputsOf(object, "set"));
    return out;
}

} // namespace

Result<Workload> parseWorkload(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    const JsonValue *schema = root.find("schema"), *version = root.find("version");
    if (schema && schema->kind == JsonValue::Kind::Text && schema->text != kSchema)
        return Problem{&messages::kNoWorkload, {schema->text}, schema->place, {}, {}};
    if (schema && version && version->kind == JsonValue::Kind::Integer && version->integer > kVersion)
        return Problem{&messages::kNewerWorkload,
                       {std::to_string(version->integer), std::to_string(kVersion)},
                       version->place,
                       {},
                       {}};
    LW_TRY(const JsonObject top, JsonObject::of(root, "", kTopKeys));
    LW_TRY([[maybe_unused]] const std::string named, top.text("schema"));
    LW_TRY([[maybe_unused]] const std::int64_t number, top.integer("version", kVersion, kVersion));
    Workload out;
    LW_TRY(out.machine, top.text("machine"));
    LW_TRY(const JsonValue* parts, top.list("cores"));
    for (const JsonValue& part : parts->items) {
        LW_TRY(WorkloadPart one, partOf(part));
        out.parts.push_back(std::move(one));
    }
    if (out.parts.empty()) return Problem{&messages::kNoParts, {}, parts->place, {}, {}};
    return out;
}

Workload absoluteFrom(Workload workload, const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const auto change = [&](std::string& one) { one = (folder / one).lexically_normal().string(); };
    if (chips::isMachinePath(workload.machine)) change(workload.machine);
    for (WorkloadPart& part : workload.parts) {
        change(part.program);
        for (Input& input : part.inputs) change(input.file);
    }
    return workload;
}

Result<std::vector<std::size_t>> partsOfCores(const Workload& workload, std::uint32_t cores) {
    constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> out(cores, kNone);
    for (std::size_t i = 0; i < workload.parts.size(); ++i)
        for (const std::uint16_t core : workload.parts[i].cores) {
            const Place& place = workload.parts[i].place;
            if (core >= cores)
                return Problem{&messages::kCoreBeyond,
                               {std::to_string(core), workload.machine, std::to_string(cores)},
                               place,
                               {},
                               {}};
            if (out[core] != kNone)
                return Problem{&messages::kCoreTwice, {std::to_string(core)}, place, {}, {}};
            out[core] = i;
        }
    const auto without = std::find(out.begin(), out.end(), kNone);
    if (without != out.end())
        return Problem{&messages::kCoreWithout,
                       {std::to_string(without - out.begin()), workload.machine},
                       workload.parts.back().place,
                       {},
                       {}};
    return out;
}

} // namespace lw::project
