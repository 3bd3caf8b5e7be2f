// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/workload.h"

#include "core/base/json.h"
#include "core/base/json_messages.h"
#include "core/base/json_value.h"
#include "core/chips/catalog.h"
#include "core/project/inputs_json.h"
#include "core/project/messages.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace lw::project {

namespace {

constexpr std::string_view kWorkloadSchema = "lanewright workload";
constexpr std::int64_t kWorkloadVersion = 1;

constexpr std::string_view kWorkloadTopKeys[] = {"schema", "version", "machine", "cores"};
constexpr std::string_view kPartKeys[] = {"cores", "program"};
constexpr std::string_view kPartOptional[] = {"set"};

Problem notCores(const JsonValue& value) { return {&messages::kNotCores, {value.text}, value.place, {}, {}}; }

// A core by its number or its name, "3", "c3" or "c1_0", at the beginning of the text, which is taken off. It
// is kept without the "c".
bool takeCore(std::string_view& text, std::string& core) {
    if (text.starts_with('c')) text.remove_prefix(1);
    core = text.substr(0, std::min(text.find_first_not_of("0123456789_"), text.size()));
    text.remove_prefix(core.size());
    return !core.empty();
}

// "0-3", "c1", "0, 2-3", "c0_0-c0_2".
Result<std::vector<CoreSpan>> coresIn(const JsonValue& value) {
    std::vector<CoreSpan> out;
    std::string_view rest = value.text;
    const auto skip = [&] {
        while (rest.starts_with(' ')) rest.remove_prefix(1);
    };
    do {
        skip();
        CoreSpan span;
        if (!takeCore(rest, span.first)) return notCores(value);
        span.last = span.first;
        if (rest.starts_with('-') && (rest.remove_prefix(1), !takeCore(rest, span.last)))
            return notCores(value);
        out.push_back(std::move(span));
        skip();
    } while (rest.starts_with(',') && (rest.remove_prefix(1), true));
    if (!rest.empty()) return notCores(value);
    return out;
}

Result<WorkloadPart> partOf(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "cores", kPartKeys, kPartOptional));
    WorkloadPart out;
    out.place = object.at("cores").place;
    LW_TRY([[maybe_unused]] const std::string cores, object.text("cores"));
    LW_TRY(out.cores, coresIn(object.at("cores")));
    LW_TRY(out.program, object.text("program"));
    out.programPlace = object.at("program").place;
    LW_TRY(out.inputs, inputsOf(object, "set"));
    return out;
}

} // namespace

Result<Workload> parseWorkload(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    const JsonValue *schema = root.find("schema"), *version = root.find("version");
    if (schema && schema->kind == JsonValue::Kind::Text && schema->text != kWorkloadSchema)
        return Problem{&messages::kNoWorkload, {schema->text}, schema->place, {}, {}};
    if (schema && version && version->kind == JsonValue::Kind::Integer && version->integer > kWorkloadVersion)
        return Problem{&messages::kNewerWorkload,
                       {std::to_string(version->integer), std::to_string(kWorkloadVersion)},
                       version->place,
                       {},
                       {}};
    LW_TRY(const JsonObject top, JsonObject::of(root, "", kWorkloadTopKeys));
    LW_TRY([[maybe_unused]] const std::string named, top.text("schema"));
    LW_TRY([[maybe_unused]] const std::int64_t number,
           top.integer("version", kWorkloadVersion, kWorkloadVersion));
    Workload out;
    LW_TRY(out.machine, top.text("machine"));
    out.machinePlace = top.at("machine").place;
    LW_TRY(const JsonValue* parts, top.list("cores"));
    out.partsPlace = parts->place;
    for (const JsonValue& part : parts->items) {
        LW_TRY(WorkloadPart one, partOf(part));
        out.parts.push_back(std::move(one));
    }
    if (out.parts.empty()) return Problem{&messages::kNoParts, {}, parts->place, {}, {}};
    return out;
}

std::string textOf(const Workload& workload) {
    Json parts = Json::list();
    for (const WorkloadPart& part : workload.parts) {
        std::string cores;
        for (const CoreSpan& span : part.cores)
            cores += (cores.empty() ? "c" : ", c") + span.first +
                     (span.last == span.first ? "" : "-c" + span.last);
        Json one{{"cores", cores}, {"program", part.program}};
        if (!part.inputs.empty()) one["set"] = jsonOf(part.inputs);
        parts.push_back(std::move(one));
    }
    const Json out{{"schema", kWorkloadSchema},
                   {"version", kWorkloadVersion},
                   {"machine", workload.machine},
                   {"cores", parts}};
    return out.text(2, Json::Order::AsAdded) + "\n";
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

namespace {

// Cores [first, second).
Result<std::pair<std::size_t, std::size_t>> coresOf(const CoreSpan& span, const Workload& workload,
                                                    const Place& place, const machine::CoreNames& names) {
    std::array<std::size_t, 2> ends{};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string& text = i == 0 ? span.first : span.last;
        const auto core = names.coreWritten(text);
        if (!core)
            return Problem{
                &messages::kCoreBeyond, {text, workload.machine, std::to_string(names.count)}, place, {}, {}};
        ends[i] = core->index;
    }
    if (ends[1] < ends[0])
        return Problem{&messages::kNotCores, {span.first + "-" + span.last}, place, {}, {}};
    return std::pair(ends[0], ends[1] + 1);
}

} // namespace

Result<std::vector<std::size_t>> partsOfCores(const Workload& workload, const machine::CoreNames& names) {
    constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> out(names.count, kNone);
    const auto give = [&](std::size_t part, const CoreSpan& span) -> Outcome {
        const Place& place = workload.parts[part].place;
        LW_TRY(const auto cores, coresOf(span, workload, place, names));
        for (std::size_t core = cores.first; core < cores.second; ++core) {
            if (out[core] != kNone)
                return Problem{&messages::kCoreTwice, {std::to_string(core)}, place, {}, {}};
            out[core] = part;
        }
        return Done{};
    };
    for (std::size_t i = 0; i < workload.parts.size(); ++i)
        for (const CoreSpan& span : workload.parts[i].cores) {
            LW_TRY([[maybe_unused]] const Done given, give(i, span));
        }
    const auto without = std::find(out.begin(), out.end(), kNone);
    if (without != out.end())
        return Problem{&messages::kCoreWithout,
                       {std::to_string(without - out.begin()), workload.machine},
                       workload.partsPlace,
                       {},
                       {}};
    return out;
}

} // namespace lw::project
