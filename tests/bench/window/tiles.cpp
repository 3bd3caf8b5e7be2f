// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"

#include "core/tensor/npy.h"
#include "widgets/theme/style.h"
#include "widgets/tiling/tile_map_canvas.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTemporaryDir>

namespace lw::bench {

namespace {

const QString kNetwork = QStringLiteral(LW_ROOT "/tests/cli/cases/tile-plan/net.json");
constexpr std::int64_t kFixed = 16, kStep = 12; // of that network: two are not right at each end

// As the window has it before anything is run; null: it cannot be planned.
tiling::FactsPtr planned(tiling::TilingDesk& desk, const QString& folder, std::int64_t side) {
    const auto size = static_cast<std::uint64_t>(side);
    tensor::Tensor picture(tensor::DType::F32, {size, size, 1});
    for (std::uint64_t i = 0; i < picture.count(); ++i) picture.set(i, static_cast<float>(i * 37 % 101));
    const QString file = folder + QStringLiteral("/picture.npy");
    if (!tensor::writeNpy(file.toStdString(), picture)) return nullptr;
    desk.plan({.network = kNetwork,
               .machine = {},
               .input = file,
               .picture = {},
               .fixed = lower::tiling::Size{kFixed, kFixed}});
    QElapsedTimer timer;
    timer.start();
    while (!desk.facts() && timer.elapsed() < kPatience) QCoreApplication::processEvents();
    return desk.facts();
}

void send(QWidget& widget, QEvent::Type type, QPointF at, Qt::MouseButtons held) {
    QMouseEvent event(type, at, at, type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held, {});
    QApplication::sendEvent(&widget, &event);
}

// A drag, a pixel or some at a time, and what the tip says at each of them.
std::vector<double> framesOf(tiling::TileMapCanvas& canvas, QImage& screen, int frames) {
    std::vector<double> out;
    QPointF at(700, 500);
    send(canvas, QEvent::MouseButtonPress, at, Qt::LeftButton);
    for (int i = 0; i < frames; ++i) {
        at += QPointF(i % 2 == 0 ? 9 : -7, i % 3 == 0 ? 5 : -3);
        const double before = threadMilliseconds();
        send(canvas, QEvent::MouseMove, at, Qt::LeftButton);
        const QString tip = canvas.tipAt(at);
        canvas.render(&screen);
        out.push_back(threadMilliseconds() - before);
        if (!tip.contains(QStringLiteral("["))) qFatal("nothing is under the pointer");
    }
    send(canvas, QEvent::MouseButtonRelease, at, {});
    return out;
}

} // namespace

std::vector<Figure> tileFigures(Effort effort) {
    const QTemporaryDir folder;
    theme::Theme theme;
    theme::apply(theme);
    tiling::TilingDesk desk;
    const std::int64_t across = choose<std::int64_t>(effort, 100, 10);
    const tiling::FactsPtr facts = planned(desk, folder.path(), kFixed + kStep * (across - 1));
    if (!facts || facts->plan.tiles() != static_cast<std::uint64_t>(across * across)) return {};
    tiling::TileMapCanvas canvas(theme, desk, nullptr);
    canvas.resize(kScreen);
    canvas.takeFacts();
    desk.chooseTile(facts->plan.tiles() / 2);
    QImage screen(kScreen, QImage::Format_ARGB32_Premultiplied);
    std::vector<double> reference;
    for (int i = 0; i < choose(effort, 31, 3); ++i)
        reference.push_back(referenceFrame(facts->pictureImage, screen));
    std::vector<Figure> out{{QStringLiteral("tiles.referenceFrame"), median(reference), 0}};
    for (const auto side : {tiling::TileMapCanvas::Side::Output, tiling::TileMapCanvas::Side::Picture}) {
        canvas.setSide(side);
        std::vector<double> slowest;
        for (const double zoom : {1.0, 1.5, 4.0, 8.0}) { // all of it, then larger
            canvas.fit();
            canvas.zoom(zoom, {700, 500});
            slowest.push_back(median(framesOf(canvas, screen, choose(effort, 41, 3))));
        }
        out.push_back({side == tiling::TileMapCanvas::Side::Output ? QStringLiteral("tiles.map.gives")
                                                                   : QStringLiteral("tiles.map.reads"),
                       worst(slowest) / median(reference), 2, QStringLiteral("reference frames")});
    }
    return out;
}

} // namespace lw::bench
