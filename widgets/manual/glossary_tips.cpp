// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/manual/glossary_tips.h"

#include "core/manual/glossary.h"
#include "widgets/manual/topics.h"
#include "widgets/paint/bundle_grid_view.h"
#include "widgets/paint/chip_diagram_canvas.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QTabBar>
#include <QToolTip>

namespace lw::manual {

namespace {

constexpr qsizetype kMostLetters = 60; // of something that is a name and not a sentence

QString headingAt(const QHeaderView& header, const QPoint& at) {
    const int section = header.logicalIndexAt(at);
    if (section < 0 || !header.model()) return {};
    const auto* model = header.model();
    if (!model->headerData(section, header.orientation(), Qt::ToolTipRole).toString().isEmpty()) return {};
    return model->headerData(section, header.orientation()).toString();
}

// Only a cell that is a term: others hold values.
QString cellAt(const QAbstractItemView& view, const QPoint& at) {
    const QModelIndex index = view.indexAt(at);
    if (!index.isValid() || !index.data(Qt::ToolTipRole).toString().isEmpty()) return {};
    const QString text = index.data().toString();
    return findTerm(text.toStdString()) ? text : QString();
}

// What the diagram says about a part, then what the part is.
QString diagramTip(const paint::ChipDiagramCanvas& canvas, const QPoint& at) {
    const auto hit = canvas.hitAt(at);
    if (!hit.box) return {};
    const std::string& title = canvas.scene().boxes[*hit.box].title;
    const QString explanation =
        explanationOf(title.empty() ? QStringLiteral("FIFO") : QString::fromStdString(title));
    if (explanation.isEmpty()) return {};
    QString now = canvas.tipAt(at).toHtmlEscaped();
    return QStringLiteral("<p>") + now.replace(QLatin1Char('\n'), QStringLiteral("<br>")) +
           QStringLiteral("</p>") + explanation;
}

} // namespace

GlossaryTips::GlossaryTips(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

QString GlossaryTips::textAt(QWidget* widget, const QPoint& at) {
    if (const auto* header = qobject_cast<QHeaderView*>(widget->parentWidget()))
        return headingAt(*header, at);
    if (const auto* view = qobject_cast<QAbstractItemView*>(widget->parentWidget())) return cellAt(*view, at);
    if (const auto* grid = qobject_cast<paint::BundleGridView*>(widget->parentWidget()))
        return grid->bundleAt(at) ? QString() : grid->wordsAt(at);
    if (const auto* tabs = qobject_cast<QTabBar*>(widget)) {
        const int tab = tabs->tabAt(at);
        return tab >= 0 && tabs->tabToolTip(tab).isEmpty() ? tabs->tabText(tab) : QString();
    }
    if (!widget->toolTip().isEmpty()) return {};
    if (const auto* label = qobject_cast<QLabel*>(widget)) return label->text();
    if (const auto* button = qobject_cast<QAbstractButton*>(widget)) return button->text();
    if (const auto* group = qobject_cast<QGroupBox*>(widget)) return group->title();
    if (const auto* box = qobject_cast<QComboBox*>(widget)) return box->currentText();
    if (const auto* dock = qobject_cast<QDockWidget*>(widget)) return dock->windowTitle();
    return {};
}

bool GlossaryTips::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ToolTip || !watched->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(watched);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString explanation;
    if (const auto* canvas = qobject_cast<paint::ChipDiagramCanvas*>(widget)) {
        explanation = diagramTip(*canvas, help->pos());
    } else if (const QString text = textAt(widget, help->pos()); text.size() <= kMostLetters) {
        explanation = explanationOf(text);
    }
    if (explanation.isEmpty()) return false;
    QToolTip::showText(help->globalPos(), explanation, widget);
    return true;
}

} // namespace lw::manual

#include "moc_glossary_tips.cpp"
