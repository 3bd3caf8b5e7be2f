// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/script_runner.h"
#include "widgets/manual/glossary_tips.h"
#include "widgets/manual/manual_view.h"
#include "widgets/manual/topics.h"

#include <QApplication>
#include <QCursor>

// The window's part in helping: the manual, F1, and the words explained where the mouse rests.
namespace lw::ide {

namespace {

constexpr double kLessonPart = 0.32; // of the width: lines that can be read beside the pictures

} // namespace

void MainWindow::connectHelpActions() {
    new manual::GlossaryTips(this);
    m_actions.connectTo(QStringLiteral("help"), this, [this] { helpHere(); });
    m_actions.connectTo(QStringLiteral("manual"), this, [this] { openManual({}); });
    m_actions.connectTo(QStringLiteral("lesson"), this, [this] { openLesson(); });
}

// The newest wish counts.
ScriptRunner* MainWindow::doSteps(const QString& steps, const QString& folder) {
    delete m_steps;
    auto* runner = new ScriptRunner(*this, steps, folder);
    m_steps = runner;
    return runner;
}

// What an example is about stands beside it when it is opened.
// Once the workspace, which may be seen for the first time, has arranged itself.
void MainWindow::raiseReadme() {
    QTimer::singleShot(0, this, [this] { page(m_workspace)->raiseView(QStringLiteral("readme")); });
}

void MainWindow::openLesson() {
    showWorkspace(Workspace::Striding);
    openManual({QStringLiteral("chapter/lesson")});
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
