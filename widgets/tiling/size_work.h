// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/tile_curve.h"
#include "widgets/tiling/tiling_desk.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace lw::tiling {

// What tiles of every size take on the machine, found on a thread of its own, size by size.
class SizeWork : public QObject {
    Q_OBJECT
  public:
    explicit SizeWork(QObject* parent);
    ~SizeWork() override;

    // For the facts' network, picture and machine; the previous request ends. Null: nothing.
    void ask(const FactsPtr& facts);
    bool isBusy() const { return m_isBusy; }
    const project::TileTarget& target() const { return m_target; }
    const project::TileCurve& curve() const { return m_curve; } // as far as it is known; empty: not at all

  Q_SIGNALS:
    void grown();

  private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void take(const Stop& stop, const project::TileTarget& target, const project::TileCurve& curve,
              bool isLast);

    project::TileTarget m_target;
    project::TileCurve m_curve;
    bool m_isBusy = false;
    Stop m_stop;
    QThreadPool m_pool;
};

} // namespace lw::tiling
