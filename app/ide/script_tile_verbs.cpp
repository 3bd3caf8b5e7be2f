// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/script_tile_verbs.h"

#include "app/ide/script_words.h"
#include "widgets/tiling/overlap_view.h"
#include "widgets/tiling/size_view.h"
#include "widgets/tiling/tile_map_view.h"
#include "widgets/tiling/tiling_files.h"

#include <limits>

namespace lw::ide {

// A size as in 100x80 is a picture of which nothing but the size is known.
QString tileNetwork(ScriptRunner& runner, const QStringList& arguments) {
    if (arguments.size() < 3) return ScriptRunner::tr("needs a network, the size of a tile, and a picture");
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

QString useTiles(ScriptRunner& runner, const QStringList& arguments) {
    tiling::TilingDesk& desk = runner.window().tiling();
    const QString what = arguments.value(0);
    const auto view = [&] { return runner.window().findChild<tiling::TileMapView*>(); };
    if (!desk.facts()) return ScriptRunner::tr("no network is cut into tiles");
    if (what == QLatin1String("run")) {
        desk.run();
    } else if (what == QLatin1String("debug")) {
        desk.openAll();
    } else if (const auto side =
                   QStringList{QStringLiteral("give"), QStringLiteral("read"), QStringLiteral("difference")}
                       .indexOf(what);
               side >= 0) {
        if (!view()) return ScriptRunner::tr("no tiles are in sight");
        view()->showSide(static_cast<tiling::TileMapCanvas::Side>(side));
    } else if (what == QLatin1String("open") || what == QLatin1String("pick")) {
        const auto tile = numberIn(arguments.value(1), desk.facts()->plan.tiles() - 1);
        if (!tile) return notANumber(arguments.value(1));
        what == QLatin1String("open") ? desk.lowerTile(*tile) : desk.chooseTile(*tile);
    } else if (what == QLatin1String("share")) {
        const auto way =
            QStringList{QStringLiteral("input"), QStringLiteral("layers")}.indexOf(arguments.value(1));
        if (way < 0) return ScriptRunner::tr("tiles cannot do %1").arg(what);
        tiling::TilingRequest request = desk.facts()->request;
        request.share = static_cast<lower::striding::Share>(way);
        desk.plan(request);
    } else if (what == QLatin1String("curve")) {
        const auto curves =
            QStringList{QStringLiteral("tiles"), QStringLiteral("peak"), QStringLiteral("work"),
                        QStringLiteral("bytes"), QStringLiteral("clocks")};
        auto* const sizes = runner.window().findChild<tiling::SizeView*>();
        const auto curve = curves.indexOf(arguments.value(1));
        if (!sizes || curve < 0) return ScriptRunner::tr("tiles cannot do %1").arg(what);
        sizes->show(static_cast<tiling::SizeView::What>(curve));
    } else if (what == QLatin1String("compare") || what == QLatin1String("strategy")) {
        auto* const overlaps = runner.window().findChild<tiling::OverlapView*>();
        const auto strategy =
            QStringList{QStringLiteral("recompute"), QStringLiteral("columns"), QStringLiteral("both")}
                .indexOf(arguments.value(1));
        if (!overlaps || (what == QLatin1String("strategy") && strategy < 0))
            return ScriptRunner::tr("tiles cannot do %1").arg(what);
        what == QLatin1String("compare") ? overlaps->compare()
                                         : overlaps->open(static_cast<lower::tiling::Overlap>(strategy));
    } else if (what == QLatin1String("element")) {
        const auto row = numberIn(arguments.value(1), std::numeric_limits<int>::max()),
                   column = numberIn(arguments.value(2), std::numeric_limits<int>::max());
        if (!row || !column) return notANumber(arguments.mid(1).join(QLatin1Char(' ')));
        desk.chooseElement(static_cast<std::int64_t>(*row), static_cast<std::int64_t>(*column));
    } else {
        return ScriptRunner::tr("tiles cannot do %1").arg(what);
    }
    return {};
}

} // namespace lw::ide
