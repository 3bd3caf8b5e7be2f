// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"
#include "core/concord/row_products.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What values are called in every language.
namespace lw::concord {

inline std::string number(std::uint64_t value) { return std::to_string(value); }
std::string quotable(std::string_view name); // of a file: ends no comment and no text in quotes
std::string joinedWords(const std::vector<std::string>& words); // "one, other"
// What the firmware calls which part of a memory, a line each, after `sign`.
std::string tensorLines(const OpStream& stream, const std::string& sign);
// The labels before a node, if it is the first one after them, as a line after `sign`.
std::string labelLine(const Graph& graph, std::uint32_t node, const OpStream& stream,
                      const std::string& sign);

// "name(one, other, values)": how the function of a layer is called.
std::string callText(const std::string& name, std::vector<std::string> takes);
// Functions of layers, and the body of `run`.
struct SoftwareBody {
    std::string functions, text;
};

// Names that a text uses already; the words of the languages and of what they import among them.
class UsedNames {
  public:
    UsedNames();
    std::string take(const std::string& wanted); // or one that is like it

  private:
    std::set<std::string, std::less<>> m_used;
};

// What functions of layers are called. The same body is one function, wherever it stands.
class LayerNames {
  public:
    struct Function {
        std::string name;
        bool isNew = true;
    };
    Function take(const std::string& layer, const std::string& body);

  private:
    UsedNames m_used;
    std::map<std::pair<std::string, std::string>, std::string> m_functions; // by layer and body
};

// The variables of software without loops. Sources have the names of their memories, matrices and vectors
// names of their own: "netin", "m3", "v4"; or those that hints give to the places where they are.
class ValueNames {
  public:
    ValueNames(const Graph& graph, const OpStream& stream);

    const std::string& of(std::uint32_t node) const { return m_nodes[node]; }
    struct Reference {
        std::string name;
        std::uint64_t first = 0; // in what is called so
        bool isWhole = false;
    };
    Reference of(const Piece& piece) const;
    // Parts of a source that have a name.
    struct Named {
        std::string name;
        Source source = kFromQueue;
        std::uint64_t first = 0, count = 0;
    };
    const std::vector<Named>& parts() const { return m_parts; }

    // Nodes that stand together in a layer, or in none: what it is called, which variables it takes, and
    // which nodes others or the network take of it.
    struct Run {
        std::string function; // empty: in no layer
        std::uint32_t first = 0, end = 0;
        std::vector<Piece> takes; // one of each variable
        std::vector<std::uint32_t> gives;
    };
    const std::vector<Run>& runs() const { return m_runs; }
    // The product of several rows that a node is one of, and what that is called; or null.
    struct Rows {
        std::string name;
        RowProduct product;
    };
    const Rows* rowsOf(std::uint32_t node) const;
    // A line that says why a node of a run is not part of a larger product, where it looks like one.
    std::string apartLine(const Run& run, std::uint32_t node, const std::string& sign) const;
    bool hasLayers() const;

  private:
    void namePart(const TensorName& tensor, Source source, std::uint64_t first);
    void nameParts(const OpStream& stream);
    void nameWritten(const OpStream& stream);
    void findRuns(const OpStream& stream);
    void findUses();
    void nameRows();

    const Graph& m_graph;
    UsedNames m_used;
    std::vector<std::string> m_nodes;
    std::vector<Named> m_parts;
    std::vector<Run> m_runs;
    std::vector<Rows> m_rows;
};

} // namespace lw::concord
