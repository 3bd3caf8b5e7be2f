// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/table_twin.h"
#include "widgets/recompute/inverse_canvas.h"
#include "widgets/recompute/recompute_view.h"
#include "widgets/session/newest_task.h"
#include "widgets/theme/wrapped_label.h"

#include <QPushButton>

#include <map>

namespace lw::recompute {

// What the inverse of each batch norm is good for, channel by channel: the bound that is known from gamma and
// the format before any run, what a step measures, and which channels are not taken.
class InverseView : public RecomputeView {
    Q_OBJECT
  public:
    InverseView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent = nullptr);

    InverseCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QPushButton& measureButton() { return *m_measure; }
    QString message() const { return m_message->text(); }
    bool isWaiting() const { return m_task.isWaiting(); }

  private:
    using Measured = std::map<network::ValueId, std::vector<double>>;
    void takeFacts();
    void measure();
    void show();

    InverseCanvas* m_canvas;
    paint::TableTwin* m_twin;
    QPushButton* m_measure;
    theme::WrappedLabel* m_message;
    std::shared_ptr<const network::Network> m_network;
    tensor::DType m_format = tensor::DType::F32; // that was measured
    Measured m_measured;                         // empty: nothing was
    session::NewestTask m_task{this};
};

} // namespace lw::recompute
