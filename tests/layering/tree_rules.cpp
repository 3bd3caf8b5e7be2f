// SPDX-License-Identifier: GPL-3.0-or-later
#include "tree_rules.h"

#include <algorithm>
#include <map>
#include <set>

namespace lw::layering {

namespace {

std::string inTicks(std::string_view name) { return "`" + std::string(name) + "`"; }

// The files by number: the room of each, what it includes, and all it reaches.
class Graph {
  public:
    Graph(const Tree& tree, const Tables& tables) {
        std::map<std::string_view, std::size_t> numbers;
        for (std::size_t i = 0; i < tree.files.size(); ++i) numbers[tree.files[i].path] = i;
        for (const File& file : tree.files) {
            m_paths.push_back(file.path);
            m_rooms.push_back(tables.roomOf(file.path));
            m_includes.emplace_back();
            for (const std::string_view name : includesOf(file))
                if (const auto found = numbers.find(name); found != numbers.end())
                    m_includes.back().push_back(found->second);
        }
        for (std::size_t i = 0; i < size(); ++i) m_reached.push_back(reachedFrom(i));
    }
    std::size_t size() const { return m_paths.size(); }
    const std::string& path(std::size_t file) const { return m_paths[file]; }
    const Room* room(std::size_t file) const { return m_rooms[file]; }
    const std::vector<std::size_t>& includes(std::size_t file) const { return m_includes[file]; }
    const std::vector<std::size_t>& reached(std::size_t file) const { return m_reached[file]; } // with itself

  private:
    std::vector<std::size_t> reachedFrom(std::size_t file) const {
        std::vector<std::size_t> out{file};
        std::vector<bool> isSeen(size());
        isSeen[file] = true;
        for (std::size_t i = 0; i < out.size(); ++i)
            for (const std::size_t header : m_includes[out[i]]) {
                if (!isSeen[header]) out.push_back(header);
                isSeen[header] = true;
            }
        return out;
    }

    std::vector<std::string> m_paths;
    std::vector<const Room*> m_rooms;
    std::vector<std::vector<std::size_t>> m_includes, m_reached;
};

class Check {
  public:
    Check(const Tree& tree, const Tables& tables)
        : m_tree(tree), m_tables(tables), m_graph(tree, tables), m_faults(tables.errors) {}

    std::vector<std::string> run() {
        for (const Room& room : m_tables.rooms) {
            checkFolder(room);
            checkNames(room);
            checkUse(room, [&](const Room& other) { return &other == &room; });
            noteNamed(room);
        }
        for (const Room& all : m_tables.shared)
            checkUse(all, [&](const Room& room) { return fits(room.path, all.path); });
        for (std::size_t file = 0; file < m_graph.size(); ++file)
            if (m_graph.room(file)) checkReach(file);
        for (const Passage& passage : m_tables.passages)
            if (!m_used.contains({passage.file, passage.header}))
                fail(passage.place, inTicks(passage.file) + " needs its exception no longer");
        return std::move(m_faults);
    }

  private:
    void fail(const std::string& place, const std::string& what) { m_faults.push_back(place + ": " + what); }

    void checkFolder(const Room& room) {
        const bool isThere = std::any_of(m_tree.folders.begin(), m_tree.folders.end(),
                                         [&](const std::string& folder) { return fits(folder, room.path); });
        if (!isThere) fail(room.place, inTicks(room.path) + " has no folder");
        const auto rows = std::count_if(m_tables.rooms.begin(), m_tables.rooms.end(),
                                        [&](const Room& other) { return other.path == room.path; });
        if (rows > 1) fail(room.place, inTicks(room.path) + " has two rows");
    }

