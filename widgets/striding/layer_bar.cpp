// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/layer_bar.h"

#include "widgets/session/core_text.h"
#include "widgets/theme/icon.h"

#include <QSignalBlocker>

#include <algorithm>
#include <limits>

namespace lw::striding {

LayerBar::LayerBar(const theme::Theme& theme, StridingDesk& desk, const QString& tip, QWidget* parent)
    : QToolBar(parent)
    , m_theme(theme)
    , m_desk(desk)
    , m_layers(new QComboBox(this))
    , m_channel(new QSpinBox(this)) {
    m_layers->setAccessibleName(tr("Layer"));
    m_layers->setToolTip(tip);
    m_layers->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_layers, &QComboBox::activated, this, [this](int index) { choose(index, 0); });
    addWidget(m_layers);
    m_channel->setAccessibleName(tr("Channel"));
    m_channel->setToolTip(tr("The channel that is shown; channel 1 has index 0 in brackets"));
    m_channel->setPrefix(tr("channel "));
    connect(m_channel, &QSpinBox::valueChanged, this, [this] { choose(layer(), channel()); });
    addWidget(m_channel);
    connect(&desk, &StridingDesk::choiceChanged, this, &LayerBar::follow);
}

void LayerBar::setLayers(const QStringList& names) {
    m_layers->clear();
    m_layers->addItems(names);
    m_layers->setCurrentIndex(std::max(m_layers->findText(m_desk.choice().layer), names.isEmpty() ? -1 : 0));
    showChannel();
}

void LayerBar::setChannels(std::uint64_t count) {
    const QSignalBlocker quiet(m_channel);
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    m_channel->setRange(1, static_cast<int>(std::min(std::max<std::uint64_t>(count, 1), most)));
    m_channel->setSuffix(tr(" of %1").arg(session::counted(count)));
    m_channel->setEnabled(count > 1);
    showChannel();
}

void LayerBar::showChannel() {
    const QSignalBlocker quiet(m_channel);
    m_channel->setValue(isOfChoice() ? static_cast<int>(std::min(m_desk.choice().channel, lastChannel())) + 1
                                     : 1);
}

std::optional<std::uint64_t> LayerBar::missingChannel() const {
    const std::uint64_t channel = m_desk.choice().channel;
    return isOfChoice() && channel > lastChannel() ? std::optional(channel) : std::nullopt;
}

void LayerBar::choose(int layer, std::uint64_t channel) {
    if (layer >= 0 && layer < layers()) m_desk.choose({m_layers->itemText(layer), channel});
}

// A layer that the view does not have leaves it as it is.
void LayerBar::follow() {
    const int index = m_layers->findText(m_desk.choice().layer);
    if (index < 0) return;
    const bool isOther = index != layer();
    m_layers->setCurrentIndex(index);
    if (!isOther) showChannel();
    Q_EMIT chosen(isOther);
}

void LayerBar::addWalks() {
    addSeparator();
    const auto add = [this](const char* icon, const QString& text, int step) {
        m_walks << addAction(theme::icon(m_theme, QLatin1String(icon)), text, this,
                             [this, step] { Q_EMIT walkWanted(step); });
    };
    add("back", tr("Previous wrong element"), -1);
    add("forward", tr("Next wrong element"), 1);
}

void LayerBar::enableWalks(bool enabled) {
    for (QAction* action : m_walks) action->setEnabled(enabled);
}

void LayerBar::addSpace() {
    auto* space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
}

} // namespace lw::striding

#include "moc_layer_bar.cpp"
