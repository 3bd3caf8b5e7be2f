// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/exactness_view.h"

#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/striding/striding_words.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::striding {

using paint::TensorCanvas;
using session::counted;

namespace {

// The largest difference of all modes, so that their pictures can be compared.
double rangeOf(const scene::striding::Exactness& scene) {
    double most = 0;
    for (const scene::striding::ExactnessColumn& mode : scene.modes)
        for (std::size_t i = 0; i < mode.difference.bits.size(); ++i)
            if (const double value = std::fabs(mode.difference.value(i)); std::isfinite(value))
                most = std::max(most, value);
    return most > 0 ? most : 1;
}

} // namespace

ExactnessView::ExactnessView(session::ViewContext context, StridingDesk& desk, QWidget* parent)
    : LayerView(context, desk, parent) {
    bodyLayout()->addWidget(makeTools());
    auto* scroll = new QScrollArea(body());
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setAccessibleName(tr("Modes side by side"));
    m_strip = new QWidget(scroll);
    auto* strip = new QHBoxLayout(m_strip);
    strip->setContentsMargins(8, 0, 8, 0);
    strip->setSpacing(8);
    scroll->setWidget(m_strip);
    m_twin = new paint::TableTwin(context.theme, scroll, tr("Modes as a table"), body());
    bodyLayout()->addWidget(m_twin, 1);
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int row) { choose(static_cast<std::size_t>(row), {}); });
    connect(&notice().button(), &QPushButton::clicked, this, [this, &desk] {
        if (desk.facts() && desk.facts()->canCompare())
            desk.compareModes();
        else
            Q_EMIT networkWanted();
    });
    connect(&desk, &StridingDesk::factsChanged, this, &ExactnessView::refresh);
    connect(&desk, &StridingDesk::networkShown, this, &ExactnessView::refresh);
    connect(&desk, &StridingDesk::elementShown, this, &ExactnessView::takeElement);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) {
        m_frame = frame;
        followRun();
    });
    setFocusProxy(m_twin);
    refresh();
}

QWidget* ExactnessView::makeTools() {
    auto* bar = m_bar = new LayerBar(context().theme, desk(), tr("The strided layer that is shown"), body());
    connect(bar, &LayerBar::chosen, this, &ExactnessView::takeChoice);
    connect(bar, &LayerBar::walkWanted, this, &ExactnessView::walkWrong);
    bar->addWalks();
    bar->addSeparator();
    m_compare = bar->addAction(tr("Compare Again"), this, [this] {
        desk().facts() && desk().facts()->isComparing() ? desk().cancel() : desk().compareModes();
    });
    m_progress = new QLabel(bar);
    m_progress->setContentsMargins(8, 0, 8, 0);
    bar->addWidget(m_progress);
    m_message = new theme::ElidedLabel(bar);
    m_message->setContentsMargins(8, 0, 8, 0);
    m_message->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    theme::keepFont(*m_message, context().theme, &theme::Theme::monospaceSmall);
    bar->addWidget(m_message);
    // The twin is made after the bar.
    QMetaObject::invokeMethod(
        this, [this, bar] { bar->addWidget(m_twin->makeButton(bar)); }, Qt::QueuedConnection);
    return bar;
}

void ExactnessView::sayEmpty() {
    const FactsPtr& facts = desk().facts();
    const QString what = tr("The ways to lower a strided layer side by side: "
                            "which are exact, where the others are not, and why.");
    if (facts && facts->canCompare())
        notice().say(what, tr("Compare the Modes"));
    else if (facts && !facts->hasStrides())
        notice().say(what + QLatin1Char('\n') + noStridesText(), tr("Open Network..."));
    else if (facts)
        notice().say(what + QLatin1Char('\n') +
                         tr("They are compared on an input: open the network with one."),
                     tr("Open Network..."));
    else
        notice().say(what + QLatin1Char('\n') + noProgramText(desk()), tr("Open Network..."));
    setCurrentWidget(&notice());
}

void ExactnessView::refresh() {
    const FactsPtr& facts = desk().facts();
    if (!facts || (facts->toCompare == 0 && facts->compared == 0)) {
        m_scene = {};
        task().drop();
        return sayEmpty();
    }
    setCurrentWidget(body());
    if (const int number = desk().reportNumber(); std::exchange(m_report, number) != number) {
        QStringList names;
        for (const lower::striding::LayerReport& layer : facts->report.layers)
            names << QString::fromStdString(layer.name);
        m_bar->setLayers(names);
        m_message->clear();
        m_wrongAt = -1;
    }
    m_compare->setText(facts->isComparing() ? tr("Stop") : tr("Compare Again"));
    m_progress->setText(facts->isComparing()
                            ? tr("%1 of %2 modes compared").arg(facts->compared).arg(facts->toCompare)
                            : QString());
    showScene();
}

void ExactnessView::showLayer(int index) { m_bar->choose(index, 0); }

void ExactnessView::takeChoice(bool isOtherLayer) {
    if (isOtherLayer) m_wrongAt = -1;
    m_message->clear();
    for (ModeCard* card : m_cards) card->select({});
    showScene();
}

