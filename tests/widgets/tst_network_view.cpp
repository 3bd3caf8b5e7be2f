// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/network_dialog.h"
#include "core/tensor/npy.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/open_network.h"
#include "widgets/striding/network_view.h"
#include "widgets/theme/style.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QImage>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using ide::MainWindow;
using scene::Stage;
using session::State;
using striding::NetworkCard;
using striding::NetworkView;
using tests::kPatience;

namespace {

const QString kDigits = QStringLiteral(LW_ROOT "/examples/networks/strided-digits/digits.json");
const QString kResidual = QStringLiteral(LW_ROOT "/tests/core/network/fixtures/residual.json");

NetworkView* viewOf(MainWindow& window) {
    return window.page(ide::Workspace::Striding)->findChild<NetworkView*>();
}
// Opened by a person who looks at it first.
NetworkView* opened(MainWindow& window, const QString& network) {
    window.resize(1600, 1000);
    window.show();
    window.openNetwork(network);
    NetworkView* view = viewOf(window);
    [[maybe_unused]] const bool isRead =
        QTest::qWaitFor([&] { return view->graph() && !view->isWaiting(); }, kPatience);
    if (auto* dialog = window.findChild<ide::NetworkDialog*>()) dialog->reject();
    QTest::qWait(1);
    return view;
}
void putOnCircuit(MainWindow& window, const striding::StridingRequest& request) {
    window.lowerNetwork(request);
    QTRY_VERIFY_WITH_TIMEOUT(window.session().state() == State::Paused && !window.session().isBusy(),
                             kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts() && !viewOf(window)->isWaiting(), kPatience);
}
striding::StridingRequest digits() {
    striding::StridingRequest out;
    out.network = kDigits;
    out.machine = QStringLiteral("inference-teaching");
    out.input = QStringLiteral(LW_ROOT "/examples/networks/strided-digits/digits.x.npy");
    return out;
}

std::size_t nodeOf(const NetworkView& view, const char* name) {
    const auto node = view.graph()->find(name);
    return node ? *node : ~std::size_t{0};
}
std::size_t boxOf(NetworkView& view, const char* name) {
    return view.canvas().picture().boxOf[nodeOf(view, name)];
}
QString selectedName(const NetworkView& view) {
    return view.selected() ? QString::fromStdString(view.graph()->nodes[*view.selected()].name) : QString();
}
void click(NetworkView& view, QPointF at) {
    QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, at.toPoint());
}
// What the card says under a name.
QString fact(NetworkView& view, const QString& name) {
    const QAbstractItemModel& model = view.card().model();
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, 0).data() == name) return model.index(row, 1).data().toString();
    return {};
}

} // namespace

