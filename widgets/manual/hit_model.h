// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/manual/search.h"
#include "widgets/theme/theme.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include <vector>

namespace lw::manual {

// The results of a search.
class HitModel : public QAbstractListModel {
    Q_OBJECT
  public:
    enum Role { Kind = Qt::UserRole + 1, Excerpt, Id };
    using QAbstractListModel::QAbstractListModel;

    void setHits(std::vector<Hit> hits);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

  private:
    struct Row {
        QString id, title, kind, excerpt;
    };
    std::vector<Row> m_rows; // copies: pages go when the machine changes
};

// Title and kind in one line, the excerpt below.
class HitDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    HitDelegate(const theme::Theme& theme, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  private:
    const theme::Theme& m_theme;
};

} // namespace lw::manual
