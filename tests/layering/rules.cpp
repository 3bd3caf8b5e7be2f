// SPDX-License-Identifier: GPL-3.0-or-later
#include "rules.h"

#include <algorithm>
#include <cctype>

namespace lw::layering {

namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// A header from a library, by the table; the standard library's have neither a slash nor a ".h" here that is
// not C's.
std::string libraryFault(const File& file, std::string_view header) {
    const bool core = file.path.starts_with("core/"), command = file.path.starts_with("app/cli/");
    const bool window = file.path.starts_with("widgets/") || file.path.starts_with("app/");
    if (header.starts_with("core/") || header.starts_with("widgets/") || header.starts_with("app/"))
        return "includes <" + std::string(header) + ">, which belongs in quotes";
    if (!core && !command) // the window has libraries of its own, but no other door to JSON
        return window && header.starts_with("nlohmann/") ? "may not include <" + std::string(header) + ">"
                                                         : "";
    if (header.starts_with("Q") && header.size() > 1 && std::isupper(static_cast<unsigned char>(header[1])))
        return "includes Qt's <" + std::string(header) + ">";
    for (const Library& library : kLibraries) {
        if (!header.starts_with(library.header)) continue;
        const bool listed = std::any_of(library.files.begin(), library.files.end(),
                                        [&](std::string_view where) { return file.path.starts_with(where); });
        if (listed || (library.files.empty() && file.path.ends_with(".cpp"))) return "";
        return "may not include <" + std::string(header) + ">";
    }
    return "";
}

void checkLibraries(const File& file, std::vector<std::string>& out) {
    for (const std::string_view line : linesOf(file.text))
        if (line.starts_with("#include <"))
            if (const std::string fault = libraryFault(file, line.substr(10, line.find('>') - 10));
                !fault.empty())
                out.push_back(fault);
}

void checkIncludes(const File& file, const Room& room, const Tables& tables, std::vector<std::string>& out) {
    for (const std::string_view name : includesOf(file)) {
        const bool fromRoot = tables.roomOf(name) != nullptr;
        // A test may name the file beside it, and moc's output.
        if (!fromRoot && file.path.starts_with("tests/")) continue;
        // A class of Qt's ends with what moc makes of its header.
        if (name == "moc_" + file.path.substr(file.path.rfind('/') + 1)) continue;
        if (!fromRoot)
            out.push_back("includes \"" + std::string(name) + "\", which names no room");
        else if (!tables.mayInclude(file.path, room, name))
            out.push_back(room.path + " may not include \"" + std::string(name) + "\"");
    }
}

// The headers that the compiler reads before each file of a folder of rooms, such as core/pch.h.
bool isPrecompiled(const File& file, const Tables& tables) {
    const std::string folder = folderOf(file.path);
    return file.path.ends_with("/pch.h") &&
           std::find(tables.folders.begin(), tables.folders.end(), folder) != tables.folders.end();
}

// Words that may be used only in the files listed, because they tie results to the locale or break the type
// system.
void checkWords(const File& file, std::vector<std::string>& out) {
    for (const std::string_view line : linesOf(file.text))
        if (line.size() > kMostColumns &&
            line.substr(std::min(line.find_first_not_of(' '), line.size())).starts_with("//"))
            out.push_back("has a comment beyond column " + std::to_string(kMostColumns) + ": " +
                          std::string(line));
    const bool core = file.path.starts_with("core/"),
               code = core || file.path.starts_with("app/") || file.path.starts_with("widgets/");
    if (!code) return;
    for (const std::string_view header :
         {"QChart", "QLineSeries", "QValueAxis", "QScatterSeries", "QtCharts"})
        if (contains(file.text, "#include <" + std::string(header)) &&
            !file.path.starts_with("widgets/charts/"))
            out.push_back("includes <" + std::string(header) + ">, which only widgets/charts may");
    if (contains(file.text, "reinterpret_cast") && file.path != "core/machine/state_store.h")
        out.push_back("uses reinterpret_cast; only core/machine/state_store.h may");
    for (const std::string_view word :
         {"strtod", "strtof", "std::stod", "std::stof", "atof(", "setlocale", "printf(\"%"})
        if (core && contains(file.text, word))
            out.push_back("uses " + std::string(word) + ", which depends on the locale");
    for (const std::string_view header : {"<iostream>", "<sstream>", "<iomanip>"})
        if (core && contains(file.text, "#include " + std::string(header)))
            out.push_back("includes " + std::string(header) +
                          "; numbers are read and written with from_chars and to_chars");
    if (core && contains(file.text, "constexpr Message k") && !file.path.ends_with("messages.h"))
        out.push_back("has a row of messages outside of a file whose name ends in messages.h; `lw explain` "
                      "would miss it");
    if (!file.text.starts_with("// SPDX-License-Identifier: GPL-3.0-or-later\n"))
        out.push_back("does not begin with its licence");
}

bool excepted(const std::vector<Exception>& list, const std::string& path) {
    return std::any_of(list.begin(), list.end(), [&](const Exception& e) { return e.file == path; });
}

void checkLength(const File& file, std::vector<std::string>& out) {
    const std::size_t lines = linesOf(file.text).size();
    const bool tooLong = file.path.ends_with(".cpp") && lines > kMostLines;
    if (tooLong != excepted(kLongFiles, file.path))
        out.push_back(tooLong
                          ? "has " + std::to_string(lines) + " lines; at most " + std::to_string(kMostLines)
                          : std::string("needs its exception from the length of files no longer"));
    const Longest longest = longestFunction(file.text);
    const bool longFunction = longest.lines > kMostFunctionLines;
    if (longFunction != excepted(kLongFunctions, file.path))
        out.push_back(longFunction
                          ? "has a function of " + std::to_string(longest.lines) + " lines in line " +
                                std::to_string(longest.begin)
                          : std::string("needs its exception from the length of functions no longer"));
}

std::ptrdiff_t balance(std::string_view line) {
    return std::count(line.begin(), line.end(), '(') - std::count(line.begin(), line.end(), ')');
}

// The first line of a function's body: clang-format puts the brace at the end of the line that ends the head.
bool beginsFunction(std::string_view line) {
    if (!line.ends_with("{") || line.ends_with("= {") || !contains(line, ")")) return false;
    const std::size_t first = line.find_first_not_of(' ');
    for (const std::string_view word :
         {"if ", "if(", "for ", "while ", "switch ", "}", "else", "do ", "namespace", "return ", "case "})
        if (line.substr(first).starts_with(word)) return false;
    return true;
}

} // namespace

