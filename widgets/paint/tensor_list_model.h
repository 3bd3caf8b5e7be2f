// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cell_name.h"
#include "core/scene/state_elements.h"
#include "widgets/session/frame.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lw::paint {

// The named tensors of the loaded program, registers opened by the user, and tensors from files.
class TensorListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Name, Type, Shape, Place, kColumns };
    struct Entry {
        scene::TensorInfo info;
        scene::ElementSourcePtr elements;            // from a file; null: in the state of the machine
        std::optional<machine::CellRef> firstCell{}; // for a register; otherwise a named tensor or a file
        QString title() const { return QString::fromStdString(info.name); }
    };
    using QAbstractTableModel::QAbstractTableModel;

    // Null: no program. Files stay.
    void setLoaded(std::shared_ptr<const session::Loaded> loaded);
    // A slice of the vector registers by its name, "v3". False when there is none of that name.
    bool addRegister(const QString& name);
    // The name of an element in the state of the machine; empty: it is from a file.
    QString expressionOf(int row, std::uint64_t element) const;
    // Replaces a file's tensor of the same name.
    void addFile(const QString& name, scene::ElementSourcePtr elements);
    const std::vector<Entry>& entries() const { return m_entries; }
    int rowOf(const QString& name) const; // -1: none
    // What is in the tensor of a row at that moment; null when there is no program or it cannot be read.
    scene::ElementSourcePtr elementsAt(int row, const session::FramePtr& frame) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    bool addRegisterOf(machine::NodeId file, const QString& name);

    std::shared_ptr<const session::Loaded> m_loaded;
    std::vector<Entry> m_entries; // of the program, then others
};

} // namespace lw::paint
