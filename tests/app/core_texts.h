// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/traps.h"
#include "core/lower/striding/exactness.h"
#include "core/lower/striding/report.h"
#include "core/machine/fault.h"
#include "tests/support/source_texts.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/session/core_text.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <algorithm>

// What of the core's texts the window can show.
namespace lw::tests {

inline QString fromCore(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline void addDiagram(const machine::Diagram& diagram, QStringList& out) {
    for (const machine::DiagramBox& box : diagram.boxes)
        out << fromCore(box.title) << fromCore(box.size) << fromCore(box.note);
    for (const machine::DiagramWire& wire : diagram.wires) out << fromCore(wire.carries);
}

// What a machine's parts are called in the window, numbers aside.
inline QStringList partNames(const QString& pathOrText) {
    session::DebugSession session;
    load(session, pathOrText);
    QStringList out;
    if (!session.frame()) return out;
    const session::Loaded& loaded = *session.frame()->loaded;
    addDiagram(loaded.machine.diagram, out);
    for (const machine::DiagramLevel& level : loaded.machine.surroundings) {
        out << fromCore(level.title) << fromCore(level.source);
        addDiagram(level.diagram, out);
    }
    for (const chips::Chip& one : chips::all()) out << fromCore(one.title);
    for (const isa::RegisterFile& file : loaded.spec->files) out << fromCore(file.title);
    for (const isa::Unit& unit : loaded.spec->units) out << fromCore(unit.title);
    const auto chip = chips::chipNamed(loaded.spec->chip);
    for (const machine::UnitReport& unit : (*chip)->units(loaded.coreTree(), session.frame()->moment())) {
        out << fromCore(unit.title);
        for (const machine::UnitRow& row : unit.rows)
            out << fromCore(row.name) << fromCore(row.value) << fromCore(row.detail);
        for (const machine::UnitPicture& picture : unit.pictures) out << fromCore(picture.name);
    }
    return out;
}

// What units say only while they work, and what bits of a bundle mean.
inline const QStringList kSaidLater{
    "{0} of {1}", "until clock {0}", "taken: the next push can go in at clock {0}", "result {0}", "ready",
    "needs more pushes", "at clock {0}", "active", "{0} of {1} rows, transposed", "the others",
    "{0} of {1}, not waited for", "{0} result promised since the start, {1} popped", "{0} lane", "bundle {0}",
    "predicate", "operation", "always", "not used",
    // The inference circuit.
    "instruction {0}", "clocks {0} to {1}",
    "under way; what conflicts with it waits until its last clock is over", "{0} x {1}, float32",
    "{0} x {1}, int8", "rows and columns of the tile", "{0} x {1} x {2}",
    "rows, columns and lanes of the strip",
    // An array of them.
    "link to the north", "link to the east", "link to the south", "link to the west", "to the neighbours",
    "over the links since the start", "signal {0}",
    "how many times it has come with what neighbours have sent", "Links", "bytes for neighbours",
    "bytes of neighbours", "signals of neighbours",
    // Cores and what they send each other.
    "Ways", "signal", "engine to other cores",
    "signal {0} has come {1} of {2} times; instruction {3} of {4} sends it",
    "signal {0} has come {1} of {2} times; nobody sends it",
    "signal {0} has come {1} of {2} times; nobody sends it again",
    // Folded boxes of a network's graph, and why a layer is the host's.
    "{0} layers", "block of {0} layers", "its values have {0} extents; the circuit holds images and lists",
    "both values are repeated; the circuit can repeat one of them",
    "its weights are not all finite, and the zeros around an image times them are not 0",
    "the matrix unit multiplies int8; requantise what it reads",
    "the value that is divided is repeated; the circuit can repeat the divisor",
    "the vector unit has no such function", "what it moves is there already",
    // Quantisers in a diagram.
    "numbers: {0}", "numbers that lost bits: {0}", "numbers that became zero: {0}",
    "numbers that saturated: {0}", "numbers rounded by v_wr.q: {0}",
    // Values of a firmware.
    "{0} values", "{0} value", "{0} vectors", "{0} vector", "{0} matrices", "{0} matrix",
    // Numbers bit by bit.
    "value", "sign", "exponent", "fraction", "mantissa", "element", "reads", "stands for", "lost", "below",
    "above", "denormal", "saturated", "{0} bits of exponent with a bias of {1}, {2} bits of fraction",
    "{0} bits of exponent with a bias of {1}, {2} bit of fraction",
    "{0} bits of exponent with a bias of {1}, {2} bits of fraction, with a scale for each {3}",
    "{0} bits of exponent with a bias of {1}, {2} bit of fraction, with a scale for each {3}",
    "{0} bits, two's complement, {1} of them fraction, with a scale for each {2}", "integer",
    "two's complement integers of {0} bits",
    "two's complement mantissas of {0} bits, a shared exponent of {1} bits",
    "exponent {0}: {1} - {2} = {3}, so mantissas count in {4}^{5}",
    "exponent {0}: {1} - {2} = {3}, so mantissas count in {4}^-{5}",
    "exponent {0}: {1} - {2} = -{3}, so mantissas count in {4}^-{5}", "scale {0}: NaN",
    "scale {0}: {1}^({2} - {3}) = {4}^{5}", "scale {0}: {1}^({2} - {3}) = {4}^-{5}",
    // Register files over time.
    "fault", "held", "read", "reads", "wait for a read", "wait for a write", "write", "writes",
    // Tiles over time.
    "clocks", "tiles", "waits", "from the host {0}", "to the host {0}", "to neighbours", "to neighbours {0}",
    "tile", "no tile: only hands on", "constants", "from the host", "to the host", "to a neighbour",
    "waits for the host", "waits for neighbours", "waits for the next launch",
    // A training step over time.
    "model, S0", "model, S1", "model, S2", "chip", "step", "tensor engine", "vector engine", "loads",
    "stores", "HBM", "forward", "computed again", "backward", "moved", "update of the parameters", "products",
    "products again", "vector work", "vector work again", "from HBM", "to HBM"};

inline QStringList machineTexts() {
    QStringList all;
    for (const char* machine : {"training, \"training\"", "training, \"training-teaching\""})
        all += partNames(QStringLiteral(".chip %1\n{ s0: halt }\n").arg(QLatin1String(machine)));
    for (const char* machine :
         {"inference, \"inference\"", "inference, \"inference-teaching\"", "nnp, \"nnp-teaching\""})
        all += partNames(QStringLiteral(".chip %1\nhalt\n").arg(QLatin1String(machine)));
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{3}"));
    QStringList out = kSaidLater;
    for (const QString& text : all) {
        const QString form = session::withoutNumbers(text);
        if (!out.contains(form) && form.contains(word)) out << form;
    }
    return out;
}

// Whose messages are shown with what to do, as desks say why a network was refused.
inline bool isExplained(const QString& file) {
    constexpr const char* kRooms[] = {"base", "lower", "network", "project", "source", "tensor", "training"};
    return std::ranges::any_of(kRooms, [&](const char* room) {
        return file.startsWith(QStringLiteral("core/%1/").arg(QLatin1String(room)));
    });
}

// What the core can say: the templates of all messages, kinds of faults, rules of stalls, parts of machines.
inline QStringList coreTexts() {
    QStringList out = machineTexts();
    for (const QString& file : sourcesBelow("core"))
        if (file.endsWith(QLatin1String("messages.h")))
            for (const SourceText& text : textsIn(readSource(file)))
                if (!text.within.isEmpty() && text.within.back().startsWith(QLatin1Char('k')) &&
                    (text.argument == 2 || (text.argument == 3 && isExplained(file))) && !text.text.isEmpty())
                    out << text.text;
    for (const chips::Chip& chip : chips::all())
        for (const machine::StallRow& rule : chip.stallRules)
            for (const std::string_view text : {rule.name, rule.wait}) out << fromCore(text);
    for (std::size_t kind = 0; kind < machine::kFaultKinds; ++kind) {
        const auto at = static_cast<machine::FaultKind>(kind);
        for (const std::string_view text : {machine::nameOf(at), machine::meaningOf(at)})
            out << fromCore(text);
    }
    for (const SourceText& text : textsIn(readSource(QStringLiteral("core/lower/striding/exactness.cpp"))))
        if (!text.within.isEmpty() && (text.within.back() == QLatin1String("proven") ||
                                       text.within.back() == QLatin1String("unproven")))
            out << text.text;
    for (int trap = 0; trap <= static_cast<int>(concord::Trap::WrongStep); ++trap)
        out << fromCore(concord::wordsOf(static_cast<concord::Trap>(trap)).text);
    for (const lower::striding::ModeRow& row : lower::striding::modes()) out << fromCore(row.words);
    for (std::uint8_t cause = 0; cause <= static_cast<std::uint8_t>(lower::striding::Cause::OtherOrder);
         ++cause)
        for (const std::string_view text :
             {lower::striding::nameOf(static_cast<lower::striding::Cause>(cause)),
              lower::striding::wordsOf(static_cast<lower::striding::Cause>(cause))})
            out << fromCore(text);
    out.removeDuplicates();
    return out;
}

} // namespace lw::tests
