// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include "core/base/check.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace lw {

namespace {

// Bytes that are not UTF-8, of a path for instance, must not end the program: they are replaced.
template <typename Value> std::string tokenOf(const Value& value) {
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

struct Json::Writer {
    std::string& out;
    std::optional<std::size_t> indent; // none: everything on one line
    Order order;
    std::size_t depth = 0;

    void write(const Json& value) { std::visit(*this, value.m_value); }

    void operator()(std::monostate) { out += "null"; }
    template <typename Value> void operator()(const Value& value) { out += tokenOf(value); }
    void operator()(const List& list) {
        out += '[';
        items(list.size(), [&](std::size_t i) { write(list[i]); });
        out += ']';
    }
    void operator()(const Object& object) {
        std::vector<std::pair<const std::string*, const Json*>> members(object.values.size());
        std::size_t byKey = 0;
        for (const auto& [key, place] : object.places)
            members[order == Order::ByKey ? byKey++ : place] = {&key, &object.values[place]};
        out += '{';
        items(members.size(), [&](std::size_t i) {
            out.append(tokenOf(*members[i].first)).append(indent ? ": " : ":");
            write(*members[i].second);
        });
        out += '}';
    }

    // Everything between the brackets: writeItem(i) writes one item.
    template <typename WriteItem> void items(std::size_t count, const WriteItem& writeItem) {
        ++depth;
        for (std::size_t i = 0; i < count; ++i) {
            if (i != 0) out += ',';
            breakLine();
            writeItem(i);
        }
        --depth;
        if (count != 0) breakLine();
    }
    void breakLine() {
        if (indent) out.append(1, '\n').append(*indent * depth, ' ');
    }
};

Json::Json(std::initializer_list<JsonMember> members) : m_value(Object{}) {
    Object& object = std::get<Object>(m_value);
    for (const JsonMember& member : members) {
        const bool isNew = object.places.try_emplace(std::string(member.key), object.values.size()).second;
        LW_REQUIRE(isNew, "a key occurs twice in one object");
        object.values.push_back(std::move(member.value));
    }
}

Json Json::object() {
    Json out;
    out.m_value = Object{};
    return out;
}

Json Json::list(std::initializer_list<Json> items) {
    Json out;
    out.m_value = List(items);
    return out;
}

Json& Json::operator[](std::string_view key) {
    if (isNull()) m_value = Object{};
    Object* const object = std::get_if<Object>(&m_value);
    LW_REQUIRE(object, "a member is asked of something that is not an object");
    auto at = object->places.find(key);
    if (at == object->places.end()) {
        at = object->places.emplace(key, object->values.size()).first;
        object->values.emplace_back();
    }
    return object->values[at->second];
}

void Json::push_back(Json item) {
    if (isNull()) m_value = List{};
    List* const list = std::get_if<List>(&m_value);
    LW_REQUIRE(list, "an item is added to something that is not a list");
    list->push_back(std::move(item));
}

std::string Json::text(std::size_t indent, Order order) const {
    std::string out;
    Writer{out, indent, order}.write(*this);
    return out;
}

std::string Json::line(Order order) const {
    std::string out;
    Writer{out, std::nullopt, order}.write(*this);
    return out;
}

} // namespace lw
