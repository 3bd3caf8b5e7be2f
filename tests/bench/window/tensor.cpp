// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"

#include "core/tensor/npy_header.h"
#include "widgets/paint/tensor_canvas.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QThread>

#include <algorithm>
#include <cmath>

namespace lw::bench {

namespace {

constexpr unsigned long kPause = 8; // milliseconds between frames: the window does not paint without end
constexpr double kWithNumbers = 30; // pixels a cell: the numbers of these are written into it

double millisecondsOf(const QElapsedTimer& timer) { return static_cast<double>(timer.nsecsElapsed()) / 1e6; }

// The numbers of the tensor, row by row.
class Rows {
  public:
    explicit Rows(std::uint64_t side) : m_row(side) {}
    const std::vector<float>& next() {
        for (float& value : m_row) {
            m_random = m_random * 1664525 + 1013904223;
            value = static_cast<float>(static_cast<std::int32_t>(m_random)) / 2147483648.0f;
        }
        return m_row;
    }

  private:
    std::vector<float> m_row;
    std::uint32_t m_random = 1;
};

bool writeTensor(const QString& path, std::uint64_t side) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    const std::string head = tensor::npyHeaderText(tensor::DType::F32, {side, side});
    file.write(head.data(), static_cast<qint64>(head.size()));
    Rows rows(side);
    for (std::uint64_t r = 0; r < side; ++r) {
        const std::vector<float>& row = rows.next();
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

// Whether every cell in sight has the colour of its number.
bool isPainted(const theme::Theme& theme, paint::TensorCanvas& canvas, QImage& screen, std::uint64_t side) {
    const double corner = static_cast<double>(side) / 2;
    canvas.setSight({corner, corner, 8});
    do {
        frame(canvas, screen);
        QThread::msleep(kPause);
    } while (canvas.tiles().isWaiting());
    frame(canvas, screen);
    const paint::TensorLook& look = canvas.tiles().look();
    const paint::ColourMap map(look.map, theme);
    const paint::TensorCanvas::Visible cells = canvas.visible();
    std::uint64_t seen = 0;
    Rows rows(side);
    for (std::uint64_t r = 0; r < cells.endRow; ++r) {
        const std::vector<float>& row = rows.next();
        for (std::uint64_t c = cells.column; r >= cells.row && c < cells.endColumn; ++c) {
            const QPointF middle = canvas.cellRect({r, c}).center();
            if (!canvas.cellAt(middle)) continue; // half outside
            const QPoint pixel = canvas.viewport()->mapTo(&canvas, middle.toPoint());
            if (screen.pixel(pixel) != map.at(double{row[c]}, look.range)) return false;
            ++seen;
        }
    }
    return seen > 0;
}

void addPans(std::vector<Figure>& out, Effort effort, paint::TensorCanvas& canvas, QImage& screen,
             std::uint64_t side) {
    const double fitting = 1000.0 / static_cast<double>(side);
    QImage image(screen.size(), screen.format());
    image.fill(Qt::gray);
    for (const double scale : {fitting, 0.1, 0.25, 0.5, 1.0, 3.0, 8.0, 30.0}) {
        const auto across = static_cast<int>(screen.width() / scale),
                   down = static_cast<int>(screen.height() / scale);
        const int numbers = scale >= kWithNumbers ? across * down : 0;
        std::vector<double> times, beside;
        for (int i = 0; i < choose(effort, 120, 2); ++i) {
            const double at = static_cast<double>(side) / 3 + i * 23 / scale;
            canvas.setSight({at, at * 0.7, scale});
            times.push_back(frame(canvas, screen));
            beside.push_back(times.back() / referencePicture(image, screen, numbers));
        }
        const QString name = QStringLiteral("tensor.frame.%1px").arg(scale, 0, 'g', 2);
        out.push_back({name, median(beside), 1, QStringLiteral("reference pictures")});
        out.push_back({name + QStringLiteral(".median"), median(times), 0});
        out.push_back({name + QStringLiteral(".worst"), worst(times), 0});
    }
}

} // namespace

std::vector<Figure> tensorFigures(Effort effort, const QString& folder, std::uint64_t side) {
    const QString path =
        folder + QStringLiteral("/lanewright-bench-%1.npy").arg(QCoreApplication::applicationPid());
    std::vector<Figure> out;
    if (!writeTensor(path, side)) {
        QFile::remove(path);
        return out;
    }
    theme::Theme theme;
    theme::apply(theme); // the style of the figures before this one goes with their theme
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
        addPans(out, effort, canvas, screen, side);
        if (!isPainted(theme, canvas, screen, side)) out.clear();
    }
    QFile::remove(path);
    return out;
}

} // namespace lw::bench
