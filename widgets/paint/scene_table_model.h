// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QVariant>

#include <functional>

namespace lw::paint {

// What a picture shows, as a table: the words for its rows and columns, and a function that holds the scene.
struct SceneTable {
    QStringList columns;
    int rows = 0;
    // For Qt::DisplayRole and the roles of SceneTableModel.
    std::function<QVariant(int row, int column, int role)> data;
    std::function<QString(int row)> rowName{}; // null: rows have no header
};

// The table of any picture. A new scene of the same shape keeps the selection and the scroll position.
class SceneTableModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum { ChangedRole = Qt::UserRole };
    using QAbstractTableModel::QAbstractTableModel;

    void show(SceneTable table);
    bool hasRowNames() const { return static_cast<bool>(m_table.rowName); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    SceneTable m_table;
};

} // namespace lw::paint
