// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/bundle.h"
#include "core/scene/bundle_bits.h"
#include "core/scene/json_words.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <tuple>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"chip", "bundle", "place", "bits", "sections"};
constexpr std::string_view kSectionKeys[] = {"name", "text", "unit", "fields"};
constexpr std::string_view kFieldKeys[] = {"use", "name", "pieces", "value", "meaning", "summary"};
constexpr std::string_view kPieceKeys[] = {"offset", "width"};
constexpr std::string_view kUses[] = {"predicate", "operation", "operand", "shared", "immediate", "unused"};
constexpr std::int64_t kMostBits = 64 * std::tuple_size_v<decltype(isa::Bits::words)>;

Result<BitField> fieldFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "fields", kFieldKeys));
    BitField out;
    LW_TRY(const std::size_t use, wordIn(object, "use", kUses));
    out.use = static_cast<BitUse>(use);
    LW_TRY(out.name, object.text("name"));
    LW_TRY(const JsonValue* pieces, object.list("pieces"));
    for (const JsonValue& item : pieces->items) {
        LW_TRY(const JsonObject inner, JsonObject::of(item, "pieces", kPieceKeys));
        LW_TRY(const std::int64_t offset, inner.integer("offset", 0, kMostBits - 1));
        LW_TRY(const std::int64_t width, inner.integer("width", 1, kMostBits - offset));
        out.pieces.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(width)});
    }
    LW_TRY(const std::int64_t number, object.integer("value", 0, std::numeric_limits<std::int64_t>::max()));
    out.value = static_cast<std::uint64_t>(number);
    LW_TRY(out.meaning, object.text("meaning"));
    LW_TRY(out.summary, object.text("summary"));
    return out;
}

Result<BitSection> sectionFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "sections", kSectionKeys));
    BitSection out;
    LW_TRY(out.name, object.text("name"));
    LW_TRY(out.text, object.text("text"));
    LW_TRY(out.unit, object.text("unit"));
    LW_TRY(const JsonValue* fields, object.list("fields"));
    for (const JsonValue& item : fields->items) {
        LW_TRY(BitField field, fieldFromJson(item));
        out.fields.push_back(std::move(field));
    }
    return out;
}

} // namespace

std::string_view nameOf(BitUse use) { return kUses[static_cast<std::size_t>(use)]; }

void to_json(nlohmann::json& out, const BundleBits& picture) {
    out = {{"chip", picture.chip},
           {"bundle", picture.bundle},
           {"place", picture.place},
           {"bits", picture.bits},
           {"sections", nlohmann::json::array()}};
    for (const BitSection& section : picture.sections) {
        nlohmann::json fields = nlohmann::json::array();
        for (const BitField& field : section.fields) {
            nlohmann::json pieces = nlohmann::json::array();
            for (const BitPiece& piece : field.pieces)
                pieces.push_back({{"offset", piece.offset}, {"width", piece.width}});
            fields.push_back({{"use", nameOf(field.use)},
                              {"name", field.name},
                              {"pieces", std::move(pieces)},
                              {"value", field.value},
                              {"meaning", field.meaning},
                              {"summary", field.summary}});
        }
        out["sections"].push_back({{"name", section.name},
                                   {"text", section.text},
                                   {"unit", section.unit},
                                   {"fields", std::move(fields)}});
    }
}

Result<BundleBits> bundleBitsFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    BundleBits out;
    LW_TRY(out.chip, object.text("chip"));
    LW_TRY(const std::int64_t bundle, object.integer("bundle", 0, std::numeric_limits<std::uint32_t>::max()));
    out.bundle = static_cast<std::uint32_t>(bundle);
    LW_TRY(out.place, object.text("place"));
    LW_TRY(out.bits, object.text("bits"));
    LW_TRY(const JsonValue* sections, object.list("sections"));
    for (const JsonValue& item : sections->items) {
        LW_TRY(BitSection section, sectionFromJson(item));
        out.sections.push_back(std::move(section));
    }
    return out;
}

} // namespace lw::scene
