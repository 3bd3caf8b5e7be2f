// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/bundle_bits_view.h"
#include "widgets/paint/bundle_grid_view.h"
#include "widgets/paint/table_twin.h"
#include "widgets/session/view_context.h"

#include <QLabel>
#include <QSplitter>
#include <QToolButton>

#include <optional>

namespace lw::paint {

// The bundle grid with the bits of the chosen bundle (or of the one that issues next) beside or below it,
// both as pictures or as tables.
class BundleView : public QWidget {
    Q_OBJECT
  public:
    explicit BundleView(session::ViewContext context, QWidget* parent = nullptr);

    BundleGridView& grid() { return *m_grid; }
    BundleBitsView& bits() { return *m_bits; }
    TableTwin& gridTwin() { return *m_gridTwin; }
    TableTwin& bitsTwin() { return *m_bitsTwin; }
    // Until this is called, the bits are shown if there is room for them.
    void showBits(bool bits);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* makeTop();
    void layBits();
    void take(const session::FramePtr& frame);
    void follow();
    void tellBundle(std::uint32_t bundle);

    session::ViewContext m_context;
    session::FramePtr m_frame;
    std::shared_ptr<const session::Loaded> m_shown; // the one whose bits are shown
    BundleGridView* m_grid;
    BundleBitsView* m_bits;
    TableTwin *m_gridTwin, *m_bitsTwin;
    QLabel* m_about;
    std::optional<bool> m_bitsAsked;
    QToolButton *m_bitsButton = nullptr, *m_tableButton = nullptr;
    QSplitter* m_splitter;
};

} // namespace lw::paint
