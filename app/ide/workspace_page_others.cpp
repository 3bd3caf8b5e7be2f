// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/workspace_page.h"

// The page's part in additional views of a kind, and in pins.
namespace lw::ide {

ViewDock* WorkspacePage::viewNumber(const QString& id, int number) const {
    for (QDockWidget* dock : m_docks) {
        auto* view = qobject_cast<ViewDock*>(dock);
        if (view && view->number() == number && id == QLatin1String(view->entry().id)) return view;
    }
    return nullptr;
}

// A view in a column gets another one below it, a view along the bottom one beside it.
ViewDock* WorkspacePage::addAnother(const ViewDock& view) {
    const QString id = QString::fromLatin1(view.entry().id);
    int number = 2;
    while (number < kMostOfAKind && viewNumber(id, number)) ++number;
    if (ViewDock* last = viewNumber(id, number)) return last;
    showAll();
    ViewDock* other = makeDock(view.entry(), number);
    m_docks << other;
    m_areas << Area::None;
    connect(other, &ViewDock::closed, this, [this, other] { remove(other); });
    Qt::DockWidgetArea area = dockWidgetArea(const_cast<ViewDock*>(&view));
    if (area == Qt::NoDockWidgetArea) area = Qt::RightDockWidgetArea;
    addDockWidget(area, other, area == Qt::BottomDockWidgetArea ? Qt::Horizontal : Qt::Vertical);
    other->show();
    return other;
}

session::CoreChoice* WorkspacePage::centreChoice(const QWidget* view) {
    return view ? view->findChild<session::CoreChoice*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
}

void WorkspacePage::remove(ViewDock* view) {
    const qsizetype place = m_docks.indexOf(view);
    if (place < 0) return;
    m_docks.removeAt(place);
    m_areas.removeAt(place);
    m_hiddenFloating.removeAll(view);
    removeDockWidget(view);
    view->deleteLater();
}

// All follow the core in focus again, and are the only ones of their kind.
void WorkspacePage::removeOthers() {
    const QList<QDockWidget*> all = m_docks;
    for (QDockWidget* dock : all) {
        auto* view = qobject_cast<ViewDock*>(dock);
        if (view->number() > 1)
            remove(view);
        else
            view->pin({});
    }
    for (const QWidget* view : m_centreViews)
        if (session::CoreChoice* choice = centreChoice(view)) choice->pin({});
}

QStringList WorkspacePage::views() const {
    QStringList out;
    for (const QWidget* view : m_centreViews)
        if (const session::CoreChoice* choice = centreChoice(view); choice && choice->pinned())
            out << savedText(view->objectName(), choice->pinned());
    for (QDockWidget* dock : m_docks)
        if (const QString saved = qobject_cast<ViewDock*>(dock)->saved(); !saved.isEmpty()) out << saved;
    return out;
}

void WorkspacePage::restoreViews(const QStringList& saved) {
    removeOthers();
    for (const QString& text : saved) {
        const auto view = savedView(text);
        for (const QWidget* centre : m_centreViews)
            if (session::CoreChoice* choice = centreChoice(centre);
                choice && view && view->id == centre->objectName())
                choice->pin(view->pinned);
        ViewDock* first = view ? viewNumber(view->id, 1) : nullptr;
        if (!first || !first->isOfCore()) continue;
        while (!viewNumber(view->id, view->number)) addAnother(*first);
        viewNumber(view->id, view->number)->pin(view->pinned);
    }
}

} // namespace lw::ide
