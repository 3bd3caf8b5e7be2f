// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/debugger.h"

#include "app/cli/arguments.h"
#include "app/cli/expressions.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/run_loop.h"
#include "app/cli/signals.h"
#include "app/cli/tensor_arguments.h"
#include "core/machine/cell_range.h"
#include "core/machine/cell_value.h"
#include "core/machine/dump.h"
#include "core/project/tensor_input.h"
#include "core/tensor/cast.h"
#include "core/tensor/element.h"

#include <algorithm>
#include <cmath>
#include <cstring>

// What the debugger shows of the state, and hand edits.
namespace lw::cli {

namespace {

constexpr std::uint32_t kListed = 5;       // bundles before and after the next one
constexpr std::uint64_t kMostUnits = 1024; // of a memory in one command
constexpr std::uint64_t kMostElements = 4096;
constexpr std::size_t kMostCells = 200;

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto begin = text.find_first_not_of(" \t");
        if (begin == text.npos) break;
        text.remove_prefix(begin);
        const auto end = std::min(text.find_first_of(" \t"), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

Problem needs(std::string_view verb, std::string_view what) {
    return {&messages::kNeedsOperand, {std::string(verb), std::string(what)}, {}, {}, {}};
}

// The node whose bytes hold an offset of the store.
struct CellPlace {
    machine::NodeId node;
    std::uint64_t index = 0;
};
std::optional<CellPlace> placeOf(const machine::StateTree& tree, std::uint64_t offset) {
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const machine::Node& node = tree.at({i});
        const std::uint64_t size = machine::sizeOf(node);
        if (size == 0 || offset < node.offset || offset >= node.offset + size * machine::countOf(node))
            continue;
        return CellPlace{{i}, (offset - node.offset) / size};
    }
    return {};
}

// The value as an integer of `bits` bits, signed or unsigned; nothing when it is not one.
std::optional<std::int64_t> integerFor(const machine::WatchValue& value, std::uint64_t bits) {
    constexpr double kLimit = 9.2e18; // every real below fits 64 bits
    const bool isInteger =
        !value.isReal || (std::abs(value.real) < kLimit && std::trunc(value.real) == value.real);
    if (!isInteger) return {};
    const std::int64_t integer = value.isReal ? static_cast<std::int64_t>(value.real) : value.integer;
    if (bits < 64 && (integer < -(std::int64_t{1} << (bits - 1)) || integer >= std::int64_t{1} << bits))
        return {};
    return integer;
}

enum class SetAs : std::uint8_t { Number, Bits };

// The element that the value becomes in a cell of the type.
Result<tensor::Tensor> elementFor(const machine::WatchValue& value, tensor::DType type,
                                  const std::string& cellText, SetAs as) {
    tensor::Tensor out(type, {1});
    const bool isReal = tensor::visit(type, [](auto element) { return decltype(element)::kReal; });
    const std::size_t size = tensor::sizeOf(type);
    // A copy of another cell keeps every bit; halves of another type do not mean the same number.
    if (value.bitCount == size * 8 && (!isReal || size != 2 || value.type == type)) {
        std::memcpy(out.bytes().data(), &value.bits, size);
        return out;
    }
    if (!isReal || as == SetAs::Bits) {
        const auto integer = integerFor(value, size * 8);
        if (!integer)
            return Problem{
                &messages::kNoFit, {machine::textOf(value), cellText, std::to_string(size * 8)}, {}, {}, {}};
        std::memcpy(out.bytes().data(), &*integer, size);
        return out;
    }
    tensor::Tensor number(tensor::DType::F64, {1});
    number.set(0, value.number());
    LW_TRY(out, tensor::cast(number, type));
    if (std::isfinite(value.number()) && !std::isfinite(tensor::valueAt(out, 0)))
        return Problem{&messages::kTooLargeForCell,
                       {machine::textOf(value), cellText, std::string(tensor::nameOf(type))},
                       {},
                       {},
                       {}};
    return out;
}

// A number that the cell cannot hold becomes the nearest one that it can. Nothing if it holds it.
std::optional<std::string> roundedText(const machine::WatchValue& value, const tensor::Tensor& element,
                                       const std::string& cellText) {
    const bool isReal = tensor::visit(element.dtype(), [](auto one) { return decltype(one)::kReal; });
    machine::WatchValue now{.isReal = true, .type = element.dtype()};
    now.real = tensor::valueAt(element, 0);
    if (!isReal || !std::isfinite(value.number()) || now.real == value.number()) return {};
    const std::string text = machine::textOf(now), wanted = machine::textOf(value);
    if (text == wanted) return {}; // as many digits as the type has
    return cellText + " becomes " + text + ", the nearest " + std::string(tensor::nameOf(element.dtype())) +
           " to " + wanted;
}

} // namespace

std::string Debugger::bundleLine(std::uint32_t bundle) {
    std::string text;
    for (const std::string_view label : disassembler().labelsAt(bundle)) text += std::string(label) + ": ";
    if (!disassembler().append(bundle, text)) text += "(no bundle)";
    text += disassembler().remark(bundle, text);
    return padLeft(std::to_string(bundle), 6) + "  " + text;
}

std::string Debugger::whereText() {
    const machine::Core& core = this->core();
    std::string out;
    if (hasSeveral())
        out += "  " + machine().names().titleOf(core.id()) + (core.halted() ? " has halted" : "") + "\n";
    if (!core.halted() && core.nextBundle() < core.program().bundles.size()) {
        out += "=>" + bundleLine(core.nextBundle()) + "\n";
        const Place& place = core.nextBundle() < core.program().places.size()
                                 ? core.program().places[core.nextBundle()]
                                 : Place{};
        if (place.known() && place.file < m_files.size())
            out += "        " + m_files[place.file].path() + ":" + std::to_string(place.line) + "\n";
    }
    if (const auto waiting = core.waiting()) {
        out += "  waits: " + waiting->rule;
        if (waiting->other.isKnown()) out += ", for " + placeText(machine(), waiting->other);
        out += "\n";
    }
    for (std::size_t i = 0; i < m_watched.size(); ++i) {
        const auto shown = shownText(m_session.timeline(), m_watched[i], m_session.focus());
        out += "  " + std::to_string(i + 1) + ": " +
               (shown ? *shown : m_watched[i] + ": " + textOf(shown.problem())) + "\n";
    }
    return out;
}

Outcome Debugger::where(std::string_view) {
    say("clock " + groupedText(machine().clock()) + ", " + groupedText(machine().issuedBundles()) +
        " bundles issued" + (machine().halted() ? ", halted" : ""));
    m_text += whereText();
    return Done{};
}

Outcome Debugger::list(std::string_view rest) {
    const std::uint32_t next = core().nextBundle();
    LW_TRY(const std::uint64_t from, count(rest, next > kListed ? next - kListed : 0));
    if (const std::size_t bundles = core().program().bundles.size(); from >= bundles)
        return Problem{&messages::kNoBundle, {std::to_string(from), std::to_string(bundles)}, {}, {}, {}};
    const std::uint64_t end =
        std::min<std::uint64_t>(from + 2 * kListed + 1, core().program().bundles.size());
    for (std::uint64_t bundle = from; bundle < end; ++bundle)
        say((bundle == next && !core().halted() ? "=>" : "  ") +
            bundleLine(static_cast<std::uint32_t>(bundle)));
    return Done{};
}

Result<std::string_view> Debugger::takeFormat(std::string_view& rest) {
    if (!rest.starts_with('/')) return std::string_view();
    const std::string_view format = rest.substr(1, rest.find_first_of(" \t") - 1);
    LW_TRY([[maybe_unused]] const Done known, checkFormat(format));
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t", format.size() + 1), rest.size()));
    return format;
}

Outcome Debugger::print(std::string_view rest) {
    LW_TRY(const std::string_view format, takeFormat(rest));
    if (rest.empty()) return needs("print", "an expression");
    LW_TRY(const std::string shown,
           shownText(m_session.timeline(), std::string(rest), m_session.focus(), format));
    say(shown);
    return Done{};
}

Outcome Debugger::examine(std::string_view rest) {
    LW_TRY(const std::string_view format, takeFormat(rest));
    const std::vector<std::string> words = wordsOf(rest);
    if (words.size() < 2 || words.size() > 3)
        return needs("x", "a memory, the first unit and perhaps a count: x vmem 4 2");
    std::string_view name = words[0];
    const machine::Core& core = machine().takeCore(name, m_session.focus());
    LW_TRY(const isa::SpaceId space, spaceNamed(core.target(), name));
    LW_TRY(const std::uint64_t first, count(words[1], 0));
    LW_TRY(const std::uint64_t wanted, count(words.size() == 3 ? words[2] : "", 1));
    const program::SpaceSize& size = core.target().spaces[index(space)];
    const std::uint64_t units = std::min(wanted, kMostUnits);
    if (first >= size.units || units > size.units - first)
        return Problem{&messages::kOutsideMemory, {words[0], std::to_string(size.units - 1)}, {}, {}, {}};
    const machine::NodeId node = core.tree().ofSpace(space);
    const tensor::DType type = machine::encodingOf(machine().tree().at(node));
    const std::uint64_t perUnit = machine::countOf(machine().tree().at(node)) / size.units;
    const machine::Moment moment = now();
    for (std::uint64_t unit = first; unit < first + units; ++unit) {
        const machine::CellRange cells =
            machine::readCells(machine().tree(), node, unit * perUnit, perUnit, moment);
        std::string line = "  [" + std::to_string(unit) + "]";
        for (std::uint64_t i = 0; i < cells.count(); ++i)
            line +=
                " " + (cells.written[i] != 0 ? formattedCell(format, type, cells.bits(i)) : std::string("-"));
        say(line);
    }
    if (units < wanted) say("  ... " + groupedText(wanted - units) + " more");
    return Done{};
}

Outcome Debugger::tensor(std::string_view rest) {
    LW_TRY(const PiecesOfTensor pieces, PiecesOfTensor::make(machine(), rest, m_session.focus()));
    LW_TRY(const TensorRead read, getBeginning(pieces, kMostElements));
    m_text += tensorText(read.tensor, pieces.arrangement.shape(), kMostElements, read.written);
    if (read.neverWritten)
        say("  " + groupedText(read.neverWritten) +
            (read.neverWritten == 1 ? " element was never written" : " elements were never written"));
    return Done{};
}

// Where each named tensor lies.
Outcome Debugger::tensors(std::string_view) {
    const program::Program& program = core().program();
    std::size_t width = 0;
    for (const program::NamedTensor& tensor : program.tensors) width = std::max(width, tensor.name.size());
    for (const program::NamedTensor& tensor : program.tensors) {
        const std::string type =
            std::string(tensor::nameOf(tensor.dtype)) + " " + project::textOf(tensor.shape);
        say("  " + padRight(tensor.name, width + 2) + padRight(type, 20) +
            std::string(core().target().spec->spaces[index(tensor.space)].name) + " " +
            std::to_string(tensor.address) + " to " +
            std::to_string(tensor.address + std::max<std::uint64_t>(tensor.units, 1) - 1));
    }
    if (program.tensors.empty()) say("  none");
    return Done{};
}

Outcome Debugger::watch(std::string_view rest) {
    if (!rest.empty()) {
        LW_TRY([[maybe_unused]] const std::string shown,
               shownText(m_session.timeline(), std::string(rest), m_session.focus()));
        m_watched.emplace_back(rest);
    }
    for (std::size_t i = 0; i < m_watched.size(); ++i) {
        const auto shown = shownText(m_session.timeline(), m_watched[i], m_session.focus());
        say("  " + std::to_string(i + 1) + ": " +
            (shown ? *shown : m_watched[i] + ": " + textOf(shown.problem())));
    }
    return Done{};
}

Outcome Debugger::unwatch(std::string_view rest) {
    LW_TRY(const std::uint64_t number, count(rest, 0));
    if (number == 0 || number > m_watched.size())
        return Problem{&messages::kNoWatch, {std::string(rest)}, {}, {}, {}};
    m_watched.erase(m_watched.begin() + static_cast<std::ptrdiff_t>(number - 1));
    return Done{};
}

Outcome Debugger::who(std::string_view rest) {
    if (rest.empty()) return needs("who", "a register, memory word or tensor element");
    LW_TRY(const auto writer, m_session.whoWrote(rest, &interrupted));
    clearInterrupt();
    say(std::string(rest) + ": " + (writer ? machine::textOf(*writer, machine()) : "interrupted"));
    return Done{};
}

Outcome Debugger::edit(std::string_view rest) {
    SetAs as = SetAs::Number;
    if (rest.starts_with('/')) {
        const std::string_view format = rest.substr(1, rest.find_first_of(" \t") - 1);
        if (format != "hex") return Problem{&messages::kSetFormat, {std::string(format)}, {}, {}, {}};
        as = SetAs::Bits;
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t", format.size() + 1), rest.size()));
    }
    // The last single equals sign: a cell's index may hold comparisons.
    const auto equals = rest.rfind('=');
    if (equals == rest.npos || equals == 0) return needs("set", "CELL = EXPR");
    std::string cellText(rest.substr(0, equals));
    cellText.erase(cellText.find_last_not_of(" \t") + 1);
    LW_TRY(const machine::Expression target, machine::Expression::compile(cellText, m_session.scope()));
    LW_TRY(const machine::Expression source,
           machine::Expression::compile(rest.substr(equals + 1), m_session.scope()));
    LW_TRY(const auto cell, target.cell(now()));
    const auto place = cell ? placeOf(machine().tree(), cell->offset) : std::nullopt;
    if (!place) return Problem{&messages::kNoCell, {cellText}, {}, {}, {}};
    LW_TRY(const machine::WatchValue value, source.evaluate(now()));
    if (value.isNeverWritten) {
        const std::string_view from =
            rest.substr(std::min(rest.find_first_not_of(" \t", equals + 1), rest.size()));
        return Problem{&messages::kReadsNeverWritten, {std::string(from)}, {}, {}, {}};
    }
    LW_TRY(const tensor::Tensor element, elementFor(value, cell->type, cellText, as));
    if (const auto rounded = as == SetAs::Number ? roundedText(value, element, cellText) : std::nullopt)
        say(*rounded);
    // The node's cells may be smaller, as bytes of a memory are, or hold several elements.
    const machine::Node& node = machine().tree().at(place->node);
    const std::uint64_t size = machine::sizeOf(node), from = node.offset + place->index * size;
    const std::uint64_t end = cell->offset + element.bytes().size();
    std::vector<std::byte> bytes((end - from + size - 1) / size * size);
    now().read(from, bytes);
    std::ranges::copy(element.bytes(), bytes.begin() + static_cast<std::ptrdiff_t>(cell->offset - from));
    return move(machine::Poke{place->node, place->index, std::move(bytes)});
}

Outcome Debugger::state(std::string_view rest) {
    const machine::StateTree& tree = machine().tree();
    std::string path(rest);
    const std::size_t name = std::min(path.find('/'), path.size()); // a core may have a second one
    if (const auto named = machine().names().coreCalled(rest.substr(0, name)))
        path.replace(0, name, machine().names().nameOf(*named));
    const machine::NodeId wanted = path.empty() ? tree.root() : tree.find(path);
    if (!rest.empty() && wanted == tree.root())
        return Problem{&messages::kNoNode, {std::string(rest)}, {}, {}, {}};
    if (machine::sizeOf(tree.at(wanted)) == 0) {
        for (const machine::NodeId child : tree.at(wanted).children)
            say("  " + padRight(tree.path(child), 28) + tree.at(child).summary);
        return Done{};
    }
    std::size_t shown = 0;
    for (const machine::Difference& cell : machine::contents(tree, *m_session.timeline().snapshot())) {
        if (cell.node != wanted) continue;
        if (++shown > kMostCells) continue;
        say("  " + machine::indexText(tree.at(wanted), cell.index) + " = " +
            machine::cellText(machine::encodingOf(tree.at(wanted)), cell.after));
    }
    if (shown > kMostCells) say("  ... " + groupedText(shown - kMostCells) + " more");
    if (shown == 0) say("  all zero");
    return Done{};
}

Outcome Debugger::stalls(std::string_view) {
    bool any = false;
    for (const machine::StallCount& stall : core().stalls()) {
        if (stall.clocks == 0) continue;
        any = true;
        say(padLeft(groupedText(stall.clocks), 14) + "  " +
            padRight(core().target().spec->units[index(stall.unit)].name, 10) + std::string(stall.rule));
    }
    if (!any) say("  none");
    return Done{};
}

Outcome Debugger::hash(std::string_view) {
    say(hexText(machine().store().hash(), 16));
    return Done{};
}

} // namespace lw::cli
