// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/script_tile_verbs.h"

#include "app/ide/script_words.h"
#include "widgets/session/core_text.h"
#include "widgets/tiling/overlap_view.h"
#include "widgets/tiling/size_view.h"
#include "widgets/tiling/tile_map_view.h"
#include "widgets/tiling/tiling_files.h"

#include <algorithm>
#include <iterator>

namespace lw::ide {

using tiling::TilingDesk;

// A size as in 100x80 is a picture about which only the size is known.
QString tileNetwork(ScriptRunner& runner, const QStringList& arguments) {
    if (arguments.size() < 3 || arguments.size() > 4)
        return ScriptRunner::tr("needs a network, the size of a tile, and a picture");
    tiling::TilingRequest request{runner.fileOf(arguments[0])};
    request.fixed = tiling::sizeFrom(arguments[1]);
    if (!request.fixed && arguments[1] != QLatin1String("auto"))
        return ScriptRunner::tr("%1 is not a size such as 64 or 64x48").arg(arguments[1]);
    if (const auto picture = tiling::sizeFrom(arguments[2]))
        request.picture = *picture;
    else
        request.input = runner.fileOf(arguments[2]);
    request.machine = arguments.value(3);
    runner.window().tileNetwork(request);
    return {};
}

namespace {

QString noPicture(const TilingDesk& desk) {
    return desk.facts()->picture ? QString() : ScriptRunner::tr("without a picture nothing can be run");
}

QString notThat(const QStringList& words) {
    return ScriptRunner::tr("tiles cannot do %1").arg(words.join(QLatin1Char(' ')));
}

QString runTiles(ScriptRunner& runner, const QStringList&) {
    TilingDesk& desk = runner.window().tiling();
    desk.run();
    return noPicture(desk);
}

QString debugTiles(ScriptRunner& runner, const QStringList&) {
    TilingDesk& desk = runner.window().tiling();
    desk.openAll();
    return noPicture(desk);
}

QString showSide(ScriptRunner& runner, const QStringList& words) {
    auto* const view = runner.window().findChild<tiling::TileMapView*>();
    if (!view) return ScriptRunner::tr("no tiles are in sight");
    const QStringList sides{QStringLiteral("give"), QStringLiteral("read"), QStringLiteral("difference")};
    view->showSide(static_cast<tiling::TileMapCanvas::Side>(sides.indexOf(words[0])));
    return {};
}

QString useTile(ScriptRunner& runner, const QStringList& words) {
    TilingDesk& desk = runner.window().tiling();
    const auto tile = numberIn(words[1], desk.facts()->plan.tiles() - 1);
    if (!tile) return notANumber(words[1]);
    if (words[0] == QLatin1String("pick")) {
        desk.chooseTile(*tile);
        return {};
    }
    desk.lowerTile(*tile);
    return noPicture(desk);
}

QString useElement(ScriptRunner& runner, const QStringList& words) {
    TilingDesk& desk = runner.window().tiling();
    const scene::tiling::TileMap& map = desk.facts()->map;
    const auto row = numberIn(words[1], static_cast<std::uint64_t>(map.rows.output) - 1),
               column = numberIn(words[2], static_cast<std::uint64_t>(map.columns.output) - 1);
    if (!row || !column) return notANumber(words.mid(1).join(QLatin1Char(' ')));
    desk.chooseElement(static_cast<std::int64_t>(*row), static_cast<std::int64_t>(*column));
    return {};
}

QString shareOf(ScriptRunner& runner, const QStringList& words) {
    TilingDesk& desk = runner.window().tiling();
    const auto way = QStringList{QStringLiteral("input"), QStringLiteral("layers")}.indexOf(words[1]);
    if (way < 0) return notThat(words);
    tiling::TilingRequest request = desk.facts()->request;
    request.share = static_cast<lower::striding::Share>(way);
    desk.plan(request);
    return {};
}

QString showCurve(ScriptRunner& runner, const QStringList& words) {
    auto* const sizes = runner.window().findChild<tiling::SizeView*>();
    const auto curve = QStringList{QStringLiteral("tiles"), QStringLiteral("peak"), QStringLiteral("work"),
                                   QStringLiteral("bytes"), QStringLiteral("clocks")}
                           .indexOf(words[1]);
    if (!sizes || curve < 0) return notThat(words);
    sizes->show(static_cast<tiling::SizeView::What>(curve));
    return {};
}

QString compareStrategies(ScriptRunner& runner, const QStringList& words) {
    auto* const overlaps = runner.window().findChild<tiling::OverlapView*>();
    if (!overlaps) return notThat(words);
    overlaps->compare();
    runner.afterwards([overlaps] {
        const auto& problem = overlaps->work().answer().problem;
        return problem ? session::problemText(*problem) : QString();
    });
    return noPicture(runner.window().tiling());
}

QString openStrategy(ScriptRunner& runner, const QStringList& words) {
    auto* const overlaps = runner.window().findChild<tiling::OverlapView*>();
    const auto strategy =
        QStringList{QStringLiteral("recompute"), QStringLiteral("columns"), QStringLiteral("both")}.indexOf(
            words[1]);
    if (!overlaps || strategy < 0) return notThat(words);
    overlaps->open(static_cast<lower::tiling::Overlap>(strategy));
    return noPicture(runner.window().tiling());
}

struct TilesVerb {
    const char* name;
    qsizetype words; // including the name
    QString (*act)(ScriptRunner& runner, const QStringList& words);
};
constexpr TilesVerb kTilesVerbs[] = {
    {"run", 1, runTiles},    {"debug", 1, debugTiles},          {"give", 1, showSide},
    {"read", 1, showSide},   {"difference", 1, showSide},       {"pick", 2, useTile},
    {"open", 2, useTile},    {"element", 3, useElement},        {"share", 2, shareOf},
    {"curve", 2, showCurve}, {"compare", 1, compareStrategies}, {"strategy", 2, openStrategy},
};

} // namespace

QString useTiles(ScriptRunner& runner, const QStringList& arguments) {
    if (!runner.window().tiling().facts()) return ScriptRunner::tr("no network is cut into tiles");
    const auto verb = std::ranges::find_if(kTilesVerbs, [&](const TilesVerb& one) {
        return arguments.value(0) == QLatin1String(one.name) && arguments.size() == one.words;
    });
    return verb == std::end(kTilesVerbs) ? notThat(arguments) : verb->act(runner, arguments);
}

} // namespace lw::ide
