// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QMouseEvent>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

#include <filesystem>
#include <random>

using namespace lw;

// Somebody who clicks and types without a plan: for a minute where mistakes with memory are seen,
// elsewhere for some seconds, so that every run of the tests has it. LW_RANDOM_SECONDS=600 looks longer,
// LW_RANDOM_SEED=7 takes another way. What it does is printed when the test fails by a crash:
// LW_RANDOM_LOG=1 prints it always.
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr double kUsualSeconds = 60;
#else
constexpr double kUsualSeconds = 4;
#endif
constexpr qint64 kLongestMilliseconds = 5000; // in which the window does not answer

// All files it can reach are copies in a folder of its own.
class Nobody : public QObject {
  public:
    Nobody(ide::MainWindow& window, unsigned seed, bool talks)
        : m_window(window), m_random(seed), m_talks(talks) {
        m_sinceAct.start();
        QTimer::singleShot(1, this, &Nobody::act);
    }
    void stop() { m_isOver = true; }
    int acts() const { return m_acts; }
    qint64 longestWait() const { return m_longest; }

  private:
    int upTo(int most) {
        return most <= 0 ? 0 : static_cast<int>(m_random() % static_cast<unsigned>(most + 1));
    }
    template <typename List> auto& oneOf(List& list) {
        return list[static_cast<qsizetype>(m_random() % static_cast<unsigned>(list.size()))];
    }
    void say(const QString& text) {
        if (m_talks) qInfo("%d: %s", m_acts, qPrintable(text));
    }

    // Menus and dialogs that wait for an answer run inside of this:
    // a timer of each act's own goes on in them.
    void act() {
        if (m_isOver) return;
        // Inside of a dialog not at once: one that was answered ends before the next act,
        // as it does for a person.
        QTimer::singleShot(m_depth == 0 ? 1 : 12, this, &Nobody::act);
        ++m_depth;
        m_longest = std::max(m_longest, m_sinceAct.restart());
        const int mine = ++m_acts;
        QWidget* front = QApplication::activePopupWidget();
        if (!front) front = QApplication::activeModalWidget();
        // Qt's file dialog asks questions of its own inside of its answer and does not outlive it when it is
        // closed meanwhile, as only a program can.
        if (front && (upTo(9) < 2 || qobject_cast<QFileDialog*>(front))) {
            say(QStringLiteral("escape"));
            QTest::keyClick(front, Qt::Key_Escape);
        } else if (!m_window.isVisible()) {
            m_window.show();
        } else {
            actIn(front ? *front : m_window);
        }
        --m_depth;
        if (mine == m_acts) m_longest = std::max(m_longest, m_sinceAct.elapsed()); // no dialog waited inside
        m_sinceAct.restart();
    }

    void actIn(QWidget& top) {
        switch (upTo(11)) {
        case 0:
        case 1:
        case 2:
        case 3: return click(top);
        case 4:
        case 5: return type();
        case 6: return press();
        case 7: return wheel(top);
        case 8: return drag(top);
        case 9: return resize();
        default: return trigger();
        }
    }

    QWidget* someWidget(QWidget& top) {
        QList<QWidget*> all{&top};
        for (QWidget* widget : top.findChildren<QWidget*>())
            if (widget->isVisible() && widget->window() == &top && widget->width() > 0) all << widget;
        return oneOf(all);
    }
    QPoint somewhere(const QWidget& widget) { return {upTo(widget.width() - 1), upTo(widget.height() - 1)}; }

