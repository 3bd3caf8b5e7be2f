// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cell_name.h"
#include "widgets/cells/register_notes.h"
#include "widgets/session/frame.h"

#include <QAbstractTableModel>

#include <vector>

namespace lw::state {

// The words of the small register files of any chip (scalar registers, predicates, index registers, flags):
// name, value, bits; ChangedRole says what changed since the previous stop.
class RegisterModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Name, Value, Bits, kColumns };
    // NoteRole: a note beside a value: "@12" while it is on its way until clock 12, "0.1f" for bits
    // that may well be a float. PendingRole: it is on its way.
    enum { ChangedRole = Qt::UserRole, ExpressionRole, WrittenRole, GroupRole, NoteRole, PendingRole };

    explicit RegisterModel(QObject* parent = nullptr);
    // Null: nothing to show.
    void setFrame(const session::FramePtr& frame);
    void setFormat(cells::CellFormat format);
    // The titles of the existing groups, one for each register file. GroupRole is the place in the list.
    const QStringList& groups() const { return m_groups; }
    const session::Loaded* loaded() const { return m_loaded.get(); } // null: nothing is shown
    std::optional<machine::CellRef> cellOf(const QModelIndex& index) const;
    int rowOf(machine::CellRef cell) const; // -1: none of these
    int lettersOf(int group) const;         // of the longest name and value together

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  Q_SIGNALS:
    void edited(machine::CellRef cell, quint64 bits);
    void refused(const QString& why);

  private:
    struct Row {
        QString name; // "r3", which is also an expression
        machine::CellRef cell;
        int group = 0;
        std::uint64_t offset = 0;
        std::uint8_t bytes = 0;
        tensor::DType type = tensor::DType::I32;
    };
    struct Cell {
        std::uint64_t bits = 0;
        bool changed = false;
        std::optional<machine::Pending> pending{};
        bool operator==(const Cell&) const = default;
    };
    QString noteOf(const Row& row, const Cell& cell) const;
    QString tipOf(const Row& row, const Cell& cell) const;
    void findRows(const session::Loaded& loaded);

    session::FramePtr m_frame;
    std::shared_ptr<const session::Loaded> m_loaded;
    std::vector<Row> m_rows;
    std::vector<Cell> m_cells;
    QStringList m_groups;
    cells::CellFormat m_format = cells::CellFormat::Natural;
};

} // namespace lw::state