// The graph of a network, from opening it to its rows.
class TestNetworkView : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    void withoutANetworkItSaysHowToGetOne() {
        MainWindow window(m_theme);
        window.show();
        window.showWorkspace(ide::Workspace::Striding);
        NetworkView* view = viewOf(window);
        QVERIFY(!view->graph());
        auto* notice = qobject_cast<theme::EmptyNotice*>(view->currentWidget());
        QVERIFY(notice && notice->text().contains(QStringLiteral("Open a network")));
        QSignalSpy wanted(view, &NetworkView::networkWanted);
        notice->button().click();
        QCOMPARE(wanted.count(), 1);
        for (QDialog* dialog : window.findChildren<QDialog*>()) dialog->close();
    }

    void aNetworkIsSeenBeforeItIsLowered() {
        MainWindow window(m_theme);
        NetworkView* view = opened(window, kDigits);
        QVERIFY(view->graph());
        QCOMPARE(window.workspace(), ide::Workspace::Striding);
        QVERIFY(view->isVisible());
        QCOMPARE(window.session().state(), State::Empty); // nothing has run, nothing is loaded
        QCOMPARE(view->canvas().picture().boxes.size(), std::size_t{5});
        QVERIFY2(view->summary().contains(QStringLiteral("4 layers")), qPrintable(view->summary()));
        QVERIFY(view->summary().contains(QStringLiteral("All run on the circuit")));
        QVERIFY(view->refusal().isEmpty());
        click(*view, view->canvas().rectOf(boxOf(*view, "conv2")).center());
        QCOMPARE(selectedName(*view), QStringLiteral("conv2"));
        QCOMPARE(view->card().title(), QStringLiteral("conv2"));
        QCOMPARE(fact(*view, QStringLiteral("stride")), QStringLiteral("[2,2]"));
        QCOMPARE(fact(*view, QStringLiteral("weights")), QStringLiteral("i8 3 x 3 x 8 x 16"));
        QCOMPARE(fact(*view, QStringLiteral("Value")), QStringLiteral("i8 2 x 2 x 16"));
        QCOMPARE(fact(*view, QStringLiteral("MACs")), QStringLiteral("4,608"));
        QVERIFY(fact(*view, QStringLiteral("Runs on")).contains(QStringLiteral("by mask-max")));
        for (int way = 0; way < NetworkCard::kWays; ++way)
            QVERIFY(!view->card().button(static_cast<NetworkCard::Way>(way)).isEnabled());
        // From here it can be lowered; the dialog has this network.
        QSignalSpy wanted(view, &NetworkView::lowerWanted);
        for (QAction* action : view->findChildren<QAction*>())
            if (action->text() == QStringLiteral("Lower and Open...")) action->trigger();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(window.findChild<ide::NetworkDialog*>());
        window.findChild<ide::NetworkDialog*>()->reject();
    }

    void aLayerLeadsToItsRows() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWorkspace(ide::Workspace::Striding);
        putOnCircuit(window, digits());
        NetworkView* view = viewOf(window);
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("network"));
        QTRY_VERIFY(view->graph() && view->graph()->nodes[1].rowCount > 0);
        const lower::striding::Report& report = window.striding().facts()->report;
        click(*view, view->canvas().rectOf(boxOf(*view, "conv2")).center());
        QCOMPARE(window.selection().item().bundle,
                 std::optional(machine::BundleOf({}, report.layers[1].firstRow)));
        QCOMPARE(window.striding().choice().layer, QStringLiteral("conv2"));
        // What another view chooses is selected here.
        window.striding().choose({QStringLiteral("logits"), 3});
        QCOMPARE(selectedName(*view), QStringLiteral("logits"));
        window.striding().choose({QStringLiteral("conv1"), 2});
        QCOMPARE(selectedName(*view), QStringLiteral("conv1"));
        QCOMPARE(window.striding().choice().channel, std::uint64_t{2}); // and stays as it was chosen
        for (int way = 0; way < NetworkCard::kWays; ++way)
            QVERIFY(view->card().button(static_cast<NetworkCard::Way>(way)).isEnabled());
        QSignalSpy raised(view, &NetworkView::viewWanted);
        view->card().button(NetworkCard::Mask).click();
        QCOMPARE(raised.takeFirst().front().toString(), QStringLiteral("mask"));
        QVERIFY(tests::maskOf(window)->isVisible());
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("network"));
        view->card().button(NetworkCard::Rows).click();
        QVERIFY(window.documents().isVisible()); // the text is in another workspace
        QCOMPARE(window.selection().item().bundle,
                 std::optional(machine::BundleOf({}, report.layers[0].firstRow)));
        window.showWorkspace(ide::Workspace::Striding);
        view->card().button(NetworkCard::Tensor).click();
        QCOMPARE(window.workspace(), ide::Workspace::Tensors);
    }

    void whatIsComputedNowIsMarked() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWorkspace(ide::Workspace::Striding);
        putOnCircuit(window, digits());
        NetworkView* view = viewOf(window);
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("network"));
        QTRY_VERIFY(view->graph() && view->graph()->nodes[1].rowCount > 0);
        const QImage idle = view->canvas().grab().toImage();
        const std::uint32_t row = view->graph()->nodes[nodeOf(*view, "conv2")].firstRow;
        window.session().runTo(QString::number(row));
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy() && window.session().frame()->nextBundle == row,
                                 kPatience);
        QTRY_VERIFY(view->graph()->nodes[nodeOf(*view, "conv1")].clocks > 0);
        QCOMPARE(view->graph()->nodes[nodeOf(*view, "logits")].clocks, std::uint64_t{0});
        const QColor accent = m_theme[theme::Role::Accent];
        const auto barOf = [&](const char* name) {
            const QRectF box = view->canvas().rectOf(boxOf(*view, name));
            return view->canvas().grab().toImage().pixelColor(
                QPoint(static_cast<int>(box.left()) - 1, static_cast<int>(box.center().y())));
        };
        QCOMPARE(barOf("conv2").rgb(), accent.rgb());
        QVERIFY(barOf("conv1").rgb() != accent.rgb());
        QVERIFY(idle != view->canvas().grab().toImage());
    }

    void theKeyboardWalksAlongTheWires() {
        MainWindow window(m_theme);
        NetworkView* view = opened(window, kResidual);
        view->fold(NetworkView::Nothing);
        paint::NetworkCanvas& canvas = view->canvas();
        canvas.setFocus();
        const auto press = [&](Qt::Key key) { QTest::keyClick(&canvas, key); };
        press(Qt::Key_Home);
        QCOMPARE(selectedName(*view), QStringLiteral("x"));
        press(Qt::Key_Down); // x is read by conv0 and, further down, by add3
        QCOMPARE(selectedName(*view), QStringLiteral("conv0"));
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        QCOMPARE(selectedName(*view), QStringLiteral("add3"));
        press(Qt::Key_Up);
        QCOMPARE(selectedName(*view), QStringLiteral("batch_norm1"));
        press(Qt::Key_End);
        QCOMPARE(selectedName(*view), QStringLiteral("dense7"));
        // A row of two: what the constant is added to is beside it.
        view->select(nodeOf(*view, "constant2"));
        const bool isLeft =
            canvas.rectOf(boxOf(*view, "constant2")).left() < canvas.rectOf(boxOf(*view, "add3")).left();
        press(isLeft ? Qt::Key_Right : Qt::Key_Left);
        QCOMPARE(selectedName(*view), QStringLiteral("add3"));
        const double before = canvas.scale();
        press(Qt::Key_Plus);
        QVERIFY(canvas.scale() > before);
        press(Qt::Key_0);
        const QRectF all = canvas.rectOf(boxOf(*view, "x")).united(canvas.rectOf(boxOf(*view, "dense7")));
        QVERIFY(QRectF(canvas.rect()).contains(all));
        // Where there is room for it a graph that was moved is in the middle.
        canvas.zoom(0.5, {});
        canvas.resize(canvas.width() + 400, canvas.height());
        QApplication::processEvents();
        double left = canvas.width(), right = 0;
        for (std::size_t i = 0; i < canvas.picture().boxes.size(); ++i) {
            left = std::min(left, canvas.rectOf(i).left());
            right = std::max(right, canvas.rectOf(i).right());
        }
        QVERIFY2(std::abs(left - (canvas.width() - right)) < 0.1 * canvas.width(),
                 qPrintable(QStringLiteral("%1 %2 of %3").arg(left).arg(right).arg(canvas.width())));
    }

    // Too high to be read as a whole, it begins at the top with all of its width, wherever its first box is.
    void aHighGraphBeginsWithAllItsWidth() {
        scene::NetworkPicture high;
        high.width = 400;
        high.height = 2000;
        for (const std::int32_t left : {290, 10}) {
            scene::PictureBox box;
            box.lines = {"box"};
            box.at.x = left;
            box.at.y = 16; // as layouts have it
            box.width = 100;
            box.height = 40;
            box.nodes = {high.boxes.size()};
            high.boxOf.push_back(high.boxes.size());
            high.boxes.push_back(box);
        }
        paint::NetworkCanvas canvas(m_theme);
        canvas.resize(500, 300);
        canvas.QWidget::show();
        canvas.setPicture(high, {});
        QCOMPARE(canvas.scale(), 1.0);
        QCOMPARE(canvas.rectOf(1).left(), 60.0);
        QCOMPARE(canvas.rectOf(0).right(), 440.0);
        QCOMPARE(canvas.rectOf(0).top(), 16.0);
        canvas.resize(300, 300); // less than its width at the least scale to read
        QApplication::processEvents();
        QCOMPARE(canvas.scale(), 0.75);
        QVERIFY(std::abs(canvas.rectOf(0).right() - (300 - 8 - 0.75 * 10)) < 1);
    }

    void boxesFoldAndUnfoldWhereTheyAre() {
        MainWindow window(m_theme);
        NetworkView* view = opened(window, kResidual);
        paint::NetworkCanvas& canvas = view->canvas();
        const std::size_t folded = canvas.picture().boxes.size();
        view->fold(NetworkView::Nothing);
        const std::size_t all = canvas.picture().boxes.size();
        QCOMPARE(all, view->graph()->nodes.size());
        QVERIFY(folded < all);
        view->fold(NetworkView::Runs);
        QCOMPARE(canvas.picture().boxes.size(), folded);
        // By a click on the sign; the box stays where the pointer is.
        const std::size_t box = boxOf(*view, "conv0");
        QVERIFY(canvas.picture().boxes[box].group);
        const QPointF place = canvas.rectOf(box).center();
        click(*view, canvas.signOf(box).center());
        QCOMPARE(canvas.picture().boxes.size(), folded + 1); // conv0 and batch_norm1
        QVERIFY((canvas.rectOf(boxOf(*view, "conv0")).center() - place).manhattanLength() < 2);
        QCOMPARE(selectedName(*view), QStringLiteral("conv0"));
        // And back by the keyboard.
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Space);
        QCOMPARE(canvas.picture().boxes.size(), folded);
        view->fold(NetworkView::Blocks);
        QVERIFY(canvas.picture().boxes.size() <= folded);
    }

    void aLayerIsFoundByNameAndKind() {
        MainWindow window(m_theme);
        NetworkView* view = opened(window, kDigits);
        auto* edit = view->findChild<QLineEdit*>();
        edit->setFocus();
        view->search(QStringLiteral("CONV"));
        const auto next = [&](Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(edit, Qt::Key_Return, modifiers);
            return selectedName(*view);
        };
        QCOMPARE(next(), QStringLiteral("conv1"));
        QCOMPARE(next(), QStringLiteral("conv2"));
        QCOMPARE(next(), QStringLiteral("conv1")); // round again
        QCOMPARE(next(Qt::ShiftModifier), QStringLiteral("conv2"));
        view->search(QStringLiteral("dense")); // which is a kind
        QCOMPARE(next(), QStringLiteral("logits"));
        view->search(QStringLiteral("no such thing"));
        QCOMPARE(next(), QStringLiteral("logits"));
    }

    void theTableSaysTheSame() {
        MainWindow window(m_theme);
        NetworkView* view = opened(window, kResidual);
        paint::SceneTableModel& model = view->twin().model();
        const QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), static_cast<int>(view->graph()->nodes.size()));
        const int row = static_cast<int>(nodeOf(*view, "add3"));
        const auto cell = [&](int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(cell(paint::NetworkColumn::Layer), QStringLiteral("add3"));
        QCOMPARE(cell(paint::NetworkColumn::Kind), QStringLiteral("add, relu"));
        QCOMPARE(cell(paint::NetworkColumn::Reads), QStringLiteral("batch_norm1, x"));
        QCOMPARE(cell(paint::NetworkColumn::Shape), QStringLiteral("6 x 6 x 3"));
        view->twin().showTable(true);
        view->twin().table().setCurrentIndex(model.index(row, 0));
        QCOMPARE(selectedName(*view), QStringLiteral("add3")); // in a box of its own, unfolded for it
        QCOMPARE(view->card().title(), QStringLiteral("add3"));
    }

    void asLoweredHasFewerLayers() {
        MainWindow window(m_theme);
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("n.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"schema": "lanewright.network", "version": 1, "name": "n", "dtype": "f32",
                       "input": {"name": "x", "shape": [4, 4, 1]}, "outputs": ["r"],
                       "layers": [{"name": "s", "kind": "add", "inputs": ["x", "x"]},
                                  {"name": "r", "kind": "relu", "inputs": ["s"]}]})");
        file.close();
        NetworkView* view = opened(window, file.fileName());
        view->fold(NetworkView::Nothing);
        QCOMPARE(view->canvas().picture().boxes.size(), std::size_t{3});
        view->select(nodeOf(*view, "r"));
        QVERIFY(fact(*view, QStringLiteral("Runs on")).endsWith(QStringLiteral("in s")));
        view->select(nodeOf(*view, "s"));
        view->showStage(Stage::Lowered);
        QCOMPARE(view->canvas().picture().boxes.size(), std::size_t{2});
        QCOMPARE(selectedName(*view), QStringLiteral("s"));
        QCOMPARE(view->canvas().picture().boxes[boxOf(*view, "s")].lines.front(), std::string("add, relu"));
    }

    // In a mode that the circuit has not enough columns for: the graph is shown with the reason.
    void whyItCannotBeLoweredIsSaidAtTheLayer() {
        MainWindow window(m_theme);
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("n.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"schema": "lanewright.network", "version": 1, "name": "n", "dtype": "f32",
                       "input": {"name": "x", "shape": [4, 64, 1]}, "outputs": ["wide"],
                       "layers": [{"name": "first", "kind": "relu", "inputs": ["x"]},
                                  {"name": "wide", "kind": "conv", "inputs": ["first"], "kernel": [1, 1],
                                   "stride": [1, 40], "weights": "w.npy"}]})");
        file.close();
        const float one = 1;
        QVERIFY(
            bool(tensor::writeNpy(folder.filePath(QStringLiteral("w.npy")).toStdString(),
                                  tensor::Tensor::of(tensor::DType::F32, {1, 1, 1, 1}, std::span(&one, 1)))));
        window.resize(1600, 1000);
        window.show();
        striding::StridingRequest request;
        request.network = file.fileName();
        request.machine = QStringLiteral("inference-teaching");
        request.mode = lower::striding::Mode::MatrixMax;
        window.lowerNetwork(request);
        QTRY_COMPARE_WITH_TIMEOUT(window.workspace(), ide::Workspace::Striding, kPatience);
        NetworkView* view = viewOf(window);
        QTRY_VERIFY_WITH_TIMEOUT(view->graph() && !view->refusal().isEmpty() && view->selected(), kPatience);
        QVERIFY(view->isVisible());
        QVERIFY2(view->refusal().contains(QStringLiteral("\"wide\"")), qPrintable(view->refusal()));
        QCOMPARE(selectedName(*view), QStringLiteral("wide"));
        QVERIFY(view->card().why().isEmpty()); // it would be the circuit's
        QCOMPARE(window.session().state(), State::Empty);
        // In another mode it can be.
        request.mode = lower::striding::Mode::SpaceToDepth;
        putOnCircuit(window, request);
        QTRY_VERIFY_WITH_TIMEOUT(view->refusal().isEmpty(), kPatience);
    }

    void whatCannotBeReadIsSaid() {
        MainWindow window(m_theme);
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("no.json")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"schema\": 1}") > 0);
        file.close();
        window.show();
        window.openNetwork(file.fileName());
        window.findChild<ide::NetworkDialog*>()->reject();
        NetworkView* view = viewOf(window);
        auto* notice = view->findChild<theme::EmptyNotice*>();
        QTRY_VERIFY_WITH_TIMEOUT(notice->text().contains(QStringLiteral("version")), kPatience);
        QVERIFY(!view->graph());
    }

    void aTextIsRefusedBeforeAnythingIsAsked() {
        MainWindow window(m_theme);
        window.show();
        window.openNetwork(QStringLiteral(LW_ROOT "/LICENSE"));
        QVERIFY(!window.findChild<ide::NetworkDialog*>());
        const auto* box = window.findChild<QMessageBox*>(QStringLiteral("networkNotRead"));
        QVERIFY(box && box->isVisible());
        QVERIFY2(box->text().contains(QStringLiteral("is not a network")), qPrintable(box->text()));
        QVERIFY2(box->text().contains(QStringLiteral("LICENSE")), qPrintable(box->text()));
        QCOMPARE(window.session().state(), State::Empty);
    }

    // Nothing of the larger one is left: not what was selected, found or folded.
    void aSmallerNetworkFollowsALargerOne() {
        MainWindow window(m_theme);
        NetworkView* view = opened(window, kResidual);
        view->fold(NetworkView::Nothing);
        view->search(QStringLiteral("dense"));
        view->select(nodeOf(*view, "dense7"));
        QVERIFY(*view->selected() > 4);
        QCOMPARE(opened(window, kDigits), view);
        QTRY_VERIFY_WITH_TIMEOUT(view->graph() && view->graph()->nodes.size() == 5, kPatience);
        QVERIFY(!view->selected());
        QCOMPARE(view->card().model().rowCount(), 0);
        QCOMPARE(view->canvas().picture().boxes.size(), std::size_t{5});
        view->showStage(Stage::Lowered);
        view->fold(NetworkView::Blocks);
        QTest::keyClick(&view->canvas(), Qt::Key_End);
        QCOMPARE(selectedName(*view), QStringLiteral("logits"));
    }

    void itIsExported() {
        MainWindow window(m_theme);
        NetworkView* view = opened(window, kResidual);
        QTemporaryDir folder;
        const QString svg = folder.filePath(QStringLiteral("n.svg")),
                      png = folder.filePath(QStringLiteral("n.png"));
        QVERIFY(!view->exportSvg(svg) && !view->exportPng(png));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("conv 3 x 3") && text.contains("dense7"));
        const scene::NetworkPicture& picture = view->canvas().picture();
        QCOMPARE(QImage(png).size(), QSize(3 * (picture.width + 16), 3 * (picture.height + 16)));
        QVERIFY(view->exportSvg(folder.filePath(QStringLiteral("none/n.svg"))).has_value());
    }

    // Boxes without a pixel of text on another, at any scale, in both themes; what the host does is hatched.
    void itIsPaintedInEveryTheme() {
        MainWindow window(m_theme);
        NetworkView* view = opened(window, kResidual);
        paint::NetworkCanvas& canvas = view->canvas();
        QSet<QRgb> fills;
        for (const theme::Choice choice : {theme::Choice::Light, theme::Choice::Dark}) {
            m_theme.choose(choice);
            for (const double scale : {0.2, 1.0, 2.0}) {
                canvas.fit();
                canvas.zoom(scale / canvas.scale(), canvas.rectOf(boxOf(*view, "dense7")).center());
                const QRectF box = canvas.rectOf(boxOf(*view, "dense7"));
                const QColor edge = canvas.grab().toImage().pixelColor(
                    QPoint(static_cast<int>(box.center().x()), static_cast<int>(std::floor(box.top()))));
                QVERIFY(edge != m_theme[theme::Role::Surface]);
                fills.insert(edge.rgb());
            }
        }
        m_theme.choose(theme::Choice::Light);
        QVERIFY(fills.size() >= 2);
    }
};

int tst_network_view(int argc, char** argv) {
    return lw::tests::run<TestNetworkView, QApplication>(argc, argv);
}
#include "tst_network_view.moc"
