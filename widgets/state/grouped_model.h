// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

namespace lw::state {

// A list of groups with rows below each: the shape of a tree with two levels.
class GroupedModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    using QAbstractItemModel::QAbstractItemModel;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    // The group that contains a row, or that is the index.
    static int groupOf(const QModelIndex& index);
    static bool isGroup(const QModelIndex& index);

  protected:
    virtual int groupCount() const = 0;
    virtual int rowsIn(int group) const = 0;
};

} // namespace lw::state
