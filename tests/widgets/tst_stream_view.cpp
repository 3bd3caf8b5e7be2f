// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/stream_view.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using debug::StreamView;

namespace {

// Squares of 1 to 5 on stream 3; on stream 4 powers of two as float32, whose exponent counts up.
const QString kSquares = QStringLiteral(R"(.chip training, "training-teaching"
.stream 3, "squares"
{ s0: mov r1, 0 ; s1: mov r3, 0x3f000000 }
loop:
{ s0: add r1, r1, 1 ; misc: trace 4, r3 }
{ s0: mul r2, r1, r1 ; s1: add r3, r3, 0x800000 }
{ s0: cmp.ne p1, r1, 5 ; misc: trace 3, r2 }
{ s0: @p1 br loop }
{ s0: halt }
)");

struct Desk {
    theme::Theme theme;
    session::DebugSession session;
    session::Selection selection;
    session::ViewContext context{theme, session, selection};
    Desk() { tests::load(session, kSquares); }

    void run() {
        session.perform(machine::Run{});
        QTRY_VERIFY(!session.isBusy() && session.state() == session::State::Halted);
    }
};

} // namespace

// What a program in assembly traces, as a curve and as files.
class TestStreamView : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void whatAProgramTracesIsACurve() {
        Desk desk;
        StreamView view(desk.context);
        view.show();
        QVERIFY(view.numbers().empty() && !view.streams().isEnabled());
        desk.run();
        QTRY_COMPARE(view.streams().count(), 2);
        QCOMPARE(view.streams().itemText(0), QStringLiteral("squares"));
        QCOMPARE(view.numbers(), (std::vector<double>{1, 4, 9, 16, 25}));
        view.streams().setCurrentIndex(1);
        Q_EMIT view.streams().activated(1);
        QCOMPARE(view.numbers(), (std::vector<double>{0.5, 1, 2, 4, 8}));
    }

    // Of files a person gets what is shown.
    void filesHoldWhatIsShown() {
        Desk desk;
        StreamView view(desk.context);
        view.show();
        desk.run();
        QTRY_COMPARE(view.numbers().size(), std::size_t{5});
        const QTemporaryDir folder;
        const QString png = folder.filePath("s.png"), svg = folder.filePath("s.svg"),
                      csv = folder.filePath("s.csv");
        QVERIFY(!paint::writePng(png, view.paper()) && !paint::writeSvg(svg, view.paper()) &&
                !view.writeCsv(csv));
        const QImage image(png);
        QVERIFY(image.width() >= 640 && image.height() >= 320);
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) colours.insert(image.pixel(x, y));
        QVERIFY(colours.size() > 4); // paper, axes, text and curve
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 6);
        for (int i = 1; i <= 5; ++i) QCOMPARE(lines[i].split(',')[2].toInt(), i * i);
        // A folder that is not there.
        QVERIFY(view.writeCsv(folder.filePath("no/s.csv")));
    }
};

int tst_stream_view(int argc, char** argv) {
    return lw::tests::run<TestStreamView, QApplication>(argc, argv);
}
#include "tst_stream_view.moc"
