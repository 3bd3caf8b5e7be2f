// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

// The rooms as the READMEs tell them: README.md has the first table, a link in its last column leads to the
// table of a folder of rooms. core/README.md says how a table is written.
namespace lw::layering {

struct File {
    std::string path; // from the root, with slashes
    std::string text;
};

// The sources and READMEs of the project.
struct Tree {
    std::vector<File> files;
    std::vector<std::string> folders;

    const File* find(std::string_view path) const;
};

struct Room {
    std::string path;                    // from the root; "core/chips/*" stands for each folder in core/chips
    std::vector<std::string> mayInclude; // rooms, folders of rooms and headers, from the root
    std::string place;                   // where the row is, "core/README.md:14"

    // Not part of the folder of rooms it lies in: only who names it may see it, also through other headers.
    bool isInternal() const { return path.ends_with("/*"); }
};

// A row of the table of exceptions: the header brings along what the file must not see.
struct Passage {
    std::string file, header, place;
};

struct Tables {
    std::vector<Room> rooms;          // in the order of the rows
    std::vector<Room> shared;         // path: a folder of rooms, each of which may include that as well
    std::vector<std::string> folders; // that have a table of rooms: "core"
    std::vector<Passage> passages;
    std::vector<std::string> errors; // what cannot be read, one sentence each

    // The innermost room the file lies in, or null.
    const Room* roomOf(std::string_view path) const;
    std::vector<std::string> namesOf(const Room& room) const;
    // Whether the name means this room, a header of it, or a folder of rooms it belongs to. The name of a
    // room is that room alone, without those that lie in its folder.
    bool means(const std::string& name, const Room& room) const;
    bool allows(const std::string& name, std::string_view header) const;
    bool mayInclude(std::string_view file, const Room& room, std::string_view header) const;
};

// Reads README.md and what it links to.
Tables readTables(const Tree& tree);

bool isHeader(std::string_view name);
// "core/chips/*/isa.h" fits "core/chips/training/isa.h"; "core/base" fits everything below it.
bool fits(std::string_view path, std::string_view pattern);
// Of one chip and another: both lie in the room "core/chips/*".
bool isSameFolder(const Room& room, std::string_view path, std::string_view other);

std::string folderOf(std::string_view path);
std::vector<std::string_view> linesOf(std::string_view text);
// What stands between the quotes of its #include lines.
std::vector<std::string_view> includesOf(const File& file);

} // namespace lw::layering
