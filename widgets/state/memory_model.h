// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cell_name.h"
#include "core/scene/cell_picture.h"
#include "widgets/cells/cell_format.h"
#include "widgets/session/frame.h"
#include "widgets/theme/theme.h"

#include <QAbstractTableModel>

#include <optional>

namespace lw::state {

// Some lines of a memory of any size: only visible ones are read. The place of the window in the memory is
// up to the caller; rows of the model are its lines.
class MemoryModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum { ChangedRole = Qt::UserRole, ExpressionRole, WrittenRole, ProblemRole };
    explicit MemoryModel(const theme::Theme& theme, QObject* parent = nullptr);

    void setFrame(const session::FramePtr& frame);
    void setNode(machine::NodeId node);
    void setFormat(cells::CellFormat format);
    void setColumns(int columns);
    // The first line shown and how many at most.
    void setWindow(std::uint64_t first, int lines);

    const session::FramePtr& frame() const { return m_frame; }
    machine::NodeId node() const { return m_node; }
    cells::CellFormat format() const { return m_format; }
    std::uint64_t firstLine() const { return m_first; }
    std::uint64_t lineCount() const; // of the whole memory
    // The visible cells as they are, for the picture of them.
    const scene::CellPicture& scene() const { return m_lines; }
    QString addressOf(std::uint64_t element) const; // "6016", "6016:8"
    std::optional<machine::CellRef> cellOf(const QModelIndex& index) const;
    QModelIndex indexOf(machine::CellRef cell) const; // invalid when it is out of view

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
    void read();
    std::uint64_t elementOf(const QModelIndex& index) const;
    const machine::Node* nodeOrNull() const;

    const theme::Theme& m_theme;
    session::FramePtr m_frame;
    machine::NodeId m_node;
    cells::CellFormat m_format = cells::CellFormat::Natural;
    int m_columns = 8, m_wanted = 0;
    std::uint64_t m_first = 0;
    scene::CellPicture m_lines;
};

} // namespace lw::state
