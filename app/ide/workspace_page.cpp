// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/workspace_page.h"

#include "widgets/paint/tensor_canvas.h"

#include <QCoreApplication>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lw::ide {

namespace {

constexpr int kPageSettleMilliseconds = 20; // until another size of type has gone through all layouts
// For a page that was never arranged. While editing, only problems are below.
constexpr double kRightPart = 0.42, kBottomPart = 0.34, kProblemsPart = 0.2;
constexpr double kLeftPart = 0.24, kPicturesPart = 0.43; // beside and below a picture in the middle
constexpr double kColumnPart = 0.31;                     // of each of two columns on the right
constexpr double kLeastPixels = 2;                       // of a cell in a picture that has the page
constexpr int kWidePage = 1500;                          // from here on there is room for two

Qt::DockWidgetArea toQt(Area area) {
    switch (area) {
    case Area::Left: return Qt::LeftDockWidgetArea;
    case Area::Right:
    case Area::RightInner:
    case Area::RightAsked: return Qt::RightDockWidgetArea;
    default: return Qt::BottomDockWidgetArea;
    }
}

} // namespace

WorkspacePage::WorkspacePage(Workspace workspace, const ViewParts& parts, QWidget* parent)
    : QMainWindow(parent, Qt::Widget)
    , m_parts(parts)
    , m_session(parts.context.session)
    , m_workspace(workspace) {
    setDockOptions(AllowTabbedDocks | AllowNestedDocks | AnimatedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    auto* centre = new QWidget(this);
    m_centre = new QVBoxLayout(centre);
    m_centre->setContentsMargins(0, 0, 0, 0);
    setCentralWidget(centre);
    m_parts.raise = [this](const QString& id) { return raiseView(id); };
    for (const ViewEntry& entry : parts.views) {
        const Area area = areaIn(entry, workspace);
        if (area == Area::None) continue;
        if (area == Area::Centre) {
            addToCentre(entry, makeCentre(entry));
            continue;
        }
        m_docks << makeDock(entry, 1);
        m_areas << area;
    }
    resetLayout();
}

// Its choice belongs to the view, as with a dock.
QWidget* WorkspacePage::makeCentre(const ViewEntry& entry) {
    if (!entry.isOfCore) return entry.make(m_parts);
    ViewParts own = m_parts;
    own.context.choice = new session::CoreChoice;
    QWidget* view = entry.make(own);
    own.context.choice->setParent(view);
    return view;
}

// The second view brings the tabs.
void WorkspacePage::addToCentre(const ViewEntry& entry, QWidget* view) {
    view->setObjectName(QString::fromLatin1(entry.id));
    view->setWindowTitle(QCoreApplication::translate("Views", entry.title));
    m_centreViews << view;
    if (m_centreViews.size() == 1) return m_centre->addWidget(view);
    if (!m_centreTabs) {
        m_centreTabs = new QTabWidget(this);
        m_centreTabs->setDocumentMode(true);
        m_centreTabs->tabBar()->setAccessibleName(tr("Views in the middle"));
        m_centre->addWidget(m_centreTabs);
        m_centreTabs->addTab(m_centreViews.front(), m_centreViews.front()->windowTitle());
    }
    m_centreTabs->addTab(view, view->windowTitle());
}

QWidget* WorkspacePage::centreView() const {
    if (m_centreTabs) return m_centreTabs->currentWidget();
    return m_centreViews.isEmpty() ? nullptr : m_centreViews.front();
}

ViewDock* WorkspacePage::makeDock(const ViewEntry& entry, int number) {
    auto* dock = new ViewDock(entry, m_parts, number, this);
    watchTitle(dock);
    return dock;
}

QWidget* WorkspacePage::raiseView(const QString& id) {
    for (QWidget* view : m_centreViews) {
        if (view->objectName() != id) continue;
        if (m_centreTabs) m_centreTabs->setCurrentWidget(view);
        return view;
    }
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        QDockWidget* dock = m_docks[i];
        if (dock->objectName() != id) continue;
        showAll();
        const bool wasHidden = dock->isHidden();
        dock->show();
        dock->raise();
        // Alone at its side it would have its least width.
        if (wasHidden && !dock->isFloating() && tabifiedDockWidgets(dock).isEmpty() &&
            dockWidgetArea(dock) == Qt::RightDockWidgetArea)
            resizeDocks({dock}, {static_cast<int>(width() * kRightPart)}, Qt::Horizontal);
        return dock->widget();
    }
    return nullptr;
}

