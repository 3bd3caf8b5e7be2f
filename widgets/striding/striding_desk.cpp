// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/striding_desk.h"

#include "core/lower/messages.h"
#include "core/network/messages.h"
#include "core/project/lower_network.h"
#include "widgets/session/core_text.h"
#include "widgets/striding/striding_files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace lw::striding {

namespace {

int modesToCompare() {
    return static_cast<int>(
        std::count_if(lower::striding::modes().begin(), lower::striding::modes().end(),
                      [](const auto& row) { return row.mode != lower::striding::Mode::Direct; }));
}

bool areOfOneReport(const FactsPtr& facts, const FactsPtr& others) {
    return facts && others && facts->program == others->program && facts->report == others->report;
}

StridingDesk::Choice firstOf(const FactsPtr& facts) {
    if (!facts) return {};
    const lower::striding::Report& report = facts->report;
    if (!report.layers.empty()) return {QString::fromStdString(report.layers.front().name)};
    return {report.sums.empty() ? QString() : QString::fromStdString(report.sums.front().name)};
}

// What one mode makes of each layer of the report.
using Outcomes = std::vector<scene::striding::ModeOutcome>;

Outcomes refused(lower::striding::Mode mode, const Problem& problem, std::size_t layers) {
    return Outcomes(layers, {mode, session::problemText(problem).toStdString(), {}, {}, {}});
}

std::optional<Outcomes> compareOne(const network::Network& network, const tensor::Tensor& input,
                                   const StridingRequest& origin, lower::striding::Mode mode,
                                   const lower::striding::Report& own, const std::atomic<bool>& stop) {
    lower::striding::Options options = origin.options();
    options.mode = mode;
    auto run = project::runNetwork(network, origin.machine.toStdString(), options, own.part, input, stop);
    const std::size_t layers = own.layers.size();
    if (!run) return refused(mode, run.problem(), layers);
    if (!*run) return {};
    project::NetworkRun& all = **run;
    Outcomes out;
    for (std::size_t i = 0; i < std::min(layers, all.report.layers.size()); ++i)
        out.push_back(
            {mode, {}, std::move(all.report.layers[i]), std::move(all.got[i]), std::move(all.wanted[i])});
    return out;
}

// What the problem offers instead of the whole network. An input of the whole does not fit its end.
std::vector<StridingRequest> waysAround(const StridingRequest& request, const Problem& problem) {
    std::vector<StridingRequest> out;
    for (const Note& note : problem.notes) {
        const bool isBefore = note.message == &network::messages::kUntilHere,
                   isRest = note.message == &lower::messages::kRestFits;
        if (!isBefore && !isRest && note.message != &network::messages::kFromHere) continue;
        StridingRequest& way = out.emplace_back(request);
        (isBefore ? way.section.until : way.section.from) = note.arguments[isRest ? 0 : 1];
        if (!isBefore) way.input.clear();
    }
    return out;
}

} // namespace

lower::striding::Options StridingRequest::options() const {
    lower::striding::Options out;
    out.mode = mode;
    out.fold = fold;
    out.maskFactor = maskFactor;
    return out;
}

const lower::striding::LayerReport& StridingFacts::layer(std::size_t index) const {
    const lower::striding::LayerReport& own = report.layers[index];
    for (const scene::striding::ModeOutcome& outcome : modes[index])
        if (outcome.mode == own.mode && outcome.report) return *outcome.report;
    return own;
}

StridingDesk::StridingDesk(QObject* parent) : TechniqueDesk(parent) { m_pool.setMaxThreadCount(1); }

StridingDesk::~StridingDesk() {
    *m_stop = true;
    m_pool.clear();
    m_pool.waitForDone();
}

void StridingDesk::cancel() {
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    if (!m_facts || !m_facts->isComparing()) return;
    auto next = std::make_shared<StridingFacts>(*m_facts);
    next->toCompare = next->compared;
    takeFacts(std::move(next));
}

void StridingDesk::choose(const Choice& choice) {
    if (m_choice == choice) return;
    m_choice = choice;
    if (m_element && Choice{m_element->layer, m_element->place.channel} != choice) m_element.reset();
    Q_EMIT choiceChanged();
}

void StridingDesk::showElement(const Element& element) {
    if (m_element == element || !m_facts ||
        !scene::striding::checkPlace(m_facts->report, element.layer.toStdString(), element.place))
        return;
    choose({element.layer, element.place.channel});
    m_element = element;
    Q_EMIT elementShown();
}

void StridingDesk::takeFacts(FactsPtr facts) {
    const bool isOther = !areOfOneReport(facts, m_facts);
    m_facts = std::move(facts);
    if (isOther) chooseFirst();
    if (isOther && m_facts && !m_facts->origin.network.isEmpty()) takeShown(m_facts->origin, false);
    if (isOther && !m_facts && !m_isOpened) takeShown({}, false);
    Q_EMIT factsChanged();
    if (isOther && m_element) Q_EMIT elementShown();
}

void StridingDesk::showNetwork(const StridingRequest& given) {
    StridingRequest request = given;
    request.network = QFileInfo(request.network).absoluteFilePath();
    takeShown(request, true);
}

void StridingDesk::takeShown(const StridingRequest& request, bool isOpened) {
    m_shown = request;
    m_isOpened = isOpened;
    m_refusal.reset();
    Q_EMIT networkShown();
}

void StridingDesk::refuse(const StridingRequest& request, const Problem& problem) {
    if (m_isOpened && request.network == m_shown.network) {
        m_refusal = problem;
        Q_EMIT networkShown();
    }
    Q_EMIT failed(session::wholeText(problem), waysAround(request, problem));
}

