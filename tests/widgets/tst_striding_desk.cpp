// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/script_runner.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/circuit/pooling_view.h"
#include "widgets/striding/exactness_view.h"
#include "widgets/striding/mask_view.h"
#include "widgets/striding/patch_view.h"
#include "widgets/striding/report_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QDockWidget>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace lw;
using ide::MainWindow;
using session::State;
using striding::MaskView;

namespace {

const QString kNetworks = QStringLiteral(LW_ROOT "/examples/networks/");
constexpr int kLongWait = 60000; // a busy host

QByteArray textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
void writeFile(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}
// Files of an example whose names begin so, into another folder.
void copyExample(const QString& folder, const QString& name, const QString& to) {
    for (const QFileInfo& file :
         QDir(kNetworks + folder).entryInfoList({name + QLatin1Char('*')}, QDir::Files))
        QVERIFY(QFile::copy(file.filePath(), to + QLatin1Char('/') + file.fileName()));
}

} // namespace

// What the views of one network share, and how a network is opened.
class TestStridingDesk : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;

    static void waitForModes(MainWindow& window) {
        QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts() && window.striding().facts()->compared == 9,
                                 kLongWait);
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy() && window.session().state() == State::Paused,
                                 kLongWait);
    }
    static void run(MainWindow& window) {
        window.actions()["run"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy() && window.session().state() == State::Halted,
                                 kLongWait);
    }

    static void runDigits(MainWindow& window) {
        window.resize(1600, 1000);
        window.show();
        window.openExample(QStringLiteral("networks/strided-digits/digits.json"));
        waitForModes(window);
        run(window);
    }

    // A desk without a window, and what its views need.
    struct Desk {
        session::DebugSession session;
        session::Selection selection;
        striding::StridingDesk striding;
        session::ViewContext context;
        explicit Desk(theme::Theme& theme) : context{theme, session, selection} {
            connect(&striding, &striding::StridingDesk::lowered, &striding,
                    &striding::StridingDesk::setProgram);
        }
        void open(const QString& network, const QString& input) {
            QSignalSpy lowered(&striding, &striding::StridingDesk::lowered);
            striding.lowerNetwork(
                {network, QStringLiteral("inference-teaching"), lower::striding::Mode::MaskMax, input, {}});
            QTRY_VERIFY_WITH_TIMEOUT(!lowered.isEmpty() && !striding.isBusy(), kLongWait);
        }
    };

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    // What is chosen in one view is shown by all of them.
    void layerAndChannelAreChosenOnce() {
        MainWindow window(m_theme);
        runDigits(window);
        auto* page = window.page(ide::Workspace::Striding);
        const auto bars = page->findChildren<striding::LayerBar*>();
        QCOMPARE(bars.size(), 3);
        auto& mask = *page->findChild<MaskView*>();
        auto& exactness = *page->findChild<striding::ExactnessView*>();
        auto& patch = *page->findChild<striding::PatchView*>();
        const auto shows = [&](const QString& layer, std::uint64_t channel) {
            if (!QTest::qWaitFor([&] { return !patch.isWaiting(); }, kLongWait)) return false;
            for (const striding::LayerBar* bar : bars)
                if (bar->layerName() != layer || bar->channel() != channel) return false;
            return exactness.scene().layer == layer.toStdString() && exactness.scene().channel == channel &&
                   patch.scene() && patch.scene()->layer == layer.toStdString() &&
                   patch.scene()->place.channel == channel;
        };
        QVERIFY(shows(QStringLiteral("conv1"), 0));
        mask.showChannel(5);
        QVERIFY(shows(QStringLiteral("conv1"), 5));
        mask.showLayer(1);
        QVERIFY(shows(QStringLiteral("conv2"), 0));
        for (striding::LayerBar* bar : bars) {
            bar->findChild<QSpinBox*>()->setValue(4); // channels count from 1 where people read them
            QVERIFY(shows(QStringLiteral("conv2"), 3));
            bar->choose(0, 2);
            QVERIFY(shows(QStringLiteral("conv1"), 2));
            bar->choose(1, 0);
        }
        // A layer that does not stride is in the patch view alone.
        window.striding().choose({QStringLiteral("logits"), 9});
        QTRY_VERIFY_WITH_TIMEOUT(!patch.isWaiting(), kLongWait);
        QCOMPARE(patch.scene()->layer, std::string("logits"));
        QCOMPARE(patch.scene()->place.channel, std::uint64_t{9});
        QCOMPARE(mask.findChild<striding::LayerBar*>()->layerName(), QStringLiteral("conv2"));
    }

    // The product of the mask is what streams through the lane of its channel.
    void theLaneOfThePoolingIsAChannel() {
        MainWindow window(m_theme);
        runDigits(window);
        auto* page = window.page(ide::Workspace::Striding);
        auto& pooling = *page->findChild<circuit::PoolingView*>();
        page->raiseView(QStringLiteral("pooling"));
        window.striding().choose({QStringLiteral("conv2"), 14}); // of the last strip
        QTRY_VERIFY_WITH_TIMEOUT(!pooling.feed().isWaiting(), kLongWait);
        pooling.feed().goTo(static_cast<int>(pooling.feed().bundles().size()) - 1);
        QTRY_VERIFY_WITH_TIMEOUT(
            pooling.feed().isThere() && !pooling.feed().isWaiting() && !window.session().isBusy(), kLongWait);
        QVERIFY2(pooling.summary().contains(QStringLiteral("conv2, channel 15")),
                 qPrintable(pooling.summary()));
        const auto loaded = window.session().loaded();
        const auto picture = scene::striding::maskPicture(
            loaded->scope(), window.striding().facts()->layer(1), 14, window.session().frame()->nextBundle,
            window.session().frame()->state, nullptr);
        QVERIFY(picture && picture->find("second"));
        const scene::CellPicture& product = picture->find("second")->cells;
        const scene::CellPicture& values = pooling.feed().moment()->windows.values;
        QVERIFY(values.columns == product.columns && values.rows <= product.rows);
        const std::size_t skipped = product.bits.size() - values.bits.size(); // of strips before this one
        for (std::size_t i = 0; i < values.bits.size(); ++i)
            QCOMPARE(values.value(i), product.value(skipped + i));
        pooling.lane().setValue(2); // lanes count from 1
        QTRY_VERIFY_WITH_TIMEOUT(!pooling.feed().isWaiting(), kLongWait);
        QVERIFY(window.striding().choice() == (striding::StridingDesk::Choice{QStringLiteral("conv2"), 9}));
    }

    // What the circuit has not computed yet is foretold, in both directions of time.
    void theVerdictFillsAsTheCircuitComputes() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.openExample(QStringLiteral("networks/worked-examples/e02.json?mask-max"));
        waitForModes(window);
        auto* page = window.page(ide::Workspace::Striding);
        auto& view = *page->findChild<striding::ExactnessView*>();
        const auto settle = [&] { QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting(), kLongWait); };
        const auto there = [&] {
            int out = 0;
            for (const std::uint8_t flags : view.scene().modes[0].difference.flags)
                out += (flags & scene::kWritten) != 0;
            return out;
        };
        const striding::ModeCard& own = *view.cards()[0];
        settle();
        QCOMPARE(own.verdict(), QStringLiteral("predicted: wrong: 2 of 4"));
        QCOMPARE(own.status(), QStringLiteral("0 of 4 by now, 0 wrong"));
        QCOMPARE(there(), 0);
        QCOMPARE(view.cards()[2]->verdict(), QStringLiteral("exact"));
        QCOMPARE(view.cards()[2]->status(), QStringLiteral("by a whole run in the background"));
        const auto& report = page->findChild<striding::ReportView*>()->model();
        QMap<QString, QString> rows;
        for (int row = 0; row < report.rowCount(); ++row)
            rows[report.index(row, 0).data().toString()] = report.index(row, 1).data().toString();
        QCOMPARE(rows[QStringLiteral("Predicted")], QStringLiteral("wrong: 2 of 4"));
        QCOMPARE(rows[QStringLiteral("Confirmed")], QStringLiteral("by a whole run in the background"));
        run(window);
        settle();
        QCOMPARE(own.verdict(), QStringLiteral("wrong: 2 of 4"));
        QCOMPARE(own.status(), QStringLiteral("all 4 computed, 2 wrong"));
        QCOMPARE(there(), 4);
        window.actions()["runBack"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy(), kLongWait);
        settle();
        QCOMPARE(own.status(), QStringLiteral("0 of 4 by now, 0 wrong"));
        QCOMPARE(there(), 0);
    }

    // Opened again it runs again, and what changed on the disk is compared anew.
    void aNetworkIsOpenedTwice() {
        QTemporaryDir folder;
        copyExample(QStringLiteral("worked-examples"), QStringLiteral("e02."), folder.path());
        const striding::StridingRequest request{folder.filePath(QStringLiteral("e02.json")),
                                                QStringLiteral("inference-teaching"),
                                                lower::striding::Mode::MaskMax,
                                                folder.filePath(QStringLiteral("e02.x.npy")),
                                                {}};
        MainWindow window(m_theme);
        window.show();
        std::uint64_t clocks = 0;
        for (const std::uint64_t wrong : {2, 2, 0}) {
            // Of nothing but zeros no number is lost.
            if (wrong == 0) {
                const QByteArray npy = textOf(request.input);
                writeFile(request.input, npy.left(npy.size() - 256) + QByteArray(256, '\0')); // 8 x 8 float32
            }
            QSignalSpy lowered(&window.striding(), &striding::StridingDesk::lowered);
            QSignalSpy loaded(&window.session(), &session::DebugSession::programChanged);
            window.lowerNetwork(request);
            QTRY_VERIFY_WITH_TIMEOUT(!lowered.isEmpty() && loaded.size() > 1, kLongWait);
            // The desk reads the report when the program's first frame is there.
            QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy() && window.session().frame(), kLongWait);
            QTRY_VERIFY_WITH_TIMEOUT(!window.striding().isBusy(), kLongWait);
            waitForModes(window);
            QCOMPARE(window.session().frame()->clock, std::uint64_t{0});
            run(window);
            const std::uint64_t before = std::exchange(clocks, window.session().frame()->clock);
            QVERIFY(clocks > 0 && (before == 0 || before == clocks));
            QCOMPARE(window.striding().facts()->layer(0).wrong, wrong);
        }
    }

    // As other verbs do: with the line, and with code 1.
    void aScriptEndsAtANetworkThatCannotBeOpened_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("words");
        QTest::newRow("missing") << "network no-such.json"
                                 << "no-such.json";
        QTest::newRow("no network") << "network no.json"
                                    << "version";
        QTest::newRow("other input") << "network e02.json inference-teaching auto other.npy"
                                     << "[2, 2]";
        QTest::newRow("no machine") << "network e02.json no-such-machine"
                                    << "no-such-machine";
    }
    void aScriptEndsAtANetworkThatCannotBeOpened() {
        QFETCH(QString, line);
        QFETCH(QString, words);
        QTemporaryDir folder;
        copyExample(QStringLiteral("worked-examples"), QStringLiteral("e02."), folder.path());
        writeFile(folder.filePath(QStringLiteral("no.json")), "{\"schema\": 1}");
        QByteArray npy("\x93NUMPY\x01\x00", 8);
        QByteArray header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }");
        header = header.leftJustified(117, ' ') + '\n';
        npy += QByteArray("\x76\x00", 2) + header + QByteArray(16, '\0');
        writeFile(folder.filePath(QStringLiteral("other.npy")), npy);
        const QString script = folder.filePath(QStringLiteral("script.lws"));
        writeFile(script, "# a remark\n" + line.toUtf8() + "\nsize 1300 800\n");
        MainWindow window(m_theme);
        window.show();
        ide::ScriptRunner runner(window, script);
        runner.start();
        const QString said = folder.filePath(QStringLiteral("said"));
        const int before = dup(STDERR_FILENO);
        std::freopen(qPrintable(said), "w", stderr);
        const int code = QApplication::exec();
        std::fflush(stderr);
        dup2(before, STDERR_FILENO);
        close(before);
        QCOMPARE(code, 1);
        const QString text = QString::fromUtf8(textOf(said));
        QVERIFY2(text.contains(script + QStringLiteral(":2: network: ")), qPrintable(text));
        QVERIFY2(text.contains(words), qPrintable(text));
    }

    // The views say that there is nothing to see in them; sums can be looked at.
    void aNetworkThatDoesNotStride() {
        QTemporaryDir folder;
        copyExample(QStringLiteral("worked-examples"), QStringLiteral("e02."), folder.path());
        const QString path = folder.filePath(QStringLiteral("e02.json"));
        writeFile(path, textOf(path).replace("\"stride\": [4, 4]", "\"stride\": [1, 1]"));
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.lowerNetwork({path,
                             QStringLiteral("inference-teaching"),
                             {},
                             folder.filePath(QStringLiteral("e02.x.npy")),
                             {}});
        QTRY_VERIFY_WITH_TIMEOUT(window.session().state() == State::Paused && window.striding().facts(),
                                 kLongWait);
        run(window);
        auto* page = window.page(ide::Workspace::Striding);
        QCOMPARE(page->findChild<striding::ExactnessView*>()->cards().size(), std::size_t{0});
        const auto saysWhy = [](const QWidget* view) {
            for (const auto* notice : view->findChildren<theme::EmptyNotice*>())
                if (notice->isVisibleTo(view) &&
                    notice->text().contains(QStringLiteral("No convolution of this network strides")))
                    return true;
            return false;
        };
        QVERIFY(saysWhy(page->findChild<MaskView*>()));
        QVERIFY(saysWhy(page->findChild<striding::ExactnessView*>()));
        QVERIFY(!window.striding().facts()->isComparing());
        page->raiseView(QStringLiteral("patch"));
        auto& patch = *page->findChild<striding::PatchView*>();
        window.striding().showElement({QStringLiteral("y"), {scene::striding::PatchTensor::Out, 0, 4, 0}});
        QTRY_VERIFY_WITH_TIMEOUT(!patch.isWaiting(), kLongWait);
        QVERIFY(patch.scene());
        QCOMPARE(QString::fromStdString(patch.scene()->value), QStringLiteral("-14"));
        const auto& report = page->findChild<striding::ReportView*>()->model();
        QVERIFY(report.index(2, 1).data().toString().contains(QStringLiteral("strides")));
    }

    // From the first moment, with and without a network.
    void thePicturesHaveTheRoom() {
        MainWindow window(m_theme);
        window.resize(1280, 800);
        window.show();
        window.showWorkspace(ide::Workspace::Striding);
        QTest::qWait(100);
        const auto* page = window.page(ide::Workspace::Striding);
        const auto sizeOf = [&](const char* name) {
            for (const QDockWidget* dock : page->docks())
                if (dock->objectName() == QLatin1String(name)) return dock->size();
            return QSize();
        };
        const auto isShared = [&] {
            return sizeOf("grid").width() < page->width() * 3 / 10 &&
                   sizeOf("exactness").height() < page->height() / 2;
        };
        QVERIFY(isShared());
        window.openExample(QStringLiteral("networks/edge-filter/edge_filter.json"));
        waitForModes(window);
        QVERIFY(isShared());
        auto& mask = *page->findChild<MaskView*>();
        for (const MaskView::Pane pane :
             {MaskView::Mask, MaskView::Product, MaskView::Input, MaskView::Output, MaskView::Wanted})
            QCOMPARE(mask.pane(pane).y(), mask.pane(MaskView::First).y()); // side by side
        const double side = 256 * mask.pane(MaskView::First).canvas().scale();
        // Six of them fill the width of the view.
        const double width = mask.pane(MaskView::First).parentWidget()->width();
        QVERIFY2(6 * side > 0.9 * width, qPrintable(QString::number(side)));
        for (striding::ModeCard* card : page->findChild<striding::ExactnessView*>()->cards())
            QVERIFY2(card->canvas().height() > 90, qPrintable(QString::number(card->canvas().height())));
    }

    // The network was changed since, so that the modes refer to a layer that the program does not have.
    void noCardsStandBesideAnError() {
        QTemporaryDir folder;
        copyExample(QStringLiteral("strided-digits"), QString(), folder.path());
        const QString path = folder.filePath(QStringLiteral("digits.json"));
        Desk desk(m_theme);
        striding::ExactnessView view(desk.context, desk.striding);
        desk.open(path, folder.filePath(QStringLiteral("digits.x.npy")));
        QCOMPARE(view.cards().size(), std::size_t{9});
        writeFile(path, textOf(path).replace("\"conv2\"", "\"other\""));
        desk.striding.compareModes();
        QTRY_VERIFY_WITH_TIMEOUT(!desk.striding.isBusy(), kLongWait);
        QCOMPARE(view.cards().size(), std::size_t{9});
        QVERIFY(view.message().isEmpty());
        view.showLayer(1);
        QVERIFY2(view.message().contains(QStringLiteral("other")), qPrintable(view.message()));
        QCOMPARE(view.cards().size(), std::size_t{0});
        QCOMPARE(view.twin().model().rowCount(), 0);
        view.showLayer(0);
        QCOMPARE(view.cards().size(), std::size_t{9});
        QVERIFY(view.message().isEmpty());
    }
};

int tst_striding_desk(int argc, char** argv) {
    return lw::tests::run<TestStridingDesk, QApplication>(argc, argv);
}
#include "tst_striding_desk.moc"
