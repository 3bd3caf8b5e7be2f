// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/number_card.h"
#include "core/numeric/number_format.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/session/view_context.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>

#include <variant>
#include <vector>

namespace lw::firmware {

// What numbers become in a format, bit by bit, as `lw number` prints it: floats, block floating point,
// integers, MX.
class NumberView : public QWidget {
    Q_OBJECT
  public:
    explicit NumberView(const session::ViewContext& context, QWidget* parent = nullptr);

    QLineEdit& numbers() { return *m_numbers; }
    QComboBox& formats() { return *m_formats; }
    QComboBox& roundings() { return *m_roundings; }
    QTableView& table() { return *m_table; }
    QString message() const { return m_message->text(); }

  private:
    QWidget* makeTools();
    void showCards();
    void showBlocks(const std::vector<numeric::NumberBlock>& blocks);
    void refuse(const QString& why);

    const theme::Theme& m_theme;
    QLineEdit* m_numbers = nullptr;
    QComboBox* m_formats = nullptr;
    QComboBox* m_roundings = nullptr;
    QLabel* m_message;
    QTableView* m_table;
    paint::SceneTableModel* m_model;
};

} // namespace lw::firmware
