// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/debug_session.h"
#include "widgets/session/view_context.h"

#include <QAbstractTableModel>
#include <QTableView>
#include <QWidget>

#include <vector>

namespace lw::debug {

// What breakpoints have written and what the program traced, by clock. What a run writes again when the
// history is replayed appears here only once.
class LogModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Clock, From, Text, kColumns };
    enum { ClockRole = Qt::UserRole };
    explicit LogModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void clear();
    // `headings`: "c1: " for each core; none on a machine with one core.
    void addHits(const std::vector<machine::Hit>& hits, const QStringList& headings = {});
    void addTrace(const std::vector<machine::TraceWord>& words, const QString& heading = {});
    // What comes after the clock did not happen: the history was changed there.
    void forgetAfter(std::uint64_t clock);
    std::uint64_t leftOut() const { return m_leftOut; } // lines beyond those that are kept

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Line {
        std::uint64_t clock = 0;
        QString from, text;
        bool operator==(const Line&) const = default;
    };
    void add(std::vector<Line> lines);

    std::vector<Line> m_lines; // ascending by clock
    std::uint64_t m_leftOut = 0;
};

// The log as a table; a line goes to its clock.
class LogView : public QWidget {
    Q_OBJECT
  public:
    explicit LogView(session::ViewContext context, QWidget* parent = nullptr);
    LogModel& model() { return m_model; }

  private:
    void take();
    QStringList headings() const;

    session::ViewContext m_context;
    LogModel m_model;
    QTableView* m_table;
};

} // namespace lw::debug
