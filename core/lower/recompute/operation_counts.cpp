// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/operation_counts.h"

#include "core/base/json_value.h"

namespace lw::lower::recompute {

namespace {

constexpr std::string_view kFileKeys[] = {"schema", "version", "counts"};
constexpr std::string_view kRowKeys[] = {"value", "per", "source"};
constexpr std::string_view kMoreRowKeys[] = {"wait", "wait_of_two", "wait_of_one"};
constexpr double kMostOperations = 1e6;

Result<CountRow> rowFrom(const JsonValue& value, std::string_view name) {
    LW_TRY(const JsonObject object, JsonObject::of(value, name, kRowKeys, kMoreRowKeys));
    CountRow row;
    LW_TRY(row.value, object.real("value", 0, kMostOperations));
    for (const auto& [key, wait] :
         {std::pair{"wait", &row.wait}, {"wait_of_two", &row.waitOfTwo}, {"wait_of_one", &row.waitOfOne}})
        if (object.has(key)) {
            LW_TRY(*wait, object.real(key, 0, kMostOperations));
        } else {
            *wait = row.wait; // as of larger groups
        }
    LW_TRY(row.per, object.text("per"));
    LW_TRY(row.source, object.text("source"));
    return row;
}

} // namespace

double OperationCounts::waitOf(Count count, double groupRegisters) const {
    const CountRow& row = rows[static_cast<std::size_t>(count)];
    return groupRegisters >= 4 ? row.wait : groupRegisters >= 2 ? row.waitOfTwo : row.waitOfOne;
}

CountRow* OperationCounts::named(std::string_view name) {
    for (std::size_t i = 0; i < kCountNames.size(); ++i)
        if (kCountNames[i] == name) return &rows[i];
    return nullptr;
}

Result<OperationCounts> countsFromJson(std::string_view text, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(text, file));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", kFileKeys));
    LW_TRY(const JsonObject counts, JsonObject::of(top.at("counts"), "counts", kCountNames));
    OperationCounts out;
    for (std::size_t i = 0; i < kCountNames.size(); ++i) {
        LW_TRY(out.rows[i], rowFrom(counts.at(kCountNames[i]), kCountNames[i]));
    }
    return out;
}

const OperationCounts& builtInCounts() {
    static const OperationCounts kCounts = [] {
        auto counts = countsFromJson(builtInCountsText(), Place::kNoFile);
        LW_ASSERT(counts, "the table of operation counts that is built in can be read");
        return *std::move(counts);
    }();
    return kCounts;
}

} // namespace lw::lower::recompute
