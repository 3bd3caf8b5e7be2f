// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema_laws.h"

#include "core/base/file.h"
#include "core/base/json.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace lw::test {

namespace {

using Kind = JsonValue::Kind;

constexpr std::size_t kMostItems = 40; // of one list, that are damaged

JsonValue valueOf(Kind kind, double number = 0) {
    JsonValue out;
    out.kind = kind;
    out.real = number;
    out.integer = static_cast<std::int64_t>(number);
    if (kind == Kind::Text) out.text = "zz";
    return out;
}
const std::pair<const char*, JsonValue> kOthers[] = {{"null", valueOf(Kind::Null)},
                                                     {"false", valueOf(Kind::Bool)},
                                                     {"-1", valueOf(Kind::Integer, -1)},
                                                     {"0", valueOf(Kind::Integer)},
                                                     {"0.5", valueOf(Kind::Real, 0.5)},
                                                     {"a text", valueOf(Kind::Text)},
                                                     {"2^60", valueOf(Kind::Integer, 0x1p60)},
                                                     {"[]", valueOf(Kind::List)},
                                                     {"{}", valueOf(Kind::Object)}};

std::string codeOf(const Outcome& outcome) {
    return outcome ? std::string() : std::string(outcome.problem().message->code);
}

std::set<std::string> wordsOf(const std::string& list) {
    std::set<std::string> out;
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find(", ", begin), list.size());
        out.insert(list.substr(begin, end - begin));
        begin = end + 2;
    }
    return out;
}
std::string joined(const std::set<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}
// As many as can be read.
std::string firstOf(const std::vector<std::string>& faults) {
    constexpr std::size_t kMost = 20;
    std::string out;
    for (std::size_t i = 0; i < std::min(faults.size(), kMost); ++i) out += faults[i] + "\n";
    return faults.size() > kMost ? out + std::to_string(faults.size()) + " in all\n" : out;
}

} // namespace

std::optional<Problem> SchemaLaws::judge(const std::string& what) {
    const std::vector<SchemaFault> refused = m_schema.check(m_root);
    const Outcome read = m_read(jsonOf(m_root).text(1));
    const std::string code = codeOf(read);
    if (read && !refused.empty())
        m_faults.push_back(m_name + what + ": it is read, but the schema says " + textOf(refused));
    if (!read && refused.empty() && m_codes.contains(code) && !m_free.contains(what))
        m_faults.push_back(m_name + what +
                           ": the schema accepts what is refused: " + lw::textOf(read.problem()));
    return read ? std::nullopt : std::optional(read.problem());
}

// "2 to 1024"
void SchemaLaws::compareBounds(JsonValue& at, const std::string& path, const Problem& outOfRange) {
    const std::string &name = outOfRange.arguments.at(0), &range = outOfRange.arguments.at(2),
                      key = path.substr(path.rfind('/') + 1);
    const std::size_t to = range.find(" to ");
    if (to == range.npos || m_free.contains(path + " bounds") || (name != key && !name.ends_with("." + key)))
        return;
    const double least = std::stod(range), most = std::stod(range.substr(to + 4));
    const auto isBound = [&](const SchemaFault& fault) {
        return fault.at == path && (fault.what.starts_with("less") || fault.what.starts_with("more"));
    };
    for (const auto& [number, isInside] :
         {std::pair{least, true}, {most, true}, {least - 1, false}, {most + 1, false}}) {
        if (std::abs(number) > 0x1p53) continue; // beyond, numbers that differ by 1 are one
        const Kind kind = std::floor(number) == number ? Kind::Integer : Kind::Real;
        JsonValue before = std::exchange(at, valueOf(kind, number));
        const std::vector<SchemaFault> refused = m_schema.check(m_root);
        if (isInside ? std::ranges::any_of(refused, isBound) : refused.empty())
            m_faults.push_back(m_name + path + ": the reader allows " + range + "; the schema " +
                               (isInside ? "refuses " : "accepts ") + std::to_string(number));
        at = std::move(before);
    }
}

void SchemaLaws::addKey(JsonValue& object, const std::string& path) {
    object.keys.emplace_back("unknown");
    object.items.push_back(valueOf(Kind::Text));
    const std::vector<SchemaFault> refused = m_schema.check(m_root);
    const Outcome read = m_read(jsonOf(m_root).text(1));
    const std::string at = path + "/unknown";
    const auto fault =
        std::ranges::find_if(refused, [&](auto& one) { return one.at == at && !one.closed.empty(); });
    if (codeOf(read) == "E604" && fault != refused.end()) {
        const std::set<std::string> keys = wordsOf(read.problem().arguments.at(1));
        m_keys[fault->closed].insert(keys.begin(), keys.end());
    } else if (read ? !refused.empty() : codeOf(read) == "E604") {
        m_faults.push_back(m_name + at + ": the schema says: " + textOf(refused) +
                           "; the reader: " + (read ? "nothing" : lw::textOf(read.problem())));
    }
    object.keys.pop_back();
    object.items.pop_back();
}

