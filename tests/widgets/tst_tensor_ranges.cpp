// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/picture_properties.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include "core/tensor/npy.h"
#include "core/tensor/npz.h"

#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace lw;
using paint::TensorCanvas;
using paint::TensorsView;
using tests::hasColour;
using theme::Role;

namespace {

tensor::Tensor floats(tensor::Shape shape, const std::vector<float>& values) {
    return tensor::Tensor::of(tensor::DType::F32, std::move(shape), std::span<const float>(values));
}

} // namespace

// Facets, ranges that stay, files in and out.
class TestTensorRanges : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    session::DebugSession m_session;
    session::Selection m_selection;
    QTemporaryDir m_folder;

    QString file(const char* name, const tensor::Tensor& tensor) {
        const QString path = m_folder.filePath(QLatin1String(name));
        if (!tensor::writeNpy(path.toStdString(), tensor)) qFatal("cannot write");
        return path;
    }
    std::unique_ptr<TensorsView> shown() {
        auto view = std::make_unique<TensorsView>(session::ViewContext{m_theme, m_session, m_selection});
        view->resize(1200, 800);
        view->show();
        return view;
    }
    void open(TensorsView& view, const QString& path, const QString& name) {
        view.openFile(path);
        QTRY_VERIFY(view.list().rowOf(name) >= 0);
        view.showTensor(name);
    }

  private Q_SLOTS:
    void init() { m_theme.choose(theme::Choice::Light); }

    void aDimensionIsAGridOfPictures() {
        std::vector<float> values(6 * 4 * 5);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
        const auto view = shown();
        open(*view, file("cube.npy", floats({6, 4, 5}, values)), QStringLiteral("cube.npy"));
        scene::AxisRoles roles = view->pane().roles();
        QCOMPARE(roles.facets, scene::AxisRoles::kNone);
        roles.facets = 0;
        view->pane().setRoles(roles);
        const scene::Plane plane = view->pane().canvas().tiles().picture()->plane();
        QVERIFY(plane.rows * plane.columns >= 6 * 4 * 5);
        // Every element is somewhere, and the gaps are nowhere.
        std::set<std::uint64_t> seen;
        std::uint64_t gaps = 0;
        for (std::uint64_t row = 0; row < plane.rows; ++row)
            for (std::uint64_t column = 0; column < plane.columns; ++column)
                if (const auto element = view->pane().elementAt({row, column}))
                    seen.insert(*element);
                else
                    ++gaps;
        QCOMPARE(seen.size(), values.size());
        QCOMPARE(seen.size() + gaps, plane.rows * plane.columns);
        // A gap has the colour of the panel, and nothing happens when it is picked.
        const QImage image = view->pane().canvas().viewport()->grab().toImage();
        const QRectF gap = view->pane().canvas().cellRect({0, 5});
        QVERIFY(hasColour(image, gap.adjusted(2, 2, -2, -2), m_theme[Role::Panel]));
        Q_EMIT view->pane().canvas().picked({0, 5});
        // As a table: a gap is an empty cell.
        view->pane().twin().showTable(true);
        QCOMPARE(view->pane().twin().model().index(0, 5).data().toString(), QString());
        QCOMPARE(view->pane().twin().model().index(0, 4).data().toString(), QStringLiteral("4"));
        roles.facets = scene::AxisRoles::kNone;
        view->pane().setRoles(roles);
        QCOMPARE(view->pane().canvas().tiles().picture()->plane().rows, std::uint64_t{4});
    }
    void theRangeOfADifferenceStays() {
        const auto view = shown();
        open(*view, file("p.npy", floats({2, 2}, {1, 2, 3, 4})), QStringLiteral("p.npy"));
        open(*view, file("q.npy", floats({2, 2}, {1, 2, 3, 6})), QStringLiteral("q.npy"));
        open(*view, file("r.npy", floats({2, 2}, {1, 2, 3, 104})), QStringLiteral("r.npy"));
        view->showTensor(QStringLiteral("p.npy"));
        view->compareWith(QStringLiteral("q.npy"));
        view->setBeside(TensorsView::Beside::Absolute);
        const paint::ValueRange first = view->besidePane().canvas().tiles().look().range;
        QCOMPARE(first.high, 2.0);
        // Another pair has its own, and coming back finds the old one.
        view->compareWith(QStringLiteral("r.npy"));
        QCOMPARE(view->besidePane().canvas().tiles().look().range.high, 100.0);
        view->compareWith(QStringLiteral("q.npy"));
        QVERIFY(view->besidePane().canvas().tiles().look().range == first);
        // The file is replaced by one that differs more: the range does not change by itself.
        open(*view, file("q.npy", floats({2, 2}, {1, 2, 3, 54})), QStringLiteral("q.npy"));
        QTRY_COMPARE(scene::elementAt(
                         *view->list().elementsAt(view->list().rowOf(QStringLiteral("q.npy")), nullptr), 3)
                         ->bits,
                     std::uint64_t{0x42580000});
        view->showTensor(QStringLiteral("p.npy"));
        view->compareWith(QStringLiteral("q.npy"));
        QVERIFY(view->besidePane().canvas().tiles().look().range == first);
    }
    // 2048 x 2048: its range comes from a sample, which is said; the one value beyond it does not move it.
    void aLargeTensorHasARangeBeforeItIsRead() {
        std::vector<float> values(2048 * 2048);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1000) / 1000.0f;
        values[2048 * 1000 + 17] = 1e6f; // between two stretches of the sample
        const auto view = shown();
        open(*view, file("large.npy", floats({2048, 2048}, values)), QStringLiteral("large.npy"));
        QTRY_VERIFY(view->pane().canvas().tiles().picture()->isBuilt());
        QTRY_VERIFY(!view->message().isEmpty());
        QTest::qWait(50);
        const double high = view->look().range.high;
        if (high < 2) { // the sample came first
            QCOMPARE(high, 0.999f);
            QVERIFY2(view->message().contains(QStringLiteral("sample")), qPrintable(view->message()));
            QVERIFY2(view->message().contains(QStringLiteral("1e+06")), qPrintable(view->message()));
        } else {
            QCOMPARE(high, 1e6);
        }
    }
    void allArraysOfAnArchiveAreThere() {
        const auto view = shown();
        for (const char* name : {"stored.npz", "deflated.npz"}) {
            const QString path = QStringLiteral(LW_ROOT "/tests/core/tensor/fixtures/") + QLatin1String(name);
            const auto arrays = tensor::readNpz(path.toStdString());
            QVERIFY(arrays && arrays->size() > 1);
            view->openFile(path);
            QVERIFY(view->isReading());
            QTRY_VERIFY(!view->isReading());
            for (const tensor::NamedArray& array : *arrays) {
                const QString title =
                    QStringLiteral("%1/%2").arg(QLatin1String(name), QString::fromStdString(array.name));
                QVERIFY2(view->list().rowOf(title) >= 0, qPrintable(title));
                view->showTensor(title);
                QCOMPARE(view->pane().info().shape, array.tensor.shape());
                const auto there = scene::readAll(*view->pane().elements());
                QVERIFY(there && *there == array.tensor);
            }
        }
    }
    void aPictureHasItsColours() {
        QImage picture(3, 2, QImage::Format_RGB32);
        picture.fill(QColor(10, 20, 30));
        picture.setPixelColor(2, 1, QColor(200, 100, 50));
        const QString path = m_folder.filePath("rgb.png");
        QVERIFY(picture.save(path));
        const auto view = shown();
        open(*view, path, QStringLiteral("rgb.png"));
        QCOMPARE(view->pane().info().shape, (tensor::Shape{3, 2, 3})); // channels, height, width
        const auto whole = scene::readAll(*view->pane().elements());
        QVERIFY(whole);
        QCOMPARE(whole->at<std::uint8_t>(0), std::uint8_t{10});
        QCOMPARE(whole->at<std::uint8_t>(6 + 5), std::uint8_t{100}); // green of the last pixel
    }
    // 5000 x 300 is more than a table holds: it says what it shows, and moves to every part.
    void aTableOfALargeTensorGoesAnywhere() {
        std::vector<float> values(5000 * 300);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
        const auto view = shown();
        open(*view, file("wide.npy", floats({5000, 300}, values)), QStringLiteral("wide.npy"));
        paint::TensorPane& pane = view->pane();
        QVERIFY(pane.stretch().isHidden()); // the picture has all of it
        pane.twin().showTable(true);
        QVERIFY(pane.stretch().isVisible());
        QCOMPARE(pane.stretch().text(), QStringLiteral("Rows 0 to 4,095 of 5,000, columns 0 to 255 of 300"));
        QTest::keyClick(&pane.stretch().firstRow(), Qt::Key_PageUp); // by the keyboard, as far as it goes
        pane.stretch().firstColumn().setValue(1000);
        QCOMPARE(pane.stretch().text(),
                 QStringLiteral("Rows 904 to 4,999 of 5,000, columns 44 to 299 of 300"));
        paint::SceneTableModel& model = pane.twin().model();
        QCOMPARE(model.index(4095, 255).data().toString(), QStringLiteral("1499999"));
        QCOMPARE(model.headerData(0, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("904"));
        // It stays there when the values are taken anew.
        pane.show(pane.info(), pane.elements());
        QCOMPARE(model.headerData(0, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("904"));
        open(*view, file("small.npy", floats({2, 2}, {1, 2, 3, 4})), QStringLiteral("small.npy"));
        QVERIFY(pane.stretch().isHidden());
        QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("4"));
        pane.twin().showTable(false);
        QVERIFY(pane.stretch().isHidden());
    }
    // While a large tensor is counted, the histogram of the one before is not shown as its own.
    void aHistogramIsOfWhatIsShown() {
        const auto view = shown();
        open(*view, file("s.npy", floats({2, 2}, {1, 2, 3, 4})), QStringLiteral("s.npy"));
        QVERIFY(view->histogramTwin().model().rowCount() > 0);
        open(*view, file("l.npy", floats({2048, 2048}, std::vector<float>(2048 * 2048, 7))),
             QStringLiteral("l.npy"));
        const auto counted = [&] {
            qulonglong all = 0;
            const auto& model = view->histogramTwin().model();
            for (int row = 0; row < model.rowCount(); ++row)
                all += model.index(row, model.columnCount() - 1)
                           .data()
                           .toString()
                           .remove(QLatin1Char(','))
                           .toULongLong();
            return all;
        };
        QVERIFY(counted() != 4); // those of the small one
        QTRY_COMPARE_WITH_TIMEOUT(counted(), qulonglong{2048 * 2048}, 60'000);
    }
    void filesGoOutAndComeBack() {
        const auto view = shown();
        const tensor::Tensor cube = floats({2, 3, 2}, {0, 1, 2, 3, 4, 5, -6.5f, 7, 8, 9, 10, 11});
        open(*view, file("c.npy", cube), QStringLiteral("c.npy"));
        const QString npy = m_folder.filePath("out.npy"), csv = m_folder.filePath("out.csv"),
                      png = m_folder.filePath("out.png");
        for (const QString& path : {npy, csv, png}) {
            view->exportTo(path);
            QTRY_VERIFY(view->message().contains(path));
        }
        const auto back = tensor::readNpy(npy.toStdString());
        QVERIFY(back);
        QVERIFY(*back == cube);
        QFile text(csv);
        QVERIFY(text.open(QIODevice::ReadOnly));
        QCOMPARE(text.readAll().split('\n').value(3), QByteArray("-6.5,7"));
        const QImage picture(png);
        QCOMPARE(picture.size(), QSize(2, 3)); // the plane that is shown
        open(*view, png, QStringLiteral("out.png"));
        QCOMPARE(view->pane().info().shape.back(), std::uint64_t{2});
    }
};

int tst_tensor_ranges(int argc, char** argv) {
    return lw::tests::run<TestTensorRanges, QApplication>(argc, argv);
}
#include "tst_tensor_ranges.moc"
