// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooms.h"

#include <algorithm>

namespace lw::layering {

namespace {

std::size_t depthOf(std::string_view path) {
    return static_cast<std::size_t>(std::count(path.begin(), path.end(), '/'));
}

// The first `count` folders of the path.
std::string_view beginningOf(std::string_view path, std::size_t count) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < count && end != path.npos; ++i) end = path.find('/', end + (i > 0));
    return path.substr(0, end);
}

} // namespace

const File* Tree::find(std::string_view path) const {
    const auto found =
        std::find_if(files.begin(), files.end(), [&](const File& file) { return file.path == path; });
    return found == files.end() ? nullptr : &*found;
}

const Room* Tables::roomOf(std::string_view path) const {
    const std::string folder = folderOf(path);
    const Room* best = nullptr;
    for (const Room& room : rooms)
        if (fits(folder, room.path) && (!best || depthOf(room.path) > depthOf(best->path))) best = &room;
    return best;
}

std::vector<std::string> Tables::namesOf(const Room& room) const {
    std::vector<std::string> names = room.mayInclude;
    for (const Room& all : shared)
        if (fits(room.path, all.path))
            names.insert(names.end(), all.mayInclude.begin(), all.mayInclude.end());
    return names;
}

bool Tables::means(const std::string& name, const Room& room) const {
    if (isHeader(name)) return roomOf(name) == &room;
    if (room.path == name) return true;
    const bool isRoom =
        std::any_of(rooms.begin(), rooms.end(), [&](const Room& other) { return other.path == name; });
    return !isRoom && room.path.starts_with(name + "/") && !room.isInternal();
}

bool Tables::allows(const std::string& name, std::string_view header) const {
    if (isHeader(name)) return fits(header, name) && depthOf(header) == depthOf(name);
    const Room* room = roomOf(header);
    return room && means(name, *room);
}

bool Tables::mayInclude(std::string_view file, const Room& room, std::string_view header) const {
    if (roomOf(header) == &room) return isSameFolder(room, file, header);
    const std::vector<std::string> names = namesOf(room);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return allows(name, header); });
}

bool isHeader(std::string_view name) { return name.ends_with(".h"); }

bool fits(std::string_view path, std::string_view pattern) {
    while (!pattern.empty()) {
        const std::string_view want = pattern.substr(0, pattern.find('/')),
                               have = path.substr(0, path.find('/'));
        if (have.empty() || (want != "*" && want != have)) return false;
        pattern.remove_prefix(std::min(want.size() + 1, pattern.size()));
        path.remove_prefix(std::min(have.size() + 1, path.size()));
    }
    return true;
}

bool isSameFolder(const Room& room, std::string_view path, std::string_view other) {
    const std::size_t folders = depthOf(room.path) + 1;
    return beginningOf(path, folders) == beginningOf(other, folders);
}

std::string folderOf(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return std::string(slash == path.npos ? "" : path.substr(0, slash));
}

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string_view> includesOf(const File& file) {
    std::vector<std::string_view> out;
    for (const std::string_view line : linesOf(file.text))
        if (line.starts_with("#include \"")) out.push_back(line.substr(10, line.find('"', 10) - 10));
    return out;
}

} // namespace lw::layering
