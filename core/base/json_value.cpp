// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_value.h"

#include "core/base/closest_word.h"
#include "core/base/json.h"
#include "core/base/json_messages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace lw {

namespace {

using namespace json_messages;

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostValues = 1'000'000;
constexpr std::size_t kMostKeys = 1024; // of one object; each is compared with all others

// Passes the text to the parser byte by byte and counts, because the parser tells its listener no positions.
struct CountingIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    std::size_t* consumed = nullptr;

    reference operator*() const { return *at; }
    CountingIterator& operator++() {
        ++at;
        ++*consumed;
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return at == other.at; }
    bool operator!=(const CountingIterator& other) const { return at != other.at; }
};

// Builds the tree from the parser's calls. Named as required by nlohmann's SAX interface.
class Builder {
  public:
    Builder(std::string_view text, std::uint32_t file) : m_text(text), m_file(file) {}

    std::size_t* consumed() { return &m_consumed; }
    // The parser takes a zero byte as the end.
    bool isAllText() {
        const auto zero = m_text.find('\0');
        return zero == m_text.npos || fail({&kSyntax, {"a zero byte"}, placeAt(zero), {}, {}});
    }
    std::optional<Problem>& problem() { return m_problem; }
    JsonValue& root() { return m_root; }

    bool null() { return add({}); }
    bool boolean(bool truth) {
        JsonValue value;
        value.kind = JsonValue::Kind::Bool;
        value.truth = truth;
        return add(std::move(value));
    }
    bool number_integer(std::int64_t number) {
        JsonValue value;
        value.kind = JsonValue::Kind::Integer;
        value.integer = number;
        value.real = static_cast<double>(number);
        return add(std::move(value));
    }
    bool number_unsigned(std::uint64_t number) {
        if (number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return number_integer(static_cast<std::int64_t>(number));
        return addReal(static_cast<double>(number));
    }
    bool number_float(double, const std::string& digits) {
        double number = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return addReal(number);
    }
    bool string(std::string& text) {
        JsonValue value;
        value.kind = JsonValue::Kind::Text;
        value.text = std::move(text);
        return add(std::move(value));
    }
    template <typename Binary> bool binary(Binary&) { return false; }
    bool start_object(std::size_t) { return open(JsonValue::Kind::Object); }
    bool start_array(std::size_t) { return open(JsonValue::Kind::List); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        const Place place = nextPlace();
        JsonValue& object = *m_open.back();
        if (object.keys.size() == kMostKeys)
            return fail(
                {&kTooLarge, {std::to_string(kMostKeys + 1), std::to_string(kMostKeys)}, place, {}, {}});
        if (std::find(object.keys.begin(), object.keys.end(), name) != object.keys.end())
            return fail({&kDuplicateKey, {name}, place, {}, {}});
        object.keys.push_back(std::move(name));
        object.keyPlaces.push_back(place);
        return true;
    }
    template <typename Exception>
    bool parse_error(std::size_t position, const std::string&, const Exception& exception) {
        std::string_view what = exception.what();
        // "[json.exception.parse_error.101] parse error at line 1, column 2: <what we want>"
        if (const auto colon = what.find(": "); colon != what.npos) what.remove_prefix(colon + 2);
        return fail({&kSyntax, {std::string(what)}, placeAt(position == 0 ? 0 : position - 1), {}, {}});
    }

  private:
    bool fail(Problem problem) {
        if (!m_problem) m_problem = std::move(problem);
        return false;
    }
    bool addReal(double number) {
        JsonValue value;
        value.kind = JsonValue::Kind::Real;
        value.real = number;
        return add(std::move(value));
    }
    bool open(JsonValue::Kind kind) {
        if (m_open.size() == kDeepest)
            return fail({&kTooDeep, {std::to_string(kDeepest)}, nextPlace(), {}, {}});
        JsonValue value;
        value.kind = kind;
        if (!add(std::move(value))) return false;
        m_open.push_back(m_last);
        return true;
    }
    bool close() {
        m_open.pop_back();
        m_end = m_consumed;
        return true;
    }
    bool add(JsonValue value) {
        if (++m_count > kMostValues)
            return fail(
                {&kTooLarge, {std::to_string(m_count), std::to_string(kMostValues)}, nextPlace(), {}, {}});
        value.place = nextPlace();
        if (m_open.empty()) {
            m_root = std::move(value);
            m_last = &m_root;
        } else {
            // Only the innermost open value grows, so the pointers in m_open stay valid.
            m_last = &m_open.back()->items.emplace_back(std::move(value));
        }
        return true;
    }
    // The token the parser has just read begins at the first byte
    // after the previous one that is not punctuation.
    Place nextPlace() {
        std::size_t begin = m_end;
        while (begin < m_text.size() &&
               std::string_view(" \t\r\n,:]}").find(m_text[begin]) != std::string_view::npos)
            ++begin;
        m_end = std::max(begin + 1, m_consumed);
        // After a number the parser has read one byte too many, which may begin the next token's neighbour.
        if (begin < m_text.size() && (m_text[begin] == '-' || (m_text[begin] >= '0' && m_text[begin] <= '9')))
            m_end = begin + 1 + numberTail(begin + 1);
        Place place = placeAt(begin);
        place.length = static_cast<std::uint32_t>(std::min<std::size_t>(m_end, m_text.size()) -
                                                  std::min(begin, m_text.size()));
        return place;
    }
    std::size_t numberTail(std::size_t from) const {
        std::size_t end = from;
        while (end < m_text.size() &&
               std::string_view("0123456789+-.eE").find(m_text[end]) != std::string_view::npos)
            ++end;
        return end - from;
    }
    Place placeAt(std::size_t offset) {
        // Positions only grow, except for the last error, so lines are counted once.
        if (offset < m_counted) m_counted = 0, m_line = 1, m_lineBegin = 0;
        for (; m_counted < offset && m_counted < m_text.size(); ++m_counted)
            if (m_text[m_counted] == '\n') ++m_line, m_lineBegin = m_counted + 1;
        return {m_file, m_line, static_cast<std::uint32_t>(std::min(offset, m_text.size()) - m_lineBegin + 1),
                1};
    }

    std::string_view m_text;
    std::uint32_t m_file;
    std::size_t m_consumed = 0;
    std::size_t m_end = 0;
    std::size_t m_count = 0;
    std::size_t m_counted = 0;
    std::uint32_t m_line = 1;
    std::size_t m_lineBegin = 0;
    JsonValue m_root;
    JsonValue* m_last = nullptr;
    std::vector<JsonValue*> m_open;
    std::optional<Problem> m_problem;
};

std::string joined(std::span<const std::string_view> words) {
    std::string out;
    for (const std::string_view word : words) out += (out.empty() ? "" : ", ") + std::string(word);
    return out;
}

std::string shown(double number) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    return {buffer, end};
}

