// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/beside_view.h"
#include "widgets/firmware/graph_view.h"
#include "widgets/state/vector_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lw;
using firmware::BesideView;
using firmware::GraphView;
using firmware::LinesTable;
using ide::MainWindow;

namespace {

const QString kDense = QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw");
constexpr int kGraphPatience = 60'000;

template <typename View> View& viewOf(MainWindow& window) {
    auto* view = window.page(ide::Workspace::Firmware)->findChild<View*>();
    LW_REQUIRE(view, "the workspace has it");
    return *view;
}

std::size_t boxSaying(const GraphView& view, const std::string& title) {
    const auto& boxes = const_cast<GraphView&>(view).canvas().picture().boxes;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (boxes[i].lines.front() == title) return i;
    return boxes.size();
}

void clickBox(GraphView& view, const std::string& title) {
    const std::size_t box = boxSaying(view, title);
    QVERIFY(box < view.canvas().picture().boxes.size());
    view.canvas().show(box);
    QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, view.canvas().rectOf(box).center().toPoint());
}

// Those of the instruction that is selected, not of its chain alone.
QStringList markedIn(const LinesTable& lines) {
    QStringList out;
    for (std::size_t i = 0; i < lines.lines().size(); ++i)
        if (lines.markOf(i) == LinesTable::Mark::Own) out << lines.lines()[i].text.trimmed();
    return out;
}

} // namespace

