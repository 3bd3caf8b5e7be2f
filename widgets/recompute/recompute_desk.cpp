// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/recompute_desk.h"

#include "core/source/messages.h"
#include "widgets/recompute/training_files.h"
#include "widgets/recompute/training_run.h"
#include "widgets/session/core_text.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace lw::recompute {

using lower::Way;
using lower::recompute::Policy;
using network::ValueId;

RecomputeDesk::RecomputeDesk(QObject* parent) : TechniqueDesk(parent) {
    m_pool.setMaxThreadCount(1);
    m_runPool.setMaxThreadCount(1);
}

RecomputeDesk::~RecomputeDesk() {
    *m_stop = *m_runStop = true;
    for (QThreadPool* const pool : {&m_pool, &m_runPool}) {
        pool->clear();
        pool->waitForDone();
    }
}

void RecomputeDesk::start(QThreadPool& pool, const Stop& stop, std::function<void(const Stop& stop)> work) {
    ++m_underWay;
    pool.start([this, work = std::move(work), stop] {
        if (!*stop) work(stop);
        answer([this] { --m_underWay; });
    });
}

// On the window's thread, as long as the desk lives.
template <typename Call> void RecomputeDesk::answer(Call call) {
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

void RecomputeDesk::stopAll() {
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
}

void RecomputeDesk::takeFacts(FactsPtr facts) {
    m_facts = std::move(facts);
    Q_EMIT factsChanged();
}

// Those that are asked for are read one after the other, so that the last one counts.
void RecomputeDesk::setProgram(const QString& path) {
    if (path == m_program) return;
    if (!std::exchange(m_program, QString()).isEmpty()) Q_EMIT factsChanged();
    if (path.isEmpty()) return;
    start(m_runPool, m_runStop, [this, path](const Stop&) {
        auto made = readBack(path);
        answer([this, path, made = std::move(made)] {
            m_program.clear();
            if (!made) {
                const bool isAnothers = made.problem().message == &source::kNoSuchFile;
                if (!isAnothers) Q_EMIT notRead(session::problemText(made.problem()));
                return;
            }
            stopAll();
            m_facts.reset();
            m_chosen.reset();
            follow(std::make_shared<TrainingFacts>(*made->facts));
            if (!m_facts) return;
            m_program = path;
            m_programOf = m_facts->report;
            Q_EMIT choiceChanged();
            runSteps(made->steps);
        });
    });
}

// ---- what is decided

void RecomputeDesk::open(const TrainingRequest& given) {
    stopAll();
    TrainingRequest request = given;
    request.network = QFileInfo(request.network).absoluteFilePath();
    start(m_pool, m_stop, [this, request](const Stop& stop) {
        auto made = factsFor(request);
        answer([this, stop, made = std::move(made)] {
            if (stop != m_stop) return;
            if (!made) return Q_EMIT failed(session::wholeText(made.problem()));
            m_program.clear();
            m_facts.reset();
            m_chosen.reset();
            follow(std::make_shared<TrainingFacts>(**made));
            Q_EMIT choiceChanged();
        });
    });
}

void RecomputeDesk::ask(const TrainingRequest& request) {
    if (!m_facts) return;
    stopAll();
    auto next = std::make_shared<TrainingFacts>(*m_facts);
    next->request = request;
    follow(std::move(next));
}

// Fixed policies are decided here; a budget's optimum and what all of them take are worked out beside.
void RecomputeDesk::follow(std::shared_ptr<TrainingFacts> next) {
    const auto model = askedOf(next->machine, next->request.whatIf);
    if (!model) return Q_EMIT failed(session::wholeText(model.problem()));
    next->model = *model;
    // More of VMEM than there is is another machine's, of which nobody knows what parameters take.
    if (const auto wished = next->request.keeps.vmemBudget.value_or(0); wished > next->model.vmemBytes) {
        next->model.vmemBytes = wished;
        next->model.besidesBytes.reset();
    }
    next->isTradeOffStale = !m_facts || m_facts->isTradeOffStale || !next->hasSameTradeOff(*m_facts);
    next->isReportStale = true;
    if (next->request.keeps.policy != Policy::Budget || !next->report) {
        // So that something is to be seen in the meantime.
        TrainingFacts first = *next;
        if (first.request.keeps.policy == Policy::Budget) first.request.keeps.policy = Policy::StoreAll;
        takeReport(*next, decided(first));
        if (next->request.keeps.policy == Policy::Budget) next->isReportStale = true;
    }
    if (!next->report) {
        takeFacts(nullptr);
        return Q_EMIT failed(next->refused);
    }
    takeFacts(next);
    if (m_facts == next) workOut(next);
}

void RecomputeDesk::takeReport(TrainingFacts& facts, Result<ReportPtr> report) {
    facts.refused = report ? QString() : session::problemText(report.problem());
    facts.isReportStale = !report;
    if (!report) return;
    const bool isSame = facts.report && facts.report->plan == (*report)->plan;
    facts.report = *std::move(report);
    if (isSame) return;
    // What ran was another step.
    *m_runStop = true;
    m_runStop = std::make_shared<std::atomic<bool>>(false);
    facts.run.reset();
    facts.isRunning = false;
}

void RecomputeDesk::workOut(const FactsPtr& facts) {
    const auto give = [this](const Stop& stop, auto change) {
        answer([this, stop, change = std::move(change)] {
            if (stop != m_stop || !m_facts) return;
            auto next = std::make_shared<TrainingFacts>(*m_facts);
            change(*next);
            takeFacts(std::move(next));
        });
    };
    const bool isOptimum = facts->request.keeps.policy == Policy::Budget;
    if (!isOptimum && !facts->isTradeOffStale) return;
    start(m_pool, m_stop, [this, facts, isOptimum, give](const Stop& stop) {
        if (isOptimum)
            give(stop, [this, report = decided(*facts, stop.get())](TrainingFacts& next) {
                takeReport(next, report);
            });
        if (!facts->isTradeOffStale || *stop) return;
        auto all = compared(*facts, *stop);
        give(stop, [all = std::move(all)](TrainingFacts& next) {
            next.isTradeOffStale = !all;
            next.tradeOff = all ? all->tradeOff : nullptr;
            next.ghosts = all ? all->ghosts : nullptr;
        });
    });
}

// ---- on the chip

void RecomputeDesk::changeFacts(const std::function<void(TrainingFacts&)>& change) {
    if (!m_facts) return;
    auto next = std::make_shared<TrainingFacts>(*m_facts);
    change(*next);
    takeFacts(std::move(next));
}

bool RecomputeDesk::isDebugged(const session::FramePtr& frame) const {
    return frame && m_facts && m_programOf && !m_program.isEmpty() && frame->loaded->all.path == m_program &&
           m_programOf->plan == m_facts->report->plan;
}

void RecomputeDesk::run() { runSteps(1); }

void RecomputeDesk::cancelRun() {
    *m_runStop = true;
    m_runStop = std::make_shared<std::atomic<bool>>(false);
    changeFacts([](TrainingFacts& facts) { facts.isRunning = false; });
}

void RecomputeDesk::runSteps(std::uint64_t steps) {
    if (!m_facts || !m_facts->hasData() || m_facts->isReportStale) return;
    cancelRun();
    changeFacts([](TrainingFacts& facts) {
        facts.isRunning = true;
        facts.run.reset();
    });
    start(m_runPool, m_runStop, [this, steps, facts = m_facts](const Stop& stop) {
        const auto give = [this, stop](const std::function<void(TrainingFacts&)>& change) {
            answer([this, stop, change] {
                if (stop == m_runStop) changeFacts(change);
            });
        };
        const auto ran = runProgram(*facts, steps, *stop, [&](const StepRunPtr& run) {
            give([run](TrainingFacts& next) { next.run = run; });
        });
        give([](TrainingFacts& next) { next.isRunning = false; });
        if (!ran)
            answer([this, stop, problem = ran.problem()] {
                if (stop == m_runStop) Q_EMIT failed(session::wholeText(problem));
            });
    });
}

QString RecomputeDesk::folderOf(const TrainingFacts& facts, std::uint64_t steps) {
    if (m_folder.isEmpty() && !m_temporary) m_temporary = std::make_unique<QTemporaryDir>();
    QByteArray what =
        (facts.request.network + facts.request.machine + facts.request.images + facts.request.labels)
            .toUtf8() +
        QByteArray::number(static_cast<int>(facts.report->plan.schedule)) +
        QByteArray::number(static_cast<qulonglong>(steps));
    for (const lower::Kept& kept : facts.report->plan.values)
        what += QByteArray::number(static_cast<int>(kept.way) * 2 + static_cast<int>(kept.memory));
    const QString hash =
        QString::fromLatin1(QCryptographicHash::hash(what, QCryptographicHash::Sha1).toHex().left(12));
    return (m_folder.isEmpty() ? m_temporary->path() : m_folder) +
           QStringLiteral("/%1-%2-trained").arg(QFileInfo(facts.request.network).completeBaseName(), hash);
}

void RecomputeDesk::debug(std::uint64_t steps) {
    if (!m_facts || !m_facts->hasData() || m_facts->isReportStale) return;
    start(m_runPool, m_runStop,
          [this, steps, facts = m_facts, folder = folderOf(*m_facts, steps)](const Stop& stop) {
              const auto program = writeProgram(*facts, steps, folder);
              answer([this, steps, stop, facts, program] {
                  if (!program) return Q_EMIT failed(session::wholeText(program.problem()));
                  if (stop != m_runStop) return; // something else was decided meanwhile
                  m_program = *program;
                  m_programOf = facts->report;
                  Q_EMIT opened(*program);
                  runSteps(steps);
              });
          });
}

// ---- by hand

bool RecomputeDesk::canClickTo(ValueId value, Way way) const {
    TrainingFacts asked = *m_facts;
    asked.request.keeps.keeps[value] = way;
    // Whether a value may be kept so depends on what else is stored: of a budget on what was found last.
    if (asked.request.keeps.policy == Policy::Budget) asked.request.keeps.policy = Policy::StoreAll;
    const auto made = decided(asked);
    if (!made || way != Way::Bf16) return bool(made);
    const lower::recompute::Report& report = **made;
    const lower::recompute::Sublayer& sublayer = report.sublayers[value];
    const bool isPacked = std::ranges::any_of(report.plan.steps, [&](const lower::KeepStep& step) {
        return step.kind == lower::StepKind::Pack && step.value == value;
    });
    const auto rounded = lower::recompute::roundedValues(report.sublayers, report.plan);
    return isPacked && sublayer.packedBytes < sublayer.bytes && std::ranges::count(rounded, value) == 0;
}

std::optional<Way> RecomputeDesk::nextWay(ValueId value) const {
    if (!m_facts || value == network::kInput || value == m_facts->report->sublayers.output) return {};
    const auto ways = lower::kWayNames.size();
    const auto now = static_cast<std::size_t>(m_facts->report->plan.values[value].way);
    for (std::size_t step = 1; step < ways; ++step) {
        const auto way = static_cast<Way>((now + step) % ways);
        if (canClickTo(value, way)) return way;
    }
    return {};
}

void RecomputeDesk::keep(ValueId value, Way way) {
    if (!m_facts) return;
    TrainingRequest request = m_facts->request;
    request.keeps.keeps.erase(value);
    if (request.keeps.policy != Policy::Budget) {
        TrainingFacts asked = *m_facts;
        asked.request = request;
        const auto own = decided(asked);
        if (own && (*own)->plan.values[value].way == way) return ask(request);
    }
    request.keeps.keeps[value] = way;
    TrainingFacts asked = *m_facts;
    asked.request = request;
    if (request.keeps.policy != Policy::Budget)
        if (const auto made = decided(asked); !made) return Q_EMIT failed(session::wholeText(made.problem()));
    ask(request);
}

void RecomputeDesk::choose(std::optional<ValueId> value) {
    if (m_chosen == value) return;
    m_chosen = value;
    Q_EMIT choiceChanged();
}

} // namespace lw::recompute

#include "moc_recompute_desk.cpp"
