// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/graph_view.h"

#include "core/machine/cell_name.h"
#include "widgets/firmware/firmware_words.h"
#include "widgets/session/core_text.h"
#include "widgets/session/selection.h"
#include "widgets/theme/icon.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QToolBar>

#include <algorithm>

namespace lw::firmware {

using scene::firmware::GraphValue;
using session::counted;

namespace {

constexpr int kCardWidth = 260;
constexpr int kReads = 3, kReplaces = 8, kGraphColumns = 9; // of the table

// What lines of the graph mean.
class WireLegend : public QWidget {
  public:
    WireLegend(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
        connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
        setToolTip(GraphView::tr("A line that is solid and has the colour of products is both"));
    }
    QSize sizeHint() const override {
        int width = 0;
        for (const Kind& kind : kinds()) width += kSample + kBetween + metrics().horizontalAdvance(kind.text);
        return {width, metrics().height() + 4};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setFont(m_theme.small());
        int x = kBetween / 2;
        for (const Kind& kind : kinds()) {
            painter.setPen(QPen(m_theme[kind.colour], 1.5, kind.line));
            painter.drawLine(x, height() / 2, x + kSample - 6, height() / 2);
            painter.setPen(m_theme[theme::Role::Muted]);
            const int wide = metrics().horizontalAdvance(kind.text);
            painter.drawText(QRect(x + kSample, 0, wide + 1, height()), Qt::AlignVCenter, kind.text);
            x += kSample + wide + kBetween;
        }
    }

  private:
    static constexpr int kSample = 30, kBetween = 16;
    struct Kind {
        QString text;
        theme::Role colour;
        Qt::PenStyle line;
    };
    static std::vector<Kind> kinds() {
        return {{GraphView::tr("reads"), theme::Role::Muted, Qt::SolidLine},
                {GraphView::tr("is a function of"), theme::Role::UnitMatrix, Qt::DashLine},
                {GraphView::tr("takes the place of"), theme::Role::UnitMemory, Qt::DotLine}};
    }
    QFontMetrics metrics() const { return QFontMetrics(m_theme.small()); }

    const theme::Theme& m_theme;
};

} // namespace

GraphView::GraphView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent)
    : FirmwareView(
          context, desk,
          tr("What the firmware computes as a graph: layers that fold, values with their numbers, and "
             "where each is put."),
          parent)
    , m_canvas(new paint::NetworkCanvas(context.theme, body())) {
    m_canvas->setAccessibleName(tr("Graph of values"));
    m_canvas->setTips([this](paint::GraphHit hit) { return tipOf(hit); });
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Values as a table"), body());
    bodyLayout()->addWidget(makeTools());
    auto* split = new QSplitter(body());
    split->setChildrenCollapsible(false);
    split->addWidget(m_twin);
    split->addWidget(makeCard());
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    bodyLayout()->addWidget(split, 1);
    setFocusProxy(m_twin);
    connect(m_canvas, &paint::NetworkCanvas::picked, this,
            [this](std::size_t box) { pick(m_canvas->picture().boxes[box].nodes.back()); });
    connect(m_canvas, &paint::NetworkCanvas::foldWanted, this, &GraphView::foldBox);
    connect(m_canvas, &paint::NetworkCanvas::opened, this,
            [this](std::size_t box) { m_canvas->picture().boxes[box].group ? foldBox(box) : goToPlace(); });
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int row) { pick(static_cast<std::size_t>(row)); });
    connect(&viewContext().selection, &session::Selection::changed, this, &GraphView::follow);
    connect(&desk, &FirmwareDesk::factsChanged, this, &GraphView::take);
    take();
}

// ---- parts

QWidget* GraphView::makeTools() {
    auto* bar = new QToolBar(body());
    m_folds = new QComboBox(bar);
    m_folds->setAccessibleName(tr("Folded"));
    m_folds->setToolTip(
        tr("A box for each value, or for each layer that hints of the firmware name. Space folds "
           "and unfolds one."));
    m_folds->addItems({tr("every value"), tr("layers folded")});
    m_folds->setCurrentIndex(Layers);
    connect(m_folds, &QComboBox::activated, this, &GraphView::foldAll);
    bar->addWidget(m_folds);
    m_dependencies = new QCheckBox(tr("Functions of products"), bar);
    m_dependencies->setToolTip(tr(
        "Also shows of which products each function of the MFUs is one, however many others stand between"));
    m_dependencies->setChecked(true);
    connect(m_dependencies, &QCheckBox::toggled, this, [this] { showPicture({}); });
    bar->addWidget(m_dependencies);
    m_replaced = new QCheckBox(tr("Places written over"), bar);
    m_replaced->setToolTip(
        tr("Also shows which value is written over which: whatever reads the old one comes before"));
    connect(m_replaced, &QCheckBox::toggled, this, [this] { showPicture({}); });
    bar->addWidget(m_replaced);
    bar->addWidget(new WireLegend(theme(), bar));
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    bar->addAction(theme::icon(theme(), QStringLiteral("fit"), theme::Role::Muted), tr("The whole graph (0)"),
                   m_canvas, &paint::NetworkCanvas::fit);
    bar->addWidget(m_twin->makeButton(bar));
    return bar;
}

