// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/change_list.h"

#include <QAbstractItemModel>

namespace lw::state {

// The cells that changed, below the parts of the machine they are in.
class ChangeModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Column { Cell, Before, After, kColumns };
    enum { ExpressionRole = Qt::UserRole }; // empty for parts
    using QAbstractItemModel::QAbstractItemModel;

    void setList(scene::ChangeList list);
    const scene::ChangeList& scene() const { return m_list; }
    // The changed cell so many steps away (1 or -1) in the order shown, past parts and around the ends; the
    // first or last one when the index is none.
    QModelIndex neighbour(const QModelIndex& index, int step) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    scene::ChangeList m_list;
};

} // namespace lw::state
