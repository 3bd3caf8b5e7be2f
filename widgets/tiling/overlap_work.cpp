// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/overlap_work.h"

#include "widgets/tiling/tiling_files.h"
#include "widgets/tiling/tiling_run.h"

#include <iterator>
#include <utility>

namespace lw::tiling {

using project::OverlapColumn;

OverlapWork::OverlapWork(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

OverlapWork::~OverlapWork() {
    *m_stop = true;
    m_pool.clear();
    m_pool.waitForDone();
}

void OverlapWork::ask(const FactsPtr& facts) {
    *m_stop = true;
    m_pool.clear();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_answer = {};
    m_isBusy = facts && facts->picture;
    if (m_isBusy) m_pool.start([this, facts, stop = m_stop] { work(facts, stop); });
}

// On the thread of its own.
void OverlapWork::work(const FactsPtr& facts, const Stop& stop) {
    Answer answer;
    const auto tell = [&] {
        QMetaObject::invokeMethod(
            this, [this, stop, answer] { take(stop, answer); }, Qt::QueuedConnection);
    };
    const auto fail = [&](Problem problem) {
        answer.problem = std::move(problem);
        answer.isLast = true;
        tell();
    };
    const std::string machine = facts->request.machine.toStdString();
    const auto array = project::arrayOf(machine);
    if (!array) return fail(array.problem());
    answer.whole = facts->whole;
    if (!answer.whole) {
        auto whole = wholeOf(*facts, *stop);
        if (!whole) return fail(whole.problem());
        if (!*whole) return;
        answer.whole = std::make_shared<const project::WholePicture>(**std::move(whole));
    }
    tell();
    const project::ToEnd halts = toEnd(*stop);
    const project::TilesWatch watch{
        [&](machine::Machine& one, std::optional<std::uint64_t>) { return halts(one); }, stop.get()};
    const project::TilesToRun what{*facts->network, *facts->picture, machine, optionsOf(false),
                                   array->value_or(project::TileArray{})};
    for (std::size_t i = 0; i < std::size(lower::tiling::kOverlapNames); ++i) {
        auto column = project::overlapColumn(what, {facts->plan.picture, facts->fixed(), facts->request.fill},
                                             static_cast<lower::tiling::Overlap>(i), *answer.whole, watch);
        if (!column) return fail(column.problem());
        if (!*column || *stop) return;
        answer.columns.push_back(std::make_shared<const OverlapColumn>(**std::move(column)));
        answer.isLast = i + 1 == std::size(lower::tiling::kOverlapNames);
        tell();
    }
}

void OverlapWork::take(const Stop& stop, const Answer& answer) {
    if (stop != m_stop) return;
    m_answer = answer;
    m_isBusy = !answer.isLast;
    Q_EMIT grown();
}

} // namespace lw::tiling

#include "moc_overlap_work.cpp"
