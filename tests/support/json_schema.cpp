// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/json_schema.h"

#include "core/base/file.h"
#include "core/base/json.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace lw::test {

namespace {

using Kind = JsonValue::Kind;

// By what they hold; every other keyword is refused, since a validator may ignore what it does not know.
constexpr std::string_view kNotes[] = {"$schema", "$id", "title", "description"};
constexpr std::string_view kOneSchema[] = {"items", "additionalProperties", "if", "then"};
constexpr std::string_view kSchemaLists[] = {"anyOf", "allOf", "prefixItems"};
constexpr std::string_view kNumbers[] = {"minimum", "maximum", "multipleOf", "minItems", "maxItems"};
constexpr std::string_view kTypes[] = {"null", "boolean", "integer", "number", "string", "array", "object"};

template <std::size_t Count> bool isOne(std::string_view word, const std::string_view (&words)[Count]) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}
bool isNumber(const JsonValue& value) { return value.kind == Kind::Integer || value.kind == Kind::Real; }
bool isFalse(const JsonValue* schema) { return schema && schema->kind == Kind::Bool && !schema->truth; }
QRegularExpression patternOf(const std::string& text) {
    return QRegularExpression(QString::fromStdString(text));
}

bool isOf(const JsonValue& value, std::string_view type) {
    switch (value.kind) {
    case Kind::Null: return type == "null";
    case Kind::Bool: return type == "boolean";
    case Kind::Integer: return type == "integer" || type == "number";
    case Kind::Real: return type == "number" || (type == "integer" && std::floor(value.real) == value.real);
    case Kind::Text: return type == "string";
    case Kind::List: return type == "array";
    case Kind::Object: return type == "object";
    }
    return false;
}

bool isEqual(const JsonValue& a, const JsonValue& b) { return jsonOf(a).line() == jsonOf(b).line(); }

} // namespace

JsonSchema::JsonSchema(const std::string& name) : m_name(name) {
    const auto text = readTextFile(std::string(LW_ROOT) + "/resources/schemas/" + name + ".schema.json");
    auto root = text ? parseJson(*text, Place::kNoFile) : Result<JsonValue>(text.problem());
    if (!root) {
        m_problems.push_back(name + ": " + lw::textOf(root.problem()));
        return;
    }
    m_root = *std::move(root);
    for (const std::string_view key : kNotes)
        if (!m_root.find(key)) complain("", "no " + std::string(key));
    inspect(m_root, "#");
}

void JsonSchema::inspect(const JsonValue& schema, const std::string& place) {
    if (schema.kind == Kind::Bool) return;
    if (schema.kind != Kind::Object) return complain(place, "not a schema");
    for (std::size_t i = 0; i < schema.keys.size(); ++i)
        inspectKeyword(schema.keys[i], schema.items[i], place + "/" + schema.keys[i]);
    if (isFalse(schema.find("additionalProperties"))) inspectClosed(schema, place);
}

// An object whose keys are all told: each with what it means.
void JsonSchema::inspectClosed(const JsonValue& schema, const std::string& place) {
    const JsonValue *const properties = schema.find("properties"), *const required = schema.find("required");
    if (!properties) return complain(place, "no keys at all");
    m_closed[place] = {properties->keys.begin(), properties->keys.end()};
    for (std::size_t i = 0; i < properties->keys.size(); ++i) {
        const JsonValue& one = properties->items[i];
        const JsonValue* const reference = one.find("$ref");
        const JsonValue* const same = reference ? referred(reference->text) : nullptr;
        if (!one.find("description") && !(same && same->find("description")))
            complain(place, "no description of " + properties->keys[i]);
    }
    if (!required) return;
    for (const JsonValue& key : required->items)
        if (!properties->find(key.text)) complain(place, "required but not known: " + key.text);
}

void JsonSchema::inspectKeyword(const std::string& keyword, const JsonValue& value,
                                const std::string& place) {
    const auto must = [&](bool holds) {
        if (!holds) complain(place, "not what this keyword takes");
    };
    const auto areTexts = [&] {
        return value.kind == Kind::List && std::ranges::all_of(value.items, [](const JsonValue& item) {
                   return item.kind == Kind::Text;
               });
    };
    if (isOne(keyword, kNotes)) return must(value.kind == Kind::Text && !value.text.empty());
    if (isOne(keyword, kNumbers)) return must(isNumber(value));
    if (isOne(keyword, kOneSchema)) return inspect(value, place);
    if (isOne(keyword, kSchemaLists)) {
        must(value.kind == Kind::List);
        for (std::size_t i = 0; i < value.items.size(); ++i)
            inspect(value.items[i], place + "/" + std::to_string(i));
        return;
    }
    if (keyword == "properties" || keyword == "$defs") {
        for (std::size_t i = 0; i < value.keys.size(); ++i)
            inspect(value.items[i], place + "/" + value.keys[i]);
        return;
    }
    if (keyword == "$ref") return must(value.kind == Kind::Text && referred(value.text));
    if (keyword == "required") return must(areTexts());
    if (keyword == "type")
        return must(value.kind == Kind::Text ? isOne(value.text, kTypes)
                                             : areTexts() && std::ranges::all_of(value.items, [](auto& one) {
                                                   return isOne(one.text, kTypes);
                                               }));
    if (keyword == "enum") return must(value.kind == Kind::List && !value.items.empty());
    if (keyword == "pattern") return must(value.kind == Kind::Text && patternOf(value.text).isValid());
    if (keyword != "const") complain(place, "a keyword that is not known");
}

const JsonValue* JsonSchema::referred(std::string_view reference) const {
    constexpr std::string_view kDefs = "#/$defs/";
    const JsonValue* const defs = m_root.find("$defs");
    return defs && reference.starts_with(kDefs) ? defs->find(reference.substr(kDefs.size())) : nullptr;
}