    void click(QWidget& top) {
        QWidget* widget = someWidget(top);
        const QPoint at = somewhere(*widget);
        const Qt::MouseButton button = oneOf(m_buttons);
        const Qt::KeyboardModifiers with = oneOf(m_modifiers);
        const bool twice = upTo(5) == 0;
        say(QStringLiteral("click %1 %2 at %3,%4 button %5%6")
                .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName())
                .arg(at.x())
                .arg(at.y())
                .arg(int(button))
                .arg(twice ? " twice" : ""));
        if (twice)
            QTest::mouseDClick(widget, button, with, at);
        else
            QTest::mouseClick(widget, button, with, at);
    }

    void drag(QWidget& top) {
        const QPointer<QWidget> widget = someWidget(top);
        say(QStringLiteral("drag %1").arg(QString::fromLatin1(widget->metaObject()->className())));
        QTest::mousePress(widget, Qt::LeftButton, {}, somewhere(*widget));
        for (int i = 0; widget && i < 4; ++i) {
            const QPoint at = somewhere(*widget);
            QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                             {});
            QCoreApplication::sendEvent(widget, &move);
        }
        if (widget) QTest::mouseRelease(widget, Qt::LeftButton, {}, somewhere(*widget));
    }

    void wheel(QWidget& top) {
        QWidget* widget = someWidget(top);
        const QPoint at = somewhere(*widget);
        const QPoint turn(0, (upTo(4) - 2) * 120);
        QWheelEvent event(at, widget->mapToGlobal(at), {}, turn, Qt::NoButton, oneOf(m_modifiers),
                          Qt::NoScrollPhase, false);
        say(QStringLiteral("wheel %1").arg(QString::fromLatin1(widget->metaObject()->className())));
        QCoreApplication::sendEvent(widget, &event);
    }

    // A menu that is open takes every key, whoever has the focus. A key sent past it could open the same menu
    // again inside of itself, and the inner one takes the outer one's way out along.
    QWidget* focus() {
        QWidget* menu = QApplication::activePopupWidget();
        if (menu) return menu->focusWidget() ? menu->focusWidget() : menu;
        QWidget* widget = QApplication::focusWidget();
        return widget ? widget : &m_window;
    }

    void type() {
        const QString text = oneOf(m_texts);
        say(QStringLiteral("type \"%1\" into %2")
                .arg(text, QString::fromLatin1(focus()->metaObject()->className())));
        for (const QChar c : text) QTest::keyClick(focus(), c.toLatin1());
        if (upTo(1) == 0) QTest::keyClick(focus(), Qt::Key_Return);
    }

    void press() {
        const Qt::Key key = oneOf(m_keys);
        const Qt::KeyboardModifiers with = oneOf(m_modifiers);
        say(QStringLiteral("press %1 with %2").arg(int(key), 0, 16).arg(int(with), 0, 16));
        QTest::keyClick(focus(), key, with);
    }

    void resize() {
        const QSize size(300 + upTo(1700), 200 + upTo(1000));
        say(QStringLiteral("resize %1x%2").arg(size.width()).arg(size.height()));
        m_window.resize(size);
    }

    void trigger() {
        const QList<QAction*> all = m_window.actions().all();
        QAction* action = oneOf(all);
        // A dialog keeps the window's actions away, and so does a menu but for its own rows.
        if (QApplication::activeModalWidget() || QApplication::activePopupWidget()) return;
        if (!action->isEnabled() || action->objectName() == QLatin1String("quit")) return;
        say(action->objectName());
        action->trigger();
    }

    ide::MainWindow& m_window;
    std::mt19937 m_random;
    bool m_talks;
    bool m_isOver = false;
    QElapsedTimer m_sinceAct;
    qint64 m_longest = 0;
    int m_acts = 0, m_depth = 0;
    const QList<Qt::MouseButton> m_buttons{Qt::LeftButton, Qt::LeftButton, Qt::LeftButton, Qt::RightButton,
                                           Qt::MiddleButton};
    const QList<Qt::KeyboardModifiers> m_modifiers{{}, {}, {}, Qt::ShiftModifier, Qt::ControlModifier};
    const QList<Qt::Key> m_keys{
        Qt::Key_Tab,    Qt::Key_Backtab, Qt::Key_Up,    Qt::Key_Down,   Qt::Key_Left,
        Qt::Key_Right,  Qt::Key_Home,    Qt::Key_End,   Qt::Key_PageUp, Qt::Key_PageDown,
        Qt::Key_Return, Qt::Key_Escape,  Qt::Key_Space, Qt::Key_Delete, Qt::Key_Backspace,
        Qt::Key_Menu,   Qt::Key_F5,      Qt::Key_F6,    Qt::Key_F9,     Qt::Key_F10,
        Qt::Key_F11,    Qt::Key_Plus,    Qt::Key_Minus, Qt::Key_A,      Qt::Key_Z};
    // No slash: what is typed into a file dialog stays in the folder.
    const QList<QString> m_texts{"r1",          "{ s0: add r1, r1, 1 }",
                                 "halt",        "loop:",
                                 "when r1 > 3", "v2[1][5]",
                                 "clock",       "1e300",
                                 "-1",          "99999999999999999999",
                                 "nan mxu",     "{",
                                 "\"",          ".macro x a,",
                                 ".endfor",     "write hbm 0",
                                 "A[0,0]",      "%s%n",
                                 "log {r1",     "0x"};
};

} // namespace

