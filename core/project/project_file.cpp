// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_file.h"

#include "core/base/json.h"
#include "core/base/json_messages.h"
#include "core/base/json_value.h"
#include "core/chips/catalog.h"
#include "core/machine/machine_file.h"
#include "core/project/inputs_json.h"
#include "core/project/messages.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace lw::project {

namespace {

constexpr std::string_view kProjectSchema = "lanewright project";
constexpr std::int64_t kProjectVersion = 2;
constexpr std::size_t kMostItems = 10'000; // of one list

constexpr std::string_view kProjectTopKeys[] = {"schema", "version"};
constexpr std::string_view kProjectTopOptional[] = {"program", "machine",   "inputs", "define", "breakpoints",
                                                    "watches", "bookmarks", "focus",  "views"};
constexpr std::string_view kBreakpointKeys[] = {"at"};
constexpr std::string_view kBreakpointOptional[] = {"enabled", "core"};
constexpr std::string_view kViewOptional[] = {"open", "front", "workspace", "layouts"};
constexpr std::string_view kLayoutKeys[] = {"workspace", "state"};
constexpr std::string_view kLayoutOptional[] = {"views"};

Result<const JsonValue*> listOf(const JsonObject& object, std::string_view key) {
    LW_TRY(const JsonValue* list, object.list(key));
    if (list->items.size() > kMostItems)
        return Problem{&messages::kTooMany,
                       {std::to_string(list->items.size()), std::string(key), std::to_string(kMostItems)},
                       list->place,
                       {},
                       {}};
    return list;
}

Outcome readText(const JsonObject& object, std::string_view key, std::string& into) {
    if (!object.has(key)) return Done{};
    LW_TRY(into, object.text(key));
    return Done{};
}

Outcome readTexts(const JsonObject& object, std::string_view key, std::vector<std::string>& into) {
    if (!object.has(key)) return Done{};
    LW_TRY(const JsonValue* list, listOf(object, key));
    for (const JsonValue& item : list->items) {
        LW_TRY(std::string text, lw::textOf(item, key));
        into.push_back(std::move(text));
    }
    return Done{};
}

Result<std::uint16_t> coreIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t core, object.integer(key, 0, machine::kMostCores - 1));
    return static_cast<std::uint16_t>(core);
}

Outcome readBreakpoints(const JsonObject& top, Project& out) {
    if (!top.has("breakpoints")) return Done{};
    LW_TRY(const JsonValue* list, listOf(top, "breakpoints"));
    for (const JsonValue& item : list->items) {
        LW_TRY(const JsonObject object,
               JsonObject::of(item, "breakpoints", kBreakpointKeys, kBreakpointOptional));
        SavedBreakpoint breakpoint;
        LW_TRY(breakpoint.at, object.text("at"));
        if (object.has("enabled")) {
            LW_TRY(breakpoint.enabled, object.truth("enabled"));
        }
        if (object.has("core")) {
            LW_TRY(breakpoint.core, coreIn(object, "core"));
        }
        out.breakpoints.push_back(std::move(breakpoint));
    }
    return Done{};
}

Outcome readBookmarks(const JsonObject& top, Project& out) {
    if (!top.has("bookmarks")) return Done{};
    LW_TRY(const JsonValue* list, listOf(top, "bookmarks"));
    for (const JsonValue& item : list->items) {
        if (item.kind != JsonValue::Kind::Integer || item.integer < 0)
            return Problem{&json_messages::kWrongType,
                           {"bookmarks", "a list of clocks", std::string(nameOf(item.kind))},
                           item.place,
                           {},
                           {}};
        out.bookmarks.push_back(static_cast<std::uint64_t>(item.integer));
    }
    return Done{};
}

Outcome readViews(const JsonObject& top, Project& out) {
    if (!top.has("views")) return Done{};
    LW_TRY(const JsonObject views, JsonObject::of(top.at("views"), "views", {}, kViewOptional));
    LW_TRY([[maybe_unused]] const Done open, readTexts(views, "open", out.open));
    LW_TRY([[maybe_unused]] const Done front, readText(views, "front", out.front));
    LW_TRY([[maybe_unused]] const Done workspace, readText(views, "workspace", out.workspace));
    if (!views.has("layouts")) return Done{};
    LW_TRY(const JsonValue* list, listOf(views, "layouts"));
    for (const JsonValue& item : list->items) {
        LW_TRY(const JsonObject object, JsonObject::of(item, "layouts", kLayoutKeys, kLayoutOptional));
        SavedLayout layout;
        LW_TRY(layout.workspace, object.text("workspace"));
        LW_TRY(layout.state, object.text("state"));
        LW_TRY([[maybe_unused]] const Done own, readTexts(object, "views", layout.views));
        out.layouts.push_back(std::move(layout));
    }
    return Done{};
}