void WorkspacePage::takeEditor(QWidget* editors) {
    if (!m_centreViews.isEmpty()) return;
    m_centre->addWidget(editors);
    editors->show();
}

void WorkspacePage::resetLayout() {
    showAll();
    removeOthers();
    QHash<Qt::DockWidgetArea, QDockWidget*> first;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        QDockWidget* dock = m_docks[i];
        removeDockWidget(dock);
        dock->setFloating(false);
        const Qt::DockWidgetArea side = toQt(m_areas[i]);
        addDockWidget(side, dock);
        if (QDockWidget* before = first.value(side))
            tabifyDockWidget(before, dock);
        else
            first[side] = dock;
        dock->setVisible(m_areas[i] != Area::RightAsked);
    }
    for (QDockWidget* dock : first)
        if (!dock->isHidden()) dock->raise();
    m_isArranged = m_isFolded = false;
    if (isVisible()) shareSpace();
}

// Puts the docks of the inner column to the left of all others at that side;
// in tabs with them they stay if there is no room for both.
void WorkspacePage::makeInnerColumn() {
    QDockWidget* first = nullptr; // of the outer column
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        if (m_areas[i] == Area::Right && dockWidgetArea(m_docks[i]) == Qt::RightDockWidgetArea && !first)
            first = m_docks[i];
    m_isFolded = width() < kWidePage;
    if (!first || m_isFolded) return;
    QDockWidget* inner = nullptr;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        if (m_areas[i] != Area::RightInner) continue;
        removeDockWidget(m_docks[i]);
        if (inner)
            tabifyDockWidget(inner, m_docks[i]);
        else
            addDockWidget(Qt::RightDockWidgetArea, m_docks[i], Qt::Horizontal);
        m_docks[i]->show();
        inner = m_docks[i];
    }
    if (!inner) return;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        if (toQt(m_areas[i]) != Qt::RightDockWidgetArea || m_areas[i] == Area::RightInner) continue;
        const bool isShown = !m_docks[i]->isHidden();
        removeDockWidget(m_docks[i]);
        if (m_docks[i] == first)
            splitDockWidget(inner, first, Qt::Horizontal);
        else
            tabifyDockWidget(first, m_docks[i]);
        m_docks[i]->setVisible(isShown);
    }
    first->raise();
}

// Whether the inner column is where it was put, as a column or among the tabs of the outer one,
// and not where somebody moved it.
bool WorkspacePage::isInnerInPlace(bool asTabs) const {
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        if (m_areas[i] == Area::RightInner)
            return !m_docks[i]->isFloating() && !m_docks[i]->isHidden() &&
                   dockWidgetArea(m_docks[i]) == Qt::RightDockWidgetArea &&
                   tabifiedDockWidgets(m_docks[i]).isEmpty() != asTabs;
    return false;
}

// After the first of the outer column, as tabs; the visible one stays there.
void WorkspacePage::foldInnerColumn() {
    QDockWidget* first = nullptr;
    for (qsizetype i = 0; i < m_docks.size() && !first; ++i)
        if (m_areas[i] == Area::Right && !m_docks[i]->isHidden() && !m_docks[i]->isFloating())
            first = m_docks[i];
    if (!first) return;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        if (m_areas[i] != Area::RightInner) continue;
        tabifyDockWidget(first, m_docks[i]);
        m_docks[i]->raise();
    }
    resizeDocks({first}, {static_cast<int>(width() * kRightPart)}, Qt::Horizontal);
}

void WorkspacePage::foldIfNarrow() {
    if (width() >= kWidePage || !isInnerInPlace(false)) return;
    foldInnerColumn();
    m_isFolded = true;
}

// The second column goes when the window has become too narrow for it, and returns when there is room.
void WorkspacePage::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    const bool wasWide = event->oldSize().width() >= kWidePage, isWide = width() >= kWidePage;
    if (!m_isArranged || m_isPresenting || isAlone() || wasWide == isWide) return;
    QTimer::singleShot(0, this, [this] {
        foldIfNarrow();
        if (width() >= kWidePage && std::exchange(m_isFolded, false) && isInnerInPlace(true)) {
            shareSpace();
        }
    });
}