class TestRandomUse : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void nothingBreaks() {
        QTemporaryDir folder;
        tests::useOwnSettings(folder.path());
        const std::string examples = folder.filePath(QStringLiteral("examples/training")).toStdString();
        std::filesystem::create_directories(examples);
        for (const char* name : {"first-bundle", "saxpy", "matrix-unit"})
            std::filesystem::copy(std::string(LW_ROOT "/examples/training/") + name, examples + "/" + name,
                                  std::filesystem::copy_options::recursive);
        qputenv("LANEWRIGHT_EXAMPLES", folder.filePath(QStringLiteral("examples")).toUtf8());
        qputenv("HOME", folder.path().toUtf8());
        QVERIFY(QDir::setCurrent(folder.path()));

        bool isNumber = false;
        const double asked = qEnvironmentVariable("LW_RANDOM_SECONDS").toDouble(&isNumber);
        const double seconds = isNumber ? asked : kUsualSeconds;
        const auto seed = static_cast<unsigned>(qEnvironmentVariableIntValue("LW_RANDOM_SEED"));
        theme::Theme theme;
        theme::apply(theme);
        ide::MainWindow window(theme);
        window.keeper().startRemembering(folder.filePath(QStringLiteral("programs")));
        window.resize(1280, 800);
        window.show();
        window.startWith(QString::fromStdString(examples + "/first-bundle/program.lw"));
        QTRY_VERIFY(window.session().frame());
        {
            Nobody nobody(window, seed, qEnvironmentVariableIsSet("LW_RANDOM_LOG"));
            QElapsedTimer since;
            since.start();
            while (static_cast<double>(since.elapsed()) < seconds * 1000)
                QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
            nobody.stop();
            qInfo("seed %u: %d acts, the longest wait for one %lld ms", seed, nobody.acts(),
                  static_cast<long long>(nobody.longestWait()));
            QVERIFY(nobody.acts() > 20);
            QVERIFY2(nobody.longestWait() < kLongestMilliseconds, "the window stood still");
        }
        // And it still works.
        while (QWidget* left = QApplication::activeModalWidget())
            left->close(), QCoreApplication::processEvents();
        while (QWidget* left = QApplication::activePopupWidget())
            left->close(), QCoreApplication::processEvents();
        window.show();
        for (editor::Document* document : window.documents().documents())
            document->editor()->setModified(false);
        window.session().unload();
        window.documents().setMachine(QString());
        window.startWith(QString::fromStdString(examples + "/saxpy/program.lw"));
        window.startWith(
            QString::fromStdString(std::string(LW_ROOT "/examples/training/first-bundle/program.lw")));
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), session::State::Paused, 20'000);
        window.session().restoreBreakpoints({});
        window.actions()["run"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(
            window.session().state() != session::State::Running && !window.session().isBusy(), 20'000);
    }
};

int tst_random_use(int argc, char** argv) { return lw::tests::run<TestRandomUse, QApplication>(argc, argv); }
#include "tst_random_use.moc"
