// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooms.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace lw::layering {

namespace {

using Cells = std::vector<std::string_view>;

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

// "| a | b |" as {"a", "b"}; empty: not a line of a table.
Cells cellsOf(std::string_view line) {
    Cells cells;
    if (line.size() < 2 || !line.starts_with('|') || !line.ends_with('|')) return cells;
    for (line.remove_prefix(1); !line.empty(); line.remove_prefix(line.find('|') + 1))
        cells.push_back(trimmed(line.substr(0, line.find('|'))));
    return cells;
}

bool isName(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return std::islower(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) ||
               c == '_' || c == '/' || c == '*' || c == '.';
    });
}

// "`base`, `isa`" as {"base", "isa"}; nothing when it is written in another way.
std::optional<std::vector<std::string>> namesIn(std::string_view cell) {
    std::vector<std::string> names;
    for (bool more = true; more;) {
        const std::string_view part = trimmed(cell.substr(0, cell.find(',')));
        more = cell.find(',') != cell.npos;
        cell.remove_prefix(more ? cell.find(',') + 1 : cell.size());
        if (part.size() < 3 || !part.starts_with('`') || !part.ends_with('`')) return std::nullopt;
        std::string_view name = part.substr(1, part.size() - 2);
        if (name.ends_with('/')) name.remove_suffix(1);
        if (!isName(name)) return std::nullopt;
        names.emplace_back(name);
    }
    return names;
}

// "[its table](core/README.md#rooms)" as "core/README.md"; empty: not a link.
std::string_view linkIn(std::string_view cell) {
    const std::size_t at = cell.find("](");
    if (!cell.starts_with('[') || !cell.ends_with(')') || at == cell.npos) return "";
    const std::string_view target = cell.substr(at + 2, cell.size() - at - 3);
    return target.substr(0, target.find('#'));
}

struct Row {
    Cells cells;
    std::string place;
};

class Reader {
  public:
    explicit Reader(const Tree& tree) : m_tree(tree) {}

    Tables read() {
        const std::vector<Row> rows = tableOf("README.md", {"folder", "what is in it", "may include"});
        for (const Row& row : rows)
            if (const auto names = namesIn(row.cells[0]))
                for (const std::string& name : *names) m_top.push_back(name.substr(0, name.find('/')));
        for (const Row& row : rows) {
            const std::string_view link = linkIn(row.cells[2]);
            if (link.empty())
                addRooms(row, "");
            else
                addFolder(row, std::string(link));
        }
        return std::move(m_tables);
    }

  private:
    void fail(const std::string& place, const std::string& what) {
        m_tables.errors.push_back(place + ": " + what);
    }

    // The rows of the tables with these heads.
    std::vector<Row> rowsBelow(const std::string& readme, const Cells& heads) {
        std::vector<Row> rows;
        const File* file = m_tree.find(readme);
        if (!file) return rows;
        const std::vector<std::string_view> lines = linesOf(file->text);
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
            if (cellsOf(lines[i]) != heads || !lines[i + 1].starts_with("|---")) continue;
            for (i += 2; i < lines.size() && lines[i].starts_with('|'); ++i) {
                rows.push_back({cellsOf(lines[i]), readme + ":" + std::to_string(i + 1)});
                const Cells& cells = rows.back().cells;
                if (cells.size() == heads.size() &&
                    std::none_of(cells.begin(), cells.end(), [](std::string_view c) { return c.empty(); }))
                    continue;
                fail(rows.back().place, "is not a row of three cells");
                rows.pop_back();
            }
        }
        return rows;
    }

    std::vector<Row> tableOf(const std::string& readme, const Cells& heads) {
        std::vector<Row> rows = rowsBelow(readme, heads);
        if (rows.empty())
            fail(readme, "has no table \"" + std::string(heads[0]) + " | " + std::string(heads[1]) + " | " +
                             std::string(heads[2]) + "\"");
        return rows;
    }

    // A folder whose rooms are in a table of its own.
    void addFolder(const Row& row, const std::string& readme) {
        const auto names = namesIn(row.cells[0]);
        if (!names || names->size() != 1 || names->front() + "/README.md" != readme)
            return fail(row.place, "links to another README than that of its folder");
        const std::string& folder = names->front();
        m_tables.folders.push_back(folder);
        for (const Row& room : tableOf(readme, {"room", "what is in it", "may include"}))
            addRooms(room, folder);
        for (const Row& exception : rowsBelow(readme, {"file", "includes", "until"})) {
            const auto file = namesIn(exception.cells[0]), header = namesIn(exception.cells[1]);
            if (!file || !header || file->size() != 1 || header->size() != 1)
                fail(exception.place, "does not name one file and one header in backquotes");
            else
                m_tables.passages.push_back({file->front(), header->front(), exception.place});
        }
    }

    void addRooms(const Row& row, const std::string& folder) {
        std::vector<std::string> mayInclude;
        if (row.cells[2] != "nothing") {
            const auto names = namesIn(row.cells[2]);
            if (!names)
                return fail(row.place, "\"" + std::string(row.cells[2]) +
                                           "\" is neither \"nothing\" nor a list of names in backquotes");
            for (const std::string& name : *names) mayInclude.push_back(fromRoot(name, folder));
        }
        if (!folder.empty() && row.cells[0] == "all rooms")
            return m_tables.shared.push_back({folder, mayInclude, row.place});
        const auto names = namesIn(row.cells[0]);
        if (!names)
            return fail(row.place, "\"" + std::string(row.cells[0]) + "\" is not a room in backquotes");
        for (const std::string& name : *names)
            m_tables.rooms.push_back({folder.empty() ? name : folder + "/" + name, mayInclude, row.place});
    }

    // Names begin at the README's folder, or at the root with one of the folders there.
    std::string fromRoot(const std::string& name, const std::string& folder) const {
        const bool isFull =
            std::find(m_top.begin(), m_top.end(), name.substr(0, name.find('/'))) != m_top.end();
        return folder.empty() || isFull ? name : folder + "/" + name;
    }

    const Tree& m_tree;
    Tables m_tables;
    std::vector<std::string> m_top; // folders at the root
};

} // namespace

Tables readTables(const Tree& tree) { return Reader(tree).read(); }

} // namespace lw::layering