void SchemaLaws::damageKeys(JsonValue& object, const std::string& path) {
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
        const auto at = static_cast<std::ptrdiff_t>(i);
        const std::string key = object.keys[i];
        JsonValue value = std::move(object.items[i]);
        object.keys.erase(object.keys.begin() + at);
        object.items.erase(object.items.begin() + at);
        judge(path + "/" + key + " left out");
        object.keys.insert(object.keys.begin() + at, key);
        object.items.insert(object.items.begin() + at, std::move(value));
    }
    addKey(object, path);
}

void SchemaLaws::damage(JsonValue& at, const std::string& path) {
    for (const auto& [name, other] : kOthers) {
        JsonValue before = std::exchange(at, other);
        const std::optional<Problem> refused = judge(path + " as " + name);
        if (refused && refused->message->code == "E607") compareBounds(at, path, *refused);
        at = std::move(before);
    }
    if (at.kind == Kind::Object) {
        damageKeys(at, path);
        for (std::size_t i = 0; i < at.keys.size(); ++i) damage(at.items[i], path + "/" + at.keys[i]);
    }
    // A list of numbers or texts is damaged at its ends.
    if (at.kind == Kind::List)
        for (std::size_t i = 0; i < std::min(at.items.size(), kMostItems); ++i)
            if (at.items[i].kind == Kind::Object || at.items[i].kind == Kind::List || i == 0 ||
                i + 1 == at.items.size())
                damage(at.items[i], path + "/" + std::to_string(i));
}

void SchemaLaws::accept(const std::string& text, const std::string& name) {
    m_name = name;
    auto root = parseJson(text, Place::kNoFile);
    if (!root) return m_faults.push_back(name + ": " + lw::textOf(root.problem()));
    m_root = *std::move(root);
    if (const Outcome read = m_read(text); !read)
        m_faults.push_back(name + " is not read: " + lw::textOf(read.problem()));
    if (const auto refused = m_schema.check(m_root); !refused.empty())
        m_faults.push_back(name + " is refused by the schema: " + textOf(refused));
}

void SchemaLaws::holdFor(const std::string& text, const std::string& name) {
    const std::size_t before = m_faults.size();
    accept(text, name);
    if (m_faults.size() == before) damage(m_root, "");
}

bool SchemaLaws::acceptIfRead(const std::string& text, const std::string& name) {
    const auto root = parseJson(text, Place::kNoFile);
    if (!root || !m_read(text)) return false;
    if (const auto refused = m_schema.check(*root); !refused.empty())
        m_faults.push_back(name + " is read, but the schema says " + textOf(refused));
    return true;
}

void SchemaLaws::compareKeys(const std::string& text, const std::string& path) {
    auto root = parseJson(text, Place::kNoFile);
    if (!root) return m_faults.push_back(text + ": " + lw::textOf(root.problem()));
    m_root = *std::move(root);
    JsonValue* at = &m_root;
    for (std::size_t begin = 1; begin < path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string step = path.substr(begin, end - begin);
        const auto key = std::ranges::find(at->keys, step);
        at = &at->items.at(at->kind == Kind::List ? std::stoul(step)
                                                  : static_cast<std::size_t>(key - at->keys.begin()));
        begin = end + 1;
    }
    m_name = text;
    addKey(*at, path);
}

void SchemaLaws::refuse(const std::string& text, const std::string& name) {
    const auto root = parseJson(text, Place::kNoFile);
    if (!root) return m_faults.push_back(name + ": " + lw::textOf(root.problem()));
    if (m_read(text)) m_faults.push_back(name + " is read");
    if (m_schema.check(*root).empty()) m_faults.push_back(name + " is accepted by the schema");
}

std::string SchemaLaws::faultsSoFar() const { return firstOf(m_faults); }

std::string SchemaLaws::verdict() const {
    std::vector<std::string> faults = m_faults;
    for (const auto& [place, own] : m_schema.closed()) {
        const auto keys = m_keys.find(place);
        if (keys == m_keys.end()) {
            faults.push_back(place + ": the reader never met an unknown key here");
            continue;
        }
        if (own != keys->second)
            faults.push_back(place + ": keys of the schema: " + joined(own) +
                             "; of the reader: " + joined(keys->second));
    }
    return firstOf(faults);
}

std::string contentsOf(const std::string& path) {
    const auto text = readTextFile(path);
    return text ? *text : std::string();
}

std::vector<std::string> filesOfSchema(const std::string& folder, const std::string& ending,
                                       const std::string& schema) {
    std::vector<std::string> out;
    const std::string root = std::string(LW_ROOT) + "/" + folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        const std::string path = entry.path().string();
        if (!entry.is_regular_file() || !path.ends_with(ending)) continue;
        const auto json = parseJson(contentsOf(path), Place::kNoFile);
        const JsonValue* const named = json ? json->find("schema") : nullptr;
        if (named && named->text == schema) out.push_back(path);
    }
    std::ranges::sort(out);
    return out;
}

} // namespace lw::test
