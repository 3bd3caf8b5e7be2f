// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/view_catalog.h"
#include "app/ide/view_dock.h"

#include <QMainWindow>
#include <QPointer>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace lw::ide {

// One workspace: a window inside the window, with docks of its own.
// The one editor area moves from page to page.
class WorkspacePage : public QMainWindow {
    Q_OBJECT
  public:
    WorkspacePage(Workspace workspace, const ViewParts& parts, QWidget* parent = nullptr);

    // Takes the editor area into the middle, unless a view is there.
    void takeEditor(QWidget* editors);
    void resetLayout();
    // Brings a view to the front; null when this workspace does not have it.
    QWidget* raiseView(const QString& id);
    // Gives its column that share of the width, as soon as earlier requests are laid out.
    void widen(const QString& id, double part);
    // The view in the middle instead of the editor, or null; if there are several, the one in front.
    QWidget* centreView() const;
    const QList<QWidget*>& centreViews() const { return m_centreViews; }
    // With all views, even while one is alone.
    QByteArray layoutState() const { return isAlone() ? m_besideAlone : saveState(kLayoutVersion); }
    // False when the state is not of this version; whatever it does not mention keeps its place.
    bool restoreLayout(const QByteArray& state);
    // Floating docks do not hide with the page.
    void setFloatingVisible(bool visible);
    // Only the middle and the right column; afterwards everything is where it was when keepArrangement()
    // was called, which must be before the type grows.
    void keepArrangement();
    void setPresenting(bool presenting);
    // One of the docks has the whole page, or the middle has it if it is none of them.
    void showAlone(const QDockWidget* dock);
    // All views are where they were.
    void showAll();
    bool isAlone() const { return !m_besideAlone.isEmpty(); }
    QList<QDockWidget*> docks() const { return m_docks; }
    // Which core a view in the middle shows; null: no core's.
    static session::CoreChoice* centreChoice(const QWidget* view);
    // Another one of the same kind, beside or below it.
    ViewDock* addAnother(const ViewDock& view);
    // What ViewDock::saved() says for those that are not as they come; and as they were, before the layout.
    QStringList views() const;
    void restoreViews(const QStringList& saved);

  protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    static constexpr int kLayoutVersion = 1;
    static constexpr int kMostOfAKind = 9;
    ViewDock* makeDock(const ViewEntry& entry, int number);
    ViewDock* viewNumber(const QString& id, int number) const;
    void removeOthers();
    void remove(ViewDock* view);
    QWidget* makeCentre(const ViewEntry& entry);
    void addToCentre(const ViewEntry& entry, QWidget* view);
    void arrange();
    void shareSpace();
    void makeInnerColumn();
    void foldInnerColumn();
    void foldIfNarrow();
    bool isInnerInPlace(bool asTabs) const;
    void watchTitle(QDockWidget* dock);
    void updateTitles();
    void enlargePictures();

    ViewParts m_parts;
    const session::DebugSession& m_session;
    Workspace m_workspace;
    QVBoxLayout* m_centre;
    QList<QWidget*> m_centreViews;      // instead of the editor
    QTabWidget* m_centreTabs = nullptr; // if there is more than one
    QList<QDockWidget*> m_docks;
    QList<Area> m_areas; // None: an additional one, which is where it was put
    QList<QDockWidget*> m_hiddenFloating;
    struct Arrangement {  // where everything is
        QByteArray docks; // empty: nothing was kept
        QList<std::pair<QPointer<QSplitter>, QList<int>>> splitters;
        QList<std::pair<QPointer<QScrollBar>, int>> scrolled;
        std::optional<QPointer<const QDockWidget>> alone; // the one that had the page; null: the middle
        std::optional<std::uint64_t> clock;               // of the machine
    };
    std::optional<std::uint64_t> clockNow() const;
    Arrangement arrangement() const;
    void restore(const Arrangement& arrangement);
    Arrangement m_beforePresenting;
    QByteArray m_besideAlone;            // the layout while one view has the whole page
    QPointer<const QDockWidget> m_alone; // that one; null: the middle
    bool m_isPresenting = false, m_areTitlesDue = false;
    bool m_isFolded = false;   // the inner column went into the tabs for lack of room
    QByteArray m_toRestore;    // once it is shown
    bool m_isArranged = false; // sizes are right only once the page has its own
};

} // namespace lw::ide
