// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/listing.h"

#include "core/program/disassemble.h"

#include <algorithm>

namespace lw::program {
namespace {

void appendRight(std::string_view text, std::size_t width, std::string& out) {
    if (text.size() < width) out.append(width - text.size(), ' ');
    out += text;
}
void appendLeft(std::string_view text, std::size_t width, std::string& out) {
    out += text;
    if (text.size() < width) out.append(width - text.size(), ' ');
}

std::string placeText(const Program& program, const Place& place) {
    if (!place.known() || place.file >= program.sources.size()) return {};
    const std::string& path = program.sources[place.file].path;
    return path.substr(path.find_last_of('/') + 1) + ":" + std::to_string(place.line);
}

} // namespace

std::string bitsText(const isa::Bits& bits, unsigned bundleBits) {
    const unsigned digits = (bundleBits + 3) / 4;
    std::string out(digits, '0');
    for (unsigned i = 0; i < digits; ++i) out[digits - 1 - i] = "0123456789abcdef"[bits.get(i * 4, 4)];
    return out;
}

Result<std::string> listing(const Program& program, const Target& target, const SourceLine& sourceLine) {
    constexpr std::size_t kNumberWidth = 7;
    const isa::Spec& spec = *target.spec;
    const std::size_t bitsWidth = (spec.bundleBits + 3u) / 4;
    std::size_t placeWidth = std::string_view("place").size();
    for (const Place& place : program.places)
        placeWidth = std::max(placeWidth, placeText(program, place).size());

    std::string out;
    appendRight("bundle", kNumberWidth, out);
    out += "  ";
    appendLeft(std::to_string(spec.bundleBits) + " bits, highest first", bitsWidth, out);
    out += "  ";
    appendLeft("place", placeWidth, out);
    out += "  source\n";
    const Disassembler disassembler(program, spec);
    const auto count = static_cast<std::uint32_t>(program.bundles.size());
    for (std::uint32_t i = 0; i <= count; ++i) {
        for (const std::string_view label : disassembler.labelsAt(i)) {
            out += label;
            out += ":\n";
        }
        if (i == count) break;
        const Place place = i < program.places.size() ? program.places[i] : Place{};
        appendRight(std::to_string(i), kNumberWidth, out);
        out += "  " + bitsText(program.bundles[i], spec.bundleBits) + "  ";
        appendLeft(placeText(program, place), placeWidth, out);
        out += "  ";
        std::string_view line =
            place.known() && sourceLine ? sourceLine(place.file, place.line) : std::string_view();
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.empty()) {
            LW_TRY([[maybe_unused]] const Done printed, disassembler.append(i, out));
        } else {
            out += line;
            out += disassembler.remark(i, line);
        }
        out += '\n';
    }
    return out;
}

} // namespace lw::program