class TestValueGraphView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings, m_folder;

    void open(MainWindow& window, const QString& file) {
        window.resize(1280, 800);
        window.show();
        window.showWorkspace(ide::Workspace::Firmware);
        window.page(ide::Workspace::Firmware)->raiseView(QStringLiteral("value-graph"));
        window.startWith(file);
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().values(), kGraphPatience);
    }
    QString layered() {
        QFile file(m_folder.filePath(QStringLiteral("layers.lw")));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin = 0.75\n"
                   "v_rd NetQ, 0\nv_wr InitialVrf, 0\nend_chain\n;@layer a begin\n"
                   "v_rd InitialVrf, 0\nv_relu\nv_tanh\nv_wr InitialVrf, 1\nend_chain\n"
                   ";@layer a end\n;@layer b begin\nv_rd InitialVrf, 1\nv_sigm\n"
                   "v_wr NetQ, 0\nend_chain\n;@layer b end\nhalt\n");
        return file.fileName();
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }

    // What the example's README says that the values are.
    void boxesHaveTheFirmwaresNumbers() {
        MainWindow window(m_theme);
        open(window, kDense);
        auto& view = viewOf<GraphView>(window);
        const auto& boxes = view.canvas().picture().boxes;
        const auto lines = boxes[boxSaying(view, "v_wr.q AddSubVrf0, 0")].lines;
        QVERIFY((lines ==
                 std::vector<std::string>{"v_wr.q AddSubVrf0, 0", "15: v5", "1 vector", "2.25 0 2.75 0.25"}));
        QCOMPARE(view.twin().model().rowCount(), 15);
        const auto cell = [&](int row, int column) {
            return view.twin()
                .model()
                .data(view.twin().model().index(row, column), Qt::DisplayRole)
                .toString();
        };
        QCOMPARE(cell(7, 0), QStringLiteral("v7"));
        QCOMPARE(cell(7, 1), QStringLiteral("19: vv_add AddSubVrf0, 0"));
        QCOMPARE(cell(7, 3), QStringLiteral("v6, v5"));
        QCOMPARE(cell(7, 5), QStringLiteral("3.125 -0.5 4.5 0.8281"));
        QCOMPARE(cell(5, 6), QStringLiteral("AddSubVrf0[0]"));
        QCOMPARE(cell(7, 7), QStringLiteral("v6"));
        // Of four sums, two read the product itself, and two depend on it by way of the other one.
        const auto dashed = [&] {
            return std::ranges::count(view.canvas().picture().wires, false, &scene::PictureWire::isRead);
        };
        QCOMPARE(dashed(), 2);
        view.dependencies().setChecked(false);
        QCOMPARE(dashed(), 0);
    }

    // Values are on wires, clear of boxes and of each other, and next to the selected box with numbers.
    void wiresHaveValues() {
        MainWindow window(m_theme);
        open(window, kDense);
        auto& view = viewOf<GraphView>(window);
        paint::NetworkCanvas& canvas = view.canvas();
        const auto texts = [&] {
            QStringList out;
            for (const paint::GraphLabel& label : canvas.labels()) out << label.text;
            return out;
        };
        QVERIFY(texts().contains(QStringLiteral("v5")) || texts().contains(QStringLiteral("v4")));
        clickBox(view, "v_wr.q AddSubVrf0, 0");
        QVERIFY2(texts().contains(QStringLiteral("v5: 2.25 0 2.75 0.25")),
                 qPrintable(texts().join(QLatin1Char('|'))));
        const QVector<paint::GraphLabel> labels = canvas.labels();
        for (const paint::GraphLabel& label : labels) {
            for (std::size_t box = 0; box < canvas.picture().boxes.size(); ++box)
                QVERIFY(!canvas.rectOf(box).intersects(label.rect));
            for (const paint::GraphLabel& other : labels)
                QVERIFY(&other == &label || !other.rect.intersects(label.rect));
        }
    }

    // The sigmoid is put where the input was: dots, a line of the card, and a column of the table.
    void whatIsWrittenOver() {
        QFile file(m_folder.filePath(QStringLiteral("over.lw")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin = 0.75\n"
                   "v_rd NetQ, 0\nv_relu\nv_wr InitialVrf, 0\nend_chain\n"
                   "v_rd InitialVrf, 0\nv_tanh\nv_wr InitialVrf, 1\nend_chain\n"
                   "v_rd InitialVrf, 1\nv_sigm\nv_wr InitialVrf, 0\nv_wr NetQ, 0\nend_chain\nhalt\n");
        file.close();
        MainWindow window(m_theme);
        open(window, file.fileName());
        auto& view = viewOf<GraphView>(window);
        const auto dotted = [&] {
            return std::ranges::count(view.canvas().picture().wires, true, &scene::PictureWire::isOrder);
        };
        QCOMPARE(dotted(), 0);
        view.replaced().setChecked(true);
        QCOMPARE(dotted(), 1);
        clickBox(view, "v_sigm");
        QVERIFY2(view.card().contains(QStringLiteral("Takes the place of: v3")), qPrintable(view.card()));
        const auto& model = view.twin().model();
        QCOMPARE(model.data(model.index(3, 8), Qt::DisplayRole).toString(), QStringLiteral("v3"));
    }

    void aClickSelectsTheInstructionAndThePlace() {
        MainWindow window(m_theme);
        open(window, kDense);
        auto& view = viewOf<GraphView>(window);
        clickBox(view, "v_wr.q AddSubVrf0, 1");
        QCOMPARE(window.selection().item().bundle->bundle, 25U);
        auto& beside = viewOf<BesideView>(window);
        QCOMPARE(markedIn(beside.firmwareLines()), QStringList{QStringLiteral("v_wr.q AddSubVrf0, 1")});
        QCOMPARE(markedIn(beside.softwareLines()),
                 QStringList{QStringLiteral("v10 = f.block(v9, bits=5)  # 25: v_wr.q AddSubVrf0, 1")});
        QVERIFY2(view.card().contains(QStringLiteral("Put into: AddSubVrf0[1]")), qPrintable(view.card()));
        window.selection().selectBundle({{}, 19}); // in another view
        QVERIFY(view.card().startsWith(QStringLiteral("vv_add AddSubVrf0, 0")));
        QVERIFY(!view.placeButton().isVisible()); // it goes on in its chain
        clickBox(view, "v_wr.q AddSubVrf0, 1");
        QVERIFY(view.placeButton().isVisible());
        view.placeButton().click();
        auto& vectors = viewOf<state::VectorView>(window);
        QTRY_COMPARE(vectors.files().currentText(), QStringLiteral("AddSubVrf0"));
        const auto& current = vectors.canvas().current();
        QVERIFY(current && current->picture == 1 && current->column == 0);
    }

    void layersFoldAndUnfold() {
        MainWindow window(m_theme);
        open(window, layered());
        auto& view = viewOf<GraphView>(window);
        QCOMPARE(view.canvas().picture().boxes.size(), std::size_t{4}); // netin, a, b, netout
        Q_EMIT view.canvas().foldWanted(boxSaying(view, "a"));
        QCOMPARE(view.canvas().picture().boxes.size(), std::size_t{5});
        QVERIFY(boxSaying(view, "v_tanh") < 5);
        Q_EMIT view.canvas().foldWanted(boxSaying(view, "v_tanh"));
        QCOMPARE(view.canvas().picture().boxes.size(), std::size_t{4});
    }

    // The chip has several register files: each has its names, which the debugger's expressions know.
    void vectorsOfEveryRegisterFile() {
        MainWindow window(m_theme);
        open(window, kDense);
        auto& vectors = viewOf<state::VectorView>(window);
        QCOMPARE(vectors.files().count(), 4);
        window.page(ide::Workspace::Firmware)->raiseView(QStringLiteral("vectors"));
        window.session().perform(machine::StepBundle{20});
        QTRY_COMPARE(window.session().frame()->nextBundle, 20U);
        vectors.canvas().setFile(
            static_cast<std::size_t>(vectors.files().findText(QStringLiteral("AddSubVrf0"))));
        QCOMPARE(vectors.canvas().scene().front().name, std::string("[0]"));
        QCOMPARE(vectors.canvas().valueAt({0, 0, 2}), QStringLiteral("2.75"));
        const QString name = vectors.canvas().nameAt({0, 0, 2});
        QVERIFY2(name.contains(QStringLiteral("AddSubVrf0")) && name.endsWith(QStringLiteral("[0][2]")),
                 qPrintable(name));
        vectors.canvas().choose({0, 0, 2});
        QCOMPARE(vectors.canvas().current()->column, 2U);
    }
};

int tst_value_graph_view(int argc, char** argv) {
    return lw::tests::run<TestValueGraphView, QApplication>(argc, argv);
}
#include "tst_value_graph_view.moc"