// For an element of the first tensor or of the product, the window that contains it.
void ExactnessView::takeElement() {
    const auto& element = desk().element();
    const lower::striding::LayerReport* const layer =
        desk().facts() ? desk().facts()->report.findLayer(element->layer.toStdString()) : nullptr;
    if (!layer || element->layer != m_bar->layerName()) return;
    const network::Pair step = element->place.tensor == scene::striding::PatchTensor::Out
                                   ? network::Pair{1, 1}
                                   : layer->geometry.stride;
    for (ModeCard* card : m_cards)
        card->select(
            TensorCanvas::Cell{element->place.row / step.rows, element->place.column / step.columns});
}

void ExactnessView::showScene() {
    const FactsPtr& facts = desk().facts();
    const int index = m_bar->layer();
    if (!facts || index < 0 || index >= static_cast<int>(facts->modes.size())) return;
    const auto at = static_cast<std::size_t>(index);
    const lower::striding::LayerReport& own = facts->report.layers[at];
    m_bar->setChannels(own.geometry.channels);
    auto made = scene::striding::exactness(own.name, facts->modes[at], m_bar->channel());
    if (!made) m_message->setText(session::problemText(made.problem()));
    m_scene = made ? *std::move(made) : scene::striding::Exactness{};
    m_range = rangeOf(m_scene);
    fitCards();
    // The results of the run in the background are not there yet.
    task().drop();
    if (const std::size_t column = ownColumn(); column < m_scene.modes.size()) {
        scene::striding::ExactnessColumn& mode = m_scene.modes[column];
        std::fill(mode.difference.flags.begin(), mode.difference.flags.end(), std::uint8_t{0});
        mode.byNow = scene::striding::ByNow{.elements = m_scene.rows * m_scene.columns * m_scene.channels};
    }
    showCards();
    followRun();
}

void ExactnessView::showCards() {
    bool anyWrong = false;
    const std::size_t own = ownColumn();
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        const scene::striding::ExactnessColumn& mode = m_scene.modes[i];
        m_cards[i]->show(mode, m_range, m_scene.channel, i == own);
        anyWrong |= !mode.wrongElements.empty();
    }
    m_bar->enableWalks(anyWrong);
    m_twin->model().show(table());
}

// ---- the mode on the circuit

std::size_t ExactnessView::ownColumn() const {
    const lower::striding::LayerReport* const own =
        desk().facts() ? desk().facts()->report.findLayer(m_scene.layer) : nullptr;
    const auto at = std::find_if(m_scene.modes.begin(), m_scene.modes.end(), [&](const auto& mode) {
        return own && mode.mode == lower::striding::nameOf(own->mode) && mode.refused.empty();
    });
    return static_cast<std::size_t>(at - m_scene.modes.begin());
}

// As far as it has come by now.
void ExactnessView::followRun() {
    const FactsPtr& facts = desk().facts();
    const std::size_t column = ownColumn();
    if (!facts || !m_frame || m_frame->loaded->path != facts->program || column >= m_scene.modes.size())
        return;
    task().ask(
        [facts, frame = m_frame, layer = m_scene.layer, channel = m_scene.channel, column,
         index = static_cast<std::size_t>(m_bar->layer())] {
            return scene::striding::exactnessByNow(frame->loaded->scope(), facts->report, layer,
                                                   facts->modes[index][column], channel, frame->nextBundle,
                                                   frame->state);
        },
        [this, column](const Result<scene::striding::ExactnessColumn>& made) {
            if (!made || column >= m_scene.modes.size() || m_scene.modes[column] == *made) return;
            m_scene.modes[column] = *made;
            showCards();
        });
}

// As many as there are modes.
void ExactnessView::fitCards() {
    while (m_cards.size() > m_scene.modes.size()) {
        delete m_cards.back();
        m_cards.pop_back();
    }
    while (m_cards.size() < m_scene.modes.size()) {
        auto* card = new ModeCard(context().theme, m_strip);
        const std::size_t number = m_cards.size();
        connect(&card->canvas(), &TensorCanvas::picked, this,
                [this, number](const TensorCanvas::Cell& cell) { pick(number, cell); });
        connect(&card->canvas(), &TensorCanvas::sightChanged, this, [this, card] {
            if (std::exchange(m_isLinking, true)) return;
            for (ModeCard* other : m_cards)
                if (other != card) other->canvas().setSight(card->canvas().sight());
            m_isLinking = false;
        });
        m_strip->layout()->addWidget(card);
        card->QWidget::show();
        m_cards.push_back(card);
    }
}

// ---- one element