void WorkspacePage::shareSpace() {
    m_isArranged = true;
    makeInnerColumn();
    QList<QDockWidget*> left, right, bottom;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        if (m_areas[i] == Area::Right || m_areas[i] == Area::RightInner) right << m_docks[i];
        if (m_areas[i] == Area::Left) left << m_docks[i];
        if (m_areas[i] == Area::Bottom) bottom << m_docks[i];
    }
    if (!left.isEmpty()) {
        // The picture has the middle: views beside it take no more than they need.
        const int width = static_cast<int>(this->width() * kLeftPart);
        resizeDocks({left.front()}, {width}, Qt::Horizontal);
        if (!right.isEmpty()) resizeDocks({right.front()}, {width}, Qt::Horizontal);
        resizeDocks(bottom.mid(0, 1), {static_cast<int>(height() * kPicturesPart)}, Qt::Vertical);
        return;
    }
    if (!right.isEmpty() && tabifiedDockWidgets(right.front()).contains(right.back()))
        resizeDocks(right.mid(0, 1), {static_cast<int>(width() * kRightPart)}, Qt::Horizontal);
    else if (!right.isEmpty())
        resizeDocks({right.front(), right.back()},
                    {static_cast<int>(width() * kColumnPart), static_cast<int>(width() * kColumnPart)},
                    Qt::Horizontal);
    if (!bottom.isEmpty())
        resizeDocks(bottom.mid(0, 1),
                    {static_cast<int>(height() * (bottom.size() > 1 ? kBottomPart : kProblemsPart))},
                    Qt::Vertical);
}

void WorkspacePage::widen(const QString& id, double part) {
    QTimer::singleShot(0, this, [this, id, part] {
        for (qsizetype i = 0; i < m_docks.size(); ++i) {
            if (m_areas[i] == Area::Left)
                resizeDocks({m_docks[i]}, {static_cast<int>(width() * kLeftPart)}, Qt::Horizontal);
            if (m_docks[i]->objectName() == id)
                resizeDocks({m_docks[i]}, {static_cast<int>(width() * part)}, Qt::Horizontal);
        }
    });
}

void WorkspacePage::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (m_isArranged) {
        // Restored before the page had its size, the docks got theirs from another one.
        if (!m_toRestore.isEmpty())
            QTimer::singleShot(0, this, [this] {
                if (m_toRestore.isEmpty()) return;
                restoreState(std::exchange(m_toRestore, {}), kLayoutVersion);
                foldIfNarrow(); // it may be of a larger window
            });
        return;
    }
    QTimer::singleShot(0, this, &WorkspacePage::arrange);
}

// For the first time; for a view that has the page to itself, when it gives it back.
void WorkspacePage::arrange() {
    if (m_isArranged || isAlone()) return;
    shareSpace();
    // Shown for the first time, it would show the new sizes only after its own next change.
    layout()->invalidate();
    layout()->activate();
}

bool WorkspacePage::restoreLayout(const QByteArray& state) {
    showAll();
    m_isArranged = restoreState(state, kLayoutVersion);
    if (m_isArranged && !isVisible()) m_toRestore = state;
    return m_isArranged;
}

void WorkspacePage::showAlone(const QDockWidget* dock) {
    if (isAlone() || (dock && dock->isFloating())) return;
    m_besideAlone = saveState(kLayoutVersion);
    m_alone = dock;
    for (QDockWidget* other : m_docks)
        if (!other->isFloating()) other->setVisible(other == dock);
    centralWidget()->setVisible(!dock);
    enlargePictures();
}

void WorkspacePage::showAll() {
    if (!isAlone()) return;
    centralWidget()->show();
    restoreState(std::exchange(m_besideAlone, {}), kLayoutVersion);
    if (!m_isArranged) QTimer::singleShot(0, this, &WorkspacePage::arrange);
    enlargePictures();
}

// A view that has the page, or that is on a projector, shows small pictures with visible pixels.
void WorkspacePage::enlargePictures() {
    const double least = m_isPresenting || isAlone() ? kLeastPixels : 1;
    for (auto* canvas : findChildren<paint::TensorCanvas*>()) canvas->setLeastScale(least);
}

// ---- titles

void WorkspacePage::watchTitle(QDockWidget* dock) {
    const auto update = [this] {
        if (std::exchange(m_areTitlesDue, true)) return;
        // Qt reports each dock while it is still moving the others.
        QTimer::singleShot(0, this, [this] {
            m_areTitlesDue = false;
            updateTitles();
        });
    };
    connect(dock, &QDockWidget::dockLocationChanged, this, update);
    connect(dock, &QDockWidget::topLevelChanged, this, update);
    connect(dock, &QDockWidget::visibilityChanged, this, update);
}