QWidget* GraphView::makeCard() {
    auto* area = new QScrollArea(body());
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setMinimumWidth(theme().scaled(kCardWidth));
    area->setFocusPolicy(Qt::NoFocus);
    auto* card = new QWidget(area);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(8, 8, 8, 8);
    m_card = new QLabel(card);
    m_card->setWordWrap(true);
    m_card->setTextFormat(Qt::PlainText);
    m_card->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_card->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_card);
    m_place = new QPushButton(tr("Show Where It Is"), card);
    m_place->setToolTip(tr("Selects the first number of the place that the value is put into"));
    connect(m_place, &QPushButton::clicked, this, &GraphView::goToPlace);
    column->addWidget(m_place, 0, Qt::AlignLeft);
    column->addStretch(1);
    area->setWidget(card);
    return area;
}

// ---- what is shown

void GraphView::showEvent(QShowEvent* event) {
    FirmwareView::showEvent(event);
    desk().askForValues();
}

void GraphView::take() {
    if (isVisible()) desk().askForValues();
    const bool isOther = m_shown != desk().facts();
    if (!isOther && m_values == desk().values()) return;
    m_shown = desk().facts();
    m_values = desk().values();
    if (isOther) {
        m_graph = m_shown ? scene::firmware::valueGraph(m_shown->software.graph, m_shown->software.stream)
                          : scene::firmware::ValueGraph();
        m_folded.assign(m_graph.layers.size(), m_folds->currentIndex() == Layers);
        m_selected.reset();
    }
    showPicture({});
    showTable();
    follow();
    tellCard();
}

void GraphView::foldAll() {
    m_folded.assign(m_graph.layers.size(), m_folds->currentIndex() == Layers);
    showPicture({});
}

void GraphView::foldBox(std::size_t box) {
    const scene::PictureBox one = m_canvas->picture().boxes[box];
    const auto layer = one.group ? one.group : one.folds;
    if (!layer) return;
    m_folded[*layer] = !one.group;
    showPicture(one.nodes.front());
}

void GraphView::showPicture(std::optional<std::size_t> kept) {
    m_canvas->setPicture(scene::firmware::pictureOf(m_graph, m_folded,
                                                    m_values ? &m_values->numbers : nullptr,
                                                    {m_dependencies->isChecked(), m_replaced->isChecked()}),
                         kept);
    if (m_selected) m_canvas->select(m_canvas->picture().boxOf[*m_selected]);
}

QString GraphView::numbersOf(std::size_t value) const {
    return QString::fromStdString(
        scene::firmware::numbersText(m_graph.values[value], m_values ? &m_values->numbers : nullptr));
}

QString GraphView::placesOf(std::size_t value) const {
    QStringList out;
    for (const scene::firmware::ValuePlace& place : m_graph.values[value].places) {
        const QString last =
            place.count > 1 ? QStringLiteral("..%1").arg(place.first + place.count - 1) : QString();
        out << QStringLiteral("%1[%2%3]")
                   .arg(QString::fromStdString(place.memory))
                   .arg(place.first)
                   .arg(last);
    }
    return out.join(QStringLiteral(", "));
}

QString GraphView::productsOf(std::size_t value) const {
    QStringList out;
    for (const std::size_t product : m_graph.values[value].products)
        out << QString::fromStdString(m_graph.values[product].name);
    return out.join(QStringLiteral(", "));
}

void GraphView::showTable() {
    const QStringList columns{tr("Value"),    tr("Instruction"),   tr("Layer"),
                              tr("Reads"),    tr("Vectors"),       tr("Numbers"),
                              tr("Put into"), tr("A function of"), tr("Takes the place of")};
    std::vector<QStringList> rows(m_graph.values.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const GraphValue& value = m_graph.values[i];
        rows[i].reserve(kGraphColumns);
        rows[i] << QString::fromStdString(value.name)
                << (value.bundle
                        ? QStringLiteral("%1: %2").arg(*value.bundle).arg(QString::fromStdString(value.title))
                        : QString())
                << (value.layer ? QString::fromStdString(m_graph.layers[*value.layer].name) : QString())
                << QString() << counted(value.count) << numbersOf(i) << placesOf(i) << productsOf(i)
                << QString();
    }
    const auto name = [&](const std::vector<scene::LayoutEdge>& edges, int column) {
        for (const scene::LayoutEdge& edge : edges) {
            QString& names = rows[edge.to][column];
            names += (names.isEmpty() ? QString() : QStringLiteral(", ")) +
                     QString::fromStdString(m_graph.values[edge.from].name);
        }
    };
    name(m_graph.edges, kReads);
    name(m_graph.carried, kReads);
    name(m_graph.replaced, kReplaces);
    const auto count = static_cast<int>(rows.size());
    m_twin->model().show(
        {columns, count, [rows = std::move(rows)](int row, int column, int role) -> QVariant {
             if (role != Qt::DisplayRole) return {};
             return rows[static_cast<std::size_t>(row)][column];
         }});
}

