// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"

#include <QAbstractTableModel>
#include <QLineEdit>
#include <QTableView>
#include <QWidget>

#include <memory>
#include <optional>

namespace lw::debug {

// Expressions over the state with their current values; kept as text, so that they survive another program.
class WatchModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Expression, Value, kColumns };
    enum { ChangedRole = Qt::UserRole };
    using QAbstractTableModel::QAbstractTableModel;

    void add(const QString& expression);
    void remove(int row);
    void setExpressions(const QStringList& expressions);
    QStringList expressions() const;
    void setFrame(const session::FramePtr& frame);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Row {
        QString text;
        std::optional<machine::Expression> compiled; // for the program of the frame
        QString value;
        bool isProblem = false, changed = false;
    };
    void compile(Row& row) const;
    void evaluate(Row& row) const;

    session::FramePtr m_frame;
    std::vector<Row> m_rows;
};

class WatchView : public QWidget {
    Q_OBJECT
  public:
    explicit WatchView(session::ViewContext context, QWidget* parent = nullptr);
    void add(const QString& expression);
    const WatchModel& model() const { return m_model; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void openMenu(QPoint at);

    session::ViewContext m_context;
    WatchModel m_model;
    QTableView* m_table;
    QLineEdit* m_line;
    std::shared_ptr<const session::Loaded> m_loaded; // the one whose names the line gives as examples
};

} // namespace lw::debug
