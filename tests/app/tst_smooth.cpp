// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/striding/patch_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>

using namespace lw;
using ide::MainWindow;
using session::State;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr qint64 kLongest = 1000; // slow as it is built, not as it is written
constexpr int kCount = 500'000;
#else
constexpr qint64 kLongest = 100; // milliseconds that a person does not notice
constexpr int kCount = 50'000'000;
#endif

// The longest time in which the window did not look at its events.
class Pulse : public QObject {
  public:
    Pulse() {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(2);
        connect(&m_timer, &QTimer::timeout, this, &Pulse::note);
        m_timer.start();
        m_since.start();
    }
    qint64 longest() {
        note();
        return m_longest;
    }

  private:
    void note() { m_longest = std::max(m_longest, m_since.restart()); }

    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_longest = 0;
};

} // namespace

// The window goes on, whatever the machine and the disk are doing, and can be closed in the middle of it.
class TestSmooth : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_folder;

    QString written(const QString& name, const QByteArray& bytes, qint64 size = 0) {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) return {};
        if (size > 0 && !file.resize(size)) return {};
        return path;
    }

    // An array of zeros, which take no room on the disk.
    QString zeros(const QString& name, const QByteArray& type, const QByteArray& shape, qint64 bytes) {
        QByteArray header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
        header = header.leftJustified(128 - 10 - 1, ' ') + '\n';
        const QByteArray magic("\x93NUMPY\x01\x00", 8);
        return written(name, magic + static_cast<char>(header.size()) + '\0' + header, 128 + bytes);
    }
    QString gigabyte() { return zeros(QStringLiteral("big.npy"), "<f4", "16384, 16384", qint64{1} << 30); }

    std::unique_ptr<MainWindow> shown() {
        auto window = std::make_unique<MainWindow>(m_theme);
        window->resize(1280, 800);
        window->show();
        return window;
    }

    // It is out of sight at once; what goes on in the background ends soon.
    static void close(std::unique_ptr<MainWindow>& window, qint64 most) {
        QElapsedTimer since;
        since.start();
        QVERIFY(window->close());
        QVERIFY2(since.elapsed() < kLongest, qPrintable(QString::number(since.elapsed())));
        window.reset();
        qInfo("over after %lld ms", static_cast<long long>(since.elapsed()));
        QVERIFY2(since.elapsed() < most, qPrintable(QString::number(since.elapsed())));
    }

    static void load(MainWindow& window, const QString& path) {
        window.openFile(path);
        QTRY_COMPARE(window.session().state(), State::Paused);
        QTest::qWait(100);
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_folder.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    // What makes up an output that is the sum of as many products as a photograph has pixels.
    void anElementOfALargeDenseLayer() {
        QVERIFY(!zeros(QStringLiteral("dense.w.npy"), "|i1", "65536, 16", 65536 * 16).isEmpty());
        const QString input = zeros(QStringLiteral("dense.x.npy"), "|i1", "256, 256, 1", 65536);
        const QString network = written(QStringLiteral("dense.json"), R"({
            "schema": "lanewright.network", "version": 1, "name": "a large dense layer", "dtype": "i8",
            "input": {"name": "x", "shape": [256, 256, 1], "range": [-128, 127]},
            "layers": [{"name": "flat", "kind": "flatten", "inputs": ["x"]},
                       {"name": "y", "kind": "dense", "inputs": ["flat"], "weights": "dense.w.npy"}],
            "outputs": ["y"]})");
        auto window = shown();
        window->lowerNetwork({network, QStringLiteral("inference"), {}, input, {}});
        constexpr int kPatience = 60000;
        QTRY_COMPARE_WITH_TIMEOUT(window->session().state(), State::Paused, kPatience);
        window->actions()["run"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window->session().state(), State::Halted, kPatience);
        auto* page = window->page(ide::Workspace::Striding);
        page->raiseView(QStringLiteral("patch"));
        auto& patch = *page->findChild<striding::PatchView*>();
        QTRY_VERIFY_WITH_TIMEOUT(patch.scene() && !patch.isWaiting(), kPatience);
        QTest::qWait(100);
        Pulse pulse;
        for (const std::uint64_t channel : {3, 7, 15}) {
            window->striding().showElement(
                {QStringLiteral("y"), {scene::striding::PatchTensor::Out, 0, 0, channel}});
            QTRY_VERIFY_WITH_TIMEOUT(!patch.isWaiting() && patch.scene()->place.channel == channel,
                                     kPatience);
            QTest::qWait(50);
            patch.point(paint::TensorCanvas::Cell{100, 100});
            QTest::qWait(50);
        }
        QCOMPARE(patch.scene()->productCount(), std::uint64_t{65536});
        qInfo("the window stood still for %lld ms", static_cast<long long>(pulse.longest()));
        QVERIFY2(pulse.longest() < kLongest, qPrintable(QString::number(pulse.longest())));
    }

    void aHundredMillionBundles() {
        auto window = shown();
        load(*window, written(QStringLiteral("count.lw"), tests::countsTo(kCount).toUtf8()));
        Pulse pulse;
        window->actions()["run"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window->session().state(), State::Halted, 60000);
        QVERIFY(window->session().frame()->bundles >= 2 * std::uint64_t{kCount});
        QVERIFY2(pulse.longest() < kLongest, qPrintable(QString::number(pulse.longest())));
    }

    void closedWhileItRuns() {
        auto window = shown();
        load(*window, written(QStringLiteral("endless.lw"), tests::kEndless.toUtf8()));
        window->actions()["run"]->trigger();
        QTRY_COMPARE(window->session().state(), State::Running);
        QTest::qWait(100);
        close(window, 10 * kLongest);
    }

    void aTensorOfAGigabyteOpens() {
        auto window = shown();
        window->showWorkspace(ide::Workspace::Tensors);
        QTest::qWait(100);
        const QString path = gigabyte();
        QVERIFY(!path.isEmpty());
        Pulse pulse;
        window->openFile(path);
        auto* view = window->findChild<paint::TensorsView*>();
        QTRY_VERIFY_WITH_TIMEOUT(view->pane().elements(), 1000);
        QTRY_VERIFY_WITH_TIMEOUT(view->pane().canvas().tiles().picture(), 60000);
        QVERIFY2(pulse.longest() < kLongest, qPrintable(QString::number(pulse.longest())));
    }

    void closedWhileATensorIsRead_data() {
        QTest::addColumn<int>("after");
        for (const int after : {0, 30, 150}) QTest::addRow("%d ms", after) << after;
    }
    void closedWhileATensorIsRead() {
        QFETCH(int, after);
        auto window = shown();
        window->showWorkspace(ide::Workspace::Tensors);
        window->openFile(gigabyte());
        QTest::qWait(after);
        close(window, 10 * kLongest);
    }

    // Each stage of the loading is met by one of them: the file is read, its elements are copied, put in the
    // order of the memory, and written.
    void closedWhileAnInputIsRead_data() {
        QTest::addColumn<int>("after");
        for (const int after : {100, 700, 1500, 2500, 4000}) QTest::addRow("%d ms", after) << after;
    }
    void closedWhileAnInputIsRead() {
        QFETCH(int, after);
        auto window = shown();
        load(*window, written(QStringLiteral("input.lw"), ".chip training\n"
                                                          ".tensor big, f32, [16384, 16384], hbm\n"
                                                          ".text\n{ s0: halt }\n"));
        window->keeper().setInput(QStringLiteral("big"), gigabyte());
        Pulse pulse;
        window->actions()["reset"]->trigger();
        QTest::qWait(100);
        QVERIFY(window->session().isBusy());
        QVERIFY(window->actions()["pause"]->isEnabled());
        QVERIFY2(pulse.longest() < kLongest, qPrintable(QString::number(pulse.longest())));
        QTest::qWait(after - 100);
        close(window, 10 * kLongest);
    }
};

int tst_smooth(int argc, char** argv) { return lw::tests::run<TestSmooth, QApplication>(argc, argv); }
#include "tst_smooth.moc"
