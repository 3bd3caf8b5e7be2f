// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/table_twin.h"
#include "widgets/theme/wrapped_label.h"
#include "widgets/tiling/tile_map_canvas.h"
#include "widgets/tiling/tiling_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolBar>

namespace lw::tiling {

// How a picture of any size is cut into tiles of one size: the plan and its cost before anything is run, and
// the result as tiles finish.
class TileMapView : public TilingView {
    Q_OBJECT
  public:
    TileMapView(session::ViewContext context, TilingDesk& desk, QWidget* parent = nullptr);

    TileMapCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QString summary() const { return m_summary->text(); }
    QString verdict() const { return m_verdict->text(); }
    QString message() const { return m_message->text(); }
    void showSide(TileMapCanvas::Side side);
    QAction& runAction() { return *m_run; }
    QAction& openAction() { return *m_open; }
    // All tiles in the debugger; once they are there, goes to the selected one.
    QAction& debugAction() { return *m_debug; }
    void goToTile(std::uint64_t tile);
    QLineEdit& size() { return *m_size; }
    QCheckBox& automatic() { return *m_automatic; } // the size is chosen
    QString chosen() const { return m_chosen->text(); }
    bool isWaiting() const { return m_moments.isWaiting(); }
    QComboBox& overlap() { return *m_overlap; }
    QComboBox& share() { return *m_share; }
    QComboBox& outputs() { return *m_outputs; } // visible if there are several

  private:
    QToolBar* makeTools();
    void addOutputs(QToolBar& bar);
    void addRun(QToolBar& bar);
    QWidget* makeVerdict();
    void planAgain();
    void takeFacts();
    void takeOutputs();
    void takeChoice();
    void enableOpening();
    void showRequest();
    void showSummary();
    void showTable();
    void askFor(const PixelWanted& pixel);

    QLineEdit* m_size = nullptr;
    QCheckBox* m_automatic = nullptr;
    QComboBox *m_fill = nullptr, *m_overlap = nullptr, *m_share = nullptr, *m_side = nullptr;
    QAction *m_shareAction = nullptr, *m_run = nullptr, *m_open = nullptr, *m_debug = nullptr;
    theme::WrappedLabel *m_summary = nullptr, *m_chosen = nullptr, *m_verdict = nullptr, *m_message = nullptr;
    QComboBox* m_outputs = nullptr;
    QAction* m_several = nullptr; // the outputs in the tools
    QLabel* m_mark = nullptr;
    TileMapCanvas* m_canvas = nullptr;
    paint::TableTwin* m_twin = nullptr;
    std::optional<scene::tiling::TileMap> m_inTable;
    std::shared_ptr<TileWork> m_work; // null: nobody has asked yet
    session::NewestTask m_moments{this};
};

} // namespace lw::tiling
