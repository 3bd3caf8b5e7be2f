// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/script_runner.h"
#include "widgets/manual/glossary_tips.h"
#include "widgets/manual/manual_view.h"
#include "widgets/manual/topics.h"

#include <QApplication>
#include <QCursor>

#include <algorithm>
#include <iterator>
#include <utility>

// The window's part in helping: the manual, F1, and the words explained where the mouse rests.
namespace lw::ide {

namespace {

// Each is shown beside the views that it is about.
struct Lesson {
    const char* action;
    const char* chapter;
    Workspace workspace;
};
constexpr Lesson kLessons[] = {{"lesson", "lesson", Workspace::Striding},
                               {"tilingLesson", "tiling-lesson", Workspace::Striding},
                               {"recomputeLesson", "recompute-lesson", Workspace::Training},
                               {"quantiseLesson", "quantise-lesson", Workspace::Firmware}};

constexpr double kLessonPart = 0.32; // of the width: lines that can be read beside the pictures

} // namespace

void MainWindow::connectHelpActions() {
    new manual::GlossaryTips(this);
    m_actions.connectTo(QStringLiteral("help"), this, [this] { helpHere(); });
    m_actions.connectTo(QStringLiteral("manual"), this, [this] { openManual({}); });
    for (const Lesson& lesson : kLessons)
        m_actions.connectTo(QString::fromLatin1(lesson.action), this,
                            [this, chapter = QString::fromLatin1(lesson.chapter)] { openLesson(chapter); });
    connect(m_guide, &GuideBar::stepWanted, this,
            [this](const QString& steps) { doSteps(steps, m_guideFolder); });
    connect(m_guide, &GuideBar::textWanted, this, [this] { goToView(QStringLiteral("readme")); });
    connect(m_documents, &editor::DocumentArea::startFileChanged, this, [this] {
        if (!m_steps) m_guide->hide(); // another program is not the subject of the steps
    });
}

// The newest wish counts.
ScriptRunner* MainWindow::doSteps(const QString& steps, const QString& folder) {
    delete m_steps;
    for (const std::uint32_t id : std::exchange(m_stepBreakpoints, {})) m_session.removeBreakpoint(id);
    guideFrom(steps, folder);
    auto* runner = new ScriptRunner(*this, steps, folder);
    m_steps = runner;
    return runner;
}

void MainWindow::noteStepBreakpoint(std::uint32_t id) { m_stepBreakpoints << id; }

void MainWindow::guideFrom(const QString& steps, const QString& folder) {
    m_guideFolder = folder;
    if (const auto* about = page(m_workspace)->findChild<manual::AboutView*>())
        m_guide->follow(about->steps(), steps);
}

// The README of an example is beside it when it is opened.
// Once the workspace, which may be shown for the first time, has arranged itself.
void MainWindow::raiseReadme() {
    QTimer::singleShot(0, this, [this] { page(m_workspace)->raiseView(QStringLiteral("readme")); });
}

// If there is one.
void MainWindow::raiseReadmeBeside(const QString& file) {
    if (QFileInfo(QFileInfo(file).dir(), QStringLiteral("README.md")).isFile()) raiseReadme();
}

// Before there is a program the grid of bundles, which is also there, has nothing to show.
void MainWindow::raiseReadmeAlone(const QString& network) {
    if (std::exchange(m_raisesReadme, false) || m_documents->startFile().isEmpty())
        raiseReadmeBeside(network);
}

void MainWindow::openLesson(const QString& chapter) {
    const auto lesson = std::ranges::find_if(
        kLessons, [&](const Lesson& one) { return chapter == QLatin1String(one.chapter); });
    showWorkspace(lesson != std::end(kLessons) ? lesson->workspace : Workspace::Striding);
    openManual({QStringLiteral("chapter/") + chapter});
    page(m_workspace)->widen(QStringLiteral("manual"), kLessonPart);
}

void MainWindow::helpHere() {
    QWidget* focus = QApplication::focusWidget();
    openManual(manual::topicsAt(focus && focus->window() == this ? focus : focusWidget(), QCursor::pos()));
}

void MainWindow::openManual(const QStringList& topics) {
    if (m_pages->currentWidget() == m_welcome) showWorkspace(m_workspace);
    auto* view = qobject_cast<manual::ManualView*>(page(m_workspace)->raiseView(QStringLiteral("manual")));
    if (!view) return;
    view->open(topics);
    if (topics.isEmpty()) view->searchLine().setFocus();
}

} // namespace lw::ide
