// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QScreen>
#include <QSettings>

// The window's part in coming back as it was left.
namespace lw::ide {

namespace {

constexpr int kKeepMilliseconds = 1500; // at most two seconds are lost when the program is killed
const QString kGeometry = QStringLiteral("geometry"), kLayout = QStringLiteral("layout/"),
              kViews = QStringLiteral("views/");
const QString kClock = QStringLiteral("session/clock"); // only between the two halves of a restart

} // namespace

QVariantMap MainWindow::sessionNow() const {
    QVariantMap out{{kGeometry, saveGeometry()},
                    {QStringLiteral("workspace"), static_cast<int>(m_workspace)},
                    {QStringLiteral("session/start"), m_documents->startFile()},
                    {QStringLiteral("session/project"), m_keeper.path()},
                    {QStringLiteral("recent"), m_recent}};
    for (std::size_t i = 0; i < m_built.size(); ++i)
        if (m_built[i]) {
            out[kLayout + QString::number(i)] = m_built[i]->layoutState();
            out[kViews + QString::number(i)] = m_built[i]->views();
        }
    QStringList open;
    for (const editor::Document* document : m_documents->documents())
        if (!document->path().isEmpty()) open << document->path();
    out[QStringLiteral("session/open")] = open;
    out[QStringLiteral("session/front")] =
        m_documents->current() ? m_documents->current()->path() : QString();
    return out;
}

void MainWindow::keepSession() {
    QVariantMap now = sessionNow();
    // The window is left without what a presentation hides: its files do count.
    if (m_isPresenting)
        now.removeIf([](const auto& one) {
            return one.key() == kGeometry || one.key().startsWith(kLayout) || one.key().startsWith(kViews);
        });
    if (now == m_keptSession) return;
    m_keptSession = now;
    QSettings settings;
    for (auto it = now.begin(); it != now.end(); ++it) settings.setValue(it.key(), it.value());
    settings.sync();
}

void MainWindow::startKeeping(const QString& folder) {
    m_keeper.startRemembering(folder + QStringLiteral("/programs"));
    for (session::TechniqueDesk* desk : m_desks) desk->keepIn(folder + QStringLiteral("/networks"));
    m_documents->startKeeping(folder + QStringLiteral("/unsaved"));
    connect(&m_keeping, &QTimer::timeout, this, &MainWindow::keepSession);
    m_keeping.start(kKeepMilliseconds);
}

namespace {
constexpr QSize kUsualSize(1600, 960), kLeastSize(1200, 640);
constexpr QSize kFrame(16, 48); // the most that window managers put around it; known only once it is shown
} // namespace

QSize MainWindow::firstSize(QSize available) {
    return kUsualSize.boundedTo(available - kFrame).expandedTo(kLeastSize);
}

void MainWindow::restoreSettings() {
    const QSettings settings;
    if (!restoreGeometry(settings.value(kGeometry).toByteArray()))
        resize(firstSize(screen()->availableSize()));
    const int workspace =
        settings.value(QStringLiteral("workspace"), static_cast<int>(Workspace::Debug)).toInt();
    if (workspace >= 0 && workspace < static_cast<int>(Workspace::kCount))
        m_workspace = static_cast<Workspace>(workspace);
    m_recent = settings.value(QStringLiteral("recent")).toStringList();
    m_welcome->setRecentFiles(m_recent);
}

void MainWindow::restoreSession() {
    const QSettings settings;
    if (settings.contains(kClock)) m_savedClock = settings.value(kClock).toULongLong();
    const QString project = settings.value(QStringLiteral("session/project")).toString();
    const bool isProject = QFileInfo(project).isReadable();
    if (isProject) openProject(project); // with what has been opened since it was saved
    const QString start = settings.value(QStringLiteral("session/start")).toString();
    if (!isProject && QFileInfo(start).isReadable()) m_documents->setStartFile(start);
    for (const QString& path : settings.value(QStringLiteral("session/open")).toStringList())
        if (QFileInfo(path).isReadable()) m_documents->openFile(path);
    const QString front = settings.value(QStringLiteral("session/front")).toString();
    if (m_documents->documentOf(front)) m_documents->openFile(front);
    if (m_documents->documents().isEmpty())
        showWelcome();
    else
        showWorkspace(m_workspace);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_documents->mayAllGo()) return event->ignore();
    setPresenting(false); // what is hidden for it does not belong to the saved window
    m_session.pause();
    m_keeper.keepNow();
    keepSession();
    QSettings settings;
    settings.remove(kClock);
    if (m_wantsRestart && m_session.frame())
        settings.setValue(kClock, static_cast<qulonglong>(m_session.frame()->clock));
    event->accept();
}

} // namespace lw::ide
