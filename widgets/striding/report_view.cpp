// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/report_view.h"

#include "widgets/session/core_text.h"
#include "widgets/striding/striding_words.h"
#include "widgets/theme/changed_delegate.h"

#include <QHeaderView>

namespace lw::striding {

using session::counted;

namespace {

constexpr int kNameWidth = 140;

using Rows = QVector<QPair<QString, QString>>;

QString sizeText(std::uint64_t rows, std::uint64_t columns) {
    return QStringLiteral("%1 x %2").arg(rows).arg(columns);
}

QString namesText(const std::vector<std::string>& names) {
    QStringList out;
    for (const std::string& name : names) out << QString::fromStdString(name);
    return out.join(QStringLiteral(", "));
}

void addGeometry(Rows& rows, const lower::striding::LayerReport& layer) {
    const lower::striding::StrideGeometry& g = layer.geometry;
    rows << qMakePair(ReportView::tr("Layer"), QString::fromStdString(layer.name));
    rows << qMakePair(ReportView::tr("Computed in vain"), ReportView::tr("%1 % of %2 MACs")
                                                              .arg(100 * layer.wastedShare(), 0, 'f', 2)
                                                              .arg(counted(layer.macs())));
    rows << qMakePair(ReportView::tr("Input"), sizeText(g.inputRows, g.inputColumns) + QStringLiteral(" x ") +
                                                   QString::number(g.inputChannels));
    rows << qMakePair(ReportView::tr("Kernel"), sizeText(g.kernel.rows, g.kernel.columns));
    rows << qMakePair(ReportView::tr("Stride"), sizeText(g.stride.rows, g.stride.columns));
    rows << qMakePair(ReportView::tr("First tensor"), sizeText(g.firstRows, g.firstColumns) +
                                                          QStringLiteral(" x ") +
                                                          QString::number(g.channels));
    rows << qMakePair(ReportView::tr("Output"),
                      sizeText(g.rows, g.columns) + QStringLiteral(" x ") + QString::number(g.channels));
    rows << qMakePair(ReportView::tr("Pixels kept"), counted(g.keptPixels()));
    rows << qMakePair(ReportView::tr("Pixels dropped"), counted(g.droppedPixels()));
}

void addDecision(Rows& rows, const lower::striding::LayerReport& layer) {
    rows << qMakePair(
        ReportView::tr("Mode"),
        QString::fromStdString(std::string(lower::striding::nameOf(layer.mode))) +
            (layer.wasChosen ? ReportView::tr(", the first that is provably exact") : QString()));
    rows << qMakePair(ReportView::tr("What it does"), coreWords(lower::striding::rowOf(layer.mode).words));
    rows << qMakePair(ReportView::tr("Why"), reasonText(layer.reason));
    for (const lower::striding::ModeReason& other : layer.rejected)
        rows << qMakePair(ReportView::tr("Not %1").arg(
                              QString::fromStdString(std::string(lower::striding::nameOf(other.mode)))),
                          reasonText(other.reason));
    // For the input, whatever the debugger has run by now.
    rows << qMakePair(layer.hasInput ? ReportView::tr("Predicted") : ReportView::tr("Verdict"),
                      verdictText(layer.verdict, layer.wrong, layer.elements));
    if (!layer.causes.empty()) rows << qMakePair(ReportView::tr("Causes"), causesText(layer.causes));
    if (!layer.confirmedBy.empty())
        rows << qMakePair(
            ReportView::tr("Confirmed"),
            ReportView::tr("by what was computed from it: %1").arg(namesText(layer.confirmedBy)));
    else if (layer.confirmed || layer.clocks > 0)
        rows << qMakePair(ReportView::tr("Confirmed"),
                          runText(layer.confirmed, layer.unexpected, layer.clocks));
}

void addCosts(Rows& rows, const lower::striding::LayerReport& layer) {
    const lower::striding::StrideGeometry& g = layer.geometry;
    rows << qMakePair(ReportView::tr("MACs"), counted(layer.macs()));
    rows << qMakePair(ReportView::tr("MACs that a stride needs"), counted(g.macsOfStride()));
    rows << qMakePair(ReportView::tr("Instruction rows"),
                      ReportView::tr("%1 from %2 on").arg(counted(layer.rowCount)).arg(layer.firstRow));
    if (layer.clocks > 0) rows << qMakePair(ReportView::tr("Clocks"), counted(layer.clocks));
    rows << qMakePair(ReportView::tr("Clocks of pooling"), counted(layer.poolingClocks));
    rows << qMakePair(ReportView::tr("Bytes of masks"), counted(layer.maskBytes));
    rows << qMakePair(ReportView::tr("Bytes kept to be looked at"), counted(layer.keptBytes));
    rows << qMakePair(ReportView::tr("Host bytes avoided"), counted(layer.hostBytesAvoided));
}

} // namespace

ReportView::ReportView(session::ViewContext context, StridingDesk& desk, QWidget* parent)
    : QStackedWidget(parent)
    , m_desk(desk)
    , m_notice(new theme::EmptyNotice(this))
    , m_table(new QTableView(this)) {
    addWidget(m_notice);
    addWidget(m_table);
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("Report"));
    theme::dressTable(*m_table, context.theme);
    setFocusProxy(m_table);
    connect(&m_notice->button(), &QPushButton::clicked, this, &ReportView::networkWanted);
    connect(&desk, &StridingDesk::factsChanged, this, &ReportView::refresh);
    connect(&desk, &StridingDesk::networkShown, this, &ReportView::refresh);
    refresh();
}

void ReportView::refresh() {
    const FactsPtr& facts = m_desk.facts();
    if (!facts) {
        m_notice->say(tr("What was decided for each strided layer of a network, why, and what it costs.") +
                          QLatin1Char('\n') + noProgramText(m_desk),
                      tr("Open Network..."));
        return setCurrentWidget(m_notice);
    }
    setCurrentWidget(m_table);
    Rows rows;
    rows << qMakePair(tr("Network"), QString::fromStdString(facts->report.network));
    rows << qMakePair(tr("Machine"), QString::fromStdString(facts->report.machine));
    if (!facts->hasStrides()) rows << qMakePair(tr("Strided layers"), noStridesText());
    for (std::size_t i = 0; i < facts->report.layers.size(); ++i) {
        addGeometry(rows, facts->layer(i));
        // For a mode that was chosen, the reasons against those before it are in the program's own report.
        lower::striding::LayerReport layer = facts->layer(i);
        layer.wasChosen = facts->report.layers[i].wasChosen;
        layer.rejected = facts->report.layers[i].rejected;
        addDecision(rows, layer);
        addCosts(rows, layer);
    }
    rows << qMakePair(tr("Rows of the program"), counted(facts->report.rows));
    rows << qMakePair(tr("Unified buffer in use, bytes"), counted(facts->report.bufferBytes));
    rows << qMakePair(tr("Host bytes in between"), counted(facts->report.hostBytesBetween));
    const auto cell = [rows](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        return column == 0 ? rows[row].first : rows[row].second;
    };
    m_model.show({{tr("What"), tr("Value")}, static_cast<int>(rows.size()), cell});
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_table->horizontalHeader()->resizeSection(0, kNameWidth);
}

} // namespace lw::striding

#include "moc_report_view.cpp"
