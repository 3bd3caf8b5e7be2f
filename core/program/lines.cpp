// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/lines.h"

#include <algorithm>

namespace lw::program {

std::vector<Place> linesOf(const Program& program, std::uint32_t bundle) {
    std::vector<Place> out;
    if (bundle >= program.places.size() || !program.places[bundle].known()) return out;
    for (const Expansion& expansion : program.expansions)
        if (bundle >= expansion.first && bundle - expansion.first < expansion.count)
            out.push_back(expansion.call);
    out.push_back(program.places[bundle]);
    std::reverse(out.begin(), out.end()); // outer expansions begin before inner ones
    return out;
}

std::vector<std::uint32_t> bundlesOfLine(const Program& program, std::uint32_t file, std::uint32_t line) {
    std::vector<std::uint32_t> out;
    for (const Expansion& expansion : program.expansions)
        if (expansion.call.file == file && expansion.call.line == line && expansion.count != 0)
            out.push_back(expansion.first);
    const Place* before = nullptr; // of the bundle before, when that is on the line
    for (std::uint32_t bundle = 0; bundle < program.places.size(); ++bundle) {
        const Place& place = program.places[bundle];
        const bool isHere = place.file == file && place.line == line;
        // Further right it goes on; not further right it begins again.
        if (isHere && !(before && before->column < place.column)) out.push_back(bundle);
        before = isHere ? &place : nullptr;
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::vector<std::uint32_t> linesWithBundles(const Program& program, std::uint32_t file) {
    std::vector<std::uint32_t> out;
    for (const Expansion& expansion : program.expansions)
        if (expansion.call.file == file && expansion.count != 0) out.push_back(expansion.call.line);
    for (const Place& place : program.places)
        if (place.file == file && place.known()) out.push_back(place.line);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

} // namespace lw::program
