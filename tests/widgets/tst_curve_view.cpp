// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "widgets/charts/curve_view.h"
#include "widgets/paint/tensor_pane.h"

#include <QApplication>
#include <QComboBox>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lw;
using charts::CurveView;

namespace {

tensor::Tensor wave(std::uint64_t count) {
    tensor::Tensor out(tensor::DType::F32, {count});
    for (std::uint64_t i = 0; i < count; ++i) out.set(i, std::sin(static_cast<float>(i) / 7));
    return out;
}

scene::TensorInfo infoOf(const char* name, const scene::ElementSourcePtr& elements) {
    scene::TensorInfo out;
    out.name = name;
    out.type = elements->type();
    out.shape = elements->shape();
    return out;
}

struct Shown {
    theme::Theme theme;
    paint::TensorPane pane{theme};
    Shown() {
        theme.choose(theme::Choice::Light);
        pane.resize(600, 400);
        pane.setVisible(true);
        pane.showCurve(true);
    }
    void show(const char* name, tensor::Tensor tensor) {
        const auto elements = scene::elementsOf(std::move(tensor));
        pane.show(infoOf(name, elements), elements);
    }
    QComboBox* splitBox() const {
        for (auto* box : pane.findChildren<QComboBox*>())
            if (box->isVisible() && box->accessibleName() == QLatin1String("Shape of a row")) return box;
        return nullptr;
    }
};

// All texts of a chart that is shown.
QStringList labelsOf(const CurveView& view) {
    QStringList out;
    for (const auto* inside : view.findChildren<QGraphicsView*>())
        for (const auto* item : inside->scene()->items())
            if (const auto* text = qgraphicsitem_cast<const QGraphicsTextItem*>(item))
                out += text->toPlainText();
    return out;
}

} // namespace

