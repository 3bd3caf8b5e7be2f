// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/table_twin.h"
#include "widgets/paint/tensor_pane.h"
#include "widgets/recompute/gradient_work.h"
#include "widgets/recompute/recompute_view.h"
#include "widgets/session/newest_task.h"
#include "widgets/theme/wrapped_label.h"

#include <QComboBox>
#include <QPushButton>

#include <array>

namespace lw::recompute {

// The gradients of every parameter as what is decided gives them, beside those of another policy: equal to
// the bit, or by how much they differ.
class GradientsView : public RecomputeView {
    Q_OBJECT
  public:
    enum Pane { Own, Other, Difference, kPanes };
    GradientsView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent = nullptr);

    paint::TensorPane& pane(Pane pane) { return *m_panes[pane]; }
    paint::TableTwin& twin() { return *m_twin; }
    QComboBox& policies() { return *m_policies; }
    QComboBox& tensors() { return *m_tensors; }
    QPushButton& compareButton() { return *m_compare; }
    QString message() const { return m_message->text(); }
    const GradientsPtr& gradients() const { return m_gradients; } // null: nothing was compared
    bool isWaiting() const { return m_task.isWaiting(); }

  private:
    void makePanes();
    void takeFacts();
    void compare();
    void take(const Result<GradientsPtr>& made);
    void showTensor();
    void showTable();

    paint::TableTwin* m_twin = nullptr;
    std::array<paint::TensorPane*, kPanes> m_panes{};
    QComboBox *m_policies, *m_tensors;
    QPushButton* m_compare;
    theme::WrappedLabel* m_message;
    GradientsPtr m_gradients;
    bool m_isLinking = false;
    session::NewestTask m_task{this};
};

} // namespace lw::recompute
