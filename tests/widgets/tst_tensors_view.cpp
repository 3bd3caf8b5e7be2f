// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include "core/tensor/npy.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QWheelEvent>

#include <limits>

using namespace lw;
using paint::TensorCanvas;
using paint::TensorListModel;
using paint::TensorsView;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

tensor::Tensor floatTensor(tensor::Shape shape, std::vector<float> values) {
    return tensor::Tensor::of(tensor::DType::F32, std::move(shape), std::span<const float>(values));
}

std::shared_ptr<scene::TensorPicture> pictureOf(tensor::Tensor tensor) {
    const auto elements = scene::elementsOf(std::move(tensor));
    return std::make_shared<scene::TensorPicture>(
        elements, scene::planeOf(elements->shape(), scene::defaultRoles(elements->shape())));
}

int count(const QImage& image, QColor colour) {
    int out = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) out += image.pixelColor(x, y) == colour;
    return out;
}

// A session with a view of it.
struct Shown {
    theme::Theme theme;
    session::DebugSession session;
    session::Selection selection;
    TensorsView view{{theme, session, selection}};
    Shown() {
        theme.choose(theme::Choice::Light);
        view.resize(1200, 800);
        view.show();
    }
    void step(std::uint64_t bundles) {
        session.perform(machine::StepBundle{bundles});
        QTRY_VERIFY(!session.isBusy());
    }
};

} // namespace

