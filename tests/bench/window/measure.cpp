// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"

#include <QFont>
#include <QGlyphRun>
#include <QPainter>
#include <QRawFont>

#include <algorithm>
#include <ctime>

namespace lw::bench {

namespace {

double millisecondsOf(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

} // namespace

double threadMilliseconds() { return millisecondsOf(CLOCK_THREAD_CPUTIME_ID); }
double processMilliseconds() { return millisecondsOf(CLOCK_PROCESS_CPUTIME_ID); }

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double worst(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

double referenceFrame(const QImage& image, QImage& screen) {
    constexpr int kRectangles = 2000, kTexts = 200;
    const double before = threadMilliseconds();
    QPainter painter(&screen);
    painter.drawImage(screen.rect(), image);
    for (int i = 0; i < kRectangles; ++i)
        painter.fillRect(i * 37 % 1880, i * 53 % 1060, 40, 20, QColor::fromHsv(i % 360, 120, 200));
    painter.setPen(Qt::black);
    for (int i = 0; i < kTexts; ++i) painter.drawText(i * 91 % 1800, i * 47 % 1070 + 10, QString::number(i));
    painter.end();
    return threadMilliseconds() - before;
}

double referencePicture(const QImage& image, QImage& screen, int numbers) {
    const QRawFont font = QRawFont::fromFont(QFont());
    const double before = threadMilliseconds();
    QPainter painter(&screen);
    for (int i = 0; i < 2; ++i) painter.drawImage(screen.rect(), image);
    painter.setPen(Qt::black);
    for (int i = 0; i < numbers; ++i) {
        QGlyphRun run;
        run.setRawFont(font);
        run.setGlyphIndexes(font.glyphIndexesForString(QString::number(i % 1000 + 1000)));
        run.setPositions({{0, 0}, {7, 0}, {14, 0}, {21, 0}});
        painter.drawGlyphRun(QPointF(i * 30 % screen.width(), i * 30 / screen.width() * 30 + 20), run);
    }
    painter.end();
    return threadMilliseconds() - before;
}

} // namespace lw::bench
