// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/tensor_pane.h"
#include "widgets/session/newest_task.h"
#include "widgets/theme/wrapped_label.h"
#include "widgets/tiling/tile_work.h"
#include "widgets/tiling/tiling_view.h"

#include <QComboBox>
#include <QSpinBox>

#include <array>

namespace lw::tiling {

// What a tile has of a layer, what the whole picture has there, and the difference. In the debugger
// this is what the circuit has by now, for the tile that it is at; otherwise what the reference computes for
// the chosen tile.
class RingView : public TilingView {
    Q_OBJECT
  public:
    enum Pane { Computed, Truth, Difference, kPanes };

    RingView(session::ViewContext context, TilingDesk& desk, QWidget* parent = nullptr);

    paint::TensorPane& pane(Pane pane) { return *m_panes[pane]; }
    QComboBox& layers() { return *m_layers; }
    QSpinBox& channel() { return *m_channel; }
    QString message() const { return m_message->text(); }
    void showLayer(const QString& name);
    bool isWaiting() const { return m_task.isWaiting(); }
    const std::optional<RingMoment>& moment() const { return m_moment; }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeTools();
    QWidget* makePanes();
    void takeFacts();
    void ask();
    void take(const Result<RingMoment>& made);
    void showMoment();
    void showNothing(const QString& why);
    void fillLayers(const std::vector<std::string>& names);
    QString textOf(const RingMoment& moment) const;
    void paintOver(Pane pane, QPainter& painter) const;
    void linkSights(Pane from);

    QComboBox* m_layers = nullptr;
    QSpinBox* m_channel = nullptr;
    theme::WrappedLabel* m_message = nullptr;
    std::array<paint::TensorPane*, kPanes> m_panes{};
    std::shared_ptr<TileWork> m_work; // null: there is no picture
    std::optional<RingMoment> m_moment;
    bool m_isLinking = false, m_wasAsked = false; // while it was hidden
    session::NewestTask m_task{this};
};

} // namespace lw::tiling
