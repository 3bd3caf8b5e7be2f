// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/stage.h"

#include "widgets/theme/style.h"

#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QThread>

namespace lw::bench {

namespace {

constexpr qint64 kLate = 80; // milliseconds in which something may still be painted
constexpr QSize kDock{640, 480};

} // namespace

Stage::Stage(QSize size) : m_window(m_theme) {
    theme::apply(m_theme);
    qApp->installEventFilter(this);
    m_window.resize(size);
    m_window.show();
    m_window.showWorkspace(ide::Workspace::Debug);
}

bool Stage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint || event->type() == QEvent::UpdateRequest) ++m_paints;
    return QObject::eventFilter(watched, event);
}

void Stage::open(const QString& path, const QString& text) {
    m_window.startWith(path);
    settle();
    if (!text.isEmpty()) {
        m_window.documents().current()->editor()->setText(text);
        settle();
        m_window.actions()["reset"]->trigger();
        settle();
        m_window.documents().current()->editor()->setModified(false); // nobody is asked to save it
    }
    if (!m_window.session().frame()) qFatal("%s cannot be loaded", qPrintable(path));
}

void Stage::showEveryDock() {
    int at = 0;
    for (QDockWidget* dock : m_window.page(ide::Workspace::Debug)->docks()) {
        dock->setFloating(true);
        dock->setGeometry(QRect(QPoint(40 * at, 30 * at), kDock));
        dock->show();
        ++at;
    }
    settle();
}

void Stage::settle() {
    QElapsedTimer quiet;
    quiet.start();
    std::uint64_t seen = m_paints;
    while (quiet.elapsed() < kLate) {
        QCoreApplication::processEvents();
        const bool assembled = m_window.documents().startFile().isEmpty() || m_window.documents().assembly();
        if (m_paints != seen || m_window.session().isBusy() || !assembled) {
            seen = m_paints;
            quiet.restart();
        }
        QThread::usleep(200);
    }
}

} // namespace lw::bench
