// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/json_schema.h"

#include <functional>
#include <map>
#include <optional>

namespace lw::test {

// A schema beside what reads its format: both are given the same texts, whole and damaged.
class SchemaLaws {
  public:
    using Read = std::function<Outcome(const std::string& text)>;
    SchemaLaws(const std::string& schema, Read read) : m_schema(schema), m_read(std::move(read)) {
        for (const std::string& problem : m_schema.problems()) m_faults.push_back(problem);
    }

    // Reads what follows otherwise: where its files lie.
    void readBy(Read read) { m_read = std::move(read); }
    // Codes of this reader's own that say that a value is none of those allowed.
    SchemaLaws& with(const std::set<std::string>& codes) {
        m_codes.insert(codes.begin(), codes.end());
        return *this;
    }
    // Damages, "/layers/0/bias as false", that the schema need not refuse, since it depends on another key.
    SchemaLaws& mayAccept(std::set<std::string> damages) {
        m_free = std::move(damages);
        return *this;
    }

    // A text that is read and that the schema accepts. It is damaged at every place: a key is left out, one
    // is added, a value becomes one of another type. What the schema refuses is never read; what is not read
    // since a key is unknown or missing, or a value of the wrong type or out of range, the schema refuses.
    // Bounds that the reader names are those of the schema.
    void holdFor(const std::string& text, const std::string& name);
    // The same without damage.
    void accept(const std::string& text, const std::string& name);
    // If it is read, the schema accepts it. Whether it is.
    bool acceptIfRead(const std::string& text, const std::string& name);
    // A text that lacks something: what the reader says when it meets an unknown key there is what the schema
    // says. `path` leads to the object: "/layers/0".
    void compareKeys(const std::string& text, const std::string& path);
    // Texts that are not read are refused.
    void refuse(const std::string& text, const std::string& name);

    // All that did not hold so far. Empty: nothing.
    std::string faultsSoFar() const;
    // The same, with every object of the schema whose keys are not those that the reader named
    // when it met an unknown one.
    std::string verdict() const;

  private:
    void damage(JsonValue& at, const std::string& path);
    void damageKeys(JsonValue& object, const std::string& path);
    void addKey(JsonValue& object, const std::string& path);
    std::optional<Problem> judge(const std::string& what); // what the reader says, if it refuses
    void compareBounds(JsonValue& at, const std::string& path, const Problem& outOfRange);

    JsonSchema m_schema;
    Read m_read;
    std::set<std::string> m_codes{"E604", "E605", "E606", "E607"}, m_free{};
    std::string m_name;
    JsonValue m_root;
    std::vector<std::string> m_faults;
    std::map<std::string, std::set<std::string>> m_keys{}; // of the reader, by object of the schema
};

// Every file below a folder of the repository whose name ends so and that names this schema.
std::vector<std::string> filesOfSchema(const std::string& folder, const std::string& ending,
                                       const std::string& schema);
std::string contentsOf(const std::string& path);

} // namespace lw::test
