// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/json_value.h"

#include <cstdint>
#include <string>

// What the technique says of a program that it made; what it shows reads nothing else of it.
namespace lw::lower::doubling {

struct Report {
    std::string input, output; // tensors
    std::uint64_t elements = 0;
    bool operator==(const Report&) const = default;
};

inline std::string reportJson(const Report& report) {
    return Json{{"input", report.input}, {"output", report.output}, {"elements", report.elements}}.text(1);
}

inline Result<Report> reportFromJson(std::string_view text) {
    LW_TRY(const JsonValue value, parseJson(text, Place::kNoFile));
    constexpr std::string_view kKeys[] = {"input", "output", "elements"};
    LW_TRY(const JsonObject object, JsonObject::of(value, "", kKeys));
    Report out;
    LW_TRY(out.input, object.text("input"));
    LW_TRY(out.output, object.text("output"));
    LW_TRY(const std::int64_t elements, object.integer("elements", 1, 1 << 20));
    out.elements = static_cast<std::uint64_t>(elements);
    return out;
}

} // namespace lw::lower::doubling