// Every path of the project, to be changed.
template <typename Change> void forPaths(Project& project, const Change& change) {
    const auto one = [&](std::string& path) {
        if (!path.empty()) path = change(path);
    };
    one(project.program);
    if (chips::isMachinePath(project.machine)) one(project.machine);
    for (Input& input : project.inputs) one(input.file);
    for (std::string& path : project.open) one(path);
    one(project.front);
}

std::int64_t versionOf(const Project& project) {
    const bool isOfCores =
        project.focus != 0 ||
        std::ranges::any_of(project.breakpoints, [](const auto& one) { return one.core != 0; }) ||
        std::ranges::any_of(project.layouts, [](const auto& one) { return !one.views.empty(); });
    return isOfCores ? 2 : 1;
}

} // namespace

Result<Project> parseProject(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    // A newer version may have keys that this one does not know: the version is what is wrong then, not they.
    const JsonValue *schema = root.find("schema"), *version = root.find("version");
    if (schema && schema->kind == JsonValue::Kind::Text && schema->text != kProjectSchema)
        return Problem{&messages::kNoProject, {schema->text}, schema->place, {}, {}};
    if (schema && version && version->kind == JsonValue::Kind::Integer && version->integer > kProjectVersion)
        return Problem{&messages::kNewerProject,
                       {std::to_string(version->integer), std::to_string(kProjectVersion)},
                       version->place,
                       {},
                       {}};
    LW_TRY(const JsonObject top, JsonObject::of(root, "", kProjectTopKeys, kProjectTopOptional));
    LW_TRY([[maybe_unused]] const std::string named, top.text("schema"));
    LW_TRY([[maybe_unused]] const std::int64_t number, top.integer("version", 1, kProjectVersion));
    Project out;
    LW_TRY([[maybe_unused]] const Done program, readText(top, "program", out.program));
    LW_TRY([[maybe_unused]] const Done machine, readText(top, "machine", out.machine));
    LW_TRY(out.inputs, inputsOf(top, "inputs"));
    LW_TRY(out.definitions, definitionsOf(top, "define"));
    LW_TRY([[maybe_unused]] const Done breakpoints, readBreakpoints(top, out));
    LW_TRY([[maybe_unused]] const Done watches, readTexts(top, "watches", out.watches));
    LW_TRY([[maybe_unused]] const Done bookmarks, readBookmarks(top, out));
    if (top.has("focus")) {
        LW_TRY(out.focus, coreIn(top, "focus"));
    }
    LW_TRY([[maybe_unused]] const Done views, readViews(top, out));
    return out;
}

std::string textOf(const Project& project) {
    Json out{{"schema", kProjectSchema}, {"version", versionOf(project)}};
    if (!project.program.empty()) out["program"] = project.program;
    if (!project.machine.empty()) out["machine"] = project.machine;
    if (!project.inputs.empty()) out["inputs"] = jsonOf(project.inputs);
    for (const assembler::Definition& one : project.definitions) out["define"][one.name] = jsonOf(one.value);
    for (const SavedBreakpoint& breakpoint : project.breakpoints) {
        Json value{{"at", breakpoint.at}};
        if (!breakpoint.enabled) value["enabled"] = false;
        if (breakpoint.core != 0) value["core"] = breakpoint.core;
        out["breakpoints"].push_back(std::move(value));
    }
    if (!project.watches.empty()) out["watches"] = Json::list(project.watches);
    if (!project.bookmarks.empty()) out["bookmarks"] = Json::list(project.bookmarks);
    if (project.focus != 0) out["focus"] = project.focus;
    Json views;
    if (!project.open.empty()) views["open"] = Json::list(project.open);
    if (!project.front.empty()) views["front"] = project.front;
    if (!project.workspace.empty()) views["workspace"] = project.workspace;
    for (const SavedLayout& layout : project.layouts) {
        Json value{{"workspace", layout.workspace}, {"state", layout.state}};
        if (!layout.views.empty()) value["views"] = Json::list(layout.views);
        views["layouts"].push_back(std::move(value));
    }
    if (!views.isNull()) out["views"] = std::move(views);
    return out.text(2, Json::Order::AsAdded) + "\n";
}

Project relativeTo(Project project, const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    forPaths(project, [&](const std::string& one) {
        const std::string relative = std::filesystem::path(one).lexically_relative(folder).string();
        return relative.empty() || relative.starts_with("..") ? one : relative;
    });
    return project;
}

Project absoluteFrom(Project project, const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    forPaths(project, [&](const std::string& one) { return (folder / one).lexically_normal().string(); });
    return project;
}

} // namespace lw::project
