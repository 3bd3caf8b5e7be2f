// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/gradients_view.h"

#include "widgets/paint/cell_painter.h"
#include "widgets/recompute/recompute_words.h"
#include "widgets/session/core_text.h"

#include <QHBoxLayout>

#include <algorithm>
#include <utility>

namespace lw::recompute {

using lower::recompute::Policy;
using session::counted;

GradientsView::GradientsView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent)
    : RecomputeView(
          context, desk,
          tr("The gradients that what is decided gives, beside those of another policy: they must be "
             "equal to the bit."),
          parent)
    , m_policies(new QComboBox(body()))
    , m_tensors(new QComboBox(body()))
    , m_compare(new QPushButton(tr("Compare"), body()))
    , m_message(new theme::WrappedLabel(2, body())) {
    makePanes();
    m_policies->setAccessibleName(tr("The policy beside it"));
    m_policies->setToolTip(tr("The policy beside it"));
    for (std::size_t i = 0; i < static_cast<std::size_t>(Policy::Budget); ++i)
        m_policies->addItem(policyText(static_cast<Policy>(i)));
    m_tensors->setAccessibleName(tr("The gradient that is shown"));
    m_tensors->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_tensors->setToolTip(tr("The gradient that is shown"));
    m_compare->setToolTip(tr("Runs a step under both on the emulated chip"));
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tensors, m_policies, m_compare})
        row->addWidget(widget, 0, Qt::AlignTop);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_compare, &QPushButton::clicked, this, &GradientsView::compare);
    connect(m_tensors, &QComboBox::activated, this, &GradientsView::showTensor);
    connect(m_twin, &paint::TableTwin::picked, this, [this](int number) {
        m_tensors->setCurrentIndex(number);
        showTensor();
    });
    connect(&desk, &RecomputeDesk::factsChanged, this, &GradientsView::takeFacts);
    takeFacts();
}

void GradientsView::makePanes() {
    auto* box = new QWidget(body());
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    for (int i = 0; i < kPanes; ++i) {
        auto* pane = m_panes[static_cast<std::size_t>(i)] = new paint::TensorPane(theme(), box);
        pane->setControlsVisible(false);
        pane->canvas().setTinted(false);
        connect(&pane->canvas(), &paint::TensorCanvas::sightChanged, this, [this, pane] {
            if (std::exchange(m_isLinking, true)) return;
            for (paint::TensorPane* other : m_panes)
                if (other != pane) other->canvas().setSight(pane->canvas().sight());
            m_isLinking = false;
        });
        row->addWidget(pane, 1);
    }
    m_twin = new paint::TableTwin(theme(), box, tr("Gradients as a table"), body());
}

// What was compared is of another step, if something else is decided now.
void GradientsView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    showBody(facts != nullptr);
    if (!facts) return;
    m_compare->setEnabled(facts->hasData() && !facts->isReportStale);
    const bool isSame = m_gradients && m_gradients->own->plan == facts->report->plan;
    if (isSame || (!m_gradients && !m_message->text().isEmpty())) return;
    m_task.drop();
    m_gradients.reset();
    m_tensors->clear();
    m_tensors->setEnabled(false);
    for (paint::TensorPane* pane : m_panes) pane->showNothing({});
    m_twin->model().show({});
    m_message->setText(facts->hasData()
                           ? tr("Compare the gradients of what is decided with those of another policy.")
                           : tr("The network's file names no images and labels to train with"));
}

void GradientsView::compare() {
    const FactsPtr facts = desk().facts();
    if (!facts || !facts->hasData()) return;
    m_message->setText(tr("Both steps run on the emulated chip."));
    m_task.ask([facts, policy = static_cast<Policy>(
                           m_policies->currentIndex())] { return comparedGradients(*facts, policy); },
               [this](const Result<GradientsPtr>& made) { take(made); });
}

