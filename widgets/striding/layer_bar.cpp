// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/layer_bar.h"

#include "widgets/session/core_text.h"
#include "widgets/theme/icon.h"

#include <QSignalBlocker>

#include <algorithm>
#include <limits>

namespace lw::striding {

LayerBar::LayerBar(const theme::Theme& theme, const QString& tip, QWidget* parent)
    : QToolBar(parent), m_theme(theme), m_layers(new QComboBox(this)), m_channel(new QSpinBox(this)) {
    m_layers->setAccessibleName(tr("Layer"));
    m_layers->setToolTip(tip);
    m_layers->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_layers, &QComboBox::activated, this, &LayerBar::layerChosen);
    addWidget(m_layers);
    m_channel->setAccessibleName(tr("Channel"));
    m_channel->setToolTip(tr("The channel that is shown, from 0"));
    m_channel->setPrefix(tr("channel "));
    connect(m_channel, &QSpinBox::valueChanged, this, &LayerBar::channelChanged);
    addWidget(m_channel);
}

void LayerBar::setLayers(const QStringList& names) {
    m_layers->clear();
    m_layers->addItems(names);
    const QSignalBlocker quiet(m_channel);
    m_channel->setValue(0);
}

void LayerBar::setChannels(std::uint64_t count) {
    const QSignalBlocker quiet(m_channel);
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    m_channel->setRange(0, static_cast<int>(std::min(std::max<std::uint64_t>(count, 1) - 1, most)));
    m_channel->setSuffix(tr(" of %1").arg(session::counted(count)));
    m_channel->setEnabled(count > 1);
}

void LayerBar::setChannel(std::uint64_t channel) {
    m_channel->setValue(static_cast<int>(std::min(channel, lastChannel())));
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
