// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/run_for_dialog.h"
#include "app/ide/run_modes_dialog.h"
#include "widgets/debug/breakpoint_dialog.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/session/core_text.h"
#include "widgets/state/change_view.h"

#include <QSettings>
#include <QStatusBar>

#include <utility>

// The window's part in running: what its actions ask of the session.
namespace lw::ide {

namespace {

const QString kFollowMacros = QStringLiteral("followMacros");

} // namespace

void MainWindow::connectRunActions() {
    const auto on = [this](const char* id, auto&& call) {
        m_actions.connectTo(QString::fromLatin1(id), this, call);
    };
    on("run", [this] { runFront(); });
    connect(m_documents, &editor::DocumentArea::frontRunWanted, this, &MainWindow::runFront);
    on("pause", [this] { m_session.pause(); });
    on("reset", [this] { loadProgram(); });
    on("stop", [this] { stop(); });
    on("assemble", [this] { sayWhatIsWrong(); });
    on("step", [this] { perform(machine::StepBundle{}); });
    on("stepOver", [this] { perform(machine::StepOver{}); });
    on("stepOut", [this] { perform(machine::StepOut{}); });
    on("stepAll", [this] { perform(machine::StepAll{}); });
    on("nextCore", [this] {
        const std::size_t cores = m_session.frames().size(), next = m_session.focus().index + 1u;
        if (cores > 1) m_session.setFocus({static_cast<std::uint16_t>(next % cores)});
    });
    on("stepClock", [this] { perform(machine::StepClock{}); });
    on("stepBack", [this] { perform(machine::StepBack{}); });
    on("stepOverBack", [this] { perform(machine::StepOverBack{}); });
    on("stepClockBack", [this] { perform(machine::StepClockBack{}); });
    on("runBack", [this] { perform(machine::RunBack{}); });
    on("runToCursor", [this] { runToCursor(); });
    m_actions["breakOnNan"]->setCheckable(true);
    on("breakOnNan", [this] { m_session.setBreaksOnNan(!m_session.breaksOnNan()); });
    m_actions["followMacros"]->setCheckable(true);
    m_actions["followMacros"]->setChecked(QSettings().value(kFollowMacros, false).toBool());
    m_documents->setFollowsMacros(m_actions["followMacros"]->isChecked());
    on("followMacros", [this] {
        const bool follows = m_actions["followMacros"]->isChecked();
        m_documents->setFollowsMacros(follows);
        QSettings().setValue(kFollowMacros, follows);
    });
    on("toggleBreakpoint", [this] { toggleBreakpoint(); });
    on("newBreakpoint",
       [this] { (new debug::BreakpointDialog(m_session, m_theme.monospace(), this))->open(); });
    on("runFor", [this] { runFor(); });
    on("runModes", [this] { chooseRunModes(); });
    on("bookmark", [this] { m_history->toggleBookmark(); });
    on("nextMark", [this] { m_history->goToMark(1); });
    on("previousMark", [this] { m_history->goToMark(-1); });
    on("nextChange", [this] { walkChanges(1); });
    on("previousChange", [this] { walkChanges(-1); });
    on("historyBack", [this] { m_selection.goBack(); });
    on("historyForward", [this] { m_selection.goForward(); });
    connectWishes();
}

// What is asked for in one view and has to be done by another one, which may not be there yet.
void MainWindow::connectWishes() {
    connect(&m_session, &session::DebugSession::stateChanged, this, [this] {
        if (m_session.frame() && !m_session.isBusy()) m_selection.noteTime(m_session.frame()->clock);
    });
    connect(&m_selection, &session::Selection::timeWanted, this, [this](std::uint64_t clock) {
        if (!m_session.frame() || m_session.isBusy()) return;
        perform(machine::Seek{clock});
        tell(tr("Went to clock %1; the history bar leads back.").arg(session::counted(clock)));
    });
    connect(&m_selection, &session::Selection::tensorWanted, this, [this](const QString& name) {
        showWorkspace(Workspace::Tensors);
        for (auto* view : page(Workspace::Tensors)->findChildren<paint::TensorsView*>())
            view->showTensor(name);
    });
}

bool MainWindow::loadProgram() {
    const auto assembly = m_documents->assembly();
    if (!assembly || !assembly->program) {
        if (assembly)
            tell(tr("%1 does not assemble: see Problems.").arg(m_documents->nameOf(assembly->path)));
        return false;
    }
    const project::LoadedProgram& program = *assembly->program;
    const chips::RunOptions options = fittingOptions(readRunOptions(), *program.chip);
    auto machine = program.createMachine(options);
    if (!machine) {
        tell(session::problemText(machine.problem()));
        return false;
    }
    auto loaded =
        std::make_shared<session::LoadedMachine>(program, assembly->path, assembly->sources, assembly->texts);
    std::vector<project::Input> inputs = program.inputs; // of a workload; those of the project come after
    inputs.insert(inputs.end(), m_keeper.inputs().begin(), m_keeper.inputs().end());
    for (project::Input& input : inputs) input.castFrom = program.castFromOf(input.tensor);
    m_selection.clear();
    const auto moved = m_documents->execution().movedBreakpoints(*loaded);
    m_session.load(std::move(loaded), *std::move(machine), moved, std::move(inputs));
    m_runBar->showModes(textOf(options)); // what it runs in, not what the settings would have
    return true;
}

// For the chip of the program, or else for the first one.
void MainWindow::chooseRunModes() {
    const auto assembly = m_documents->assembly();
    const chips::Chip& chip = assembly && assembly->program ? *assembly->program->chip : chips::all().front();
    auto* dialog = new RunModesDialog(chip, readRunOptions(), m_documents->definitions(), this);
    connect(dialog, &QDialog::accepted, this, [this, dialog, &chip] {
        if (dialog->definitions() != m_documents->definitions()) {
            m_session.unload(); // it is assembled again
            m_documents->setDefinitions(dialog->definitions());
            m_keeper.noteChange();
        }
        const chips::RunOptions before = fittingOptions(readRunOptions(), chip);
        writeRunOptions(dialog->options());
        if (m_session.frame() && fittingOptions(dialog->options(), chip) != before) loadProgram();
    });
    dialog->open();
}

// What is in front is what runs: loaded first, if it is another program than the one that is. Where no text
// is in sight, it is the one that is loaded.
void MainWindow::runFront() {
    using editor::FrontRole;
    statusBar()->clearMessage();
    if (!isTextInSight() && m_session.state() != session::State::Empty) return runStart();
    const editor::Document* front = m_documents->current();
    const QString start = m_documents->startFile();
    switch (m_documents->frontRole()) {
    case FrontRole::Other: setStart(front->key()); break;
    case FrontRole::Part:
        if (isWorkload()) break;
        tell(tr("%1 is a part of %2, which runs.").arg(front->title(), m_documents->nameOf(start)));
        break;
    case FrontRole::Text:
        tell(tr("%1 is not a program: %2 runs.").arg(front->title(), m_documents->nameOf(start)));
        break;
    default: break;
    }
    runStart();
}

// Its texts are all parts of it: none of them can be taken for what runs.
bool MainWindow::isWorkload() const {
    const auto assembly = m_documents->assembly();
    return assembly && assembly->program && !assembly->program->ofCores.empty();
}

void MainWindow::runStart() {
    if (m_session.state() != session::State::Empty && !isRunAnew())
        return m_session.runAtSpeed(m_runBar->bundlesPerSecond());
    m_runsOnceLoaded = true; // when its first frame comes
    if (m_documents->assembly() && !m_session.isBusy()) takeAssembly();
}

// The answer to what is to run has come, and nothing of what is loaded is left to run. What is wrong is
// said when somebody wanted to run it.
void MainWindow::takeAssembly() {
    if (!m_runsOnceLoaded && !m_documents->assembly()->program) return;
    if (loadProgram()) return;
    m_runsOnceLoaded = false;
    goToView(QStringLiteral("problems"));
}

void MainWindow::stop() {
    m_session.pause();
    loadProgram();
}

// What the assembler thinks of the text in front, said without running it.
void MainWindow::sayWhatIsWrong() {
    const QString name = m_documents->nameOf(m_documents->subject());
    const auto answer = m_documents->subjectAssembly();
    if (m_documents->subject().isEmpty()) return tell(tr("No program is open."));
    if (!answer) return tell(tr("%1 is being checked.").arg(name));
    if (answer->program)
        return tell(tr("%1 assembles. Bundles: %2.")
                        .arg(name, session::counted(answer->program->program.bundles.size())));
    goToView(QStringLiteral("problems"));
    tell(tr("%1 does not assemble: see Problems.").arg(name));
}

void MainWindow::perform(machine::Command command) { m_session.perform(std::move(command)); }

void MainWindow::runToCursor() {
    const editor::Document* document = m_documents->current();
    const editor::ExecutionMarks& execution = m_documents->execution();
    const auto stand =
        document ? execution.standAt(document->key(), m_documents->editor()->caretLine()) : std::nullopt;
    if (!stand) return tell(tr("The loaded program has no bundle on this line or below it."));
    const auto& there = m_session.frame(stand->core);
    m_session.runTo(there->loaded->prefix() + execution.placeText(document->key(), *stand));
}

void MainWindow::toggleBreakpoint() {
    if (editor::Document* document = m_documents->current())
        Q_EMIT document->editor()->breakpointToggled(m_documents->editor()->caretLine());
}

void MainWindow::runFor() {
    auto* dialog = new RunForDialog(this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { perform(dialog->run()); });
    dialog->open();
}

// The list must be in sight to have the newest frame.
void MainWindow::walkChanges(int step) {
    for (QDockWidget* dock : page(m_workspace)->docks())
        if (auto* changes = dock->findChild<state::ChangeView*>()) {
            dock->show();
            dock->raise();
            changes->walk(step);
        }
}

} // namespace lw::ide