Problem wrongType(std::string_view key, std::string_view wanted, const JsonValue& value) {
    return {&kWrongType,
            {std::string(key), std::string(wanted), std::string(nameOf(value.kind))},
            value.place,
            {},
            {}};
}

} // namespace

std::string_view nameOf(JsonValue::Kind kind) {
    switch (kind) {
    case JsonValue::Kind::Null: return "null";
    case JsonValue::Kind::Bool: return "true or false";
    case JsonValue::Kind::Integer: return "an integer";
    case JsonValue::Kind::Real: return "a number with a fraction or out of range";
    case JsonValue::Kind::Text: return "a string";
    case JsonValue::Kind::List: return "a list";
    case JsonValue::Kind::Object: return "an object";
    }
    return "";
}

const JsonValue* JsonValue::find(std::string_view key) const {
    const auto at = std::find(keys.begin(), keys.end(), key);
    return at == keys.end() ? nullptr : &items[static_cast<std::size_t>(at - keys.begin())];
}

Result<JsonValue> parseJson(std::string_view text, std::uint32_t file) {
    Builder builder(text, file);
    try {
        CountingIterator begin{text.data(), builder.consumed()},
            end{text.data() + text.size(), builder.consumed()};
        const bool read = nlohmann::json::sax_parse(begin, end, &builder);
        if (!read && !builder.problem())
            return Problem{&kSyntax, {"it cannot be read"}, {file, 1, 1, 1}, {}, {}};
        if (read && !builder.isAllText()) return *std::move(builder.problem());
    } catch (const std::exception& exception) {
        return Problem{&kSyntax, {exception.what()}, {file, 1, 1, 1}, {}, {}};
    }
    if (builder.problem()) return *std::move(builder.problem());
    return std::move(builder.root());
}

