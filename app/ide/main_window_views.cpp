// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/chooser.h"
#include "app/ide/example_list.h"
#include "app/ide/main_window.h"
#include "app/ide/mnemonics.h"
#include "widgets/manual/manual_view.h"

#include <QApplication>
#include <QMenu>
#include <QPointer>

#include <algorithm>

// The window's part in its views: getting to each of them, and out again, without a mouse.
namespace lw::ide {

namespace {

// Those in the middle first.
QList<const QWidget*> viewsOf(const WorkspacePage& page) {
    QList<const QWidget*> out;
    for (const QWidget* view : page.centreViews()) out << view;
    for (const QDockWidget* dock : page.docks()) out << dock;
    return out;
}

} // namespace

// The views of the workspace: those closed by their cross come back from here,
// covered ones come to the front.
void MainWindow::addPanels(QMenu& menu) {
    constexpr const char* kTitle = QT_TR_NOOP("Views");
    QStringList letters;
    for (const QAction* action : menu.actions()) letters << action->text();
    auto* panels = new QMenu(withFreeMnemonic(tr(kTitle), QString::fromLatin1(kTitle), letters), &menu);
    menu.insertMenu(m_actions[QStringLiteral("showAsTable")], panels);
    connect(panels, &QMenu::aboutToShow, this, [this, panels] {
        panels->clear();
        for (const QWidget* view : viewsOf(*page(workspace())))
            panels->addAction(view->windowTitle(), this, [this, id = view->objectName()] { goToView(id); });
    });
}

void MainWindow::addViews(std::vector<Chooser::Item>& items) {
    for (const QWidget* view : viewsOf(*page(m_workspace)))
        items.push_back(
            {tr("View: %1").arg(view->windowTitle()), {}, {}, true, [this, id = view->objectName()] {
                 goToView(id);
             }});
}

// Places that can be visited although they are not actions.
void MainWindow::addPlaces(std::vector<Chooser::Item>& items) {
    const auto add = [&](const QString& text, std::function<void()> go) {
        items.push_back({text, {}, {}, true, std::move(go)});
    };
    using Page = SettingsDialog::Page;
    for (const auto& [page, title] :
         {std::pair(Page::Appearance, tr("Settings: Appearance, font size, scale")),
          std::pair(Page::Language, tr("Settings: Language")),
          std::pair(Page::Shortcuts, tr("Settings: Shortcuts"))})
        add(title, [this, page = page] { openSettings(page); });
    for (const Example& example : examples())
        add(tr("Example: %1").arg(example.title), [this, path = example.program] { openCard(path); });
    const auto loaded = m_session.loaded();
    if (loaded)
        for (const program::Symbol& symbol : loaded->program.symbols)
            if (symbol.kind == program::SymbolKind::Label)
                add(tr("Label: %1").arg(QString::fromStdString(symbol.name)),
                    [this,
                     bundle = machine::BundleOf(loaded->core, static_cast<std::uint32_t>(symbol.value))] {
                        showText();
                        m_selection.selectBundle(bundle);
                    });
    for (const auto& [id, title] : manual::titlesOf(loaded.get()))
        add(tr("Manual: %1").arg(title), [this, id = id] { openManual({id}); });
}

void MainWindow::goToView(const QString& id) {
    if (m_pages->currentWidget() == m_welcome) showWorkspace(m_workspace);
    if (QWidget* view = page(m_workspace)->raiseView(id)) view->setFocus();
}

QDockWidget* MainWindow::dockWithFocus() {
    for (QWidget* at = QApplication::focusWidget(); at; at = at->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(at)) return dock;
    tell(tr("No view has the focus."));
    return nullptr;
}

// Where the Tab key stops. A widget with a proxy is not a stop of its own: Qt would go from the proxy to
// it, and so to the proxy again, for ever.
static bool isStop(const QWidget& widget, const QWidget& window) {
    if (widget.focusProxy() || !(widget.focusPolicy() & Qt::TabFocus) || !widget.isEnabled() ||
        !widget.isVisible() || widget.window() != &window)
        return false;
    for (const QWidget* at = &widget; at; at = at->parentWidget()) // or covered by another in a tab
        if (qobject_cast<const QDockWidget*>(at) && at->visibleRegion().isEmpty()) return false;
    return true;
}

bool MainWindow::focusNextPrevChild(bool next) {
    QWidget* const from = focusWidget() ? focusWidget() : this;
    const auto step = [next](const QWidget* at) {
        return next ? at->nextInFocusChain() : at->previousInFocusChain();
    };
    for (QWidget* at = step(from); at != from; at = step(at)) {
        if (!isStop(*at, *this)) continue;
        at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        return true;
    }
    return false;
}

// From the middle of the workspace through the visible docks, and round again; 0: the middle.
void MainWindow::walkViews(int step) {
    if (m_pages->currentWidget() == m_welcome) showWorkspace(m_workspace);
    QList<QWidget*> stops{m_documents->editor()};
    if (QWidget* centre = page(m_workspace)->centreView()) stops = {centre};
    if (!stops.front()) stops.clear();
    qsizetype now = 0;
    const QWidget* focus = QApplication::focusWidget();
    for (QDockWidget* dock : page(m_workspace)->docks()) {
        if (dock->isHidden() || dock->visibleRegion().isEmpty()) continue; // or covered in a tab
        if (dock->isAncestorOf(focus)) now = stops.size();
        stops << dock->widget();
    }
    if (stops.isEmpty()) return;
    const qsizetype next = step == 0 ? 0 : (now + step + stops.size()) % stops.size();
    stops[next]->window()->activateWindow(); // a floating one is a window of its own
    stops[next]->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::aloneView() {
    WorkspacePage* here = page(m_workspace);
    QPointer<QWidget> focus = QApplication::focusWidget();
    const QDockWidget* dock = nullptr; // none: the middle
    for (QDockWidget* candidate : here->docks())
        if (candidate->isAncestorOf(focus)) dock = candidate;
    here->isAlone() ? here->showAll() : here->showAlone(dock);
    if (focus) focus->setFocus();
}

void MainWindow::floatView() {
    QDockWidget* dock = dockWithFocus();
    if (!dock) return;
    const QPointer<QWidget> focus = QApplication::focusWidget(); // moving docks may take it away
    page(m_workspace)->showAll();
    dock->setFloating(!dock->isFloating());
    dock->show();
    dock->raise();
    dock->window()->activateWindow();
    if (focus) focus->setFocus();
}

ViewDock* MainWindow::viewOfCore() {
    auto* view = qobject_cast<ViewDock*>(dockWithFocus());
    if (view && view->isOfCore()) return view;
    if (view) tell(tr("%1 is not of one core.").arg(view->windowTitle()));
    return nullptr;
}

// For two cores side by side: the new one shows the core after the one that this one shows.
void MainWindow::anotherView() {
    const auto cores = m_session.frames().size();
    ViewDock* view = viewOfCore();
    if (!view || cores == 0) return;
    ViewDock* other = page(m_workspace)->addAnother(*view);
    other->pin(machine::CoreId{static_cast<std::uint16_t>((view->core().index + 1u) % cores)});
    other->widget()->setFocus();
}

// The one with the focus, a dock or in the middle.
void MainWindow::pinView() {
    const QWidget* centre = page(m_workspace)->centreView();
    session::CoreChoice* choice = WorkspacePage::centreChoice(centre);
    if (choice && centre->isAncestorOf(QApplication::focusWidget()))
        return choice->pin(choice->pinned() ? std::nullopt : std::optional(m_session.focus()));
    ViewDock* view = viewOfCore();
    if (!view) return;
    view->pin(view->pinned() ? std::nullopt : std::optional(view->core()));
    if (!view->pinned()) tell(tr("%1 follows the core in focus.").arg(view->windowTitle()));
}

// For the picture in the view with the focus.
void MainWindow::toggleTable() {
    for (QWidget* at = focusWidget(); at && !at->isWindow(); at = at->parentWidget()) {
        if (auto* action = at->findChild<QAction*>(QStringLiteral("showAsTable"))) return action->toggle();
        if (qobject_cast<QDockWidget*>(at)) break;
    }
    tell(tr("No picture has the focus."));
}

} // namespace lw::ide
