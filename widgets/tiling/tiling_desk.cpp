// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_desk.h"

#include "core/source/messages.h"
#include "widgets/session/core_text.h"
#include "widgets/tiling/tiling_files.h"
#include "widgets/tiling/tiling_run.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <utility>

namespace lw::tiling {

TilingDesk::TilingDesk(QObject* parent) : TechniqueDesk(parent) { m_pool.setMaxThreadCount(1); }

TilingDesk::~TilingDesk() {
    *m_stop = true;
    m_pool.clear();
    m_pool.waitForDone();
}

void TilingDesk::start(std::function<void(const Stop& stop)> work) {
    ++m_underWay;
    m_pool.start([this, work = std::move(work), stop = m_stop] {
        work(stop);
        answer([this] { --m_underWay; });
    });
}

// On the window's thread, as long as the desk lives.
template <typename Call> void TilingDesk::answer(Call call) {
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

void TilingDesk::cancel() {
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    setSizesModelled({});
    if (!m_facts || !m_facts->isRunning) return;
    auto next = std::make_shared<TilingFacts>(*m_facts);
    next->isRunning = false;
    takeFacts(std::move(next));
}

void TilingDesk::takeFacts(FactsPtr facts) {
    m_facts = std::move(facts);
    Q_EMIT factsChanged();
}

void TilingDesk::setSizesModelled(std::optional<std::uint64_t> sizes) {
    if (m_sizesModelled == sizes) return;
    m_sizesModelled = sizes;
    Q_EMIT choosingChanged();
}

void TilingDesk::plan(const TilingRequest& given) {
    cancel();
    TilingRequest request = given;
    request.network = QFileInfo(request.network).absoluteFilePath();
    if (!request.input.isEmpty()) request.input = QFileInfo(request.input).absoluteFilePath();
    if (!request.fixed) setSizesModelled(0);
    start([this, request](const Stop& stop) {
        const auto tell = [this, stop](std::uint64_t sizes) {
            answer([this, stop, sizes] {
                if (stop == m_stop) setSizesModelled(sizes);
            });
        };
        auto made = planned(request, {stop.get(), tell});
        answer([this, request, stop, made = std::move(made)] {
            if (stop != m_stop) return;
            setSizesModelled({});
            if (!made) {
                // A plan for another network or picture is not what was asked for.
                const bool isSame = m_facts && m_facts->request.network == request.network &&
                                    m_facts->request.input == request.input;
                if (m_facts && !isSame) forget();
                Q_EMIT failed(session::wholeText(made.problem()));
                return;
            }
            Q_EMIT plannedAnew();
            m_program.clear();
            auto next = std::make_shared<TilingFacts>(**made);
            next->otherClocks = otherClocksOf(*next);
            forget(std::move(next));
        });
    });
}

// For the same tiles, if those were the last to be run.
std::optional<std::uint64_t> TilingDesk::otherClocksOf(const TilingFacts& facts) const {
    const TilingRequest& now = facts.request;
    if (!m_ran || m_ran->request.share == now.share || m_ran->request.network != now.network ||
        m_ran->request.machine != now.machine || m_ran->request.input != now.input ||
        m_ran->fixed != facts.fixed())
        return {};
    return m_ran->clocks;
}

// ---- the debugger's program

void TilingDesk::setProgram(const QString& path) {
    m_loaded = path;
    if (path == m_program) return;
    if (!m_program.isEmpty()) { // now there is another one, or none
        m_program.clear();
        auto next = std::make_shared<TilingFacts>(*m_facts);
        next->isFollowing = false;
        takeFacts(std::move(next));
    }
    if (path.isEmpty()) return;
    start([this, path](const Stop&) {
        auto made = readBack(path);
        answer([this, path, made = std::move(made)] {
            if (path != m_loaded || path == m_program) return;
            if (!made) {
                const bool isAnothers = made.problem().message == &source::kNoSuchFile;
                if (!isAnothers) Q_EMIT notRead(session::problemText(made.problem()));
                return;
            }
            cancel();
            m_program = path;
            forget(*made);
        });
    });
}

void TilingDesk::follow(const session::Frames& frames) {
    if (!m_facts || m_program.isEmpty() || frames.empty() || frames.front()->loaded->all.path != m_program ||
        frames.size() != m_facts->array.count())
        return;
    m_next = frames;
    if (!m_following.isWaiting()) followNext();
}

void TilingDesk::followNext() {
    const session::Frames frames = std::exchange(m_next, {});
    if (frames.empty() || m_facts->isRunning) return;
    m_following.ask([facts = m_facts, frames] { return progressIn(*facts, frames); },
                    [this, program = m_program, plan = m_facts->plan](const Progress& progress) {
                        if (program != m_program || !m_facts || !(m_facts->plan == plan)) return;
                        auto next = std::make_shared<TilingFacts>(*m_facts);
                        next->isFollowing = true;
                        next->progress = progress.tiles;
                        next->clocks = progress.clocks;
                        next->outputs = progress.outputs;
                        next->outputImages = progress.images;
                        next->verdict.reset();
                        takeFacts(next);
                        if (next->outputs && next->progress.tiles == next->plan.tiles())
                            compare(m_stop, next);
                        followNext();
                    });
}

void TilingDesk::openAll() {
    if (!m_facts || !m_facts->picture) return;
    start([this, facts = m_facts, folder = folderOf(*m_facts, QStringLiteral("tiles"))](const Stop&) {
        auto program = writeAll(*facts, folder);
        answer([this, facts, program = std::move(program)] {
            if (!program) {
                Q_EMIT failed(session::wholeText(program.problem()));
                return;
            }
            if (m_facts && m_facts->plan == facts->plan) m_program = *program; // nothing has to be read back
            Q_EMIT opened(*program);
        });
    });
}

// ---- all tiles at once

void TilingDesk::forget(FactsPtr next) {
    m_tile.reset();
    m_cone.reset();
    if (!next) m_program.clear(); // the debugger's program belongs to facts that are no longer known
    takeFacts(std::move(next));
    if (!m_facts) return Q_EMIT choiceChanged();
    // The views of one tile begin with one that has others around it, if there is one.
    const std::size_t rows = m_facts->map.rows.bands.size(), columns = m_facts->map.columns.bands.size();
    chooseTile(rows / 2 * columns + columns / 2);
}

void TilingDesk::leave(const QString& network) {
    if (!m_facts || QFileInfo(m_facts->request.network) == QFileInfo(network)) return;
    cancel();
    forget();
}

void TilingDesk::planWith(const lower::tiling::Size& fixed) {
    if (!m_facts) return;
    TilingRequest request = m_facts->request;
    request.fixed = fixed;
    plan(request);
}

void TilingDesk::end(const Stop& stop, const std::optional<Problem>& problem) {
    if (stop != m_stop) return;
    cancel();
    if (problem) Q_EMIT failed(session::wholeText(*problem));
}

void TilingDesk::run() {
    if (!m_facts || !m_facts->picture) return;
    cancel();
    auto next = std::make_shared<TilingFacts>(*m_facts);
    next->isRunning = true;
    next->isFollowing = false;
    next->progress = {};
    next->clocks = 0;
    next->outputs.reset();
    next->outputImages.clear();
    next->verdict.reset();
    next->times.reset();
    takeFacts(next);
    start([this, facts = FactsPtr(next)](const Stop& stop) {
        OutputsPtr outputs;
        const auto ran = runTiles(*facts, *stop, [&](const Progress& progress) {
            outputs = progress.outputs;
            answer([this, stop, progress] {
                if (stop != m_stop) return;
                auto more = std::make_shared<TilingFacts>(*m_facts);
                more->progress = progress.tiles;
                more->clocks = progress.clocks;
                more->outputs = progress.outputs;
                more->outputImages = progress.images;
                more->times = progress.times;
                takeFacts(std::move(more));
            });
        });
        if (!ran) return answer([this, stop, problem = ran.problem()] { end(stop, problem); });
        if (*stop) return;
        auto all = std::make_shared<TilingFacts>(*facts);
        all->outputs = outputs;
        answer([this, stop, all] {
            if (stop == m_stop) compare(stop, all);
        });
    });
}

// The whole picture is computed once for each plan.
void TilingDesk::compare(const Stop& stop, const FactsPtr& facts) {
    start([this, stop, facts](const Stop&) {
        auto whole = facts->whole;
        if (!whole) {
            auto made = wholeOf(*facts, *stop);
            if (!made) return answer([this, stop, problem = made.problem()] { end(stop, problem); });
            if (!*made) return;
            whole = std::make_shared<const project::WholePicture>(**std::move(made));
        }
        const Verdict verdict = compared(*facts->outputs, whole->outputs());
        const std::vector<QImage> differences = differencesOf(*facts->outputs, whole->outputs());
        answer([this, stop, facts, whole, verdict, differences] {
            if (stop != m_stop || !m_facts || !(m_facts->plan == facts->plan)) return;
            auto all = std::make_shared<TilingFacts>(*m_facts);
            all->isRunning = false;
            all->whole = whole;
            // The debugger may have moved on, or back.
            if (all->outputs == facts->outputs) {
                all->verdict = verdict;
                all->differences = differences;
            }
            if (all->verdict) m_ran = Ran{all->request, all->fixed(), all->clocks};
            takeFacts(std::move(all));
        });
    });
}

QString TilingDesk::folderOf(const TilingFacts& facts, const QString& part) {
    if (m_folder.isEmpty() && !m_temporary) m_temporary = std::make_unique<QTemporaryDir>();
    const QString hash = QString::fromLatin1(
        QCryptographicHash::hash(keyOf(facts).toUtf8(), QCryptographicHash::Sha1).toHex().left(12));
    return (m_folder.isEmpty() ? m_temporary->path() : m_folder) +
           QStringLiteral("/%1-%2-%3").arg(QFileInfo(facts.request.network).completeBaseName(), hash, part);
}

void TilingDesk::lowerTile(std::uint64_t tile) {
    if (!m_facts || !m_facts->picture || tile >= m_facts->plan.tiles()) return;
    start([this, tile, facts = m_facts,
           folder = folderOf(*m_facts, QStringLiteral("tile%1").arg(tile))](const Stop&) {
        auto program = writeTile(*facts, tile, folder);
        answer([this, tile, program = std::move(program)] {
            if (!program)
                Q_EMIT failed(session::wholeText(program.problem()));
            else
                Q_EMIT tileLowered(*program, tile);
        });
    });
}

void TilingDesk::lookAt(std::size_t output) {
    if (!m_facts || output >= m_facts->plan.outputs.size() || output == m_facts->request.output) return;
    auto next = std::make_shared<TilingFacts>(*m_facts);
    next->request.output = output;
    next->map = scene::tiling::tileMap(next->plan, output);
    forget(std::move(next));
}

void TilingDesk::chooseTile(std::uint64_t tile) {
    if (!m_facts || tile >= m_facts->plan.tiles()) return;
    if (m_tile == tile && m_cone) return;
    // The middle of what it gives.
    const auto middle = [](const scene::tiling::Band& band) {
        return band.gives.from + (band.gives.count() - 1) / 2;
    };
    chooseElement(middle(m_facts->map.rowOf(tile)), middle(m_facts->map.columnOf(tile)));
    m_tile = tile;
    Q_EMIT choiceChanged();
}

void TilingDesk::chooseElement(std::int64_t row, std::int64_t column) {
    if (!m_facts) return;
    auto cone = scene::tiling::coneOf(*m_facts->network, m_facts->plan, row, column, m_facts->request.output);
    if (!cone) return;
    m_tile = cone->tile;
    m_cone = *std::move(cone);
    Q_EMIT choiceChanged();
}

} // namespace lw::tiling

#include "moc_tiling_desk.cpp"