// Or, for another mode of the same network, what was chosen before.
void StridingDesk::chooseFirst() {
    ++m_reportNumber;
    m_element.reset();
    m_choice = firstOf(m_facts);
    if (!m_facts || !m_kept) return;
    const Kept kept = *std::exchange(m_kept, {});
    if (m_facts->report.findSums(kept.choice.layer.toStdString())) m_choice = kept.choice;
    if (kept.element &&
        scene::striding::checkPlace(m_facts->report, kept.element->layer.toStdString(), kept.element->place))
        m_element = kept.element;
}

void StridingDesk::switchMode(std::optional<lower::striding::Mode> mode) {
    if (!m_facts || m_facts->origin.network.isEmpty()) return;
    StridingRequest request = m_facts->origin;
    request.mode = mode;
    request.folder.clear(); // the program's own may be the user's
    m_kept = {m_choice, m_element};
    Q_EMIT switching();
    lowerNetwork(request);
}

void StridingDesk::start(std::function<void(const Stop& stop)> work) {
    ++m_underWay;
    m_pool.start([this, work = std::move(work), stop = m_stop] {
        work(stop);
        answer([this] { --m_underWay; });
    });
}

// On the window's thread, as long as the desk lives.
template <typename Call> void StridingDesk::answer(Call call) {
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

void StridingDesk::lowerNetwork(const StridingRequest& given) {
    StridingRequest request = given;
    if (!request.input.isEmpty()) request.input = QFileInfo(request.input).absoluteFilePath();
    request.network = QFileInfo(request.network).absoluteFilePath();
    if (request.folder.isEmpty()) {
        if (m_folder.isEmpty() && !m_temporary) m_temporary = std::make_unique<QTemporaryDir>();
        const QByteArray what = (request.network + request.machine + request.input + request.range +
                                 request.mean + QLatin1Char('\n') + request.scale)
                                    .toUtf8() +
                                QByteArray::number(request.order ? static_cast<int>(*request.order) : -1) +
                                QByteArray::fromStdString(request.section.from.value_or("")) + '\n' +
                                QByteArray::fromStdString(request.section.until.value_or("")) +
                                QByteArray::number(request.mode ? static_cast<int>(*request.mode) : -1) +
                                QByteArray::number(request.maskFactor);
        const QString hash =
            QString::fromLatin1(QCryptographicHash::hash(what, QCryptographicHash::Sha1).toHex().left(12));
        request.folder = (m_folder.isEmpty() ? m_temporary->path() : m_folder) + QLatin1Char('/') +
                         QFileInfo(request.network).completeBaseName() + QLatin1Char('-') + hash;
    }
    start([this, request](const Stop&) {
        auto written = writeProgram(request, request.folder);
        answer([this, request, written = std::move(written)] {
            if (!written) return refuse(request, written.problem());
            Q_EMIT lowered(written->program, written->tensor, written->input);
        });
    });
}

void StridingDesk::setProgram(const QString& path) {
    if (path.isEmpty()) {
        cancel();
        if (m_facts) takeFacts(nullptr);
        return;
    }
    const QString before = m_facts ? m_facts->program : QString();
    start([this, path, before](const Stop&) {
        auto read = readFacts(path);
        answer([this, read = std::move(read)] {
            if (!read) Q_EMIT notRead(session::problemText(read.problem()));
            const FactsPtr facts = read ? *read : nullptr;
            // Loaded again: what was compared holds, unless weights or input may be different.
            if (areOfOneReport(facts, m_facts) && facts->written == m_facts->written) return;
            cancel();
            takeFacts(facts);
            compareModes();
        });
    });
}

// From a comparison that is still the one wanted.
void StridingDesk::takeOutcomes(const Stop& stop, const std::vector<scene::striding::ModeOutcome>& outcomes) {
    if (stop != m_stop || !m_facts || !m_facts->isComparing()) return;
    auto more = std::make_shared<StridingFacts>(*m_facts);
    for (std::size_t i = 0; i < std::min(outcomes.size(), more->modes.size()); ++i)
        more->modes[i].push_back(outcomes[i]);
    ++more->compared;
    takeFacts(std::move(more));
}

void StridingDesk::compareModes() {
    if (!m_facts || !m_facts->canCompare()) return;
    cancel();
    auto next = std::make_shared<StridingFacts>(*m_facts);
    for (auto& modes : next->modes) modes.clear();
    next->compared = 0;
    next->toCompare = modesToCompare();
    takeFacts(next);
    start([this, origin = next->origin, own = next->report](const Stop& stop) {
        const auto give = [&](Outcomes outcomes) {
            answer([this, stop, outcomes = std::move(outcomes)] { takeOutcomes(stop, outcomes); });
        };
        const auto network = readNetwork(origin.network, origin.range, origin.section);
        const auto input =
            network ? readInput(origin.input, *network) : Result<tensor::Tensor>(network.problem());
        for (const lower::striding::ModeRow& row : lower::striding::modes()) {
            if (*stop) return;
            if (row.mode == lower::striding::Mode::Direct) continue;
            if (!input) {
                give(refused(row.mode, input.problem(), own.layers.size()));
                continue;
            }
            auto outcomes = compareOne(*network, *input, origin, row.mode, own, *stop);
            if (outcomes) give(*std::move(outcomes));
        }
    });
}

} // namespace lw::striding

#include "moc_striding_desk.cpp"
