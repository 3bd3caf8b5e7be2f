// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/network_table.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/wrapped_label.h"

#include <QFrame>
#include <QPushButton>
#include <QTableView>

namespace lw::striding {

// Everything known about the selected layer, beside the graph, and the ways from it to other views.
class NetworkCard : public QFrame {
    Q_OBJECT
  public:
    explicit NetworkCard(const theme::Theme& theme, QWidget* parent = nullptr);

    enum Way { Rows, Tensor, Mask, Patch, kWays };
    // `why`: what is not the circuit's, and why not; `ways`: those that lead somewhere. An empty title clears
    // the card.
    void show(const QString& title, const paint::Facts& facts, const QString& why, const QVector<Way>& ways);
    QString title() const { return m_title->text(); }
    QString why() const { return m_why->text(); }
    const QAbstractItemModel& model() const { return m_model; }
    QPushButton& button(Way way) { return *m_buttons[way]; }

  Q_SIGNALS:
    void wanted(lw::striding::NetworkCard::Way way);

  private:
    theme::ElidedLabel* m_title;
    QTableView* m_table;
    theme::WrappedLabel* m_why;
    paint::SceneTableModel m_model;
    QPushButton* m_buttons[kWays];
};

} // namespace lw::striding
