// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "widgets/paint/outlines.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QImage>
#include <QTest>

using namespace lw;

class TestOutlines : public QObject {
    Q_OBJECT

    theme::Theme m_theme;

  private Q_SLOTS:
    // As long as one still sees what they are around.
    void wrongElementsAreCircled() {
        const auto red = [&](int count, int across, double scale, double apart) {
            QImage image(300, 300, QImage::Format_RGB32);
            image.fill(Qt::white);
            QVector<QRectF> cells;
            for (int i = 0; i < count; ++i)
                cells << QRectF(10 + i % across * apart, 10 + i / across * apart, scale, scale);
            QPainter painter(&image);
            paint::circle(painter, cells, m_theme);
            painter.end();
            int out = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    out += image.pixelColor(x, y) == m_theme[theme::Role::Error];
            return out;
        };
        QVERIFY(red(1, 1, 1, 1) > 0);      // one pixel
        QVERIFY(red(2, 2, 1, 1) > 0);      // two side by side
        QVERIFY(red(4, 2, 48, 48) > 0);    // cells larger than their circles, all of them
        QVERIFY(red(62, 8, 1, 30) > 0);    // far apart
        QCOMPARE(red(62, 31, 1, 2), 0);    // one blot
        QCOMPARE(red(301, 18, 15, 15), 0); // too many
        QCOMPARE(red(0, 1, 1, 1), 0);
    }
};

int tst_outlines(int argc, char** argv) { return lw::tests::run<TestOutlines, QApplication>(argc, argv); }
#include "tst_outlines.moc"
