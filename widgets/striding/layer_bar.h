// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/striding/striding_desk.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QList>
#include <QSpinBox>
#include <QToolBar>

#include <cstdint>

namespace lw::striding {

// The layer and the channel that a view shows, and the way from one wrong element to the next.
// What is chosen in one is the desk's choice, and all bars follow it as far as their views
// have that layer and channel.
class LayerBar : public QToolBar {
    Q_OBJECT
  public:
    LayerBar(const theme::Theme& theme, StridingDesk& desk, const QString& tip, QWidget* parent);

    // Other layers: the desk's choice, or else the first one. Notifies nobody.
    void setLayers(const QStringList& names);
    // How many channels the layer has; the one chosen is shown, or else the last. Notifies nobody.
    void setChannels(std::uint64_t count);
    int layers() const { return m_layers->count(); }
    int layer() const { return m_layers->currentIndex(); } // -1: none
    QString layerName() const { return m_layers->currentText(); }
    // Of a tensor, from 0; people see numbers from 1, as with everything that is "one of N".
    std::uint64_t channel() const { return static_cast<std::uint64_t>(m_channel->value()) - 1; }
    std::uint64_t lastChannel() const { return static_cast<std::uint64_t>(m_channel->maximum()) - 1; }
    // The channel that was chosen for the layer shown, if the view does not have it.
    std::optional<std::uint64_t> missingChannel() const;
    void choose(int layer, std::uint64_t channel); // as a user does

    void addWalks();
    void enableWalks(bool enabled);
    // What follows is at the right end.
    void addSpace();

  Q_SIGNALS:
    // In this bar or in another one; for another layer the view has to call setChannels().
    void chosen(bool isOtherLayer);
    void walkWanted(int step); // to the next wrong element, or with -1 to the one before

  private:
    void follow();
    bool isOfChoice() const { return m_layers->currentText() == m_desk.choice().layer; }
    void showChannel();

    const theme::Theme& m_theme;
    StridingDesk& m_desk;
    QComboBox* m_layers;
    QSpinBox* m_channel;
    QList<QAction*> m_walks;
};

} // namespace lw::striding