// What a tab already says is not repeated above the view.
void WorkspacePage::updateTitles() {
    // Qt keeps tabs of docks that are all hidden somewhere out of sight, where the Tab key would find them.
    for (QTabBar* tabs : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        tabs->setFocusPolicy(tabs->count() > 0 ? Qt::TabFocus : Qt::NoFocus);
    for (QDockWidget* dock : m_docks) {
        const QList<QDockWidget*> beside = tabifiedDockWidgets(dock);
        const bool isTab = !dock->isFloating() && std::any_of(beside.begin(), beside.end(),
                                                              [](auto* other) { return !other->isHidden(); });
        const bool isBare = isTab || (m_isPresenting && !dock->isFloating());
        QWidget* before = dock->titleBarWidget();
        if (isBare == (before != nullptr)) continue;
        dock->setTitleBarWidget(isBare ? new QWidget(dock) : nullptr);
        delete before;
    }
}

// ---- presentation

std::optional<std::uint64_t> WorkspacePage::clockNow() const {
    const session::FramePtr& frame = m_session.frame();
    return frame ? std::optional(frame->clock) : std::nullopt;
}

WorkspacePage::Arrangement WorkspacePage::arrangement() const {
    Arrangement out{saveState(kLayoutVersion), {}, {}, {}, clockNow()};
    for (auto* splitter : findChildren<QSplitter*>()) out.splitters.emplace_back(splitter, splitter->sizes());
    for (auto* area : findChildren<QAbstractScrollArea*>())
        for (QScrollBar* bar : {area->verticalScrollBar(), area->horizontalScrollBar()})
            out.scrolled.emplace_back(bar, bar->value());
    return out;
}

void WorkspacePage::keepArrangement() {
    const auto alone = isAlone() ? std::optional(m_alone) : std::nullopt;
    showAll();
    m_beforePresenting = arrangement();
    m_beforePresenting.alone = alone;
}

void WorkspacePage::restore(const Arrangement& arrangement) {
    if (arrangement.docks.isEmpty()) return resetLayout(); // it was first shown while presenting
    restoreState(arrangement.docks, kLayoutVersion);
    layout()->activate();
    for (const auto& [splitter, sizes] : arrangement.splitters)
        if (splitter) splitter->setSizes(sizes);
    if (arrangement.clock != clockNow()) return; // the views have followed the program
    for (const auto& [bar, value] : arrangement.scrolled)
        if (bar) bar->setValue(value);
}

void WorkspacePage::setPresenting(bool presenting) {
    if (presenting == m_isPresenting) return;
    showAll();
    m_isPresenting = presenting;
    // A word cut after two letters says nothing.
    for (QTabBar* tabs : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        tabs->setElideMode(presenting ? Qt::ElideNone : Qt::ElideRight);
    updateTitles();
    enlargePictures();
    if (!presenting) {
        const Arrangement before = std::exchange(m_beforePresenting, {});
        restore(before); // at once, because the window may be closing ...
        const auto again = [this, before] {
            if (m_isPresenting) return;
            restore(before);
            if (before.alone) showAlone(*before.alone);
        };
        return QTimer::singleShot(kPageSettleMilliseconds, this, again); // ... and once all type is small
    }
    // Shown for the first time, it comes back as it was left the time before.
    if (m_beforePresenting.docks.isEmpty()) m_beforePresenting.docks = std::exchange(m_toRestore, {});
    for (QDockWidget* dock : m_docks)
        if (!dock->isFloating() && dockWidgetArea(dock) != Qt::RightDockWidgetArea) dock->hide();
    // Larger type makes docks wider: the middle keeps its share.
    QTimer::singleShot(kPageSettleMilliseconds, this, [this] {
        if (!m_isPresenting) return;
        shareSpace();
        if (m_beforePresenting.alone) showAlone(*m_beforePresenting.alone);
    });
}

void WorkspacePage::setFloatingVisible(bool visible) {
    if (visible) {
        for (QDockWidget* dock : m_hiddenFloating) dock->show();
        m_hiddenFloating.clear();
        return;
    }
    for (QDockWidget* dock : m_docks)
        if (dock->isFloating() && dock->isVisible()) {
            dock->hide();
            m_hiddenFloating << dock;
        }
}

} // namespace lw::ide

#include "moc_workspace_page.cpp"