// One walk over a value and the schemas that apply to it.
class SchemaCheck {
  public:
    explicit SchemaCheck(const JsonSchema& schema) : m_schema(schema) {}
    std::vector<SchemaFault> faults{};
    std::set<std::string> met{};

    void check(const JsonValue& value, const JsonValue& schema, const std::string& at,
               const std::string& place) {
        if (isFalse(&schema)) return fail(at, "not allowed here");
        if (schema.kind != Kind::Object) return;
        if (const JsonValue* const reference = schema.find("$ref"))
            check(value, *m_schema.referred(reference->text), at, reference->text);
        checkItself(value, schema, at);
        if (isNumber(value)) checkNumber(value.real, schema, at);
        if (value.kind == Kind::List) checkList(value, schema, at, place);
        if (value.kind == Kind::Object) checkObject(value, schema, at, place);
        checkOthers(value, schema, at, place);
    }

  private:
    void fail(const std::string& at, std::string what) { faults.push_back({at, std::move(what)}); }
    bool holds(const JsonValue& value, const JsonValue& schema) const {
        SchemaCheck other(m_schema);
        other.check(value, schema, "", "");
        return other.faults.empty();
    }

    void checkItself(const JsonValue& value, const JsonValue& schema, const std::string& at) {
        if (const JsonValue* const type = schema.find("type")) {
            const bool isOneType = type->kind == Kind::Text;
            if (isOneType ? !isOf(value, type->text) : std::ranges::none_of(type->items, [&](auto& one) {
                    return isOf(value, one.text);
                }))
                fail(at, "not of type " + jsonOf(*type).line());
        }
        if (const JsonValue* const same = schema.find("const"); same && !isEqual(value, *same))
            fail(at, "not " + jsonOf(*same).line());
        if (const JsonValue* const all = schema.find("enum");
            all && std::ranges::none_of(all->items, [&](auto& one) { return isEqual(value, one); }))
            fail(at, "none of " + jsonOf(*all).line());
        if (const JsonValue* const pattern = schema.find("pattern");
            pattern && value.kind == Kind::Text &&
            !patternOf(pattern->text).match(QString::fromStdString(value.text)).hasMatch())
            fail(at, "does not match " + pattern->text);
    }
    void checkBounds(double number, const JsonValue* least, const JsonValue* most, const std::string& at) {
        if (least && number < least->real) fail(at, "less than " + jsonOf(*least).line());
        if (most && number > most->real) fail(at, "more than " + jsonOf(*most).line());
    }
    void checkNumber(double number, const JsonValue& schema, const std::string& at) {
        checkBounds(number, schema.find("minimum"), schema.find("maximum"), at);
        if (const JsonValue* const of = schema.find("multipleOf"); of && std::fmod(number, of->real) != 0)
            fail(at, "no multiple of " + jsonOf(*of).line());
    }
    void checkList(const JsonValue& list, const JsonValue& schema, const std::string& at,
                   const std::string& place) {
        checkBounds(static_cast<double>(list.items.size()), schema.find("minItems"), schema.find("maxItems"),
                    at);
        const JsonValue *const first = schema.find("prefixItems"), *const rest = schema.find("items");
        const std::size_t own = first ? first->items.size() : 0;
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            const std::string there = at + "/" + std::to_string(i);
            if (i < own)
                check(list.items[i], first->items[i], there, place + "/prefixItems/" + std::to_string(i));
            else if (rest)
                check(list.items[i], *rest, there, place + "/items");
        }
    }
    void checkObject(const JsonValue& object, const JsonValue& schema, const std::string& at,
                     const std::string& place) {
        const JsonValue *const properties = schema.find("properties"), *const others = schema.find(
                                                                           "additionalProperties");
        for (std::size_t i = 0; i < object.keys.size(); ++i) {
            const std::string& key = object.keys[i];
            const JsonValue* const own = properties ? properties->find(key) : nullptr;
            if (own) met.insert(place + "/" + key);
            if (own)
                check(object.items[i], *own, at + "/" + key, place + "/properties/" + key);
            else if (isFalse(others))
                faults.push_back({at + "/" + key, "a key that is not known", place});
            else if (others)
                check(object.items[i], *others, at + "/" + key, place + "/additionalProperties");
        }
        if (const JsonValue* const required = schema.find("required"))
            for (const JsonValue& key : required->items)
                if (!object.find(key.text)) fail(at + "/" + key.text, "is missing");
    }
    void checkOthers(const JsonValue& value, const JsonValue& schema, const std::string& at,
                     const std::string& place) {
        if (const JsonValue* const all = schema.find("allOf"))
            for (std::size_t i = 0; i < all->items.size(); ++i)
                check(value, all->items[i], at, place + "/allOf/" + std::to_string(i));
        if (const JsonValue* const any = schema.find("anyOf")) { // by the first that holds, else the last
            std::size_t i = 0;
            while (i + 1 < any->items.size() && !holds(value, any->items[i])) ++i;
            check(value, any->items[i], at, place + "/anyOf/" + std::to_string(i));
        }
        const JsonValue *const when = schema.find("if"), *const then = schema.find("then");
        if (when && then && holds(value, *when)) check(value, *then, at, place + "/then");
    }
    const JsonSchema& m_schema;
};

std::vector<SchemaFault> JsonSchema::check(const JsonValue& value, std::set<std::string>* met) const {
    SchemaCheck walk(*this);
    walk.check(value, m_root, "", "#");
    if (met) met->merge(walk.met);
    return std::move(walk.faults);
}

std::string textOf(const std::vector<SchemaFault>& faults) {
    return faults.empty() ? std::string() : faults.front().at + ": " + faults.front().what;
}

} // namespace lw::test
