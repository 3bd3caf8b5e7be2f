// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/inverse_view.h"

#include "core/project/train_network.h"
#include "widgets/recompute/recompute_words.h"
#include "widgets/session/core_text.h"

#include <QHBoxLayout>

#include <algorithm>
#include <cmath>

namespace lw::recompute {

using session::counted;

namespace {

Result<std::map<network::ValueId, std::vector<double>>> errorsOf(const TrainingFacts& facts) {
    const std::string network = facts.request.network.toStdString();
    LW_TRY(const tensor::Tensor images, project::readExamples(network, facts.request.images.toStdString()));
    LW_TRY(const tensor::Tensor labels, project::readExamples(network, facts.request.labels.toStdString()));
    return project::inverseErrors(*facts.network, facts.report->model.element, images, labels);
}

} // namespace

InverseView::InverseView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent)
    : RecomputeView(context, desk,
                    tr("How far the inverse of each batch norm can lead from what it normalised, by gamma."),
                    parent)
    , m_canvas(new InverseCanvas(context.theme, body()))
    , m_measure(new QPushButton(tr("Measure"), body()))
    , m_message(new theme::WrappedLabel(2, body())) {
    m_canvas->setAccessibleName(tr("Inverse of batch norms"));
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Inverse of batch norms as a table"), body());
    m_measure->setToolTip(tr("One step by plain loops, with what batch norms give stored in this format"));
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    row->addWidget(m_measure, 0, Qt::AlignTop);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_measure, &QPushButton::clicked, this, &InverseView::measure);
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int number) { m_canvas->select(static_cast<std::size_t>(number)); });
    connect(m_canvas, &InverseCanvas::picked, this, [this](std::size_t point) {
        const InversePoint& chosen = m_canvas->points()[point];
        this->desk().choose(network::findValue(*m_network, chosen.norm));
        m_message->setText(inverseText(chosen));
    });
    connect(&desk, &RecomputeDesk::factsChanged, this, &InverseView::takeFacts);
    takeFacts();
}

void InverseView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    showBody(facts != nullptr);
    if (!facts) return;
    m_measure->setEnabled(facts->hasData());
    if (m_network != facts->network || m_format != facts->report->model.element) {
        m_network = facts->network;
        m_format = facts->report->model.element;
        m_measured.clear();
        m_task.drop();
    }
    show();
}

void InverseView::measure() {
    const FactsPtr facts = desk().facts();
    if (!facts || !facts->hasData()) return;
    m_message->setText(tr("A step is computed by plain loops."));
    m_task.ask([facts] { return errorsOf(*facts); },
               [this](const Result<Measured>& made) {
                   if (!made) return m_message->setText(session::problemText(made.problem()));
                   m_measured = *made;
                   show();
               });
}

void InverseView::show() {
    const auto& report = *desk().facts()->report;
    std::vector<InversePoint> points;
    for (const auto& [value, channels] : report.inverses)
        for (std::size_t i = 0; i < channels.size(); ++i) {
            const auto measured = m_measured.find(value);
            InversePoint& point = points.emplace_back();
            point.norm = report.names[value];
            point.channel = i;
            point.gamma = static_cast<double>(channels[i].gamma);
            point.bound = channels[i].bound;
            point.isVetoed = channels[i].isVetoed;
            if (measured != m_measured.end() && i < measured->second.size())
                point.measured = measured->second[i];
        }
    std::ranges::stable_sort(points, {}, [](const InversePoint& point) { return std::fabs(point.gamma); });
    const auto vetoed = std::ranges::count_if(points, &InversePoint::isVetoed);
    double bound = 0, worst = 0;
    for (const InversePoint& point : points) {
        bound = std::max(bound, point.bound);
        worst = std::max(worst, point.measured.value_or(0));
    }
    const QString channels =
        points.size() == 1 ? tr("1 channel") : tr("%1 channels").arg(counted(points.size()));
    const QString format = QString::fromStdString(std::string(tensor::nameOf(report.model.element)));
    QString text = std::isinf(bound) ? tr("%1, %2 vetoed; nothing leads back from gamma 0.")
                                           .arg(channels, counted(static_cast<std::uint64_t>(vetoed)))
                                     : tr("%1, %2 vetoed; off by at most %3 deviations, stored as %4.")
                                           .arg(channels, counted(static_cast<std::uint64_t>(vetoed)),
                                                QString::number(bound, 'g', 3), format);
    if (!m_measured.empty())
        text += QLatin1Char(' ') + tr("Measured: %1.").arg(QString::number(worst, 'g', 3));
    m_message->setText(points.empty() ? tr("The network has no batch norm.") : text);
    const auto cell = [points](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const InversePoint& point = points[static_cast<std::size_t>(row)];
        switch (column) {
        case 0: return QString::fromStdString(point.norm);
        case 1: return counted(point.channel);
        case 2: return QString::number(point.gamma, 'g', 6);
        case 3: return QString::number(point.bound, 'g', 4);
        case 4: return point.measured ? QString::number(*point.measured, 'g', 4) : QString();
        default: return point.isVetoed ? tr("vetoed") : tr("taken");
        }
    };
    m_twin->model().show(
        {{tr("Batch norm"), tr("Channel"), tr("Gamma"), tr("Bound"), tr("Measured"), tr("Verdict")},
         static_cast<int>(points.size()),
         cell});
    m_canvas->show(std::move(points));
}

} // namespace lw::recompute

#include "moc_inverse_view.cpp"
