// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/bundle_bits.h"

namespace lw::scene {

namespace {

constexpr std::string_view kUses[] = {"predicate", "operation", "operand", "shared", "immediate", "unused"};

Json jsonOf(const BitField& field) {
    Json pieces = Json::list();
    for (const BitPiece& piece : field.pieces)
        pieces.push_back({{"offset", piece.offset}, {"width", piece.width}});
    return {{"use", nameOf(field.use)}, {"name", field.name},       {"pieces", std::move(pieces)},
            {"value", field.value},     {"meaning", field.meaning}, {"summary", field.summary}};
}

Json jsonOf(const BitSection& section) {
    Json fields = Json::list();
    for (const BitField& field : section.fields) fields.push_back(jsonOf(field));
    return {{"name", section.name},
            {"text", section.text},
            {"unit", section.unit},
            {"fields", std::move(fields)}};
}

} // namespace

std::string_view nameOf(BitUse use) { return kUses[static_cast<std::size_t>(use)]; }

Json jsonOf(const BundleBits& picture) {
    Json sections = Json::list();
    for (const BitSection& section : picture.sections) sections.push_back(jsonOf(section));
    return {{"chip", picture.chip},
            {"bundle", picture.bundle},
            {"place", picture.place},
            {"bits", picture.bits},
            {"sections", std::move(sections)}};
}

} // namespace lw::scene