    // A room names only rooms of rows above its own, so that there is no circle.
    void checkNames(const Room& room) {
        std::set<std::string> seen;
        for (const std::string& name : m_tables.namesOf(room)) {
            if (!seen.insert(name).second)
                fail(room.place, inTicks(room.path) + " names " + inTicks(name) + " twice");
            if (!isSomething(name)) fail(room.place, inTicks(name) + " is neither a room nor a header");
            bool isAbove = true;
            for (const Room& other : m_tables.rooms) {
                isAbove = isAbove && &other != &room;
                if (!isAbove && m_tables.means(name, other))
                    fail(room.place, inTicks(room.path) + " names " + inTicks(other.path) +
                                         ", which is not above it: a circle, or the wrong order");
            }
        }
    }
    bool isSomething(const std::string& name) const {
        if (isHeader(name))
            return std::any_of(m_tree.files.begin(), m_tree.files.end(),
                               [&](const File& file) { return fits(file.path, name); });
        return std::any_of(m_tables.rooms.begin(), m_tables.rooms.end(),
                           [&](const Room& room) { return m_tables.means(name, room); });
    }

    // Names in a row that no file of its rooms needs.
    template <typename IsOfRow> void checkUse(const Room& row, IsOfRow isOfRow) {
        for (const std::string& name : row.mayInclude) {
            bool isUsed = false;
            for (std::size_t file = 0; file < m_graph.size() && !isUsed; ++file)
                if (const Room* room = m_graph.room(file); room && isOfRow(*room))
                    for (const std::size_t header : m_graph.includes(file))
                        isUsed = isUsed || (m_graph.room(header) != room &&
                                            m_tables.allows(name, m_graph.path(header)));
            if (!isUsed) fail(row.place, "no file of " + inTicks(row.path) + " includes " + inTicks(name));
        }
    }

    void noteNamed(const Room& room) {
        for (const std::string& name : m_tables.namesOf(room))
            for (const Room& other : m_tables.rooms)
                if (m_tables.means(name, other)) m_named[&room].insert(&other);
    }
    bool names(const Room* room, const Room* other) { return m_named[room].contains(other); }
    // Rooms that a room names, and those that they name.
    bool isNear(const Room* room, const Room* other) {
        const std::set<const Room*>& next = m_named[room];
        return room == other || next.contains(other) ||
               std::any_of(next.begin(), next.end(), [&](const Room* n) { return names(n, other); });
    }
    bool seesInside(std::size_t file, std::size_t header) {
        const Room *room = m_graph.room(file), *target = m_graph.room(header);
        return room == target ? isSameFolder(*room, m_graph.path(file), m_graph.path(header))
                              : names(room, target);
    }

    // An internal header is told where it leaves the rooms that may see it, not again in all files beyond.
    void checkReach(std::size_t file) {
        std::set<const Room*> told;
        for (const std::size_t header : m_graph.includes(file)) {
            if (!m_graph.room(header)) continue;
            for (const std::size_t reached : m_graph.reached(header)) {
                const Room* target = m_graph.room(reached);
                if (!target || reached == header || told.contains(target)) continue;
                const bool isWrong = target->isInternal()
                                         ? !seesInside(file, reached) && seesInside(header, reached)
                                         : !isNear(m_graph.room(file), target);
                if (!isWrong || isExcepted(file, header)) continue;
                told.insert(target);
                fail(m_graph.path(file), "reaches \"" + m_graph.path(reached) + "\" through \"" +
                                             m_graph.path(header) + "\"; " +
                                             inTicks(m_graph.room(file)->path) + " may not");
            }
        }
    }
    bool isExcepted(std::size_t file, std::size_t header) {
        const std::pair<std::string, std::string> edge{m_graph.path(file), m_graph.path(header)};
        const bool isListed =
            std::any_of(m_tables.passages.begin(), m_tables.passages.end(), [&](const Passage& passage) {
                return passage.file == edge.first && passage.header == edge.second;
            });
        if (isListed) m_used.insert(edge);
        return isListed;
    }

    const Tree& m_tree;
    const Tables& m_tables;
    const Graph m_graph;
    std::map<const Room*, std::set<const Room*>> m_named;
    std::set<std::pair<std::string, std::string>> m_used; // exceptions
    std::vector<std::string> m_faults;
};

} // namespace

std::vector<std::string> treeFaults(const Tree& tree, const Tables& tables) {
    return Check(tree, tables).run();
}

} // namespace lw::layering
