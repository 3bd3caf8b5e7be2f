// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/debug_session.h"
#include "widgets/session/view_context.h"

#include <QAbstractTableModel>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

namespace lw::debug {

class BreakpointModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Where, Hits, kColumns };
    enum { IdRole = Qt::UserRole };
    explicit BreakpointModel(session::DebugSession& session, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  Q_SIGNALS:
    void refused(const QString& text); // what was typed over a breakpoint is not a breakpoint

  private:
    bool replace(const QModelIndex& index, const QString& text);
    void takeHits();

    session::DebugSession& m_session;
    std::vector<machine::Breakpoint> m_list;
    QHash<std::uint32_t, std::uint64_t> m_hits; // the count shown last, by breakpoint
};

// All breakpoints: toggle them with the space bar, type over one with F2, remove them with Delete; add one
// with the dialog, or by typing it as in lw step.
class BreakpointView : public QWidget {
    Q_OBJECT
  public:
    explicit BreakpointView(session::ViewContext context, QWidget* parent = nullptr);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void addButtons();
    void openDialog();
    void add();
    void say(const std::optional<QString>& wrong);
    void removeCurrent();

    session::ViewContext m_context;
    BreakpointModel m_model;
    QTableView* m_table;
    QCheckBox* m_nan;
    QToolButton* m_new;
    QToolButton* m_remove;
    QLineEdit* m_line;
    QLabel* m_wrong;
};

} // namespace lw::debug
