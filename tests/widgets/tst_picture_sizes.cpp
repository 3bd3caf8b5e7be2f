// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/paint/colour_scale.h"
#include "widgets/paint/tensor_canvas.h"

#include <QApplication>
#include <QTest>

#include <cmath>
#include <limits>

using namespace lw;
using paint::TensorCanvas;

namespace {

// A plane whose elements are given by row and column.
template <typename Value>
std::shared_ptr<scene::TensorPicture> planeOf(std::uint64_t rows, std::uint64_t columns, Value value) {
    tensor::Tensor out(tensor::DType::F32, {rows, columns});
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i, static_cast<float>(value(i / columns, i % columns)));
    const auto elements = scene::elementsOf(std::move(out));
    return std::make_shared<scene::TensorPicture>(
        elements, scene::planeOf(elements->shape(), scene::defaultRoles(elements->shape())));
}

struct Shown {
    theme::Theme theme;
    TensorCanvas canvas{theme};
    Shown(int width, int height, std::shared_ptr<scene::TensorPicture> picture) {
        theme.choose(theme::Choice::Light);
        canvas.setRulers(TensorCanvas::Rulers::Never);
        canvas.setLook({paint::MapKind::Grey, {0, 1}});
        canvas.resize(width, height);
        canvas.setPicture(std::move(picture));
        canvas.show();
    }
    QImage image() { return canvas.viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32); }
};

} // namespace