Json jsonOf(const JsonValue& value) {
    switch (value.kind) {
    case JsonValue::Kind::Null: return {};
    case JsonValue::Kind::Bool: return value.truth;
    case JsonValue::Kind::Integer: return value.integer;
    case JsonValue::Kind::Real: return value.real;
    case JsonValue::Kind::Text: return value.text;
    case JsonValue::Kind::List: {
        Json out = Json::list();
        for (const JsonValue& item : value.items) out.push_back(jsonOf(item));
        return out;
    }
    case JsonValue::Kind::Object: {
        Json out = Json::object();
        for (std::size_t i = 0; i < value.items.size(); ++i) out[value.keys[i]] = jsonOf(value.items[i]);
        return out;
    }
    }
    return {};
}

Result<JsonObject> JsonObject::of(const JsonValue& value, std::string_view name,
                                  std::span<const std::string_view> required,
                                  std::span<const std::string_view> optional) {
    if (value.kind != JsonValue::Kind::Object)
        return wrongType(name.empty() ? "the file" : name, "an object", value);
    std::vector<std::string_view> allowed(required.begin(), required.end());
    allowed.insert(allowed.end(), optional.begin(), optional.end());
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
        if (std::find(allowed.begin(), allowed.end(), value.keys[i]) != allowed.end()) continue;
        return Problem{&kUnknownKey,
                       {value.keys[i], joined(allowed)},
                       value.keyPlaces[i],
                       {},
                       std::string(closestWord(value.keys[i], allowed))};
    }
    for (const std::string_view key : required)
        if (!value.find(key)) return Problem{&kMissingKey, {std::string(key)}, value.place, {}, {}};
    return JsonObject(value, name);
}

std::string JsonObject::named(std::string_view key) const {
    return m_name.empty() ? std::string(key) : m_name + "." + std::string(key);
}

const JsonValue& JsonObject::at(std::string_view key) const {
    const JsonValue* value = m_value->find(key);
    LW_REQUIRE(value, "a key is read that is neither required nor known to be there");
    return *value;
}

Result<std::int64_t> JsonObject::integer(std::string_view key, std::int64_t least, std::int64_t most) const {
    const JsonValue& value = at(key);
    if (value.kind != JsonValue::Kind::Integer) return wrongType(named(key), "an integer", value);
    if (value.integer < least || value.integer > most)
        return Problem{&kOutOfRange,
                       {named(key), std::to_string(value.integer),
                        std::to_string(least) + " to " + std::to_string(most)},
                       value.place,
                       {},
                       {}};
    return value.integer;
}

Result<double> JsonObject::real(std::string_view key, double least, double most) const {
    const JsonValue& value = at(key);
    if (value.kind != JsonValue::Kind::Integer && value.kind != JsonValue::Kind::Real)
        return wrongType(named(key), "a number", value);
    if (!(value.real >= least && value.real <= most))
        return Problem{&kOutOfRange,
                       {named(key), shown(value.real), shown(least) + " to " + shown(most)},
                       value.place,
                       {},
                       {}};
    return value.real;
}

Result<std::string> textOf(const JsonValue& value, std::string_view name) {
    if (value.kind != JsonValue::Kind::Text) return wrongType(name, "a string", value);
    return value.text;
}

Result<std::string> JsonObject::text(std::string_view key) const { return textOf(at(key), named(key)); }

Result<bool> JsonObject::truth(std::string_view key) const {
    const JsonValue& value = at(key);
    if (value.kind != JsonValue::Kind::Bool) return wrongType(named(key), "true or false", value);
    return value.truth;
}

Result<const JsonValue*> JsonObject::list(std::string_view key) const {
    const JsonValue& value = at(key);
    if (value.kind != JsonValue::Kind::List) return wrongType(named(key), "a list", value);
    return &value;
}

} // namespace lw
