// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/instruction.h"

#include "core/base/check.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace lw::lower::training {

namespace {

constexpr std::int64_t kMostShort = 65535;  // of an immediate of 16 bits
constexpr std::int64_t kMostInOperand = 22; // of a scalar operand without an immediate

bool isNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

bool isRegister(std::string_view word) {
    const std::size_t digits = word.find_first_of("0123456789");
    const std::string_view file = word.substr(0, std::min(digits, word.size()));
    constexpr std::array<std::string_view, 5> kFiles{"r", "p", "v", "f", "iar"};
    return digits != word.npos && std::find(kFiles.begin(), kFiles.end(), file) != kFiles.end() &&
           word.find_first_not_of("0123456789", digits) == word.npos;
}

std::string_view takeWord(std::string_view& rest) {
    const std::size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
    const std::size_t end = std::min(rest.find(' ', begin), rest.size());
    const std::string_view word = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    return word;
}

std::vector<Slot> slotsOf(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, Slot>, kSlots> kOne{{{"s0", Slot::S0},
                                                                          {"s1", Slot::S1},
                                                                          {"v0", Slot::V0},
                                                                          {"v1", Slot::V1},
                                                                          {"vld", Slot::Load},
                                                                          {"vst", Slot::Store},
                                                                          {"push", Slot::Push},
                                                                          {"pop", Slot::Pop},
                                                                          {"misc", Slot::Misc}}};
    if (name == "s") return {Slot::S0, Slot::S1};
    if (name == "v") return {Slot::V1, Slot::V0};
    const auto at =
        std::find_if(kOne.begin(), kOne.end(), [&](const auto& one) { return one.first == name; });
    LW_ASSERT(at != kOne.end(), "a slot of the bundle");
    return {at->second};
}

bool isScalar(const Instruction& out) { return out.slots.front() <= Slot::S1; }

bool beginsWith(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

// Whether the first operand is where the result goes.
bool givesResult(std::string_view mnemonic, const Instruction& out) {
    constexpr std::array<std::string_view, 12> kNone{"vst",   "vst.idx", "st",     "br",
                                                     "brc",   "ret",     "halt",   "sync.wait",
                                                     "trace", "setperm", "setseg", "setrot"};
    return out.slots.front() != Slot::Push && !beginsWith(mnemonic, "dma.") &&
           !beginsWith(mnemonic, "eup.") && std::find(kNone.begin(), kNone.end(), mnemonic) == kNone.end();
}

// Queues, weights and patterns, which order instructions as registers do.
void addUnits(Instruction& out, std::string_view mnemonic) {
    const auto use = [&](std::string_view what, bool writes) {
        out.uses.push_back({std::string(what), writes});
    };
    // One port each; a transfer reads its descriptor when it begins.
    const bool isTransfer = beginsWith(mnemonic, "dma.");
    if (mnemonic == "ld" || mnemonic == "st" || isTransfer) use("smem", true);
    if (beginsWith(mnemonic, "sync.") || isTransfer) use("flags", true);
    if (mnemonic == "mxu.w" || mnemonic == "mxu.wt") return use("shadow", true);
    if (mnemonic == "mxu.latch") {
        use("shadow", true);
        return use("weights", true);
    }
    if (mnemonic == "mxu.x") use("weights", false);
    if (mnemonic == "setperm" || mnemonic == "setseg" || mnemonic == "setrot") return use("pattern", true);
    const bool isPush = out.slots.front() == Slot::Push;
    if (isPush && mnemonic != "mxu.x" && mnemonic != "xpose") use("pattern", false);
    if (isPush) out.pushes = mnemonic == "mxu.x" ? "mxu" : mnemonic == "xpose" ? "xpose" : "rpu";
    if (beginsWith(mnemonic, "eup.")) out.pushes = "eup";
    if (out.slots.front() == Slot::Pop) out.pops = mnemonic;
}

void addNumber(Instruction& out, std::string_view word) {
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool isWhole = failed == std::errc{} && end == word.data() + word.size();
    const bool isName = std::isalpha(static_cast<unsigned char>(word.front())) != 0;
    if (isName && word != "bits") { // an address or a label
        ++out.shortNumbers;
    } else if (isWhole && isScalar(out) && value >= 0 && value <= kMostInOperand) {
        return;
    } else if (isWhole && value >= 0 && value <= kMostShort) {
        ++out.shortNumbers;
    } else {
        ++out.longNumbers;
    }
}

// Registers and numbers of the operands, from left to right.
void addOperands(Instruction& out, std::string_view operands, bool givesResult, bool isMerged,
                 bool isForwarding) {
    bool first = givesResult;
    for (std::size_t at = 0; at < operands.size();) {
        const bool isMinus = operands[at] == '-';
        if (!isNamePart(operands[at]) && !isMinus) {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        while (end < operands.size() && isNamePart(operands[end])) ++end;
        const std::string_view word = operands.substr(at, end - at);
        const bool isKey = end < operands.size() && operands[end] == '='; // stride=, mask=
        at = end + (isKey ? 1 : 0);
        if (isKey) continue;
        if (word == "bits") { // bits(0x3f800000)
            addNumber(out, word);
            at = std::min(operands.find(')', at), operands.size());
            continue;
        }
        if (!isRegister(word)) {
            addNumber(out, word);
            continue;
        }
        if (!first || isMerged) out.uses.push_back({std::string(word), false});
        if (first) out.uses.push_back({std::string(word), true});
        first = false;
        if (isForwarding && word.front() == 'r') out.forwarded.push_back(std::string(word));
    }
}

void addMemory(Instruction& out, std::string_view operands) {
    const std::size_t from = operands.find('['), to = operands.find(']');
    if (from == operands.npos) return;
    const std::string row(operands.substr(from, to - from));
    if (out.slots.front() == Slot::Load) out.loaded = row;
    if (out.slots.front() == Slot::Store) out.stored = row;
}

std::uint32_t latencyOf(const Instruction& out, std::string_view mnemonic) {
    if (out.slots.front() == Slot::Load || mnemonic == "ld" || mnemonic == "mul") return 2;
    return 1;
}

} // namespace

// The word before the colon is a slot, which is called like a register.
std::string renamed(std::string_view line, const Renaming& by) {
    const std::size_t colon = line.find(':');
    std::string out(line.substr(0, colon));
    for (std::size_t at = colon; at < line.size();) {
        std::size_t end = at + 1;
        while (isNamePart(line[at]) && end < line.size() && isNamePart(line[end])) ++end;
        const std::string_view word = line.substr(at, end - at);
        at = end;
        const bool isScalar = word.front() == 'r', isVector = word.front() == 'v';
        if (!isRegister(word) || !(isScalar || isVector)) {
            out += word;
            continue;
        }
        std::size_t number = 0;
        std::from_chars(word.data() + 1, word.data() + word.size(), number);
        out += word.front();
        out += std::to_string(isScalar ? by.scalars[number] : by.vectors[number]);
    }
    return out;
}

Instruction parseInstruction(std::string_view line) {
    Instruction out;
    const std::size_t colon = line.find(':');
    LW_ASSERT(colon != line.npos, "an instruction names its slot");
    const std::string_view slot = line.substr(0, colon);
    out.slots = slotsOf(slot);
    std::string_view rest = line.substr(colon + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    out.text = rest;
    std::string_view word = rest.front() == '@' ? takeWord(rest) : std::string_view();
    const bool isPredicated = !word.empty();
    if (isPredicated) out.uses.push_back({std::string(word.substr(word.find('p'))), false});
    // A load and a store may leave out their name, which is that of their slot.
    const bool isUnnamed = slot == "vld" || slot == "vst";
    std::string_view mnemonic = isUnnamed ? slot : takeWord(rest);
    addUnits(out, mnemonic);
    out.latency = latencyOf(out, mnemonic);
    constexpr std::array<std::string_view, 5> kLeaving{"br", "brc", "call", "ret", "halt"};
    out.leaves = std::find(kLeaving.begin(), kLeaving.end(), mnemonic) != kLeaving.end();
    const bool isPartial = rest.find("mask=") != rest.npos;
    addOperands(out, rest, givesResult(mnemonic, out), isPredicated || isPartial || mnemonic == "sel",
                !isScalar(out) && mnemonic != "v2s");
    addMemory(out, rest);
    if (out.slots.front() == Slot::Misc) {
        out.taken.push_back(Slot::Store); // whose source it names
        if (mnemonic == "v2s") out.taken.push_back(Slot::S1);
        if (mnemonic == "trace") out.taken.clear();
    }
    return out;
}

} // namespace lw::lower::training