// Pictures are as large as their room lets them be, and show every cell at any size.
class TestPictureSizes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void aPictureFillsItsRoom_data() {
        QTest::addColumn<int>("width");
        for (const int width : {130, 190, 300, 437, 600, 685, 900}) QTest::addRow("%d", width) << width;
    }
    void aPictureFillsItsRoom() {
        QFETCH(int, width);
        Shown shown(width, 1000, planeOf(256, 256, [](auto, auto) { return 1; }));
        const double seen = shown.canvas.scale() * 256;
        QVERIFY2(std::fabs(seen - (shown.canvas.viewport()->width() - 2)) < 0.01,
                 qPrintable(QString::number(seen)));
        // White where the picture is, and the surface of the theme beside it.
        const QImage image = shown.image();
        const int last = static_cast<int>(std::lround(seen)) - 1;
        for (const QPoint at :
             {QPoint(0, 0), QPoint(last, 0), QPoint(0, last), QPoint(last, last), QPoint(last / 2, last / 3)})
            QCOMPARE(image.pixel(at), qRgb(255, 255, 255));
    }

    void cellsWithEdgesAreWholePixels() {
        for (int width = 100; width < 500; width += 13) {
            Shown shown(width, width, planeOf(16, 16, [](auto, auto) { return 0.5; }));
            const double scale = shown.canvas.scale();
            if (scale >= paint::kBorderCell) QCOMPARE(scale, std::floor(scale));
            QVERIFY(scale * 16 <= width - 2 + 1e-9);
            QVERIFY((scale + 1) * 16 > width - 2); // no more than a pixel for each cell is left over
        }
    }

    // Lines of one cell are neither lost nor doubled: what is half white is grey on the whole, and each pixel
    // is the average of what it covers.
    void nothingIsLostBetweenWholeNumbers() {
        Shown shown(437, 437, planeOf(256, 256, [](auto, auto column) { return column % 2; }));
        const double scale = shown.canvas.scale();
        QVERIFY(scale > 1.6 && scale < 1.8);
        const QImage image = shown.image();
        const int wide = static_cast<int>(std::lround(scale * 256));
        const double step = 256.0 / wide; // cells of a pixel
        for (int x = 0; x < wide; ++x) {
            const double from = x * step, to = from + step;
            double white = 0;
            for (int cell = static_cast<int>(from); cell < to; ++cell)
                if (cell % 2) white += std::min(to, cell + 1.0) - std::max(from, double(cell));
            const int value = qRed(image.pixel(x, 100));
            QVERIFY2(std::fabs(value - 255 * white / step) <= 3,
                     qPrintable(QStringLiteral("%1: %2 for %3").arg(x).arg(value).arg(255 * white / step)));
        }
    }

    // Many cells on a pixel are their mean, as a photograph is made smaller; in colours that diverge from 0
    // the one furthest from it.
    void manyCellsArePaintedAsTheirMean() {
        const auto picture = planeOf(1024, 1024, [](auto row, auto column) { return (row + column) % 2; });
        for (const auto map : {paint::MapKind::Grey, paint::MapKind::Diverging}) {
            Shown shown(130, 130, picture);
            shown.canvas.setLook({map, {map == paint::MapKind::Grey ? 0.0 : -1.0, 1}});
            QVERIFY(shown.canvas.scale() < 0.2);
            const paint::ColourMap colours(map, shown.theme);
            const QColor wanted(
                colours.at(map == paint::MapKind::Grey ? 0.5 : 1.0, shown.canvas.tiles().look().range));
            const auto isAsWanted = [&] { // once its tiles have come from the other thread
                const QColor seen = shown.image().pixelColor(60, 60);
                return std::abs(seen.red() - wanted.red()) <= 2 && std::abs(seen.blue() - wanted.blue()) <= 2;
            };
            QTRY_VERIFY2(isAsWanted(), qPrintable(shown.image().pixelColor(60, 60).name() + QLatin1Char(' ') +
                                                  wanted.name()));
        }
    }

    // However small: one that is not a number is not averaged away.
    void aNaNIsSeenAtAnySize() {
        for (const int width : {140, 300, 437}) {
            Shown shown(width, width, planeOf(256, 256, [](auto row, auto column) {
                            return row == 77 && column == 191 ? std::numeric_limits<float>::quiet_NaN()
                                                              : 0.5f;
                        }));
            const QImage image = shown.image();
            const QColor error = shown.theme[theme::Role::Error];
            int red = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) red += image.pixelColor(x, y) == error;
            QVERIFY2(red >= 5, qPrintable(QStringLiteral("%1 at %2").arg(red).arg(width)));
        }
    }

    void whatHasThePageHasTwoPixelsACell() {
        Shown shown(437, 437, planeOf(256, 256, [](auto, auto) { return 1; }));
        shown.canvas.setLeastScale(2);
        QCOMPARE(shown.canvas.scale(), 2.0);
        shown.canvas.setLeastScale(1);
        QVERIFY(shown.canvas.scale() < 2);
        // More than fits with a pixel each is seen whole.
        Shown large(437, 437, planeOf(2000, 2000, [](auto, auto) { return 1; }));
        large.canvas.setLeastScale(2);
        QVERIFY(large.canvas.scale() < 1);
        // And what is larger anyway stays so.
        Shown small(437, 437, planeOf(20, 20, [](auto, auto) { return 1; }));
        small.canvas.setLeastScale(2);
        QCOMPARE(small.canvas.scale(), 21.0);
    }

    // A cell is where it is painted, at every scale: what is bright is pointed at.
    void pointingFindsTheCell() {
        for (const int side : {437, 700, 1100})
            for (const TensorCanvas::Cell cell : {TensorCanvas::Cell{0, 0}, {100, 3}, {255, 255}}) {
                Shown shown(side, side, planeOf(256, 256, [&](auto row, auto column) {
                                return row == cell.row && column == cell.column ? 1 : 0;
                            }));
                const QImage image = shown.image();
                QPoint brightest;
                int most = 0; // of the picture alone: what is beside it is bright as well
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x)
                        if (shown.canvas.cellAt(QPointF(x + 0.5, y + 0.5)) &&
                            qGray(image.pixel(x, y)) > most) {
                            most = qGray(image.pixel(x, y));
                            brightest = {x, y};
                        }
                const auto found = shown.canvas.cellAt(brightest + QPointF(0.5, 0.5));
                QVERIFY(most > 0 && found);
                QVERIFY2(
                    *found == cell,
                    qPrintable(QStringLiteral("%1: %2 %3").arg(side).arg(found->row).arg(found->column)));
            }
    }

    // Black, white and the way between: a photograph as one knows it.
    void greyIsGrey() {
        const theme::Theme theme;
        const paint::ColourMap map(paint::MapKind::Grey, theme);
        for (const int value : {0, 1, 64, 127, 200, 255}) {
            const QRgb colour = map.at(value, {0, 255});
            QCOMPARE(qRed(colour), qGreen(colour));
            QCOMPARE(qRed(colour), qBlue(colour));
            QVERIFY(std::abs(qRed(colour) - value) <= 1);
        }
    }

    // The scale has the colours of the picture, in order, and says its ends.
    void theScaleIsThatOfThePicture() {
        theme::Theme theme;
        theme.choose(theme::Choice::Light);
        paint::ColourScale scale(theme);
        scale.setLook({paint::MapKind::Diverging, {-4, 4}});
        QVERIFY(scale.toolTip().contains(QStringLiteral("-4")));
        scale.resize(300, scale.sizeHint().height());
        const QImage image = scale.grab().toImage();
        const paint::ColourMap map(paint::MapKind::Diverging, theme);
        const int middle = image.height() / 2;
        // Each tenth of the way has its colour, and they are in order.
        int last = -1;
        for (int tenth = 1; tenth < 10; ++tenth) {
            const QColor wanted(map.at(-4 + 0.8 * tenth, {-4, 4}));
            int nearest = -1, least = 765;
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, middle);
                const int away = std::abs(colour.red() - wanted.red()) +
                                 std::abs(colour.green() - wanted.green()) +
                                 std::abs(colour.blue() - wanted.blue());
                if (away < least) nearest = x, least = away;
            }
            QVERIFY2(least <= 6, qPrintable(QString::number(least)));
            QVERIFY2(nearest > last, qPrintable(QStringLiteral("%1: %2").arg(tenth).arg(nearest)));
            last = nearest;
        }
    }
};

int tst_picture_sizes(int argc, char** argv) {
    return lw::tests::run<TestPictureSizes, QApplication>(argc, argv);
}
#include "tst_picture_sizes.moc"
