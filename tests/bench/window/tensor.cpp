// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"

#include "core/tensor/npy_header.h"
#include "widgets/paint/tensor_canvas.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QThread>

#include <algorithm>
#include <cmath>

namespace lw::bench {

namespace {

constexpr int kFrames = 120;        // at each zoom
constexpr unsigned long kPause = 8; // milliseconds between frames: the window does not paint without end
constexpr QSize kScreen{1920, 1080};

double millisecondsOf(const QElapsedTimer& timer) { return static_cast<double>(timer.nsecsElapsed()) / 1e6; }

bool writeTensor(const QString& path, std::uint64_t side) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    const std::string head = tensor::npyHeaderText(tensor::DType::F32, {side, side});
    file.write(head.data(), static_cast<qint64>(head.size()));
    std::vector<float> row(side);
    std::uint32_t random = 1;
    for (std::uint64_t r = 0; r < side; ++r) {
        for (float& value : row) {
            random = random * 1664525 + 1013904223;
            value = static_cast<float>(static_cast<std::int32_t>(random)) / 2147483648.0f;
        }
        const auto bytes = static_cast<qint64>(row.size() * sizeof(float));
        const QByteArray line =
            QByteArray::fromRawData(static_cast<const char*>(static_cast<const void*>(row.data())), bytes);
        if (file.write(line) != bytes) return false;
    }
    return true;
}

// Paints and takes what the other threads delivered, as the window does sixty times a second.
double frame(paint::TensorCanvas& canvas, QImage& screen) {
    const double before = threadMilliseconds();
    QCoreApplication::processEvents();
    canvas.render(&screen);
    return threadMilliseconds() - before;
}

void addPans(std::vector<Figure>& out, paint::TensorCanvas& canvas, QImage& screen, std::uint64_t side) {
    const double fitting = 1000.0 / static_cast<double>(side);
    for (const double scale : {fitting, 0.1, 0.25, 0.5, 1.0, 3.0, 8.0, 30.0}) {
        std::vector<double> times;
        for (int i = 0; i < kFrames; ++i) {
            const double at = static_cast<double>(side) / 3 + i * 23 / scale;
            canvas.setSight({at, at * 0.7, scale});
            times.push_back(frame(canvas, screen));
        }
        const QString name = QStringLiteral("tensor.frame.%1px").arg(scale, 0, 'g', 2);
        out.push_back({name + QStringLiteral(".median"), median(times), 16});
        out.push_back({name + QStringLiteral(".worst"), worst(times), 16});
    }
}

} // namespace

std::vector<Figure> tensorFigures(const QString& folder, std::uint64_t side) {
    const QString path = folder + QStringLiteral("/lanewright-bench.npy");
    std::vector<Figure> out;
    if (!writeTensor(path, side)) {
        QFile::remove(path);
        return out;
    }
    theme::Theme theme;
    paint::TensorCanvas canvas(theme);
    canvas.resize(kScreen);
    canvas.show();
    QImage screen(kScreen, QImage::Format_RGB32);
    QElapsedTimer timer;
    timer.start();
    if (const auto elements = scene::elementsOfFile(path.toStdString())) {
        const scene::Plane plane =
            scene::planeOf((*elements)->shape(), scene::defaultRoles((*elements)->shape()));
        canvas.setPicture(std::make_shared<scene::TensorPicture>(*elements, plane));
        frame(canvas, screen);
        out.push_back({QStringLiteral("tensor.open.firstPaint"), millisecondsOf(timer), 1000});
        double slowest = 0;
        while (canvas.tiles().progress() < 1) {
            slowest = std::max(slowest, frame(canvas, screen));
            QThread::msleep(kPause);
        }
        out.push_back({QStringLiteral("tensor.open.allRead"), millisecondsOf(timer), 0});
        out.push_back({QStringLiteral("tensor.open.worstFrame"), slowest, 16});
        addPans(out, canvas, screen, side);
    }
    QFile::remove(path);
    return out;
}

} // namespace lw::bench
