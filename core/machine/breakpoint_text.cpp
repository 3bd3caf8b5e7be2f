// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/breakpoint_text.h"

#include "core/machine/messages.h"

namespace lw::machine {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }

} // namespace

void TextPart::trim() {
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1), ++at;
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
}

TextPart TextPart::word() {
    trim();
    const auto end = std::find_if(text.begin(), text.end(), isBlank);
    const TextPart first{text.substr(0, static_cast<std::size_t>(end - text.begin())), at};
    at += first.text.size();
    text.remove_prefix(first.text.size());
    trim();
    return first;
}

std::optional<TextPart> TextPart::splitAt(std::string_view wanted) {
    bool quoted = false;
    for (std::size_t i = 0; i + wanted.size() < text.size(); ++i) {
        quoted = quoted != (text[i] == '"');
        const bool begins = i > 0 && isBlank(text[i - 1]) && isBlank(text[i + wanted.size()]);
        if (quoted || !begins || !text.substr(i).starts_with(wanted)) continue;
        TextPart rest{text.substr(i + wanted.size()), at + i + wanted.size()};
        text = text.substr(0, i);
        rest.trim();
        trim();
        return rest;
    }
    return {};
}

PlaceReader::PlaceReader(const Scope& whole, std::uint32_t number)
    : scope(whole), file(number), place(whole), lookup(&isa::lookupOf(*whole.target->spec)) {}

Place PlaceReader::placeOf(const TextPart& part) const {
    return {file, 1, static_cast<std::uint32_t>(part.at + 1),
            static_cast<std::uint32_t>(std::max<std::size_t>(part.text.size(), 1))};
}

Result<Expression> PlaceReader::compile(const TextPart& part, const Scope& where) const {
    auto made = Expression::compile(part.text, where, file);
    if (!made) made.problem().place.column += static_cast<std::uint32_t>(part.at);
    return made;
}

Result<std::int64_t> PlaceReader::constant(const TextPart& part, std::string what) const {
    LW_TRY(const Expression expression, compile(part, place));
    if (!expression.isConstant())
        return Problem{&messages::kNotConstant, {std::move(what)}, placeOf(part), {}, {}};
    auto value = expression.evaluate({});
    if (!value) {
        value.problem().place.column += static_cast<std::uint32_t>(part.at);
        return value.problem();
    }
    if (value->isReal) return Problem{&messages::kNeedsInteger, {std::move(what)}, placeOf(part), {}, {}};
    return value->integer;
}

void PlaceReader::takeCore(TextPart& part) {
    std::string_view name = part.text;
    const CoreName* const core = scope.takeCore(name);
    if (core == nullptr) return;
    part.at += part.text.size() - name.size();
    part.text = name;
    place = scope.of(*core);
    lookup = &isa::lookupOf(*place.target->spec);
}

} // namespace lw::machine