class TestCurveView : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void initTestCase() {
        if (!CurveView::isBuilt()) QSKIP("built without Qt Charts");
    }

    void fewPointsAreAllThere() {
        theme::Theme theme;
        CurveView view(theme);
        view.resize(500, 300);
        view.setElements(scene::elementsOf(wave(200)));
        QCOMPARE(view.points(), std::size_t{200});
    }

    // Qt would take seconds for a million.
    void manyAreAsManyAsThereArePixels() {
        theme::Theme theme;
        CurveView view(theme);
        view.resize(500, 300);
        view.show();
        view.setElements(scene::elementsOf(wave(CurveView::kMost)));
        QVERIFY(view.points() >= 500);
        QVERIFY(view.points() <= 1000);
        view.resize(900, 300);
        QTRY_VERIFY(view.points() > 1000);
        QVERIFY(view.points() <= 1800);
    }

    // More than two for each pixel of the narrow window: in a wide one each is drawn.
    void aWiderWindowHasThemAll() {
        theme::Theme theme;
        CurveView view(theme);
        view.resize(400, 300);
        view.show();
        view.setElements(scene::elementsOf(wave(900)));
        QVERIFY(view.points() <= 800);
        view.resize(950, 300);
        QTRY_COMPARE(view.points(), std::size_t{900});
    }

    void whatIsPointedAtIsTheElement() {
        theme::Theme theme;
        CurveView view(theme);
        view.resize(500, 300);
        view.show();
        view.setElements(scene::elementsOf(wave(100)));
        QSignalSpy picked(&view, &CurveView::picked);
        QCoreApplication::processEvents();
        const QPointF place = view.placeOf(37);
        QVERIFY(QRectF(view.rect()).contains(place));
        QWidget* at = view.childAt(place.toPoint());
        QVERIFY(at);
        QTest::mouseClick(at, Qt::LeftButton, {}, at->mapFrom(&view, place.toPoint()));
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked[0][0].value<std::uint64_t>(), 37u);
        QCOMPARE(view.marked(), std::optional<std::uint64_t>(37));
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.marked(), std::optional<std::uint64_t>(38));
        QTest::keyClick(&view, Qt::Key_Left);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.marked(), std::optional<std::uint64_t>(36));
    }

    // Below stands what was asked for, from the element that was, and nothing beyond the last one.
    void theAxisEndsWhereTheElementsDo() {
        theme::Theme theme;
        CurveView view(theme);
        view.resize(500, 300);
        view.setElements(scene::elementsOf(wave(252)));
        view.setAcross(5, 1);
        QCOMPARE(view.rangeAcross(), std::pair(5.0, 256.0));
        view.setAxes({QStringLiteral("size"), QStringLiteral("tiles"), false, 40});
        QCOMPARE(view.rangeAcross(), std::pair(45.0, 256.0));
        view.setAcross(10, 2);
        QCOMPARE(view.rangeAcross(), std::pair(90.0, 512.0));
    }

    // As all numbers of the window.
    void thousandsAreGrouped() {
        theme::Theme theme;
        CurveView view(theme);
        view.resize(500, 300);
        view.setElements(scene::elementsOf(wave(200)));
        view.setAcross(1'000'000, 1000);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QStringList labels = labelsOf(view);
        QVERIFY2(labels.contains(QStringLiteral("1,100,000")), qPrintable(labels.join(QLatin1Char(' '))));
    }

    void theAxisOfValuesHasNumbers_data() {
        QTest::addColumn<double>("factor");
        QTest::addColumn<QStringList>("numbers");
        QTest::newRow("fractions") << 1.0 << QStringList{"-1.0", "-0.5", "0.0", "0.5", "1.0"};
        QTest::newRow("thousandths") << 1e-3
                                     << QStringList{"-0.0010", "-0.0005", "0.0000", "0.0005", "0.0010"};
        QTest::newRow("thousands") << 1e3 << QStringList{"-1,000", "-500", "0", "500", "1,000"};
        QTest::newRow("too small") << 1e-9 << QStringList{"-1.000E-09", "1.000E-09"};
        QTest::newRow("too large") << 1e12 << QStringList{"-1.000E+12", "1.000E+12"};
    }
    void theAxisOfValuesHasNumbers() {
        QFETCH(double, factor);
        QFETCH(QStringList, numbers);
        theme::Theme theme;
        CurveView view(theme);
        view.resize(500, 300);
        tensor::Tensor values = wave(200);
        for (std::uint64_t i = 0; i < 200; ++i)
            values.set(i, static_cast<float>(values.at<float>(i) * factor));
        view.setElements(scene::elementsOf(std::move(values)));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const QStringList labels = labelsOf(view);
        for (const QString& number : numbers)
            QVERIFY2(labels.contains(number), qPrintable(labels.join(QLatin1Char(' '))));
    }

    // An element without a value is marked where a joined curve passes it, and not at all beyond its ends.
    void gapsAreMarkedOnTheLine() {
        if (!CurveView::isBuilt()) QSKIP("built without Qt Charts");
        theme::Theme theme;
        CurveView view(theme);
        view.resize(500, 300);
        const std::vector<double> values{NAN, 10, NAN, NAN, 40, NAN};
        view.setElements(scene::elementsOf(tensor::Tensor::of<double>(tensor::DType::F64, {values.size()},
                                                                      std::span<const double>(values))));
        view.mark(2);
        QCOMPARE(view.markedPoint(), std::nullopt); // there is no line
        view.setBeside({}, true, {}, {});
        QCOMPARE(view.markedPoint(), std::optional(QPointF(2, 20)));
        view.mark(4);
        QCOMPARE(view.markedPoint(), std::optional(QPointF(4, 40)));
        for (const std::uint64_t end : {0, 5}) {
            view.mark(end);
            QCOMPARE(view.markedPoint(), std::nullopt);
        }
    }

    // Each doubling is as high as the one before.
    void powersLieOnALine() {
        theme::Theme theme;
        CurveView view(theme);
        view.resize(500, 300);
        view.show();
        view.setAxes({{}, {}, true, 0});
        const std::vector<float> powers{1, 2, 4, 8, 16, 32, 64};
        view.setElements(scene::elementsOf(
            tensor::Tensor::of<float>(tensor::DType::F32, {powers.size()}, std::span<const float>(powers))));
        QCoreApplication::processEvents();
        const double up = view.placeOf(0).y() - view.placeOf(1).y();
        QVERIFY(up > 10);
        for (std::uint64_t i = 1; i + 1 < powers.size(); ++i)
            QVERIFY(std::abs(view.placeOf(i).y() - view.placeOf(i + 1).y() - up) <= 1.5); // pixels are whole
        view.setAxes({});
        QVERIFY(view.placeOf(0).y() - view.placeOf(1).y() < up / 2);
    }

    // Another moment of the same tensor: the mark stays; a shorter one loses it.
    void theMarkStaysWhereItIs() {
        theme::Theme theme;
        CurveView view(theme);
        view.setElements(scene::elementsOf(wave(100)));
        view.mark(90);
        view.setElements(scene::elementsOf(wave(100)));
        QCOMPARE(view.marked(), std::optional<std::uint64_t>(90));
        view.setElements(scene::elementsOf(wave(50)));
        QVERIFY(!view.marked());
        view.setElements(nullptr);
        QCOMPARE(view.points(), std::size_t{0});
    }

    void oneExtentIsACurve() {
        Shown shown;
        shown.show("loss", wave(200));
        QVERIFY(shown.pane.isCurve());
        QVERIFY(shown.pane.curve().isVisible());
        QVERIFY(!shown.pane.canvas().isVisible());
        QSignalSpy picked(&shown.pane.canvas(), &paint::TensorCanvas::picked);
        Q_EMIT shown.pane.curve().picked(17);
        QCOMPARE(picked.size(), 1);
        QVERIFY((shown.pane.canvas().selected() == paint::TensorCanvas::Cell{0, 17}));
        shown.pane.showCurve(false);
        QVERIFY(shown.pane.canvas().isVisible());
        QVERIFY(!shown.pane.curve().isVisible());
    }

    // What is selected in the picture is marked in the curve, and nothing of the tensor before.
    void theMarkIsTheSelection() {
        Shown shown;
        shown.show("loss", wave(200));
        Q_EMIT shown.pane.curve().picked(17);
        QCOMPARE(shown.pane.curve().marked(), std::optional<std::uint64_t>(17));
        shown.pane.canvas().setSelected(paint::TensorCanvas::Cell{0, 40});
        QCOMPARE(shown.pane.curve().marked(), std::optional<std::uint64_t>(40));
        shown.pane.canvas().setSelected({});
        shown.show("longer", wave(300));
        QVERIFY(!shown.pane.curve().marked());
    }

    // The right button is for the menu.
    void theOtherButtonsPickNothing() {
        Shown shown;
        shown.show("loss", wave(200));
        QCoreApplication::processEvents();
        CurveView& curve = shown.pane.curve();
        QSignalSpy picked(&curve, &CurveView::picked);
        const QPoint place = curve.placeOf(50).toPoint();
        QWidget* at = curve.childAt(place);
        QVERIFY(at);
        QTest::mouseClick(at, Qt::RightButton, {}, at->mapFrom(&curve, place));
        QCOMPARE(picked.size(), 0);
        QTest::mouseClick(at, Qt::LeftButton, {}, at->mapFrom(&curve, place));
        QCOMPARE(picked.size(), 1);
    }

    void moreThanOneIsNone() {
        Shown shown;
        shown.show("w", tensor::Tensor(tensor::DType::F32, {3, 4}));
        QVERIFY(!shown.pane.isCurve());
        QVERIFY(shown.pane.canvas().isVisible());
        shown.show("one", tensor::Tensor(tensor::DType::F32, {1}));
        QVERIFY(!shown.pane.isCurve());
        shown.show("column", tensor::Tensor(tensor::DType::F32, {1, 9, 1}));
        QVERIFY(shown.pane.isCurve());
    }

    // A row of 64 numbers is a digit of 8 x 8; the rows become facets.
    void aRowIsAPicture() {
        Shown shown;
        tensor::Tensor digits(tensor::DType::I32, {5, 64});
        for (std::uint64_t i = 0; i < digits.count(); ++i) digits.set(i, static_cast<std::int32_t>(i));
        shown.show("digits", std::move(digits));
        QTRY_VERIFY(shown.splitBox());
        QComboBox* box = shown.splitBox();
        QCOMPARE(box->itemText(1), QStringLiteral("row as 8 x 8"));
        shown.pane.setSplit(8);
        QCOMPARE(shown.pane.shape(), (tensor::Shape{5, 8, 8}));
        QCOMPARE(shown.pane.roles().facets, 0);
        // The cell below the first one of the first facet is 8 further, and of the next facet 64.
        QCOMPARE(shown.pane.elementAt({0, 0}), std::optional<std::uint64_t>(0));
        QCOMPARE(shown.pane.elementAt({1, 0}), std::optional<std::uint64_t>(8));
        QCOMPARE(shown.pane.elementAt({0, 9}), std::optional<std::uint64_t>(64));
        QVERIFY(!shown.pane.elementAt({0, 8})); // between two
        shown.pane.setSplit(7);                 // does not divide it
        QCOMPARE(shown.pane.split(), 8u);
        shown.pane.setSplit(0);
        QCOMPARE(shown.pane.shape(), (tensor::Shape{5, 64}));
        QCOMPARE(shown.pane.elementAt({1, 0}), std::optional<std::uint64_t>(64));
    }

    // The same tensor a step later stays as it was looked at; another one does not.
    void whatWasChosenStaysWithTheTensor() {
        Shown shown;
        shown.show("a", tensor::Tensor(tensor::DType::F32, {4, 16}));
        shown.pane.setSplit(4);
        shown.show("a", tensor::Tensor(tensor::DType::F32, {4, 16}));
        QCOMPARE(shown.pane.split(), 4u);
        shown.show("b", tensor::Tensor(tensor::DType::F32, {4, 16}));
        QCOMPARE(shown.pane.split(), 0u);
    }

    // A digit alone: one extent, seen as rows and columns instead of as a curve.
    void oneRowAsAPicture() {
        Shown shown;
        shown.show("digit", wave(64));
        QVERIFY(shown.pane.isCurve());
        shown.pane.setSplit(8);
        QVERIFY(!shown.pane.isCurve());
        QVERIFY(shown.pane.canvas().isVisible());
        QCOMPARE(shown.pane.elementAt({2, 3}), std::optional<std::uint64_t>(19));
    }
};

int tst_curve_view(int argc, char** argv) { return lw::tests::run<TestCurveView, QApplication>(argc, argv); }
#include "tst_curve_view.moc"
