// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/manual/hit_model.h"

#include "widgets/theme/to_qt.h"

#include <QCoreApplication>
#include <QPainter>

namespace lw::manual {

namespace {

constexpr int kRowHeight = 44, kHitMargin = 12;

// In words for people.
QString kindText(PageKind kind) {
    switch (kind) {
    case PageKind::Instruction: return QCoreApplication::translate("Manual", "Instruction");
    case PageKind::SlotClass: return QCoreApplication::translate("Manual", "Slots");
    case PageKind::Registers: return QCoreApplication::translate("Manual", "Registers");
    case PageKind::Directive: return QCoreApplication::translate("Manual", "Directive");
    case PageKind::Term: return QCoreApplication::translate("Manual", "Glossary");
    case PageKind::Fault: return QCoreApplication::translate("Manual", "Fault");
    case PageKind::Message: return QCoreApplication::translate("Manual", "Message");
    default: return QCoreApplication::translate("Manual", "Chapter");
    }
}

} // namespace

void HitModel::setHits(std::vector<Hit> hits) {
    beginResetModel();
    m_rows.clear();
    for (const Hit& hit : hits)
        m_rows.push_back(
            {toQt(hit.page->id), toQt(hit.page->title), kindText(hit.page->kind), toQt(hit.excerpt)});
    endResetModel();
}

int HitModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant HitModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_rows.size()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return row.title;
    case Qt::ToolTipRole: return row.excerpt;
    case Qt::AccessibleTextRole: return QStringLiteral("%1, %2: %3").arg(row.title, row.kind, row.excerpt);
    case Kind: return row.kind;
    case Excerpt: return row.excerpt;
    case Id: return row.id;
    default: return {};
    }
}

HitDelegate::HitDelegate(const theme::Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme) {}

void HitDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
    using theme::Role;
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(option.rect, m_theme.fill(Role::Accent, 0.16));
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())),
                          m_theme[Role::Accent]);
    }
    const QRect inside = option.rect.adjusted(kHitMargin, 5, -kHitMargin, -5);
    const QRect upper(inside.left(), inside.top(), inside.width(), inside.height() / 2);
    const QRect lower(inside.left(), upper.bottom() + 1, inside.width(), inside.height() - upper.height());
    const QString kind = index.data(HitModel::Kind).toString();
    painter->setFont(m_theme.small());
    painter->setPen(m_theme[Role::Muted]);
    painter->drawText(upper, Qt::AlignRight | Qt::AlignVCenter, kind);
    const int kindWidth = painter->fontMetrics().horizontalAdvance(kind) + kHitMargin;
    painter->drawText(lower, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data(HitModel::Excerpt).toString(),
                                                        Qt::ElideRight, lower.width()));
    QFont title = m_theme.monospace();
    title.setWeight(QFont::DemiBold);
    painter->setFont(title);
    painter->setPen(m_theme[Role::Text]);
    painter->drawText(upper, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                        upper.width() - kindWidth));
}

QSize HitDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {120, kRowHeight};
}

} // namespace lw::manual

#include "moc_hit_model.cpp"