// ---- the selected value

void GraphView::pick(std::size_t value) {
    m_selected = value;
    tellCard();
    if (const auto bundle = m_graph.values[value].bundle) viewContext().selectBundle(*bundle);
}

// The instruction that is selected elsewhere; one that only moves vectors is in no box.
void GraphView::follow() {
    const auto bundle = viewContext().selectedBundle();
    for (std::size_t i = 0; bundle && i < m_graph.values.size(); ++i)
        if (m_graph.values[i].bundle == bundle) m_selected = i;
    if (!m_selected) return;
    const std::size_t box = m_canvas->picture().boxOf[*m_selected];
    m_canvas->select(box);
    m_canvas->show(box);
    tellCard();
}

void GraphView::tellCard() {
    m_place->setVisible(m_selected && !cellOf(*m_selected).isEmpty());
    if (!m_selected) {
        m_card->setText(tr("Click a value: its instruction is selected in all views."));
        return;
    }
    const GraphValue& value = m_graph.values[*m_selected];
    QStringList lines{QString::fromStdString(value.title),
                      tr("Value: %1").arg(QString::fromStdString(value.name))};
    if (value.bundle) lines << tr("Instruction: %1").arg(*value.bundle);
    if (value.layer) lines << tr("Layer %1").arg(QString::fromStdString(m_graph.layers[*value.layer].name));
    lines << (value.areMatrices ? tr("Native matrices: %1") : tr("Native vectors: %1"))
                 .arg(counted(value.count));
    if (value.nodes.size() > 1) lines << tr("Turns: %1; numbers are of the first").arg(value.nodes.size());
    if (const QString numbers = numbersOf(*m_selected); !numbers.isEmpty())
        lines << tr("Numbers: %1").arg(numbers);
    if (const QString places = placesOf(*m_selected); !places.isEmpty())
        lines << tr("Put into: %1").arg(places);
    if (const QString products = productsOf(*m_selected); !products.isEmpty())
        lines << tr("A function of the products: %1").arg(products);
    for (const scene::LayoutEdge& edge : m_graph.carried)
        if (edge.to == *m_selected)
            lines << tr("Reads %1 of the turn before")
                         .arg(QString::fromStdString(m_graph.values[edge.from].name));
    for (const scene::LayoutEdge& edge : m_graph.replaced)
        if (edge.to == *m_selected)
            lines << tr("Takes the place of: %1").arg(QString::fromStdString(m_graph.values[edge.from].name));
    m_card->setText(lines.join(QLatin1Char('\n')));
}

QString GraphView::cellOf(std::size_t value) const {
    const session::Loaded& loaded = *m_shown->loaded;
    for (const scene::firmware::ValuePlace& place : m_graph.values[value].places)
        for (std::uint32_t i = 0; i < loaded.tree.size(); ++i) {
            const machine::Node& node = loaded.tree.at({i});
            if (node.role != machine::Role::VectorRegisters || node.name != place.memory) continue;
            return QString::fromStdString(
                machine::nameOfCell(loaded.scope(), {{i}, place.first * node.shape.back()}));
        }
    return {};
}

void GraphView::goToPlace() {
    const QString cell = m_selected ? cellOf(*m_selected) : QString();
    if (cell.isEmpty()) return;
    viewContext().selection.selectCell(cell);
    Q_EMIT cellWanted();
}

QString GraphView::tipOf(paint::GraphHit hit) const {
    const auto describe = [this](std::size_t value) {
        const GraphValue& one = m_graph.values[value];
        const QString numbers = numbersOf(value);
        return QString::fromStdString(one.name) + QStringLiteral(": ") + QString::fromStdString(one.title) +
               (numbers.isEmpty() ? QString() : QLatin1Char('\n') + numbers);
    };
    QStringList out;
    if (hit.box)
        for (const std::size_t value : m_canvas->picture().boxes[*hit.box].nodes) out << describe(value);
    if (hit.wire)
        for (const std::size_t value : m_canvas->picture().wires[*hit.wire].values) out << describe(value);
    constexpr int kMostTips = 12;
    if (out.size() > kMostTips) out = out.mid(0, kMostTips) << QStringLiteral("...");
    return out.join(QLatin1Char('\n'));
}

} // namespace lw::firmware

#include "moc_graph_view.cpp"