class TestTensorsView : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyNamedTensorIsListed() {
        session::DebugSession session;
        tests::load(session, tests::kFirstBundle);
        TensorListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLoaded(session.loaded());
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(0, TensorListModel::Name).data().toString(), QStringLiteral("a"));
        QCOMPARE(model.index(0, TensorListModel::Shape).data().toString(), QStringLiteral("2x4"));
        QCOMPARE(model.index(3, TensorListModel::Type).data().toString(), QStringLiteral("i32"));
        const auto place = [&](int row) {
            return model.index(row, TensorListModel::Place).data().toString();
        };
        const program::NamedTensor* second = program::findTensor(session.loaded()->program, "b");
        QCOMPARE(place(1), QStringLiteral("vmem %1").arg(second->address)); // where, not how
        model.addFile(QStringLiteral("x.npy"), scene::elementsOf(floatTensor({2}, {1, 2})));
        QCOMPARE(model.rowCount(), 5);
        QVERIFY(model.elementsAt(4, nullptr));
        QVERIFY(!model.elementsAt(0, nullptr));
        model.setLoaded(nullptr);
        QCOMPARE(model.rowCount(), 1); // the file stays
    }

    // Of a chip with several register files the vectors of each.
    void registersOfEveryFileAreFound() {
        session::DebugSession session;
        TensorListModel model;
        tests::load(session, tests::kFirstBundle);
        model.setLoaded(session.loaded());
        QVERIFY(model.addRegister(QStringLiteral("v3")));
        QVERIFY(!model.addRegister(QStringLiteral("v3[0]")));
        tests::load(session, QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        model.setLoaded(session.loaded());
        for (const char* name : {"\"mvm/InitialVrf\"[1]", "\"mfu/AddSubVrf1\"[0]"}) {
            QVERIFY2(model.addRegister(QLatin1String(name)), name);
            const int row = model.rowOf(QLatin1String(name));
            QCOMPARE(model.entries()[static_cast<std::size_t>(row)].info.shape, (tensor::Shape{4}));
            QVERIFY(model.elementsAt(row, session.frame()));
        }
        QVERIFY(!model.addRegister(QStringLiteral("\"mvm/InitialVrf\"")));
    }

    void withoutATensorOnlyOpeningIsOffered() {
        theme::Theme theme;
        session::DebugSession session;
        session::Selection selection;
        paint::TensorsView view({theme, session, selection});
        view.resize(1000, 600);
        view.show();
        const auto offered = [&] {
            QStringList out;
            for (const QAction* action : view.findChild<QToolBar*>()->actions())
                if (!action->text().isEmpty() && action->isEnabled()) out << action->text();
            return out;
        };
        const auto compares = [&] { // the first box of the bar
            return view.findChild<QToolBar*>()->findChild<QComboBox*>()->isEnabled();
        };
        QCOMPARE(offered(), QStringList{"Open..."});
        QVERIFY(!compares());
        tests::load(session, tests::kFirstBundle);
        QTRY_COMPARE(offered().size(), 5);
        QVERIFY(compares());
        session.unload();
        QTRY_COMPARE(offered().size(), 1);
    }

    void cellsAndPointsAgree() {
        theme::Theme theme;
        TensorCanvas canvas(theme);
        canvas.resize(640, 480);
        canvas.setPicture(pictureOf(tensor::Tensor(tensor::DType::F32, {300, 500})));
        canvas.show(); // only then has it its size
        for (const paint::TensorSight& sight :
             {paint::TensorSight{}, paint::TensorSight{10.5, 20.25, 7}, paint::TensorSight{290, 480, 30}}) {
            canvas.setSight(sight);
            const TensorCanvas::Cell last{299, 499};
            const QRectF all = canvas.cellRect({0, 0}).united(canvas.cellRect(last));
            int found = 0;
            for (int y = 30; y < 450; y += 37)
                for (int x = 60; x < 600; x += 41) {
                    const auto cell = canvas.cellAt(QPointF(x, y));
                    QCOMPARE(cell.has_value(), all.contains(x, y));
                    if (!cell) continue;
                    ++found;
                    QVERIFY(canvas.cellRect(*cell).adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(x, y));
                }
            // Of 168 points; at the last sight only 10 rows of cells are there.
            QVERIFY2(found > 80, qPrintable(QString::number(found)));
            canvas.reveal(last);
            QCOMPARE(canvas.cellAt(canvas.cellRect(last).center()), last);
        }
    }

    void theWheelKeepsTheCellUnderTheMouse() {
        theme::Theme theme;
        TensorCanvas canvas(theme);
        canvas.resize(640, 480);
        canvas.setPicture(pictureOf(tensor::Tensor(tensor::DType::F32, {3000, 5000})));
        canvas.show();
        canvas.setSight({1500, 2500, 0.5});
        const QPointF at(300, 200);
        for (int i = 0; i < 30; ++i) {
            const auto before = canvas.cellAt(at);
            QWheelEvent event(at, canvas.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(canvas.viewport(), &event);
            const auto after = canvas.cellAt(at);
            QVERIFY(before && after);
            const double cells = 2 / canvas.scale() + 1; // of two pixels
            QVERIFY(std::abs(double(before->row) - double(after->row)) <= cells);
            QVERIFY(std::abs(double(before->column) - double(after->column)) <= cells);
        }
        QCOMPARE(canvas.scale(), 96.0);
    }

    void oneNanIsSeenAtEveryZoom_data() {
        QTest::addColumn<double>("scale");
        for (const double scale : {0.0, 0.11, 0.25, 0.3, 0.5, 0.77, 1.0, 3.0, 8.0, 30.0})
            QTest::newRow(qPrintable(QString::number(scale))) << scale;
    }
    void oneNanIsSeenAtEveryZoom() {
        QFETCH(double, scale);
        theme::Theme theme;
        theme.choose(theme::Choice::Light);
        std::vector<float> values(2000 * 3000, 0.25f);
        values[1234 * 3000 + 777] = kNan;
        TensorCanvas canvas(theme);
        canvas.resize(640, 480);
        canvas.setPicture(pictureOf(floatTensor({2000, 3000}, std::move(values))));
        canvas.show();
        if (scale > 0) canvas.setSight({1234 - 60 / scale, 777 - 60 / scale, scale});
        (void)canvas.grab(); // asks for the tiles
        QTRY_VERIFY(!canvas.tiles().isWaiting());
        (void)canvas.grab();
        QTRY_VERIFY(!canvas.tiles().isWaiting());
        const QImage image = canvas.grab().toImage();
        QVERIFY(count(image, theme[theme::Role::Error]) >= 5);
    }

    void numbersAndGlyphs() {
        using tensor::DType;
        QCOMPARE(paint::cellNumber(DType::F32, 0, 0.25, 8), std::string("0.25"));
        // Facets count from their own first column; the gap after each has no number.
        using Places = std::vector<std::uint64_t>;
        QCOMPARE(paint::rulerPlaces(3, 21, 5, 0), Places({5, 10, 15, 20}));
        QCOMPARE(paint::rulerPlaces(0, 26, 5, 13), Places({0, 5, 10, 13, 18, 23}));
        QCOMPARE(paint::rulerPlaces(12, 26, 5, 13), Places({13, 18, 23}));
        QCOMPARE(paint::rulerPlaces(0, 12, 5, 3), Places({0, 6})); // small ones: not each has room for one
        QCOMPARE(paint::rulerText(15, 0, 0), QStringLiteral("15"));
        QCOMPARE(paint::rulerText(18, 13, 0), QStringLiteral("5"));
        QCOMPARE(paint::rulerText(18, 9, 1), QStringLiteral("2"));   // the third facet of its row
        QCOMPARE(paint::rulerText(18, 9, 12), QStringLiteral("24")); // the first one of the third row
        QCOMPARE(paint::cellNumber(DType::F32, 0, -1234.567, 5), std::string("-1235"));
        QCOMPARE(paint::cellNumber(DType::F32, 0x80000000, -0.0, 8), std::string("0"));
        QCOMPARE(paint::cellNumber(DType::F32, 0, 0.123456, 4), std::string("0.12"));
        QCOMPARE(paint::cellNumber(DType::F32, 0, 1e-20, 3), std::string("~0"));
        QCOMPARE(paint::cellNumber(DType::F32, 0, 1e20, 3), std::string());
        QCOMPARE(paint::cellNumber(DType::I32, 0xffffffff, -1, 8), std::string("-1"));
        QCOMPARE(paint::cellNumber(DType::I64, 9007199254740993, 9007199254740992.0, 20),
                 std::string("9007199254740993"));
        const paint::ValueRange range{-1, 1};
        const auto glyph = [&](double value) { return paint::cellGlyph(value, scene::kWritten, range); };
        QCOMPARE(glyph(0.5), std::string_view());
        QCOMPARE(glyph(2), std::string_view("+"));
        QCOMPARE(glyph(-2), std::string_view("-"));
        QCOMPARE(glyph(static_cast<double>(kNan)), std::string_view("x"));
        QCOMPARE(glyph(std::numeric_limits<double>::infinity()), std::string_view("^"));
        QCOMPARE(glyph(-std::numeric_limits<double>::infinity()), std::string_view("v"));
        QCOMPARE(paint::cellGlyph(0, 0, range), std::string_view("."));
    }

    void neverWrittenAndChangedAreTold() {
        Shown shown;
        tests::load(shown.session, tests::kFirstBundle);
        QTRY_VERIFY(shown.view.pane().elements());
        shown.view.showTensor(QStringLiteral("c"));
        const QColor accent = shown.theme[theme::Role::Accent];
        QImage image = shown.view.pane().canvas().grab().toImage();
        QCOMPARE(count(image, accent), 0);
        shown.step(5); // the last bundle stores c
        QTRY_VERIFY(shown.view.pane().elements());
        image = shown.view.pane().canvas().grab().toImage();
        QVERIFY(count(image, accent) > 100);
    }

    // At a pixel a cell few changes are in the accent colour; many would hide the numbers, and get an edge.
    void changesHideNoPicture() {
        theme::Theme theme;
        paint::TensorCanvas canvas(theme);
        canvas.resize(400, 300);
        constexpr std::uint32_t kRows = 200, kColumns = 300;
        const auto accents = [&](std::size_t changed) {
            scene::CellPicture cells;
            cells.rows = kRows;
            cells.columns = kColumns;
            cells.bits.assign(kRows * kColumns, 0);
            cells.flags.assign(kRows * kColumns, scene::kWritten);
            for (std::size_t i = 0; i < changed; ++i) cells.flags[i] |= scene::kChanged;
            const auto elements = scene::elementsOf(std::move(cells), {kRows, kColumns});
            canvas.setPicture(std::make_shared<scene::TensorPicture>(
                elements, scene::planeOf(elements->shape(), scene::defaultRoles(elements->shape()))));
            canvas.setSight({0, 0, 1}); // a pixel a cell
            return count(canvas.grab().toImage(), theme[theme::Role::Accent]);
        };
        QCOMPARE(accents(0), 0);
        QCOMPARE(accents(900), 900);
        const int edge = accents(kRows * kColumns);
        QVERIFY2(edge > 300 && edge < 3000, qPrintable(QString::number(edge)));
    }

    void theRangeIsLockedUntilAsked() {
        Shown shown;
        tests::load(shown.session, tests::kFirstBundle);
        shown.view.showTensor(QStringLiteral("c"));
        shown.step(5);
        QTRY_COMPARE(shown.view.look().range, (paint::ValueRange{0, 44}));
        shown.session.perform(machine::StepBack{1});
        QTRY_VERIFY(!shown.session.isBusy());
        QCOMPARE(shown.view.look().range, (paint::ValueRange{0, 44}));
    }

    void aClickSelectsTheElement() {
        Shown shown;
        tests::load(shown.session, tests::kFirstBundle);
        QTRY_VERIFY(shown.view.pane().elements());
        shown.view.showTensor(QStringLiteral("b"));
        TensorCanvas& canvas = shown.view.pane().canvas();
        QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, canvas.cellRect({1, 2}).center().toPoint());
        QCOMPARE(shown.selection.item().cell, QStringLiteral("b[1,2]"));
        QCOMPARE(shown.selection.item().tensor, QStringLiteral("b"));
        shown.selection.selectTensor(QStringLiteral("count"));
        QCOMPARE(shown.view.pane().info().name, std::string("count"));
    }

    void filesAreOpenedComparedAndWritten() {
        const QTemporaryDir folder;
        const QString first = folder.filePath(QStringLiteral("x.npy")),
                      second = folder.filePath(QStringLiteral("y.npy"));
        QVERIFY(bool(tensor::writeNpy(first.toStdString(), floatTensor({2, 2}, {1, 2, 3, 4}))));
        QVERIFY(bool(tensor::writeNpy(second.toStdString(), floatTensor({2, 2}, {1, 2, 5, 4}))));
        Shown shown;
        shown.view.openFile(first);
        QTRY_COMPARE(shown.view.list().rowCount(), 1);
        shown.view.openFile(second);
        QTRY_COMPARE(shown.view.list().rowCount(), 2);
        QCOMPARE(shown.view.pane().info().name, std::string("y.npy"));
        shown.view.compareWith(QStringLiteral("x.npy"));
        shown.view.setBeside(TensorsView::Beside::Absolute);
        const auto difference = scene::elementAt(*shown.view.besidePane().elements(), 2);
        QCOMPARE(std::bit_cast<double>(difference->bits), 2.0);
        TensorCanvas &left = shown.view.pane().canvas(), &right = shown.view.besidePane().canvas();
        QTRY_VERIFY(right.scale() > 20 && right.scale() == left.scale()); // both fit
        left.setSight({0, 0, 60});
        QCOMPARE(right.scale(), 60.0);
        right.fit();
        QCOMPARE(left.sight(), right.sight());
        const QString csv = folder.filePath(QStringLiteral("out.csv")),
                      npy = folder.filePath(QStringLiteral("out.npy")),
                      png = folder.filePath(QStringLiteral("out.png"));
        for (const QString& path : {csv, npy, png}) shown.view.exportTo(path);
        QTRY_VERIFY(QFile::exists(png) && shown.view.message().contains(QStringLiteral("out.png")));
        QFile text(csv);
        QVERIFY(text.open(QIODevice::ReadOnly));
        QCOMPARE(text.readAll(), QByteArray("1,2\n5,4\n"));
        QCOMPARE(*tensor::readNpy(npy.toStdString()), floatTensor({2, 2}, {1, 2, 5, 4}));
        QCOMPARE(QImage(png).size(), QSize(2, 2));
        shown.view.openFile(png);
        QTRY_COMPARE(shown.view.list().rowCount(), 3);
        QCOMPARE(shown.view.pane().info().shape, (tensor::Shape{3, 2, 2}));
    }

    void aHostileFileIsRefusedWithItsReason_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("name");
        const QByteArray head("\x93NUMPY\x01\x00\x76\x00", 10);
        const auto header = [&](const QByteArray& words) { return head + words.leftJustified(117) + '\n'; };
        QTest::newRow("empty") << QByteArray() << "a.npy";
        QTest::newRow("text") << QByteArray("hello") << "a.npy";
        QTest::newRow("huge")
            << header("{'descr': '<f4', 'fortran_order': False, 'shape': (4000000000, 4000000000), }")
            << "a.npy";
        QTest::newRow("cut") << header("{'descr': '<f4', 'fortran_order': False, 'shape': (100,), }") + "abc"
                             << "a.npy";
        QTest::newRow("objects") << header("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }")
                                 << "a.npy";
        QTest::newRow("archive") << QByteArray("PK\x03\x04nothing") << "a.npz";
        QTest::newRow("picture") << QByteArray("\x89PNG nothing") << "a.png";
    }
    void aHostileFileIsRefusedWithItsReason() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, name);
        const QTemporaryDir folder;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        Shown shown;
        shown.view.openFile(file.fileName());
        QTRY_VERIFY(shown.view.message().contains(QStringLiteral("<font")));
        QVERIFY(shown.view.message().contains(name));
        QCOMPARE(shown.view.list().rowCount(), 0);
    }

    void everythingThatTakesTheFocusHasAName() {
        Shown shown;
        tests::load(shown.session, tests::kFirstBundle);
        QTRY_VERIFY(shown.view.pane().elements());
        for (QWidget* widget : shown.view.findChildren<QWidget*>()) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()) continue;
            const QAccessibleInterface* about = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(about && !about->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
    }
};

int tst_tensors_view(int argc, char** argv) {
    return lw::tests::run<TestTensorsView, QApplication>(argc, argv);
}
#include "tst_tensors_view.moc"
