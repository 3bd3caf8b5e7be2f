// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/table_twin.h"
#include "widgets/recompute/memory_canvas.h"
#include "widgets/recompute/recompute_view.h"
#include "widgets/theme/wrapped_label.h"

#include <QComboBox>

namespace lw::recompute {

// The memory that a training step takes over its time, with what other policies would take.
class MemoryUseView : public RecomputeView {
    Q_OBJECT
  public:
    MemoryUseView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent = nullptr);

    MemoryCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QComboBox& beside() { return *m_beside; } // none, all, or one policy
    QString message() const { return m_message->text(); }

  private:
    void takeFacts();
    void takeChoice();
    void takeFrame(const session::FramePtr& frame);
    void draw();
    void say();
    void showTable();

    FactsPtr m_facts;
    MemoryCanvas* m_canvas;
    paint::TableTwin* m_twin;
    QComboBox* m_beside;
    theme::WrappedLabel* m_message;
};

} // namespace lw::recompute
