// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/size_work.h"

#include "widgets/tiling/tiling_files.h"

#include <QElapsedTimer>

namespace lw::tiling {

namespace {
constexpr qint64 kSizeTellMilliseconds = 150;
} // namespace

SizeWork::SizeWork(QObject* parent) : QObject(parent), m_stop(std::make_shared<std::atomic<bool>>(false)) {
    m_pool.setMaxThreadCount(1);
}

SizeWork::~SizeWork() {
    *m_stop = true;
    m_pool.clear();
    m_pool.waitForDone();
}

void SizeWork::ask(const FactsPtr& facts) {
    *m_stop = true;
    m_pool.clear();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_curve.clear();
    m_isBusy = facts != nullptr;
    if (!facts) return;
    m_pool.start([this, facts, stop = m_stop] {
        const auto tell = [this, stop](const project::TileTarget& target, const project::TileCurve& curve,
                                       bool isLast) {
            QMetaObject::invokeMethod(
                this, [this, stop, target, curve, isLast] { take(stop, target, curve, isLast); },
                Qt::QueuedConnection);
        };
        const std::string machine = facts->request.machine.toStdString();
        const auto array = project::arrayOf(machine);
        if (!array) return tell({}, {}, true);
        const auto target =
            project::tileTargetOf(machine, optionsOf(false), array->value_or(project::TileArray{}));
        if (!target) return tell({}, {}, true);
        QElapsedTimer told;
        told.start();
        const project::TileCurveWork work{false, stop.get(),
                                          [&](const project::TileCurve& curve) {
                                              if (told.elapsed() < kSizeTellMilliseconds) return;
                                              tell(*target, curve, false);
                                              told.restart();
                                          },
                                          facts->fixed().rows};
        const auto curve = project::tileCurveOf(*facts->network, *target, work);
        tell(*target, curve ? *curve : project::TileCurve(), true);
    });
}

void SizeWork::take(const Stop& stop, const project::TileTarget& target, const project::TileCurve& curve,
                    bool isLast) {
    if (stop != m_stop) return;
    m_target = target;
    m_curve = curve;
    m_isBusy = !isLast;
    Q_EMIT grown();
}

} // namespace lw::tiling

#include "moc_size_work.cpp"
