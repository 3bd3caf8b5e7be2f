// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw {

class Json;

// A JSON text that was read, with the place of every value, so that errors of meaning have a line and a
// column like errors of syntax. For writing there is Json.
struct JsonValue {
    enum class Kind : std::uint8_t { Null, Bool, Integer, Real, Text, List, Object };

    Kind kind = Kind::Null;
    bool truth = false;
    std::int64_t integer = 0; // Integer; a larger number is Real
    double real = 0;          // Integer and Real
    std::string text;
    std::vector<JsonValue> items;  // of a List or an Object
    std::vector<std::string> keys; // of an Object: one per item
    std::vector<Place> keyPlaces;
    Place place; // where the value begins

    const JsonValue* find(std::string_view key) const;
};

// Reads a whole text; syntax errors, duplicate keys, more than 64 levels
// and more than a million values are refused.
Result<JsonValue> parseJson(std::string_view text, std::uint32_t file);

// An object whose keys are known to be among the allowed ones, read key by key.
// The object must outlive the reader.
class JsonObject {
  public:
    // Refuses a value that is not an object, a key in neither list (with the nearest
    // allowed one as replacement) and a missing required one. `name` is what messages call
    // the value; empty is the whole file.
    static Result<JsonObject> of(const JsonValue& value, std::string_view name,
                                 std::span<const std::string_view> required,
                                 std::span<const std::string_view> optional = {});

    bool has(std::string_view key) const { return m_value->find(key) != nullptr; }
    // The value of a key that is required or known to exist.
    const JsonValue& at(std::string_view key) const;
    Place place() const { return m_value->place; }

    Result<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most) const;
    Result<double> real(std::string_view key, double least, double most) const;
    Result<std::string> text(std::string_view key) const;
    Result<bool> truth(std::string_view key) const;
    Result<const JsonValue*> list(std::string_view key) const;

  private:
    JsonObject(const JsonValue& value, std::string_view name) : m_value(&value), m_name(name) {}
    std::string named(std::string_view key) const;

    const JsonValue* m_value;
    std::string m_name;
};

// The value, for writing it again; integers beyond std::int64_t come out as reals.
Json jsonOf(const JsonValue& value);

// The text of a value that must be a text; `name` is what messages call it.
Result<std::string> textOf(const JsonValue& value, std::string_view name);
// "a list", "a number" ...: for messages.
std::string_view nameOf(JsonValue::Kind kind);

} // namespace lw
