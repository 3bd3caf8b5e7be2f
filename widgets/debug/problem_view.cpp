// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/problem_view.h"

#include "widgets/theme/changed_delegate.h"
#include "widgets/theme/icon.h"

#include <QAction>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>

namespace lw::debug {

ProblemModel::ProblemModel(const theme::Theme& theme, QObject* parent)
    : QAbstractTableModel(parent), m_theme(theme) {}

void ProblemModel::setFindings(const QVector<editor::Finding>& findings, const QString& name) {
    beginResetModel();
    m_findings = findings;
    m_name = name;
    endResetModel();
}

int ProblemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_findings.size());
}
int ProblemModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant ProblemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const editor::Finding& finding = m_findings[index.row()];
    if (role == Qt::DisplayRole) {
        if (index.column() == Code) return finding.code;
        if (index.column() == Text) return finding.text;
        return finding.line ? QStringLiteral("%1:%2:%3")
                                  .arg(QFileInfo(finding.path).fileName())
                                  .arg(finding.line)
                                  .arg(finding.column)
                            : finding.path;
    }
    if (role == Qt::DecorationRole && index.column() == Code)
        return finding.isError ? theme::icon(m_theme, QStringLiteral("error"), theme::Role::Error)
                               : theme::icon(m_theme, QStringLiteral("warning"), theme::Role::Warning);
    if (role == Qt::ToolTipRole)
        return finding.explanation + (finding.notes.isEmpty()
                                          ? QString()
                                          : QLatin1Char('\n') + finding.notes.join(QLatin1Char('\n')));
    return {};
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Code: return tr("Code");
    case Text: return m_name.isEmpty() ? tr("Problem") : tr("Problem in %1").arg(m_name);
    default: return tr("Place");
    }
}

ProblemView::ProblemView(session::ViewContext context, editor::DocumentArea& documents, QWidget* parent)
    : QTableView(parent), m_model(context.theme) {
    setAccessibleName(tr("Problems"));
    setModel(&m_model);
    theme::dressTable(*this, context.theme);
    QLabel* empty = theme::sayWhenEmpty(*this, QString());
    theme::keepFont(*this, context.theme, &theme::Theme::text);
    horizontalHeader()->resizeSection(ProblemModel::Code, 80);
    horizontalHeader()->setSectionResizeMode(ProblemModel::Text, QHeaderView::Stretch);
    horizontalHeader()->resizeSection(ProblemModel::Where, 200);
    const auto take = [this, &documents, empty] {
        const QString subject = documents.subject();
        const QString name = subject.isEmpty() ? QString() : documents.nameOf(subject);
        empty->setText(subject.isEmpty()             ? tr("No program is open.")
                       : documents.subjectAssembly() ? tr("Nothing is wrong with %1.").arg(name)
                                                     : tr("%1 is being checked.").arg(name));
        m_model.setFindings(documents.findings(), name);
    };
    connect(&documents, &editor::DocumentArea::assembled, this, take);
    connect(this, &QTableView::activated, this, [this, &documents](const QModelIndex& index) {
        const editor::Finding& finding = m_model.at(index.row());
        if (finding.line) documents.showPlace(finding.path, finding.line, finding.column);
    });
    auto* fix = new QAction(tr("Quick Fix"), this);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    addAction(fix);
    auto* explain = new QAction(tr("Explain This Problem"), this);
    addAction(explain);
    connect(explain, &QAction::triggered, this, [this] {
        if (currentIndex().isValid()) Q_EMIT explanationWanted(m_model.at(currentIndex().row()).code);
    });
    const auto update = [this, fix, explain] {
        const QModelIndex index = currentIndex();
        explain->setEnabled(index.isValid());
        const QString proposal = index.isValid() ? m_model.at(index.row()).replacement : QString();
        fix->setEnabled(!proposal.isEmpty());
        fix->setText(proposal.isEmpty() ? tr("Quick Fix") : tr("Write %1 Instead").arg(proposal));
    };
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, update);
    connect(&m_model, &QAbstractItemModel::modelReset, this, update);
    connect(fix, &QAction::triggered, this, [this, &documents] {
        if (currentIndex().isValid()) documents.applyFix(editor::Finding(m_model.at(currentIndex().row())));
    });
    update();
    take();
}

} // namespace lw::debug

#include "moc_problem_view.cpp"
