// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/action_table.h"
#include "app/ide/chooser.h"
#include "app/ide/guide_bar.h"
#include "app/ide/key_display.h"
#include "app/ide/preferences.h"
#include "app/ide/project_keeper.h"
#include "app/ide/run_bar.h"
#include "app/ide/settings_dialog.h"
#include "app/ide/welcome_page.h"
#include "app/ide/workspace_page.h"
#include "widgets/debug/history_bar.h"
#include "widgets/debug/stop_bar.h"
#include "widgets/editor/document_area.h"
#include "widgets/firmware/firmware_desk.h"
#include "widgets/firmware/processor_desk.h"
#include "widgets/paint/table_twin.h"
#include "widgets/recompute/recompute_desk.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"
#include "widgets/striding/striding_desk.h"
#include "widgets/tiling/tiling_desk.h"

#include <QMainWindow>
#include <QPointer>
#include <QStackedWidget>
#include <QTimer>
#include <QVariantMap>

#include <array>
#include <functional>
#include <optional>

namespace lw::ide {

class ScriptRunner;

class MainWindow : public QMainWindow {
    Q_OBJECT
  public:
    explicit MainWindow(theme::Theme& theme, const Catalog& catalog = ide::catalog());
    ~MainWindow() override;
    // Of a window that has no size yet, without its frame: with it, it fits screens of 1216 x 688 and more.
    static QSize firstSize(QSize available);

    ActionTable& actions() { return m_actions; }
    session::DebugSession& session() { return m_session; }
    session::Selection& selection() { return m_selection; }
    editor::DocumentArea& documents() { return *m_documents; }
    theme::Theme& theme() { return m_theme; }
    ProjectKeeper& keeper() { return m_keeper; }
    RunBar& runBar() { return *m_runBar; }
    striding::StridingDesk& striding() { return deskIn<striding::StridingDesk>(m_desks); }
    tiling::TilingDesk& tiling() { return deskIn<tiling::TilingDesk>(m_desks); }
    recompute::RecomputeDesk& training() { return deskIn<recompute::RecomputeDesk>(m_desks); }
    firmware::ProcessorDesk& processor() { return deskIn<firmware::ProcessorDesk>(m_desks); }
    firmware::FirmwareDesk& firmware() { return deskIn<firmware::FirmwareDesk>(m_desks); }
    const QList<session::TechniqueDesk*>& desks() const { return m_desks; }

    void openFile(const QString& path);    // a text, an object, a project, tensors or a network
    void openInSight(const QString& path); // and a text where it can be read
    // Without questions, if its input lies beside it.
    void startNetwork(const QString& path, std::optional<lower::striding::Mode> mode = {});
    // In the folder of examples; of a network "e02.json?mask-max", "e27.json?tile=1x3,ring".
    void openExample(const QString& file);
    void openLesson(const QString& chapter); // of the manual, beside the pictures that it is about
    void openNetwork(const QString& path);   // asks how, then lowers it and opens the program
    void lowerNetwork(const striding::StridingRequest& request);  // without asking
    void tileNetwork(const tiling::TilingRequest& request);       // likewise: shows the plan
    void trainNetwork(const recompute::TrainingRequest& request); // shows what is decided of it
    void planFirmware(const firmware::PlanRequest& request);      // shows what it takes of the processor
    void startWith(const QString& path);                          // opens it, and it is what runs
    void openProject(const QString& path);
    void saveProject(const QString& path);
    // Puts the file into the tensor at every start from now on, and starts anew.
    void useAsInput(const QString& tensor, const QString& file);
    void showWelcome();
    bool isWelcome() const { return m_pages->currentWidget() == m_welcome; }
    // An example's text asks for it: lines of a window script that change no file of a person's, separated by
    // ";". They go on by themselves; the runner is gone at their end.
    ScriptRunner* doSteps(const QString& steps, const QString& folder);
    void noteStepBreakpoint(std::uint32_t id); // it goes when the next steps begin
    void showWorkspace(Workspace workspace);
    WorkspacePage* page(Workspace workspace); // built on first visit
    Workspace workspace() const { return m_workspace; }
    // What was open when the program was closed; the welcome page when nothing was.
    void restoreSession();
    // From now on: the session and unsaved texts as they change, breakpoints and networks of programs.
    // Unsaved texts that are left over are offered.
    void startKeeping(const QString& folder);
    void tell(const QString& text); // in the status bar
    // Shows the manual beside what is in front: the page of the first topic that it knows, or the contents.
    void openManual(const QStringList& topics);
    // The page of what is under the cursor.
    void helpHere();
    // For a projector: large type, one or two views, no bars; the keys pressed are shown.
    void setPresenting(bool presenting);
    bool isPresenting() const { return m_isPresenting; }
    void openSettings(SettingsDialog::Page page = SettingsDialog::Page::Appearance);
    // Closes the window so that the program begins anew where it is now; nothing happens when a text is not
    // to be lost. main() looks at wantsRestart() after the end.
    void restart();
    bool wantsRestart() const { return m_wantsRestart; }

