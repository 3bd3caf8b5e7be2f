// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"

#include "app/ide/chooser.h"
#include "app/ide/edit_actions.h"
#include "app/ide/mnemonics.h"
#include "app/ide/workspace_rail.h"
#include "core/program/results.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>

#include <algorithm>
#include <utility>

namespace lw::ide {

MainWindow::MainWindow(theme::Theme& theme, const Catalog& catalog)
    : m_theme(theme)
    , m_catalog(catalog)
    , m_actions(theme, this)
    , m_documents(new editor::DocumentArea({theme, m_session, m_selection}, this))
    , m_pages(new QStackedWidget(this))
    , m_welcome(new WelcomePage(theme, this))
    , m_stopBar(new debug::StopBar({theme, m_session, m_selection}, this))
    , m_guide(new GuideBar(theme, this))
    , m_history(new debug::HistoryBar({theme, m_session, m_selection}, this))
    , m_historyTwin(new paint::TableTwin(theme, m_history, tr("History as a table"), this))
    , m_keeper(m_session, *m_documents, *m_history)
    , m_runBar(new RunBar(m_actions, {theme, m_session, m_selection}, *m_documents, this)) {
    setObjectName(QStringLiteral("mainWindow"));
    for (const DeskEntry& entry : catalog.desks) m_desks << entry.make(this);
    setWindowTitle(QStringLiteral("Lanewright"));
    setAcceptDrops(true);
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(&m_documents->notices()); // above any page
    auto* above = new QHBoxLayout;
    above->setSpacing(0);
    above->addWidget(m_stopBar, 1);
    above->addWidget(m_guide);
    layout->addLayout(above);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_historyTwin);
    m_historyTwin->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_history, &debug::HistoryBar::tableChanged, this,
            [this] { m_historyTwin->model().show(m_history->table()); });
    connect(&m_historyTwin->table(), &QTableView::activated, this, [this](const QModelIndex& index) {
        if (!m_session.isBusy()) m_session.perform(machine::Seek{m_history->clockOfRow(index.row())});
    });
    m_historyTwin->hide(); // until the workspace that shows it
    setCentralWidget(centre);
    m_stopBar->setLineNow([this](const session::Loaded& loaded, const Place& place) {
        return m_documents->execution().lineNow(loaded, place);
    });
    connect(m_stopBar, &debug::StopBar::restartWanted, this, [this] { loadProgram(); });
    connect(m_stopBar, &debug::StopBar::placeWanted, this, [this](const QString& path, int line) {
        showText();
        m_documents->showPlace(path, line, 1);
    });
    connect(m_stopBar, &debug::StopBar::explanationWanted, this, &MainWindow::openManual);
    m_pages->addWidget(m_welcome);
    connect(m_welcome, &WelcomePage::opened, this, &MainWindow::openCard);
    connect(m_welcome, &WelcomePage::lessonWanted, this, &MainWindow::openLesson);
    for (const auto& [signal, action] :
         {std::pair(&WelcomePage::newWanted, "new"),
          std::pair(&WelcomePage::templateWanted, "newFromTemplate"),
          std::pair(&WelcomePage::openWanted, "open"), std::pair(&WelcomePage::networkWanted, "openNetwork")})
        connect(m_welcome, signal, m_actions[QString::fromLatin1(action)], &QAction::trigger);
    for (QAction* action : m_actions.all()) addAction(action);
    makeMenus();
    addToolBar(m_runBar);
    makeWorkspaceBar();
    connectFileActions();
    connectProjectActions();
    connectEditActions(m_actions, *m_documents, this);
    connectRunActions();
    connectNetworks();
    connectViewActions();
    connectHelpActions();
    connect(&m_session, &session::DebugSession::stateChanged, this, &MainWindow::updateRunState);
    connect(&m_session, &session::DebugSession::frameChanged, this, &MainWindow::updateRunState);
    connect(&m_session, &session::DebugSession::frameChanged, this, [this] {
        if (!m_session.frame()) return; // the program is gone
        if (const auto clock = std::exchange(m_savedClock, {}); clock && *clock != 0)
            perform(machine::Seek{*clock});
        if (std::exchange(m_runsOnceLoaded, false)) m_session.runAtSpeed(m_runBar->bundlesPerSecond());
    });
    connect(&m_session, &session::DebugSession::refused, this, &MainWindow::tell);
    connect(&m_session, &session::DebugSession::inputFailed, this, [this](const QString& text) {
        m_documents->notices().ask(QStringLiteral("input"), tr("An input was not put in. %1").arg(text),
                                   {{tr("Inputs..."), [this] { chooseInputs(); }}, {tr("Ignore"), [] {}}});
    });
    connect(&m_session, &session::DebugSession::programChanged, this,
            [this] { m_documents->notices().withdraw(QStringLiteral("input")); }); // that was another one's
    connect(&m_session, &session::DebugSession::breakpointsChanged, this, &MainWindow::updateRunState);
    connect(m_documents, &editor::DocumentArea::problem, this, &MainWindow::tell);
    connect(m_documents, &editor::DocumentArea::restored, this, &MainWindow::showForTyping);
    connect(m_documents, &editor::DocumentArea::examplesWanted, this, &MainWindow::showWelcome);
    connect(m_documents, &editor::DocumentArea::assembled, this, [this] {
        if (m_session.state() == session::State::Empty && m_documents->assembly()) takeAssembly();
        compareWithLoaded();
        updateRunState();
        updateTitle();
    });
    restoreSettings();
    updateRunState();
}

