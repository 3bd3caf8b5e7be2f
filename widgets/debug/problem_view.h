// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document_area.h"
#include "widgets/session/view_context.h"

#include <QAbstractTableModel>
#include <QTableView>

namespace lw::debug {

class ProblemModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Code, Text, Where, kColumns };
    ProblemModel(const theme::Theme& theme, QObject* parent = nullptr);

    // `name` is that of the program they are about.
    void setFindings(const QVector<editor::Finding>& findings, const QString& name);
    const editor::Finding& at(int row) const { return m_findings[row]; }
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    const theme::Theme& m_theme;
    QVector<editor::Finding> m_findings;
    QString m_name;
};

// What is wrong with the program in front or, if that is not a program of its own, with the one that is
// to run; Return or a double click goes there.
class ProblemView : public QTableView {
    Q_OBJECT
  public:
    ProblemView(session::ViewContext context, editor::DocumentArea& documents, QWidget* parent = nullptr);

  Q_SIGNALS:
    void explanationWanted(const QString& code);

  private:
    ProblemModel m_model;
};

} // namespace lw::debug