void ExactnessView::choose(std::size_t mode, const std::optional<TensorCanvas::Cell>& cell) {
    if (mode >= m_scene.modes.size()) return;
    if (mode != m_mode) m_wrongAt = -1;
    m_mode = mode;
    for (ModeCard* card : m_cards) card->select(cell);
    const scene::striding::ExactnessColumn& column = m_scene.modes[mode];
    QString text = QString::fromStdString(column.mode) + QStringLiteral(": ");
    if (!cell) return m_message->setText(text + coreWords(column.words));
    text += QStringLiteral("[%1, %2, %3]  ").arg(cell->row).arg(cell->column).arg(m_scene.channel);
    const std::size_t at = cell->row * m_scene.columns + cell->column;
    const bool isThere =
        at < column.difference.flags.size() && (column.difference.flags[at] & scene::kWritten) != 0;
    if (column.byNow && !isThere) return m_message->setText(text + tr("not computed yet"));
    const auto wrong = std::find_if(column.wrongElements.begin(), column.wrongElements.end(),
                                    [&](const lower::striding::WrongElement& one) {
                                        return one.image == 0 && one.row == cell->row &&
                                               one.column == cell->column && one.channel == m_scene.channel;
                                    });
    if (wrong == column.wrongElements.end()) {
        const bool isWrong =
            at < column.difference.flags.size() && (column.difference.flags[at] & scene::kChanged);
        return m_message->setText(text + (isWrong ? tr("wrong by %1").arg(column.difference.value(at))
                                                  : tr("the strided layer's number")));
    }
    m_message->setText(text + tr("%1 instead of %2: %3")
                                  .arg(QString::fromStdString(wrong->got),
                                       QString::fromStdString(wrong->wanted),
                                       coreWords(lower::striding::wordsOf(wrong->cause))));
}

// The element with a difference, if the mode is the program's.
void ExactnessView::pick(std::size_t mode, const TensorCanvas::Cell& cell) {
    choose(mode, cell);
    desk().showElement({QString::fromStdString(m_scene.layer),
                        {scene::striding::PatchTensor::Out, cell.row, cell.column, m_scene.channel}});
}

void ExactnessView::walkWrong(int step) {
    const auto isWrong = [&](std::size_t mode) {
        return mode < m_scene.modes.size() && !m_scene.modes[mode].wrongElements.empty();
    };
    if (!isWrong(m_mode)) {
        m_wrongAt = -1;
        for (m_mode = 0; m_mode < m_scene.modes.size() && !isWrong(m_mode);) ++m_mode;
        if (!isWrong(m_mode)) return;
    }
    const auto count = static_cast<qsizetype>(m_scene.modes[m_mode].wrongElements.size());
    m_wrongAt = m_wrongAt < 0 ? (step > 0 ? 0 : count - 1) : (m_wrongAt + step + count) % count;
    const lower::striding::WrongElement wrong =
        m_scene.modes[m_mode].wrongElements[static_cast<std::size_t>(m_wrongAt)];
    m_bar->choose(m_bar->layer(), wrong.channel);
    const TensorCanvas::Cell cell{wrong.row, wrong.column};
    // Every view shows it, including this one.
    desk().showElement({QString::fromStdString(m_scene.layer),
                        {scene::striding::PatchTensor::Out, wrong.row, wrong.column, wrong.channel}});
    choose(m_mode, cell);
    m_cards[m_mode]->canvas().reveal(cell);
    m_message->setText(tr("%1 of %2:").arg(m_wrongAt + 1).arg(counted(m_scene.modes[m_mode].wrong)) +
                       QLatin1Char(' ') + m_message->text());
}

paint::SceneTable ExactnessView::table() const {
    const QStringList columns{tr("Mode"),          tr("Verdict"), tr("Wrong"),       tr("Elements"),
                              tr("Largest error"), tr("Causes"),  tr("Why"),         tr("Confirmed"),
                              tr("Clocks"),        tr("Rows"),    tr("Mask, bytes"), tr("Pooling, clocks"),
                              tr("Wasted MACs"),   tr("By now")};
    const auto cell = [scene = m_scene](int row, int column, int role) -> QVariant {
        const scene::striding::ExactnessColumn& mode = scene.modes[static_cast<std::size_t>(row)];
        if (role != Qt::DisplayRole) return column == 2 && mode.wrong > 0;
        if (!mode.refused.empty() && column > 1)
            return column == 6 ? QString::fromStdString(mode.refused) : QString();
        switch (column) {
        case 0: return QString::fromStdString(mode.mode);
        case 1: return verdictText(mode);
        case 2: return counted(mode.wrong);
        case 3: return counted(mode.elements);
        case 4: return QString::number(mode.maximalError, 'g', 6);
        case 5: return causesText(mode.causes);
        case 6: return reasonText(mode.reason);
        case 7: return runText(mode.confirmed, mode.unexpected, mode.clocks);
        case 8: return counted(mode.clocks);
        case 9: return counted(mode.instructionRows);
        case 10: return counted(mode.maskBytes);
        case 11: return counted(mode.poolingClocks);
        case 12: return tr("%1 %").arg(100 * mode.wastedShare, 0, 'f', 2);
        default: return mode.byNow ? byNowText(*mode.byNow) : QString();
        }
    };
    return {columns, static_cast<int>(m_scene.modes.size()), cell};
}

} // namespace lw::striding

#include "moc_exactness_view.cpp"
