// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/state_tree.h"
#include "widgets/paint/chip_diagram_canvas.h"
#include "widgets/paint/picture_files.h"
#include "widgets/paint/table_twin.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/elided_label.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QWidget>

#include <optional>

namespace lw::paint {

// The block diagram of the loaded machine, live: what works in the machine's present clock,
// and why it waits. Above it that clock in words, and buttons to fit it, to show it as a table
// and to export a picture of it.
class ChipDiagramView : public QWidget {
    Q_OBJECT
  public:
    explicit ChipDiagramView(session::ViewContext context, QWidget* parent = nullptr);

    ChipDiagramCanvas& canvas() { return *m_canvas; }
    const scene::ChipDiagram& scene() const { return m_canvas->scene(); }
    TableTwin& twin() { return *m_twin; }
    // "board", "chip" or, as anything else, the core that runs.
    void showLevel(const QString& id);
    QString level() const { return m_level; } // empty: the core
    // In the theme for paper, whatever the window's theme is. Returns what is wrong, or nothing.
    std::optional<QString> exportSvg(const QString& path) const;
    std::optional<QString> exportPng(const QString& path) const;

  Q_SIGNALS:
    // A part was clicked or opened: whose cells tell more about it, and the name of its unit.
    // Neither: it holds bundles.
    void opened(lw::machine::Role role, const QString& unit);

  private:
    void makeTop(QWidget* top);
    void connectTwin();
    QToolButton* button(QWidget* parent, const QString& icon, const QString& text);
    void take(const session::FramePtr& frame);
    void tellClock(const session::Frame& frame);
    struct Level {
        QString id, title, source;
    };
    std::vector<Level> levels() const; // around the core, the outermost first
    bool showsCores() const;           // all of a machine of several
    scene::ChipDiagram cores() const;
    scene::ChipDiagram picture(const session::FramePtr& before) const;
    void openCore(const QString& name);
    const machine::Diagram& diagram() const;
    void makeCrumbs();
    const machine::DiagramBox* boxNamed(const QString& id) const;
    QString unitOf(const machine::DiagramBox& box) const;
    void open(const QString& box);
    void showCells(const QString& box);
    PaperPicture paper() const;

    session::ViewContext m_context;
    session::FramePtr m_frame;
    session::Frames m_before; // of the previous picture
    theme::ElidedLabel* m_clock;
    QHBoxLayout* m_crumbs;
    QString m_level;
    std::shared_ptr<const session::Loaded> m_crumbsOf; // the one whose levels the buttons name
    ChipDiagramCanvas* m_canvas;
    TableTwin* m_twin;
};

} // namespace lw::paint