Longest longestFunction(std::string_view text) {
    const std::vector<std::string_view> lines = linesOf(text);
    Longest longest;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!beginsFunction(lines[i])) continue;
        // A head over several lines begins where its parentheses do; the body ends with a brace as far in as
        // that.
        std::size_t begin = i;
        for (auto open = balance(lines[i]); open < 0 && begin > 0;) open += balance(lines[--begin]);
        const std::size_t depth = lines[begin].find_first_not_of(' ');
        for (std::size_t end = i + 1; end < lines.size(); ++end) {
            const std::size_t in = lines[end].find_first_not_of(' ');
            if (in == std::string_view::npos || in > depth || lines[end][in] != '}') continue;
            if (end - begin + 1 > longest.lines) longest = {end - begin + 1, begin + 1};
            break;
        }
    }
    return longest;
}

std::vector<std::string> violations(const File& file, const Tables& tables) {
    std::vector<std::string> out;
    if (const Room* room = tables.roomOf(file.path))
        checkIncludes(file, *room, tables, out);
    else if (!isPrecompiled(file, tables))
        return {"is in no room"};
    else if (!includesOf(file).empty())
        out.push_back("is precompiled, and may only include libraries");
    checkLibraries(file, out);
    checkWords(file, out);
    checkLength(file, out);
    return out;
}

} // namespace lw::layering