  protected:
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void makeMenus();
    void addPanels(QMenu& menu);
    void addViews(std::vector<Chooser::Item>& items);
    void addPlaces(std::vector<Chooser::Item>& items); // settings, examples, labels, pages of the manual
    void goToView(const QString& id);
    QDockWidget* dockWithFocus();
    void walkViews(int step);
    void floatView();
    ViewDock* viewOfCore(); // with the focus
    void anotherView();
    void pinView();
    void aloneView();
    void makeWorkspaceBar();
    void connectFileActions();
    void connectProjectActions();
    void connectRunActions();
    void connectNetworks();
    void sayNotLowered(const QString& text, const std::vector<striding::StridingRequest>& ways);
    void sayNotRead(const QString& path, const QString& text);
    void askForNetwork();
    void connectTiling();
    void connectTraining();
    void connectFirmware();
    void leaveMadeProgram();
    void startAnew(const QString& program); // which has just been written
    void tileExample(const QString& path, const QStringList& words);
    void showGraph(); // of the network that was opened last
    void openLowered(const QString& program, const QString& tensor, const QString& file);
    void connectWishes();
    void connectViewActions();
    void connectHelpActions();
    void open();
    void openPalette();
    void quickOpen();
    void newFile();
    void showForTyping(); // goes to where the text in front can be typed into
    void newFromTemplate();
    void openPrograms(const QString& workload);
    void openCard(const QString& path);
    void raiseReadme();
    void raiseReadmeBeside(const QString& file);
    void raiseReadmeAlone(const QString& network);
    void guideFrom(const QString& steps, const QString& folder);
    void remember(const QString& path); // as a recent file
    QMenu* fileMenu() const;
    void setStart(const QString& path);
    void showTensorFile(const QString& path);
    void chooseMachine(const QString& machine);
    void chooseInputs();
    void askForProject(bool isNew);
    void newProject(const QString& path);
    void writeProject(const QString& path);
    void readProject(const QString& path);
    // Before something is done with a project that another window has open.
    void askIfShared(const QString& path, const QString& answer, const std::function<void()>& goOn);
    project::Project viewsNow() const;
    void askWhatToDo(const QString& tensor, const QString& file);
    void updateTitle();
    bool save(bool as);
    // Loads what the editors hold, if it assembles.
    bool loadProgram();
    void showText();
    bool isTextInSight() const;
    void runFront();
    bool isWorkload() const; // what is to run
    void runStart();
    void takeAssembly();
    void compareWithLoaded();
    bool isStale() const;   // what is loaded is not what the texts say now
    bool isRunAnew() const; // nothing is left to run of what is loaded, and the texts are another program
    void stop();
    void sayWhatIsWrong();
    void perform(machine::Command command);
    void runToCursor();
    void toggleBreakpoint();
    void walkChanges(int step);
    void toggleTable();
    void runFor();
    void chooseRunModes();
    void updateRunState();
    void showAbout();
    void chooseTheme(theme::Choice choice);
    void takeSizeBefore(bool isFirst);
    QVariantMap sessionNow() const; // as it is kept in the settings
    void keepSession();
    void restoreSettings();

    theme::Theme& m_theme;
    session::DebugSession m_session;
    session::Selection m_selection;
    const Catalog& m_catalog;
    QList<session::TechniqueDesk*> m_desks;           // by the catalog
    std::weak_ptr<const session::Loaded> m_toldDesks; // the program that they know of
    QString m_switchedFrom;                           // while the mode is being switched: the program before
    ActionTable m_actions;
    editor::DocumentArea* m_documents;
    QStackedWidget* m_pages;
    WelcomePage* m_welcome;
    QStringList m_recent;
    std::optional<std::uint64_t> m_savedClock; // after a restart
    bool m_raisesReadme = false;               // when the network of a card has been lowered
    bool m_isGraphAlone = false;               // until a program is loaded
    QTimer m_keeping;
    QVariantMap m_keptSession;                 // last
    Preferences m_running = readPreferences(); // what the program began with
    bool m_wantsRestart = false;
    bool m_isSameProgram = false;  // what was assembled last, as what is loaded
    bool m_runsOnceLoaded = false; // F5 came before the program was assembled
    bool m_isPresenting = false, m_wasFullScreen = false;
    QSize m_sizeBefore;                 // of the presentation; invalid: the size is somebody's choice
    KeyDisplay* m_keyDisplay = nullptr; // while presenting
    QPointer<QObject> m_steps;          // of a link, under way
    QList<std::uint32_t> m_stepBreakpoints;
    QString m_guideFolder; // whose text the steps are from
    std::array<WorkspacePage*, static_cast<std::size_t>(Workspace::kCount)> m_built{};
    Workspace m_workspace = Workspace::Debug;
    debug::StopBar* m_stopBar;
    GuideBar* m_guide;
    debug::HistoryBar* m_history;
    paint::TableTwin* m_historyTwin; // where it stands
    ProjectKeeper m_keeper;
    RunBar* m_runBar;
};

} // namespace lw::ide
