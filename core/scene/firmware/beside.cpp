// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/firmware/beside.h"

#include "core/base/json.h"
#include "core/program/disassemble.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace lw::scene::firmware {

namespace {

using InstructionTexts = std::map<std::uint32_t, std::string_view>; // by bundle

InstructionTexts instructionsOf(const concord::OpStream& stream) {
    InstructionTexts out;
    for (const concord::Chain& chain : stream.chains)
        for (const concord::Op& op : chain.ops) out.emplace(op.bundle, op.text);
    for (const concord::Loop& loop : stream.loops) out.emplace(loop.bundle, loop.text);
    return out;
}

// The instruction that a line's note names: a number and the instruction itself, so that a remark which only
// looks like a note is none.
std::optional<std::uint32_t> instructionIn(std::string_view line, const InstructionTexts& known) {
    for (const std::string_view sign : {" # ", " // "}) {
        const std::size_t at = line.rfind(sign);
        if (at == line.npos) continue;
        const std::string_view note = line.substr(at + sign.size());
        std::uint32_t bundle = 0;
        const auto [end, error] = std::from_chars(note.data(), note.data() + note.size(), bundle);
        if (error != std::errc{}) continue;
        const auto found = known.find(bundle);
        const std::string_view rest = note.substr(static_cast<std::size_t>(end - note.data()));
        if (found != known.end() && rest.starts_with(": ") && rest.substr(2) == found->second) return bundle;
    }
    return {};
}

std::vector<SoftwareLine> softwareLines(std::string_view text, const InstructionTexts& known) {
    std::vector<SoftwareLine> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        out.push_back({std::string(line), instructionIn(line, known)});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

// The chains' bundles, from the first to the last that computes or moves something.
void tellChains(const concord::OpStream& stream, std::vector<FirmwareLine>& lines) {
    const std::string* layer = nullptr;
    for (std::uint32_t number = 0; number < stream.chains.size(); ++number) {
        const concord::Chain& chain = stream.chains[number];
        if (chain.ops.empty()) continue;
        const std::uint32_t first = chain.ops.front().bundle;
        if (!chain.layer.empty() && (layer == nullptr || *layer != chain.layer))
            lines[first].layer = chain.layer;
        layer = &chain.layer;
        for (std::uint32_t bundle = first; bundle <= chain.ops.back().bundle; ++bundle)
            if (!lines[bundle].chain) lines[bundle].chain = number;
    }
}

// What is in the one slot that there is: "v_rd NetQ, 0".
std::string withoutSlot(const isa::Spec& spec, std::string text) {
    const std::string slot = std::string(spec.slots[0].name) + ": ";
    std::size_t at = text.find(slot);
    if (at != text.npos) text.erase(0, at + slot.size());
    while (!text.empty() && (text.back() == ' ' || text.back() == '}')) text.pop_back();
    return text;
}

} // namespace

Result<Beside> besideOf(const program::Program& program, const program::Target& target,
                        const concord::OpStream& stream, std::string language, std::string_view text) {
    Beside out;
    out.language = std::move(language);
    const program::Disassembler disassembler(program, *target.spec);
    for (std::uint32_t bundle = 0; bundle < program.bundles.size(); ++bundle) {
        FirmwareLine& line = out.firmware.emplace_back();
        line.bundle = bundle;
        LW_TRY([[maybe_unused]] const Done readable, disassembler.append(bundle, line.text));
        line.text = withoutSlot(*target.spec, std::move(line.text));
        for (const std::string_view label : disassembler.labelsAt(bundle)) line.labels.emplace_back(label);
    }
    tellChains(stream, out.firmware);
    out.software = softwareLines(text, instructionsOf(stream));
    return out;
}

LinesOf softwareLinesOf(const Beside& scene, std::uint32_t bundle) {
    LinesOf out;
    if (bundle >= scene.firmware.size()) return out;
    const auto take = [&](const auto& isWanted) {
        for (std::size_t i = 0; i < scene.software.size(); ++i)
            if (scene.software[i].bundle && isWanted(*scene.software[i].bundle)) out.lines.push_back(i);
    };
    take([&](std::uint32_t one) { return one == bundle; });
    const std::optional<std::uint32_t> chain = scene.firmware[bundle].chain;
    if (!out.lines.empty() || !chain) return out;
    out.areOfChain = true;
    take([&](std::uint32_t one) { return scene.firmware[one].chain == chain; });
    return out;
}

Json jsonOf(const Beside& scene) {
    Json firmware = Json::list(), software = Json::list();
    for (const FirmwareLine& line : scene.firmware) {
        Json one{{"bundle", line.bundle}, {"text", line.text}};
        if (!line.labels.empty()) one["labels"] = Json::list(line.labels);
        if (!line.layer.empty()) one["layer"] = line.layer;
        if (line.chain) one["chain"] = *line.chain;
        firmware.push_back(std::move(one));
    }
    for (const SoftwareLine& line : scene.software) {
        Json one{{"text", line.text}};
        if (line.bundle) one["bundle"] = *line.bundle;
        software.push_back(std::move(one));
    }
    return {
        {"language", scene.language}, {"firmware", std::move(firmware)}, {"software", std::move(software)}};
}

} // namespace lw::scene::firmware
