// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_value.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// JSON Schema (draft 2020-12), as far as the schemas of our formats use it: written from the specification,
// and knowing nothing of the readers that the schemas are compared with.
namespace lw::test {

struct SchemaFault {
    std::string at;       // the value: "/sizes/lanes/value"
    std::string what;     // "less than 4"
    std::string closed{}; // for a key that an object may not have: where the schema says so
};

class JsonSchema {
  public:
    // Of a file in resources/schemas: "machine-training". What is wrong with it is in problems().
    explicit JsonSchema(const std::string& name);

    const JsonValue& root() const { return m_root; }
    // Keywords that this validator does not know, references to nothing, patterns that are none, and
    // properties without a description.
    const std::vector<std::string>& problems() const { return m_problems; }
    // The objects of the schema that allow no other keys than these, by place: "#/$defs/layer".
    const std::map<std::string, std::set<std::string>>& closed() const { return m_closed; }

    // What the schema refuses, in the order of the value; none: the value is as it asks. To `met` the keys of
    // closed() are added that the value has, "#/$defs/layer/name".
    std::vector<SchemaFault> check(const JsonValue& value, std::set<std::string>* met = nullptr) const;

  private:
    void inspect(const JsonValue& schema, const std::string& place);
    void inspectKeyword(const std::string& keyword, const JsonValue& value, const std::string& place);
    void inspectClosed(const JsonValue& schema, const std::string& place);
    void complain(const std::string& place, const std::string& what) {
        m_problems.push_back(place + ": " + what);
    }
    const JsonValue* referred(std::string_view reference) const;

    std::string m_name;
    JsonValue m_root;
    std::vector<std::string> m_problems;
    std::map<std::string, std::set<std::string>> m_closed;

    friend class SchemaCheck;
};

// The first fault as one line, for messages; empty: there is none.
std::string textOf(const std::vector<SchemaFault>& faults);

} // namespace lw::test