MainWindow::~MainWindow() = default;

// ---- parts

void MainWindow::makeMenus() {
    for (int menu = 0; menu < static_cast<int>(Menu::kCount); ++menu) {
        QMenu* out = menuBar()->addMenu(titleOf(static_cast<Menu>(menu)));
        for (const ActionRow& row : actionRows()) {
            if (row.menu != static_cast<Menu>(menu)) continue;
            if (row.startsGroup) out->addSeparator();
            out->addAction(m_actions[QString::fromLatin1(row.id)]);
        }
        if (static_cast<Menu>(menu) == Menu::View) addPanels(*out);
    }
}

void MainWindow::makeWorkspaceBar() {
    auto* bar = new WorkspaceRail(this);
    addToolBar(Qt::LeftToolBarArea, bar);
    auto* group = new QActionGroup(this);
    QAction* home = m_actions[QStringLiteral("welcome")];
    home->setIconText(tr("Home"));
    home->setCheckable(true);
    group->addAction(home);
    bar->addAction(home);
    for (const WorkspaceRow& row : workspaces()) {
        QAction* action = m_actions[QString::fromLatin1(row.action)];
        action->setIconText(QCoreApplication::translate("Views", row.title));
        action->setCheckable(true);
        group->addAction(action);
        bar->addAction(action);
        m_actions.connectTo(QString::fromLatin1(row.action), this,
                            [this, workspace = row.workspace] { showWorkspace(workspace); });
    }
}

// There is room for one line; anything longer is shown in a view.
void MainWindow::tell(const QString& text) {
    const QString line = text.section(QLatin1Char('\n'), 0, 0);
    if (m_keyDisplay) return m_keyDisplay->say(line);
    statusBar()->showMessage(line, 12000);
}

// Another text may be the same program: blanks and comments change nothing that runs.
void MainWindow::compareWithLoaded() {
    const auto loaded = m_session.loaded();
    const auto assembly = m_documents->assembly();
    m_isSameProgram = loaded && assembly && assembly->program && assembly->path == loaded->path &&
                      assembly->program->machine.cores == loaded->machine.cores &&
                      std::ranges::all_of(loaded->all.cores, [&](const session::Loaded& core) {
                          const program::Program& now = assembly->program->programOf(core.core.index);
                          return program::hashOf(now) == program::hashOf(core.program) &&
                                 program::haveSameResults(now, core.program);
                      });
}

bool MainWindow::isStale() const { return m_documents->differsFromLoaded() && !m_isSameProgram; }

bool MainWindow::isRunAnew() const {
    const session::State state = m_session.state();
    return (state == session::State::Halted || state == session::State::Faulted) && isStale();
}

// ---- what can be done now (running itself is in main_window_run.cpp)

void MainWindow::updateRunState() {
    using session::State;
    const State state = m_session.state();
    const bool can = state == State::Paused || state == State::Halted || state == State::Faulted;
    const bool ahead = state == State::Paused;
    // Even a program that does not assemble: then that is reported.
    m_actions["run"]->setEnabled(ahead || isRunAnew() ||
                                 (isTextInSight() && m_documents->frontRole() == editor::FrontRole::Other) ||
                                 (state == State::Empty && !m_documents->startFile().isEmpty()));
    const auto assembly = m_documents->assembly();
    m_actions["reset"]->setEnabled(can || state == State::Running || (assembly && assembly->program));
    m_actions["stop"]->setEnabled(state == State::Running ||
                                  (can && m_session.frame() && m_session.frame()->clock != 0));
    m_actions["pause"]->setEnabled(state == State::Running || m_session.isBusy());
    for (const char* id : {"step", "stepOver", "stepOut", "stepClock", "runToCursor", "runFor"})
        m_actions[QString::fromLatin1(id)]->setEnabled(ahead);
    for (const char* id : {"stepBack", "stepOverBack", "stepClockBack", "runBack"})
        m_actions[QString::fromLatin1(id)]->setEnabled(can && m_session.frame() &&
                                                       m_session.frame()->clock != 0);
    for (const char* id : {"bookmark", "nextMark", "previousMark"})
        m_actions[QString::fromLatin1(id)]->setEnabled(can);
    m_actions["historyBack"]->setEnabled(m_selection.canGoBack());
    m_actions["historyForward"]->setEnabled(m_selection.canGoForward());
    const bool several = m_session.frames().size() > 1; // otherwise there is nothing to choose from
    for (const char* id : {"stepAll", "nextCore", "anotherView", "pinView"})
        m_actions[QString::fromLatin1(id)]->setVisible(several);
    m_actions["pause"]->setStatusTip(several ? tr("Stops all cores, at one clock") : QString());
    m_actions["stepAll"]->setEnabled(ahead);
    m_actions["breakOnNan"]->setEnabled(m_session.frame() || m_session.breaksOnNan());
    m_actions["breakOnNan"]->setChecked(m_session.breaksOnNan());
    m_stopBar->setStale(isStale());
}

