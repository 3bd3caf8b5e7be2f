// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QList>
#include <QSpinBox>
#include <QToolBar>

#include <cstdint>

namespace lw::striding {

// Which layer and which of its channels a view shows, and the way from one wrong element to the next.
class LayerBar : public QToolBar {
    Q_OBJECT
  public:
    LayerBar(const theme::Theme& theme, const QString& tip, QWidget* parent);

    // Other layers: the first one is chosen. Tells nobody.
    void setLayers(const QStringList& names);
    // How many channels the layer has. Tells nobody.
    void setChannels(std::uint64_t count);
    int layers() const { return m_layers->count(); }
    int layer() const { return m_layers->currentIndex(); } // -1: none
    QString layerName() const { return m_layers->currentText(); }
    std::uint64_t channel() const { return static_cast<std::uint64_t>(m_channel->value()); }
    std::uint64_t lastChannel() const { return static_cast<std::uint64_t>(m_channel->maximum()); }
    void setLayer(int index) { m_layers->setCurrentIndex(index); } // tells nobody
    void setChannel(std::uint64_t channel);

    void addWalks();
    void enableWalks(bool enabled);
    // What follows stands at the right end.
    void addSpace();

  Q_SIGNALS:
    void layerChosen(int index); // by a person
    void channelChanged();
    void walkWanted(int step); // to the next wrong element, or with -1 to the one before

  private:
    const theme::Theme& m_theme;
    QComboBox* m_layers;
    QSpinBox* m_channel;
    QList<QAction*> m_walks;
};

} // namespace lw::striding
