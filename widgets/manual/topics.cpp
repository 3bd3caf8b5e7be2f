// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/manual/topics.h"

#include "core/manual/glossary.h"
#include "widgets/editor/document_area.h"
#include "widgets/paint/bundle_grid_view.h"
#include "widgets/paint/chip_diagram_canvas.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>

namespace lw::manual {

namespace {

constexpr std::size_t kMostExplained = 3;

// "v2[1][5]" and "fadd v1, v2" begin with what they are about.
QString firstWord(const QString& text) {
    qsizetype end = 0;
    while (end < text.size() &&
           (text[end].isLetterOrNumber() || text[end] == QLatin1Char('.') || text[end] == QLatin1Char('_')))
        ++end;
    return text.left(end);
}

QStringList topicsOfHeading(const QHeaderView& header, const QPoint& cursor) {
    const int section = header.logicalIndexAt(header.viewport()->mapFromGlobal(cursor));
    if (section < 0 || !header.model()) return {};
    return topicsOf(header.model()->headerData(section, header.orientation()).toString());
}

QStringList topicsOfPart(const paint::ChipDiagramCanvas& canvas, const QPoint& cursor) {
    const auto hit = canvas.hitAt(canvas.mapFromGlobal(cursor));
    for (std::size_t i = 0; i < canvas.scene().boxes.size(); ++i) {
        const auto& box = canvas.scene().boxes[i];
        const bool isMeant = hit.box ? *hit.box == i : toQt(box.id) == canvas.selected();
        if (isMeant) return topicsOf(toQt(box.title.empty() ? "FIFO" : box.title)) << toQt(box.id);
    }
    return {};
}

// What the mouse is on in the grid; elsewhere, the first instruction of the selected bundle.
QStringList topicsOfGrid(const paint::BundleGridView& grid, const QPoint& cursor) {
    const QPoint at = grid.viewport()->mapFromGlobal(cursor);
    QString words = grid.viewport()->rect().contains(at) ? grid.wordsAt(at) : QString();
    for (const scene::GridRow& row : grid.scene().rows)
        if (words.isEmpty() && grid.selectedBundle() == row.bundle && !row.cells.empty())
            words = toQt(row.cells.front().text);
    return topicsOf(words);
}

QStringList topicsOfRow(const QAbstractItemView& view) {
    QStringList out;
    const QModelIndex current = view.currentIndex();
    if (!current.isValid()) return out;
    for (const QModelIndex& index : {current, current.siblingAtColumn(0), current.parent()})
        if (index.isValid()) out << topicsOf(index.data().toString());
    return out;
}

} // namespace

QStringList topicsOf(const QString& text) {
    QStringList out;
    if (text.isEmpty()) return out;
    for (const QString& word : {text, firstWord(text)})
        if (!word.isEmpty() && !out.contains(word)) out << word;
    for (const Term* term : termsIn(text.toStdString())) out << toQt(term->name);
    return out;
}

QStringList topicsAt(QWidget* focus, const QPoint& cursor) {
    QWidget* under = QApplication::widgetAt(cursor);
    if (const auto* header = under ? qobject_cast<QHeaderView*>(under->parentWidget()) : nullptr)
        if (const QStringList topics = topicsOfHeading(*header, cursor); !topics.isEmpty()) return topics;
    QStringList out;
    for (QWidget* widget = focus; widget && out.isEmpty(); widget = widget->parentWidget()) {
        if (auto* area = qobject_cast<editor::DocumentArea*>(widget))
            out = area->topicsAtCaret();
        else if (const auto* canvas = qobject_cast<paint::ChipDiagramCanvas*>(widget))
            out = topicsOfPart(*canvas, cursor);
        else if (const auto* grid = qobject_cast<paint::BundleGridView*>(widget))
            out = topicsOfGrid(*grid, cursor);
        else if (const auto* view = qobject_cast<QAbstractItemView*>(widget))
            out = topicsOfRow(*view);
    }
    return out;
}

QString explanationOf(const QString& text) {
    QStringList out;
    const auto terms = termsIn(text.toStdString());
    for (std::size_t i = 0; i < std::min(terms.size(), kMostExplained); ++i) {
        const Term& term = *terms[i];
        out << QStringLiteral("<p><b>%1</b>%2<br>%3</p>")
                   .arg(toQt(term.name).toHtmlEscaped(),
                        term.words.empty()
                            ? QString()
                            : QStringLiteral(", ") + session::coreText(term.words).toHtmlEscaped(),
                        session::coreText(term.text).toHtmlEscaped());
    }
    return out.join(QString());
}

} // namespace lw::manual
