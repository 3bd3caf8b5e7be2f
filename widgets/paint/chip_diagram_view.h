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

// The block diagram of the loaded machine, live: what works in the clock the machine stands at,
// and why it waits. Above it that clock in words, and buttons to fit, to see the same as a table
// and to write a picture of it.
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
    // In the theme for paper, whatever the window's theme is. What is wrong, or nothing.
    std::optional<QString> exportSvg(const QString& path) const;
    std::optional<QString> exportPng(const QString& path) const;

  Q_SIGNALS:
    // A part was clicked or opened: whose cells tell more of it, and the name of its unit.
    // Neither: what it holds are bundles.
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
    session::Frames m_before; // of the picture before
    theme::ElidedLabel* m_clock;
    QHBoxLayout* m_crumbs;
    QString m_level;
    std::shared_ptr<const session::Loaded> m_crumbsOf; // whose levels the buttons name
    ChipDiagramCanvas* m_canvas;
    TableTwin* m_twin;
};

} // namespace lw::paint
