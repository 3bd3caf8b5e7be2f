// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace lw {

struct JsonMember;

template <typename T>
concept JsonInteger = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

// A JSON document for writing, built piece by piece. One that is read is a JsonValue.
class Json {
  public:
    enum class Order : std::uint8_t { ByKey, AsAdded }; // of the members of objects

    Json(std::nullptr_t = nullptr) {}
    template <std::same_as<bool> Truth> Json(Truth truth) : m_value(truth) {}
    template <JsonInteger Number>
    Json(Number number)
        : m_value(std::conditional_t<std::is_signed_v<Number>, std::int64_t, std::uint64_t>{number}) {}
    template <std::floating_point Number> Json(Number number) : m_value(static_cast<double>(number)) {}
    Json(std::string text) : m_value(std::move(text)) {}
    Json(std::string_view text) : m_value(std::string(text)) {}
    Json(const char* text) : m_value(std::string(text)) {}
    // An object: {{"row", 1}, {"column", 2}}. No key appears twice.
    Json(std::initializer_list<JsonMember> members);

    static Json object();
    static Json list(std::initializer_list<Json> items = {});
    template <typename Values> static Json list(const Values& values) {
        Json out = list();
        for (const auto& one : values) out.push_back(one);
        return out;
    }

    bool isNull() const { return std::holds_alternative<std::monostate>(m_value); }
    // The member of that name, null when it is new; a null becomes an object. Valid until another is added.
    Json& operator[](std::string_view key);
    // A null becomes a list.
    void push_back(Json item);

    // Each level indented by that many more blanks, without a line break at the end.
    std::string text(std::size_t indent, Order order = Order::ByKey) const;
    // Without any blanks or line breaks.
    std::string line(Order order = Order::ByKey) const;

  private:
    struct Writer;
    struct Object {
        std::vector<Json> values;                               // as added
        std::map<std::string, std::size_t, std::less<>> places; // of each key's value among them
    };
    using List = std::vector<Json>;

    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List, Object>
        m_value;
};

struct JsonMember {
    std::string_view key;
    mutable Json value; // an initializer_list is constant, but its values are taken nevertheless
};

} // namespace lw
