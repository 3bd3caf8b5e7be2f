// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/json_words.h"

#include "core/scene/messages.h"

#include <limits>

namespace lw::scene {

Result<std::size_t> wordIn(const JsonObject& object, std::string_view key,
                           std::span<const std::string_view> words) {
    LW_TRY(const std::string word, object.text(key));
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == word) return i;
        list += (i == 0 ? "" : ", ") + std::string(words[i]);
    }
    return Problem{&messages::kNoSuchWord, {word, list}, object.at(key).place, {}, {}};
}

Result<std::vector<std::string>> textsIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const JsonValue* list, object.list(key));
    std::vector<std::string> out;
    for (const JsonValue& item : list->items) {
        LW_TRY(std::string text, textOf(item, key));
        out.push_back(std::move(text));
    }
    return out;
}

Result<std::uint64_t> countIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t number, object.integer(key, 0, std::numeric_limits<std::int64_t>::max()));
    return static_cast<std::uint64_t>(number);
}

} // namespace lw::scene
