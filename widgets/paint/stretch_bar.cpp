// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/stretch_bar.h"
#include "widgets/session/core_text.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <limits>

namespace lw::paint {

namespace {

using session::counted;
// The last place where a stretch of that length can begin.
int lastFirst(const StretchBar::Side& side) {
    const std::uint64_t last = side.all > side.shown ? side.all - side.shown : 0;
    return static_cast<int>(std::min<std::uint64_t>(last, std::numeric_limits<int>::max()));
}

void place(QSpinBox& box, const StretchBar::Side& side) {
    const QSignalBlocker blocker(box);
    box.setRange(0, lastFirst(side));
    box.setSingleStep(static_cast<int>(std::clamp<std::uint64_t>(side.shown, 1, 1u << 20)));
    box.setValue(static_cast<int>(std::min<std::uint64_t>(side.first, std::numeric_limits<int>::max())));
    box.setEnabled(!side.isWhole());
}

} // namespace

StretchBar::StretchBar(QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_row(new QSpinBox(this)), m_column(new QSpinBox(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(8);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_row->setPrefix(tr("from row "));
    m_row->setAccessibleName(tr("First row of the table"));
    m_column->setPrefix(tr("from column "));
    m_column->setAccessibleName(tr("First column of the table"));
    layout->addWidget(m_text, 1);
    for (QSpinBox* box : {m_row, m_column}) {
        box->setKeyboardTracking(false); // a number counts once it is complete
        layout->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            Q_EMIT moved(static_cast<std::uint64_t>(m_row->value()),
                         static_cast<std::uint64_t>(m_column->value()));
        });
    }
    hide();
}

void StretchBar::show(const Side& rows, const Side& columns) {
    setVisible(!rows.isWhole() || !columns.isWhole());
    if (isHidden()) return;
    m_text->setText(tr("Rows %1 to %2 of %3, columns %4 to %5 of %6")
                        .arg(counted(rows.first), counted(rows.first + rows.shown - 1), counted(rows.all),
                             counted(columns.first), counted(columns.first + columns.shown - 1),
                             counted(columns.all)));
    m_text->setToolTip(m_text->text());
    place(*m_row, rows);
    place(*m_column, columns);
}

} // namespace lw::paint

#include "moc_stretch_bar.cpp"
