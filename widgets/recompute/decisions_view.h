// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/table_twin.h"
#include "widgets/recompute/decision_canvas.h"
#include "widgets/recompute/quantity_field.h"
#include "widgets/recompute/recompute_view.h"
#include "widgets/theme/wrapped_label.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolBar>

namespace lw::recompute {

// What becomes of every value of a training step and why, for a policy and a machine that are moved here.
class DecisionsView : public RecomputeView {
    Q_OBJECT
  public:
    DecisionsView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent = nullptr);

    DecisionCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QComboBox& policy() { return *m_policy; }
    QComboBox& schedule() { return *m_schedule; }
    QComboBox& element() { return *m_element; }
    QuantityField& offChip() { return *m_offChip; }
    QuantityField& vector() { return *m_vector; }
    QuantityField& cache() { return *m_cache; }
    QuantityField& budget() { return *m_budget; }
    QAction& forgetAction() { return *m_forget; }
    QAction& debugAction() { return *m_debug; }
    QAction& machineAction() { return *m_asMachine; }
    QLineEdit& more() { return *m_more; }
    QString message() const { return m_message->text(); }

  private:
    QToolBar* makeTools();
    void addButtons(QToolBar& bar);
    QWidget* makeFields();
    void takeFacts();
    void takeChoice();
    void showFields();
    void showTable();
    static constexpr int kPaidColumn = 16; // and the last one
    QVariant cellOf(const lower::recompute::Report& report, const lower::recompute::Decision& decision,
                    int column) const;
    template <typename Change> void ask(Change change);
    void changeKept(int row);
    void fillMenu(QMenu& menu, int row);

    FactsPtr m_facts;
    DecisionCanvas* m_canvas;
    paint::TableTwin* m_twin;
    QComboBox *m_policy, *m_schedule, *m_element;
    QuantityField *m_offChip, *m_vector, *m_cache, *m_budget;
    QLineEdit* m_more;
    QSpinBox* m_steps;
    QAction *m_forget = nullptr, *m_asMachine = nullptr, *m_debug = nullptr;
    theme::WrappedLabel* m_message;
};

} // namespace lw::recompute
