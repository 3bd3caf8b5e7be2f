// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_words.h"

#include "widgets/session/core_text.h"

#include <QStringList>

#include <algorithm>

namespace lw::tiling {

using lower::tiling::Edge;
using lower::tiling::Fill;
using session::counted;

namespace {

QString sizeText(std::int64_t rows, std::int64_t columns) {
    return QStringLiteral("%1 x %2").arg(rows).arg(columns);
}

} // namespace

QString edgeText(Edge edge) {
    switch (edge) {
    case Edge::First: return Words::tr("first");
    case Edge::Inner: return Words::tr("inner");
    case Edge::Last: return Words::tr("last");
    case Edge::Only: return Words::tr("only");
    }
    return {};
}

QString edgesText(Edge rows, Edge columns) {
    if (rows == Edge::Only && columns == Edge::Only) return Words::tr("the only one");
    return Words::tr("rows: %1, columns: %2").arg(edgeText(rows), edgeText(columns));
}

QString fillText(const lower::tiling::TilingPlan& plan) {
    switch (plan.fill()) {
    case Fill::Exact: return Words::tr("every tile is full of picture");
    case Fill::Masked: return Words::tr("what layers could read beyond the picture is masked");
    case Fill::Ring: return Words::tr("zeros lie beyond the picture");
    }
    return {};
}

QString rangeText(const scene::tiling::Range& range) {
    if (range.count() == 0) return QStringLiteral("-");
    return Words::tr("%1 to %2").arg(range.from).arg(range.until - 1);
}

QString elementsText(const network::Elements& elements) {
    return rangeText({elements.low, elements.high + 1});
}

namespace {
QString tilesText(std::uint64_t tiles) {
    return tiles == 1 ? Words::tr("1 tile") : Words::tr("%1 tiles").arg(counted(tiles));
}
} // namespace

QString planText(const TilingFacts& facts) {
    const lower::tiling::TilingPlan& plan = facts.plan;
    const lower::tiling::TilingCost& cost = plan.cost;
    QString out =
        Words::tr("%1: picture %2, %3 of %4; %5. %6 times the MACs of the whole picture; the "
                  "host sends %7 bytes, of them %8 again.")
            .arg(QString::fromStdString(plan.network), sizeText(plan.picture.rows, plan.picture.columns),
                 tilesText(cost.tiles), sizeText(plan.fixed.rows, plan.fixed.columns), fillText(plan),
                 QString::number(cost.redundancy(), 'f', 3), counted(cost.bytesIn),
                 counted(cost.bytesReread));
    if (cost.bytesMasks > 0)
        out += QLatin1Char(' ') + Words::tr("%1 bytes of masks.").arg(counted(cost.bytesMasks));
    if (facts.sharesLayers())
        out += QLatin1Char(' ') + Words::tr("All %1 circuits have one tile at a time, each a part of %2.")
                                      .arg(facts.array.count())
                                      .arg(sizeText(facts.fixed().rows, facts.fixed().columns));
    if (plan.outputs.size() > 1)
        out += QLatin1Char(' ') + Words::tr("Of %1 outputs this is %2.")
                                      .arg(counted(plan.outputs.size()),
                                           QString::fromStdString(plan.outputs[facts.request.output].name));
    return out;
}

QString choosingText(std::uint64_t sizes) {
    return Words::tr("The size of a tile is being chosen: %1 were modelled by now.").arg(counted(sizes));
}

QString chosenText(const project::TileSize& chosen) {
    constexpr std::size_t kMostOthers = 3;
    const auto textOf = [](const lower::tiling::Size& size) { return sizeText(size.rows, size.columns); };
    if (!chosen.model.clocks)
        return Words::tr(
                   "Chosen: %1, which does the fewest MACs of the sizes that fit. The host computes a part "
                   "of this network, so that clocks are not known.")
            .arg(textOf(chosen.plan.fixed));
    QString out = Words::tr("Chosen: %1, modelled %2, the fewest of %3 sizes that were modelled.")
                      .arg(textOf(chosen.plan.fixed), session::clocksText(*chosen.model.clocks),
                           counted(chosen.modelled.size()));
    auto others = chosen.modelled;
    std::erase_if(others, [&](const auto& one) { return one.fixed == chosen.plan.fixed; });
    std::ranges::stable_sort(others, {}, [](const auto& one) { return one.model.clocks; });
    QStringList next;
    for (std::size_t i = 0; i < std::min(others.size(), kMostOthers); ++i)
        next << QStringLiteral("%1 (%2)").arg(textOf(others[i].fixed), counted(*others[i].model.clocks));
    if (!next.isEmpty())
        out += QLatin1Char(' ') + Words::tr("Next are %1.").arg(next.join(QStringLiteral(", ")));
    if (chosen.refused)
        out += QLatin1Char(' ') + Words::tr("%1 could take fewer, but: %2")
                                      .arg(textOf(chosen.better), session::problemText(*chosen.refused));
    return out;
}

namespace {

QString otherText(const TilingFacts& facts) {
    if (!facts.otherClocks) return {};
    const QString clocks = session::clocksText(*facts.otherClocks);
    return QLatin1Char(' ') + (facts.sharesLayers()
                                   ? Words::tr("Circuits that share the input took %1.").arg(clocks)
                                   : Words::tr("Circuits that share layers took %1.").arg(clocks));
}

// What the tiles were compared with.
QString besideText(const TilingFacts& facts) {
    const project::WholePicture& whole = *facts.whole;
    if (whole.untiled)
        return Words::tr("the whole picture untiled on the circuit, %1")
            .arg(session::clocksText(whole.untiled->clocks));
    return Words::tr("the whole picture as the reference computes it");
}

// Why the circuit does not compute it.
QString refusedText(const TilingFacts& facts) {
    if (!facts.whole->refused) return {};
    return QLatin1Char(' ') + Words::tr("Untiled it does not fit the circuit: %1.")
                                  .arg(session::problemText(*facts.whole->refused));
}

// Zeros that are equal but have another sign.
QString zerosText(const Verdict& verdict) {
    if (verdict.signedZeros == 0) return {};
    return QLatin1Char(' ') + Words::tr("Zeros of another sign: %1.").arg(counted(verdict.signedZeros));
}

} // namespace

QString verdictText(const TilingFacts& facts) {
    const std::uint64_t tiles = facts.plan.tiles();
    if (facts.verdict && facts.verdict->isEqual())
        return Words::tr("Equal, %1 of %2 elements, to %3; the tiles took %4.")
                   .arg(counted(facts.verdict->equal), counted(facts.verdict->elements), besideText(facts),
                        session::clocksText(facts.clocks)) +
               zerosText(*facts.verdict) + refusedText(facts) + otherText(facts);
    if (facts.verdict)
        return Words::tr("Not equal: %1 of %2 elements are as in %3.")
                   .arg(counted(facts.verdict->equal), counted(facts.verdict->elements), besideText(facts)) +
               zerosText(*facts.verdict) + refusedText(facts);
    if (facts.isFollowing && facts.progress.tiles < tiles) {
        QStringList now;
        for (const std::uint64_t tile : facts.progress.now) now << QString::number(tile);
        return Words::tr("In the debugger, at clock %1: %2 of %3 tiles done, under way: %4.")
            .arg(counted(facts.clocks), counted(facts.progress.tiles), counted(tiles),
                 now.join(QStringLiteral(", ")));
    }
    if ((facts.isRunning || facts.isFollowing) && facts.progress.tiles == tiles)
        return Words::tr("All %1 tiles are done; the whole picture is computed for comparison.")
            .arg(counted(tiles));
    if (facts.isRunning || facts.progress.tiles > 0)
        return Words::tr("%1 of %2 tiles done, %3.")
            .arg(counted(facts.progress.tiles), counted(tiles), session::clocksText(facts.clocks));
    if (!facts.picture) return Words::tr("Only planned: without a picture nothing can be run.");
    return Words::tr("Planned; nothing has been run.");
}

namespace {

// The first channels, as many as a line holds.
QString valuesText(const std::vector<double>& values) {
    constexpr std::size_t kMost = 4;
    QStringList out;
    for (std::size_t i = 0; i < std::min(values.size(), kMost); ++i)
        out << QString::number(values[i], 'g', 6);
    if (values.size() > kMost) out << QStringLiteral("...");
    return out.join(QStringLiteral(", "));
}

// What else is known about a tile's pixel.
QString momentText(const PixelMoment* moment, std::uint64_t tile) {
    QString out;
    if (!moment) return out;
    for (const PixelMoment::OfTile& one : moment->tiles) {
        if (one.tile != tile) continue;
        if (!one.values.empty()) out += QStringLiteral(": ") + valuesText(one.values);
        if (one.buffer) out += Words::tr(" (unified buffer, byte %1)").arg(counted(*one.buffer));
    }
    return out;
}

QString hostText(const PixelMoment* moment) {
    if (!moment || !moment->host) return {};
    return QLatin1Char('\n') + Words::tr("at the host: byte %1").arg(counted(*moment->host));
}

} // namespace

QString ownersText(const TilingFacts& facts, std::int64_t row, std::int64_t column,
                   const PixelMoment* moment) {
    const auto owners = scene::tiling::ownersOf(facts.map, row, column);
    if (!owners) return {};
    QStringList lines{Words::tr("Element [%1, %2]").arg(row).arg(column)};
    for (const scene::tiling::Owner& owner : *owners) {
        const QString kind = edgesText(facts.map.rowOf(owner.tile).edge, facts.map.columnOf(owner.tile).edge);
        lines << (owner.gives     ? Words::tr("tile %1 (%2): right, and taken from it")
                  : owner.isRight ? Words::tr("tile %1 (%2): right as well")
                                  : Words::tr("tile %1 (%2): dummy, not what the whole picture has"))
                         .arg(owner.tile)
                         .arg(kind) +
                     momentText(moment, owner.tile);
    }
    return lines.join(QLatin1Char('\n')) + hostText(moment);
}

QString readersText(const TilingFacts& facts, std::int64_t row, std::int64_t column,
                    const PixelMoment* moment) {
    const scene::tiling::Bands rows = scene::tiling::readersOf(facts.map.rows, row),
                               columns = scene::tiling::readersOf(facts.map.columns, column);
    QString out = Words::tr("Pixel [%1, %2]: sent to the circuit %3 times")
                      .arg(row)
                      .arg(column)
                      .arg(rows.count() * columns.count());
    if (moment)
        for (const PixelMoment::OfTile& one : moment->tiles)
            out += QLatin1Char('\n') + Words::tr("tile %1").arg(one.tile) + momentText(moment, one.tile);
    return out + hostText(moment);
}

} // namespace lw::tiling