void GradientsView::take(const Result<GradientsPtr>& made) {
    if (!made) return m_message->setText(session::problemText(made.problem()));
    m_gradients = *made;
    const Gradients& all = *m_gradients;
    const int before = std::max(m_tensors->currentIndex(), 0);
    m_tensors->clear();
    for (const GradientPair& pair : all.tensors) m_tensors->addItem(QString::fromStdString(pair.name));
    m_tensors->setCurrentIndex(std::min(before, m_tensors->count() - 1));
    m_tensors->setEnabled(true);
    double worst = 0;
    for (const GradientPair& pair : all.tensors) worst = std::max(worst, pair.worst);
    const QString own = policyText(all.own->request.policy), other = policyText(all.other->request.policy);
    QString text = all.isEqual()
                       ? tr("Equal, %1 of %2 elements.").arg(counted(all.equal), counted(all.elements))
                       : tr("Not equal: %1 of %2 elements are; the largest difference is %3.")
                             .arg(counted(all.equal), counted(all.elements), QString::number(worst, 'g', 4));
    if (all.bound)
        text += QLatin1Char(' ') + tr("An inverse may be off by %1 deviations, as said before the run.")
                                       .arg(QString::number(*all.bound, 'g', 3));
    const auto isRounded = [](const lower::recompute::Report& report) {
        return !lower::recompute::roundedValues(report.sublayers, report.plan).empty();
    };
    if (isRounded(*all.own) || isRounded(*all.other))
        text +=
            QLatin1Char(' ') +
            tr("A number that is kept in bfloat16 is off by at most 1/256 of itself, as said before the run.");
    text += QLatin1Char(' ') + tr("%1: %2, peak %3 bytes; %4: %5, peak %6 bytes.")
                                   .arg(own, session::clocksText(all.ownClocks), counted(all.own->usage.peak),
                                        other, session::clocksText(all.otherClocks),
                                        counted(all.other->usage.peak));
    m_message->setText(text);
    showTable();
    showTensor();
}

void GradientsView::showTensor() {
    const int number = m_tensors->currentIndex();
    if (!m_gradients || number < 0) return;
    const GradientPair& pair = m_gradients->tensors[static_cast<std::size_t>(number)];
    const scene::ElementSourcePtr own = scene::elementsOf(pair.own), other = scene::elementsOf(pair.other);
    const auto difference = scene::differenceOf(own, other, scene::DifferenceKind::Absolute);
    const QString titles[] = {policyText(m_gradients->own->request.policy),
                              policyText(m_gradients->other->request.policy), tr("difference")};
    double most = 0;
    for (std::uint64_t i = 0; i < pair.own.count(); ++i)
        most = std::max(most, std::abs(valueAt(pair.own, i)));
    const scene::ElementSourcePtr shown[] = {own, other, difference ? *difference : nullptr};
    for (std::size_t i = 0; i < kPanes; ++i) {
        scene::TensorInfo info;
        info.name = pair.name;
        info.type = i == Difference ? tensor::DType::F64 : pair.own.dtype();
        info.shape = pair.own.shape();
        m_panes[i]->show(info, shown[i]);
        m_panes[i]->setTitle(titles[i]);
        const double range = i == Difference ? (pair.worst > 0 ? pair.worst : 1) : (most > 0 ? most : 1);
        m_panes[i]->canvas().setLook({paint::MapKind::Diverging, {-range, range}});
    }
}

void GradientsView::showTable() {
    const auto cell = [all = m_gradients](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const GradientPair& pair = all->tensors[static_cast<std::size_t>(row)];
        switch (column) {
        case 0: return QString::fromStdString(pair.name);
        case 1: return QString::fromStdString(tensor::shapeText(pair.own.shape()));
        case 2: return counted(pair.own.count());
        case 3: return counted(pair.equal);
        default: return pair.equal == pair.own.count() ? tr("equal") : QString::number(pair.worst, 'g', 4);
        }
    };
    m_twin->model().show(
        {{tr("Gradient"), tr("Shape"), tr("Elements"), tr("Equal"), tr("Largest difference")},
         static_cast<int>(m_gradients->tensors.size()),
         cell});
}

} // namespace lw::recompute

#include "moc_gradients_view.cpp"
