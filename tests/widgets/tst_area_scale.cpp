// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "widgets/paint/area_scale.h"

#include <QApplication>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lw;

namespace {

QImage noise(int width, int height) {
    QImage out(width, height, QImage::Format_RGB32);
    std::uint32_t seed = 7;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            seed = seed * 1664525 + 1013904223;
            out.setPixel(x, y, 0xff000000 | (seed >> 8));
        }
    return out;
}

double overlap(double a, double b, int cell) {
    return std::max(0.0, std::min(b, cell + 1.0) - std::max(a, double(cell)));
}

// A channel of a pixel by the definition, over the whole image.
double defined(const QImage& image, const QRectF& from, QSize size, int x, int y, int shift) {
    const double left = from.left() + from.width() * x / size.width(),
                 right = from.left() + from.width() * (x + 1) / size.width(),
                 top = from.top() + from.height() * y / size.height(),
                 bottom = from.top() + from.height() * (y + 1) / size.height();
    double sum = 0;
    for (int row = 0; row < image.height(); ++row)
        for (int column = 0; column < image.width(); ++column)
            sum += overlap(left, right, column) * overlap(top, bottom, row) *
                   double(image.pixel(column, row) >> shift & 0xff);
    return sum / ((right - left) * (bottom - top));
}

} // namespace

class TestAreaScale : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyPixelIsTheAverage_data() {
        QTest::addColumn<QRectF>("from");
        QTest::addColumn<QSize>("size");
        QTest::newRow("larger, not by a whole number") << QRectF(0, 0, 13, 9) << QSize(22, 15);
        QTest::newRow("smaller") << QRectF(0, 0, 13, 9) << QSize(5, 4);
        QTest::newRow("a part that begins within pixels") << QRectF(2.3, 1.7, 6.5, 4.25) << QSize(17, 11);
        QTest::newRow("one pixel of all") << QRectF(0, 0, 13, 9) << QSize(1, 1);
        QTest::newRow("as it is") << QRectF(0, 0, 13, 9) << QSize(13, 9);
        QTest::newRow("wide, not high") << QRectF(0, 0, 13, 9) << QSize(40, 3);
    }
    void everyPixelIsTheAverage() {
        QFETCH(QRectF, from);
        QFETCH(QSize, size);
        const QImage image = noise(13, 9);
        const QImage got = paint::areaScaled(image, from, size);
        QCOMPARE(got.size(), size);
        for (int y = 0; y < size.height(); ++y)
            for (int x = 0; x < size.width(); ++x)
                for (const int shift : {0, 8, 16}) {
                    const double wanted = defined(image, from, size, x, y, shift);
                    const double value = got.pixel(x, y) >> shift & 0xff;
                    // Rounded once along rows and once down, with weights of 12 bits.
                    QVERIFY2(
                        std::fabs(value - wanted) <= 1.2,
                        qPrintable(QStringLiteral("%1, %2: %3 for %4").arg(x).arg(y).arg(value).arg(wanted)));
                }
    }

    void whatIsOneColourStaysIt() {
        QImage image(31, 17, QImage::Format_RGB32);
        image.fill(qRgb(200, 3, 255));
        const QImage got = paint::areaScaled(image, QRectF(0.4, 0.1, 30.2, 16.5), QSize(47, 61));
        for (int y = 0; y < got.height(); ++y)
            for (int x = 0; x < got.width(); ++x) QCOMPARE(got.pixel(x, y), qRgb(200, 3, 255));
    }

    void wholeNumbersMakeSquares() {
        const QImage image = noise(6, 4), got = paint::areaScaled(image, QRectF(0, 0, 6, 4), QSize(18, 12));
        for (int y = 0; y < 12; ++y)
            for (int x = 0; x < 18; ++x) QCOMPARE(got.pixel(x, y), image.pixel(x / 3, y / 3));
    }

    void nothingGivesNothing() {
        QVERIFY(paint::areaScaled({}, QRectF(0, 0, 1, 1), QSize(4, 4)).isNull());
        QVERIFY(paint::areaScaled(noise(3, 3), QRectF(0, 0, 3, 3), QSize(0, 4)).isNull());
        QVERIFY(paint::areaScaled(noise(3, 3), QRectF(1, 1, 0, 0), QSize(4, 4)).isNull());
    }
};

int tst_area_scale(int argc, char** argv) { return lw::tests::run<TestAreaScale, QApplication>(argc, argv); }
#include "tst_area_scale.moc"
