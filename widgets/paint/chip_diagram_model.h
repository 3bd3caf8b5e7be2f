// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/chip_diagram.h"

#include <QAbstractTableModel>

namespace lw::paint {

// The figure as a table: a row for each box and each wire, what it does, why it waits, what is known of it.
class ChipDiagramModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Part, State, Detail, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void setScene(const scene::ChipDiagram& scene);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    // Id of the box in a row; empty for a wire.
    QString boxAt(int row) const;

  private:
    scene::ChipDiagram m_scene;
};

} // namespace lw::paint
