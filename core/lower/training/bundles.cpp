// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/bundles.h"

#include <algorithm>

namespace lw::lower::training {

namespace {

constexpr std::uint32_t kMostNumbers = 6; // immediates of 16 bits in a bundle
constexpr std::size_t kMostForwarded = 3; // scalar registers that vector slots of a bundle read
constexpr std::array<std::string_view, kSlots> kNames{"s0",  "s1",   "v0",  "v1",  "vld",
                                                      "vst", "push", "pop", "misc"};

} // namespace

void Bundles::comment(std::string_view text) { line("# " + std::string(text)); }

void Bundles::label(std::string_view name) { line(std::string(name) + ":"); }

void Bundles::blank() { line(""); }

void Bundles::line(std::string_view text) {
    close();
    m_text += text;
    m_text += '\n';
}

std::size_t Bundles::earliest(const Instruction& instruction) const {
    std::size_t at = 0;
    const auto wait = [&](const auto& map, const std::string& name, auto part) {
        const auto found = map.find(name);
        if (found != map.end()) at = std::max(at, part(found->second));
    };
    for (const Use& use : instruction.uses)
        wait(m_ready, use.what, [&](const Ready& ready) { return use.writes ? ready.write : ready.read; });
    wait(m_rows, instruction.loaded, [](const Ready& ready) { return ready.read; });
    wait(m_rows, instruction.stored, [](const Ready& ready) { return ready.write; });
    wait(m_queues, instruction.pushes, [](const auto& ready) { return ready.first; });
    wait(m_queues, instruction.pops, [](const auto& ready) { return ready.second; });
    if (instruction.leaves && !m_bundles.empty()) at = std::max(at, m_bundles.size() - 1);
    return at;
}

void Bundles::note(const Instruction& instruction, std::size_t at) {
    const auto later = [](std::size_t& what, std::size_t bundle) { what = std::max(what, bundle); };
    for (const Use& use : instruction.uses) {
        Ready& ready = m_ready[use.what];
        if (use.writes) {
            later(ready.read, at + instruction.latency);
            later(ready.write, at + 1);
        } else {
            later(ready.write, at); // a bundle reads first and writes last
        }
    }
    if (!instruction.loaded.empty()) later(m_rows[instruction.loaded].write, at);
    if (!instruction.stored.empty()) {
        later(m_rows[instruction.stored].read, at + 1);
        later(m_rows[instruction.stored].write, at + 1);
    }
    if (!instruction.pushes.empty()) { // its own result comes later; a place that is freed serves at once
        auto& [push, pop] = m_queues[instruction.pushes];
        const auto apart = m_spread.find(instruction.pushes);
        later(push, at + (apart == m_spread.end() ? 1 : apart->second));
        later(pop, at + 1);
    }
    if (!instruction.pops.empty()) {
        auto& [push, pop] = m_queues[instruction.pops];
        later(push, at);
        later(pop, at + 1);
    }
}

void Bundles::add(const Instruction& instruction) {
    const auto slotIn = [&](const Bundle& bundle) -> const Slot* {
        const auto isFree = [&](Slot slot) {
            const std::size_t place = static_cast<std::size_t>(slot);
            return bundle.slots[place].empty() && !bundle.isTaken[place];
        };
        if (!std::all_of(instruction.taken.begin(), instruction.taken.end(), isFree)) return nullptr;
        std::vector<std::string> forwarded = bundle.forwarded;
        for (const std::string& one : instruction.forwarded)
            if (std::find(forwarded.begin(), forwarded.end(), one) == forwarded.end())
                forwarded.push_back(one);
        const std::uint32_t numbers = bundle.shortNumbers + instruction.shortNumbers +
                                      2 * (bundle.longNumbers + instruction.longNumbers);
        if (forwarded.size() > kMostForwarded || numbers > kMostNumbers) return nullptr;
        const auto at = std::find_if(instruction.slots.begin(), instruction.slots.end(), isFree);
        return at == instruction.slots.end() ? nullptr : &*at;
    };
    std::size_t at = earliest(instruction);
    const Slot* slot = nullptr;
    for (;; ++at) {
        if (at >= m_bundles.size()) m_bundles.resize(at + 1);
        slot = slotIn(m_bundles[at]);
        if (slot) break;
    }
    Bundle& bundle = m_bundles[at];
    bundle.slots[static_cast<std::size_t>(*slot)] = instruction.text;
    for (const Slot taken : instruction.taken) bundle.isTaken[static_cast<std::size_t>(taken)] = true;
    bundle.shortNumbers += instruction.shortNumbers;
    bundle.longNumbers += instruction.longNumbers;
    for (const std::string& one : instruction.forwarded)
        if (std::find(bundle.forwarded.begin(), bundle.forwarded.end(), one) == bundle.forwarded.end())
            bundle.forwarded.push_back(one);
    note(instruction, at);
    if (instruction.leaves) close();
}

void Bundles::close() {
    for (const Bundle& bundle : m_bundles) {
        std::string row;
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
            if (bundle.slots[slot].empty()) continue;
            row += (row.empty() ? " " : " ; ") + std::string(kNames[slot]) + ": " + bundle.slots[slot];
        }
        m_text += "        {" + row + " }\n";
    }
    m_count += static_cast<std::uint32_t>(m_bundles.size());
    m_bundles.clear();
    m_ready.clear();
    m_rows.clear();
    m_queues.clear();
}

} // namespace lw::lower::training