void MainWindow::showText() {
    if (!isTextInSight()) showWorkspace(page(m_workspace)->centreView() ? Workspace::Debug : m_workspace);
}

bool MainWindow::isTextInSight() const { return m_documents->isVisibleTo(this); }

// ---- looks

void MainWindow::openPalette() {
    std::vector<Chooser::Item> items;
    for (QAction* action : m_actions.all())
        items.push_back({plainTextOf(action), action->shortcut().toString(QKeySequence::NativeText),
                         action->icon(), action->isEnabled(), [action] { action->trigger(); }});
    addViews(items);
    addPlaces(items);
    Chooser::open(this, tr("Type what you want to do"), std::move(items));
}

void MainWindow::connectViewActions() {
    const auto on = [this](const char* id, auto&& call) {
        m_actions.connectTo(QString::fromLatin1(id), this, call);
    };
    on("palette", [this] { openPalette(); });
    on("about", [this] { showAbout(); });
    on("settings", [this] { openSettings(); });
    on("presentation", [this] { setPresenting(!m_isPresenting); });
    on("fullScreen", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    on("showAsTable", [this] { toggleTable(); });
    on("resetLayout", [this] { page(m_workspace)->resetLayout(); });
    on("goToText", [this] { walkViews(0); });
    on("nextView", [this] { walkViews(1); });
    on("previousView", [this] { walkViews(-1); });
    on("aloneView", [this] { aloneView(); });
    on("floatView", [this] { floatView(); });
    on("hideView", [this] {
        QDockWidget* dock = dockWithFocus();
        if (!dock) return;
        dock->close();
        walkViews(0);
    });
    on("anotherView", [this] { anotherView(); });
    on("pinView", [this] { pinView(); });
    on("themeSystem", [this] { chooseTheme(theme::Choice::System); });
    on("themeLight", [this] { chooseTheme(theme::Choice::Light); });
    on("themeDark", [this] { chooseTheme(theme::Choice::Dark); });
}

void MainWindow::showAbout() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Lanewright"),
                                tr("<b>Lanewright %1</b><p>An assembler, exact emulator and time-travel "
                                   "debugger for neural-network accelerators.</p><p>GPL-3.0-or-later</p>")
                                    .arg(QApplication::applicationVersion()),
                                QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::chooseTheme(theme::Choice choice) {
    m_theme.choose(choice);
    Preferences preferences = readPreferences();
    preferences.theme = choice;
    writePreferences(preferences);
}

WorkspacePage* MainWindow::page(Workspace workspace) {
    WorkspacePage*& page = m_built[static_cast<std::size_t>(workspace)];
    if (!page) {
        page = new WorkspacePage(
            workspace,
            {{m_theme, m_session, m_selection},
             *m_documents,
             m_desks,
             m_catalog.views,
             {},
             [this](const QStringList& topics) { openManual(topics); },
             [this] { showWelcome(); },
             [this] { askForNetwork(); },
             [this](const QString& file) { openExample(file); },
             [this](const QString& path) { openFile(path); },
             [this] { showText(); },
             [this](const QString& steps, const QString& folder) { doSteps(steps, folder); }},
            this);
        page->resize(m_pages->size());
        m_pages->addWidget(page);
        const QSettings settings;
        const QString number = QString::number(static_cast<int>(workspace));
        page->restoreViews(settings.value(QStringLiteral("views/") + number).toStringList());
        const auto layout = settings.value(QStringLiteral("layout/") + number).toByteArray();
        if (!layout.isEmpty()) page->restoreLayout(layout);
    }
    return page;
}

void MainWindow::showWelcome() {
    if (WorkspacePage* before = m_built[static_cast<std::size_t>(m_workspace)])
        before->setFloatingVisible(false);
    m_pages->setCurrentWidget(m_welcome);
    m_historyTwin->hide();
    m_actions[QStringLiteral("welcome")]->setChecked(true);
    updateRunState();
}

void MainWindow::showWorkspace(Workspace workspace) {
    if (auto* before = m_built[static_cast<std::size_t>(m_workspace)]; before && workspace != m_workspace)
        before->setFloatingVisible(false);
    WorkspacePage* next = page(workspace);
    m_workspace = workspace;
    next->takeEditor(m_documents);
    m_pages->setCurrentWidget(next);
    next->setFloatingVisible(true);
    next->setPresenting(m_isPresenting);
    // A view in the middle has the focus, not the first button above it.
    const QWidget* focus = QApplication::focusWidget();
    if (QWidget* centre = next->centreView(); centre && !centre->isAncestorOf(focus))
        centre->setFocus(Qt::OtherFocusReason);
    m_historyTwin->show();
    m_actions[QString::fromLatin1(rowOf(workspace).action)]->setChecked(true);
    updateRunState();
}

} // namespace lw::ide

#include "moc_main_window.cpp"
