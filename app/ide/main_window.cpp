// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"

#include "app/ide/chooser.h"
#include "app/ide/edit_actions.h"
#include "core/chips/catalog.h"
#include "widgets/paint/table_twin.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>

#include <utility>

namespace lw::ide {

namespace {

constexpr qsizetype kMostRecent = 20;
const QString kClock = QStringLiteral("session/clock");   // only between the two halves of a restart
constexpr std::array<int, 6> kSpeeds{0, 1, 2, 5, 10, 25}; // bundles per second; 0: as fast as it goes

QString counted(std::uint64_t number) { return QLocale::c().toString(static_cast<qulonglong>(number)); }

QString rateText(double rate) {
    if (rate >= 1e6) return QObject::tr("%1 M bundles/s").arg(rate / 1e6, 0, 'f', rate >= 1e8 ? 0 : 1);
    if (rate >= 1e3) return QObject::tr("%1 k bundles/s").arg(rate / 1e3, 0, 'f', 1);
    return QObject::tr("%1 bundles/s").arg(rate, 0, 'f', 0);
}

} // namespace

MainWindow::MainWindow(theme::Theme& theme)
    : m_theme(theme)
    , m_actions(theme, this)
    , m_documents(new editor::DocumentArea({theme, m_session, m_selection}, this))
    , m_pages(new QStackedWidget(this))
    , m_welcome(new WelcomePage(theme, this))
    , m_stopBar(new debug::StopBar({theme, m_session, m_selection}, this))
    , m_history(new debug::HistoryBar({theme, m_session, m_selection}, this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Lanewright"));
    setAcceptDrops(true);
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stopBar);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_history);
    m_history->hide(); // until the workspace that shows it
    setCentralWidget(centre);
    connect(m_stopBar, &debug::StopBar::restartWanted, this, [this] { loadProgram(); });
    m_pages->addWidget(m_welcome);
    connect(m_welcome, &WelcomePage::opened, this, &MainWindow::openFile);
    for (QAction* action : m_actions.all()) addAction(action);
    makeMenus();
    makeToolBar();
    makeWorkspaceBar();
    makeStatusBar();
    connectFileActions();
    connectEditActions(m_actions, *m_documents, this);
    connectRunActions();
    connectViewActions();
    connect(&m_session, &session::DebugSession::stateChanged, this, &MainWindow::updateRunState);
    connect(&m_session, &session::DebugSession::frameChanged, this, [this] {
        // Breakpoints of the last session name labels of this program: they wait for its first frame.
        for (const QString& text : std::exchange(m_savedBreakpoints, {})) m_session.addBreakpoint(text);
        if (const auto clock = std::exchange(m_savedClock, {}); clock && *clock != 0)
            perform(machine::Seek{*clock});
        updatePosition();
    });
    connect(&m_session, &session::DebugSession::refused, this, &MainWindow::tell);
    connect(m_documents, &editor::DocumentArea::problem, this, &MainWindow::tell);
    connect(m_documents, &editor::DocumentArea::assembled, this, [this] {
        if (m_session.state() == session::State::Empty) loadProgram();
        updateRunState();
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
    }
}

void MainWindow::makeToolBar() {
    QToolBar* bar = addToolBar(tr("Run"));
    bar->setObjectName(QStringLiteral("runBar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (const char* id : {"run", "pause"}) bar->addAction(m_actions[QString::fromLatin1(id)]);
    bar->addSeparator();
    for (const char* id : {"stepBack", "step", "stepOver", "runToCursor"})
        bar->addAction(m_actions[QString::fromLatin1(id)]);
    bar->addSeparator();
    bar->addAction(m_actions[QStringLiteral("reset")]);
    bar->addSeparator();
    m_machine = new QComboBox(bar);
    m_machine->setAccessibleName(tr("Machine"));
    m_machine->addItem(tr("Machine of the program"), QString());
    for (const chips::Chip& chip : chips::all())
        for (const std::string_view name : chip.machines()) {
            const auto text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
            m_machine->addItem(text, text);
        }
    bar->addWidget(m_machine);
    m_speed = new QComboBox(bar);
    m_speed->setAccessibleName(tr("Speed"));
    for (const int speed : kSpeeds)
        m_speed->addItem(speed ? tr("%1 per second").arg(speed) : tr("Full speed"), speed);
    bar->addWidget(m_speed);
    connect(m_machine, &QComboBox::activated, this, [this](int index) {
        m_session.unload();
        m_documents->setMachine(m_machine->itemData(index).toString());
    });
}

void MainWindow::makeWorkspaceBar() {
    auto* bar = new QToolBar(tr("Workspaces"), this);
    bar->setObjectName(QStringLiteral("workspaceBar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    addToolBar(Qt::LeftToolBarArea, bar);
    auto* group = new QActionGroup(this);
    const std::array<const char*, 3> ids{"workspaceEdit", "workspaceDebug", "workspaceTensors"};
    const std::array<QString, 3> names{tr("Edit"), tr("Debug"), tr("Tensors")};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        QAction* action = m_actions[QString::fromLatin1(ids[i])];
        action->setIconText(names[i]);
        action->setCheckable(true);
        group->addAction(action);
        bar->addAction(action);
        m_actions.connectTo(QString::fromLatin1(ids[i]), this,
                            [this, i] { showWorkspace(static_cast<Workspace>(i)); });
    }
}

void MainWindow::makeStatusBar() {
    m_position = new QLabel(this);
    m_position->setFont(m_theme.monospaceSmall());
    statusBar()->addPermanentWidget(m_position);
}

void MainWindow::tell(const QString& text) { statusBar()->showMessage(text, 12000); }

// ---- files

void MainWindow::connectFileActions() {
    const auto on = [this](const char* id, auto&& call) {
        m_actions.connectTo(QString::fromLatin1(id), this, call);
    };
    on("new", [this] { m_documents->newFile(); });
    on("open", [this] { open(); });
    on("quickOpen", [this] { quickOpen(); });
    on("welcome", [this] { showWelcome(); });
    on("save", [this] { save(false); });
    on("saveAs", [this] { save(true); });
    on("saveAll", [this] {
        for (editor::Document* document : m_documents->documents())
            if (document->isModified() && !document->path().isEmpty())
                m_documents->saveDocument(document, document->path());
    });
    on("setStart", [this] {
        if (editor::Document* document = m_documents->current(); document && !document->path().isEmpty()) {
            m_session.unload();
            m_documents->setStartFile(document->path());
        }
    });
    on("closeFile", [this] {
        if (editor::Document* document = m_documents->current()) m_documents->closeDocument(document);
    });
    on("quit", [this] { close(); });
}

void MainWindow::open() {
    auto* dialog = new QFileDialog(this, tr("Open"), QString(), tr("Programs (*.lw *.lwo);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openFile);
    dialog->open();
}

void MainWindow::openFile(const QString& path) {
    if (!m_documents->openFile(path)) return;
    remember(QFileInfo(path).absoluteFilePath());
    if (m_pages->currentWidget() == m_welcome) showWorkspace(m_workspace);
}

void MainWindow::remember(const QString& path) {
    m_recent.removeAll(path);
    m_recent.prepend(path);
    while (m_recent.size() > kMostRecent) m_recent.removeLast();
    m_welcome->setRecentFiles(m_recent);
}

void MainWindow::openPalette() {
    std::vector<Chooser::Item> items;
    for (QAction* action : m_actions.all())
        items.push_back({plainTextOf(action), action->shortcut().toString(QKeySequence::NativeText),
                         action->icon(), action->isEnabled(), [action] { action->trigger(); }});
    Chooser::open(this, tr("Type what you want to do"), std::move(items));
}

// Open files first, then recent ones, then the examples.
void MainWindow::quickOpen() {
    std::vector<Chooser::Item> items;
    QStringList seen;
    const auto add = [&](const QString& path) {
        if (path.isEmpty() || seen.contains(path)) return;
        seen << path;
        const QFileInfo info(path);
        items.push_back(
            {info.dir().dirName() + QLatin1Char('/') + info.fileName(), info.path(), {}, true, [this, path] {
                 openFile(path);
             }});
    };
    for (const editor::Document* document : m_documents->documents()) add(document->path());
    for (const QString& path : m_recent) add(path);
    for (const Example& example : examples()) add(example.program);
    Chooser::open(this, tr("Type a part of a file's name"), std::move(items));
}

bool MainWindow::save(bool as) {
    editor::Document* document = m_documents->current();
    if (!document) return false;
    if (!as && !document->path().isEmpty()) return m_documents->saveDocument(document, document->path());
    auto* dialog = new QFileDialog(this, tr("Save As"), document->path(), tr("Programs (*.lw)"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("lw"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, document](const QString& path) { m_documents->saveDocument(document, path); });
    dialog->open();
    return true;
}

// ---- what can be done now (running itself is in main_window_run.cpp)

void MainWindow::updateRunState() {
    using session::State;
    const State state = m_session.state();
    const bool can = state == State::Paused || state == State::Halted || state == State::Faulted;
    const bool ahead = state == State::Paused;
    m_actions["run"]->setEnabled(
        ahead || (state == State::Empty && m_documents->assembly() && m_documents->assembly()->program));
    m_actions["pause"]->setEnabled(state == State::Running || m_session.isBusy());
    for (const char* id : {"step", "stepOver", "stepOut", "stepClock", "runToCursor", "runFor"})
        m_actions[QString::fromLatin1(id)]->setEnabled(ahead);
    for (const char* id : {"stepBack", "stepClockBack", "runBack", "bookmark", "nextMark", "previousMark"})
        m_actions[QString::fromLatin1(id)]->setEnabled(can);
    m_actions["historyBack"]->setEnabled(m_selection.canGoBack());
    m_actions["historyForward"]->setEnabled(m_selection.canGoForward());
    m_stopBar->setStale(m_documents->differsFromLoaded());
    updatePosition();
}

void MainWindow::updatePosition() {
    const auto& frame = m_session.frame();
    if (!frame) {
        m_position->setText(tr("No program"));
        return;
    }
    QString text = tr("clock %1   bundle %2").arg(counted(frame->clock), counted(frame->bundles));
    switch (m_session.state()) {
    case session::State::Running: text += QStringLiteral("   ") + rateText(m_session.rate()); break;
    case session::State::Halted: text += tr("   halted"); break;
    case session::State::Faulted: text += tr("   fault"); break;
    default: break;
    }
    m_position->setText(text);
}

// ---- looks

void MainWindow::connectViewActions() {
    const auto on = [this](const char* id, auto&& call) {
        m_actions.connectTo(QString::fromLatin1(id), this, call);
    };
    on("palette", [this] { openPalette(); });
    on("about", [this] { showAbout(); });
    on("settings", [this] { openSettings(); });
    on("showAsTable", [this] { toggleTable(); });
    on("resetLayout", [this] { page(m_workspace)->resetLayout(); });
    on("themeSystem", [this] { chooseTheme(theme::Choice::System); });
    on("themeLight", [this] { chooseTheme(theme::Choice::Light); });
    on("themeDark", [this] { chooseTheme(theme::Choice::Dark); });
}

// Of the picture in the view with the focus.
void MainWindow::toggleTable() {
    QWidget* around = focusWidget();
    while (around && !qobject_cast<QDockWidget*>(around) && !around->isWindow())
        around = around->parentWidget();
    if (around && around->isWindow()) around = nullptr;
    if (auto* twin = paint::TableTwin::of(focusWidget(), around)) return twin->showTable(!twin->isTable());
    tell(tr("No picture has the focus."));
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
        page = new WorkspacePage(workspace, {{m_theme, m_session, m_selection}, *m_documents}, this);
        page->resize(m_pages->size());
        m_pages->addWidget(page);
        const auto layout =
            QSettings().value(QStringLiteral("layout/%1").arg(static_cast<int>(workspace))).toByteArray();
        if (!layout.isEmpty()) page->restoreLayout(layout);
    }
    return page;
}

void MainWindow::showWelcome() {
    if (WorkspacePage* before = m_built[static_cast<std::size_t>(m_workspace)])
        before->setFloatingVisible(false);
    m_pages->setCurrentWidget(m_welcome);
    m_history->hide();
}

void MainWindow::showWorkspace(Workspace workspace) {
    if (auto* before = m_built[static_cast<std::size_t>(m_workspace)]; before && workspace != m_workspace)
        before->setFloatingVisible(false);
    WorkspacePage* next = page(workspace);
    m_workspace = workspace;
    next->takeEditor(m_documents);
    m_pages->setCurrentWidget(next);
    next->setFloatingVisible(true);
    m_history->setVisible(workspace == Workspace::Debug);
    static constexpr std::array<const char*, 3> kIds{"workspaceEdit", "workspaceDebug", "workspaceTensors"};
    m_actions[QString::fromLatin1(kIds[static_cast<std::size_t>(workspace)])]->setChecked(true);
}

// ---- the window

void MainWindow::saveSettings() const {
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("workspace"), static_cast<int>(m_workspace));
    for (std::size_t i = 0; i < m_built.size(); ++i)
        if (m_built[i]) settings.setValue(QStringLiteral("layout/%1").arg(i), m_built[i]->layoutState());
    QStringList open, breakpoints;
    for (const editor::Document* document : m_documents->documents())
        if (!document->path().isEmpty()) open << document->path();
    for (const machine::Breakpoint& breakpoint : m_session.breakpoints())
        breakpoints << QString::fromStdString(breakpoint.text);
    settings.setValue(QStringLiteral("session/open"), open);
    settings.setValue(QStringLiteral("session/front"),
                      m_documents->current() ? m_documents->current()->path() : QString());
    settings.setValue(QStringLiteral("session/start"), m_documents->startFile());
    settings.setValue(QStringLiteral("session/breakpoints"), breakpoints);
    settings.remove(kClock);
    if (m_wantsRestart && m_session.frame())
        settings.setValue(kClock, static_cast<qulonglong>(m_session.frame()->clock));
    settings.setValue(QStringLiteral("recent"), m_recent);
}

void MainWindow::restoreSettings() {
    const QSettings settings;
    if (!restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray())) resize(1600, 960);
    const int workspace =
        settings.value(QStringLiteral("workspace"), static_cast<int>(Workspace::Debug)).toInt();
    if (workspace >= 0 && workspace < static_cast<int>(Workspace::kCount))
        m_workspace = static_cast<Workspace>(workspace);
    m_recent = settings.value(QStringLiteral("recent")).toStringList();
    m_welcome->setRecentFiles(m_recent);
}

void MainWindow::restoreSession() {
    const QSettings settings;
    m_savedBreakpoints = settings.value(QStringLiteral("session/breakpoints")).toStringList();
    if (settings.contains(kClock)) m_savedClock = settings.value(kClock).toULongLong();
    const QString start = settings.value(QStringLiteral("session/start")).toString();
    if (QFileInfo(start).isReadable()) m_documents->setStartFile(start);
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
    m_session.pause();
    saveSettings();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) openFile(url.toLocalFile());
}

} // namespace lw::ide
