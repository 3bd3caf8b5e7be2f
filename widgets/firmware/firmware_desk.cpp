// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/firmware_desk.h"

#include "core/machine/snapshot.h"
#include "core/project/firmware_run.h"
#include "widgets/firmware/software_run.h"
#include "widgets/session/core_text.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace lw::firmware {

namespace {

Result<FactsPtr> factsOf(const std::shared_ptr<const session::Loaded>& loaded) {
    auto out = std::make_shared<FirmwareFacts>();
    out->loaded = loaded;
    project::LoadedProgram program;
    LW_TRY(program.chip, chips::chipNamed(loaded->spec->chip));
    if (program.chip->ops != nullptr) { // else it is refused whatever it says
        program.machine = loaded->machine;
        program.program = loaded->program;
    }
    LW_TRY(out->software, project::softwareOf(program, QFileInfo(loaded->path).fileName().toStdString()));
    for (const project::Language& language : project::languages()) {
        LW_TRY(out->beside.emplace_back(),
               scene::firmware::besideOf(loaded->program, loaded->machine.target, out->software.stream,
                                         std::string(language.name),
                                         language.text(out->software.graph, out->software.stream)));
    }
    return FactsPtr(std::move(out));
}

// From the beginning to the end. Nothing: `stop` became true.
Result<ValuesPtr> valuesOf(const FirmwareFacts& facts, const std::shared_ptr<const machine::Snapshot>& begin,
                           const std::atomic<bool>& stop) {
    LW_TRY(const std::unique_ptr<machine::Machine> machine, machineAtBegin(*facts.loaded, begin));
    auto out = std::make_shared<FirmwareValues>();
    const auto at = machine->store().save();
    out->observed = project::observe(facts.software, *machine, &stop);
    machine->store().restore(at);
    machine->stateReplaced();
    const project::FirmwareRun run = project::firmwareRun(facts.software, *machine, &stop);
    if (stop) return ValuesPtr();
    out->files = scene::firmware::registerFiles(facts.software.stream, run.chains, run.end,
                                                run.stop.fault.has_value());
    out->numbers = project::numbersOf(facts.software, out->observed);
    return ValuesPtr(std::move(out));
}

} // namespace

FirmwareDesk::FirmwareDesk(QObject* parent) : TechniqueDesk(parent), m_verdicts(project::languages().size()) {
    m_pool.setMaxThreadCount(1);
}

FirmwareDesk::~FirmwareDesk() {
    *m_stop = true;
    m_pool.clear();
    m_pool.waitForDone();
}

void FirmwareDesk::start(std::function<void(const Stop& stop)> work) {
    ++m_underWay;
    m_pool.start([this, work = std::move(work), stop = m_stop] {
        work(stop);
        answer([this] { --m_underWay; });
    });
}

// On the window's thread, as long as the desk lives.
template <typename Call> void FirmwareDesk::answer(Call call) {
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

// ---- the firmware

void FirmwareDesk::follow(const session::Frames& frames) {
    const session::FramePtr frame = frames.size() == 1 ? frames.front() : nullptr;
    const bool isSame = frame && m_loaded && &frame->loaded->all == &m_loaded->all;
    if (!isSame && (frame || m_loaded)) take(frame ? frame->loaded : nullptr);
    if (!frame || frame->clock != 0 || frame->state == m_begin) return;
    // A hand edit before the first clock is another beginning.
    const bool isOther = m_begin && !differingPages(*m_begin, *frame->state).empty() &&
                         m_begin->hash() != frame->state->hash();
    m_begin = frame->state;
    if (!isOther) return;
    forgetRuns();
    Q_EMIT factsChanged();
}

void FirmwareDesk::take(const std::shared_ptr<const session::Loaded>& loaded) {
    forgetRuns();
    m_loaded = loaded;
    m_begin.reset();
    m_facts.reset();
    m_refusal.clear();
    Q_EMIT factsChanged();
    if (!loaded) return;
    start([this, loaded](const Stop&) {
        auto made = factsOf(loaded);
        answer([this, loaded, made = std::move(made)] {
            if (loaded != m_loaded) return;
            const bool isToCompare = loaded->path == std::exchange(m_compareOnce, QString());
            if (made)
                m_facts = *made;
            else
                m_refusal = session::problemText(made.problem());
            Q_EMIT factsChanged();
            if (m_facts && isToCompare) {
                Q_EMIT comparesOnce();
                return compare();
            }
            observe();
        });
    });
}

void FirmwareDesk::forgetRuns() {
    cancel();
    m_values.reset();
    m_verdicts.assign(m_verdicts.size(), std::nullopt);
}

void FirmwareDesk::chooseLanguage(std::size_t language) {
    if (language == m_language || language >= m_verdicts.size()) return;
    m_language = language;
    Q_EMIT factsChanged();
}

// ---- runs

void FirmwareDesk::cancel() {
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_isObserving = false;
    if (std::exchange(m_isComparing, false)) Q_EMIT factsChanged();
}

void FirmwareDesk::askForValues() {
    if (m_values) return;
    m_areValuesWanted = true;
    observe();
}

void FirmwareDesk::observe() {
    if (!m_areValuesWanted || !m_facts || m_isComparing || std::exchange(m_isObserving, true)) return;
    start([this, facts = m_facts, begin = m_begin](const Stop& stop) {
        auto made = valuesOf(*facts, begin, *stop);
        answer([this, stop, made = std::move(made)] {
            if (stop != m_stop) return;
            m_isObserving = m_areValuesWanted = false;
            if (made) m_values = *made;
            Q_EMIT factsChanged();
        });
    });
}

void FirmwareDesk::compare() {
    if (!m_facts) return;
    cancel();
    m_isComparing = true;
    m_verdicts[m_language].reset();
    if (!m_temporary) m_temporary = std::make_unique<QTemporaryDir>();
    Q_EMIT factsChanged();
    start([this, facts = m_facts, begin = m_begin, values = m_values, language = m_language,
           folder = m_temporary->path()](const Stop& stop) {
        const auto end = [&](const ValuesPtr& ran, Verdict verdict) {
            answer([this, stop, ran, language, verdict = std::move(verdict)] {
                if (stop != m_stop) return;
                m_isComparing = m_areValuesWanted = false;
                m_values = ran;
                m_verdicts[language] = verdict;
                Q_EMIT factsChanged();
            });
        };
        const auto ran = values ? Result<ValuesPtr>(values) : valuesOf(*facts, begin, *stop);
        if (!ran) return end(nullptr, {{}, session::problemText(ran.problem()), nullptr});
        if (*stop) return;
        if (const auto& fault = (*ran)->observed.stop.fault)
            return end(
                *ran,
                {{},
                 tr("The firmware does not come to its end: %1").arg(QString::fromStdString(fault->text)),
                 nullptr});
        const project::Language& which = project::languages()[language];
        const QString own =
            folder + QLatin1Char('/') + QString::fromUtf8(which.name.data(), int(which.name.size()));
        QDir(own).removeRecursively(); // of a firmware of that name, whose arrays may be longer
        auto found = runBeside(facts->software, *facts->loaded, begin, (*ran)->observed, which,
                               own.toStdString(), *stop);
        if (!found) return end(*ran, {{}, session::problemText(found.problem()), nullptr});
        if (*found)
            end(*ran, {std::move((*found)->comparison),
                       {},
                       std::make_shared<const project::SoftwareValues>(std::move((*found)->values)),
                       (*found)->isStandIn});
    });
}

void FirmwareDesk::save(const QString& folder) {
    if (!m_facts) return;
    start([this, facts = m_facts, begin = m_begin, language = m_language, folder](const Stop&) {
        const auto written = [&]() -> Result<std::string> {
            LW_TRY(const std::unique_ptr<machine::Machine> machine, machineAtBegin(*facts->loaded, begin));
            LW_TRY(const std::vector<std::string> files,
                   project::writeSoftware(facts->software, project::languages()[language], *machine,
                                          folder.toStdString(),
                                          project::moduleName(facts->loaded->path.toStdString())));
            return files.front();
        }();
        answer([this, text = written ? tr("%1 is saved, with what it needs beside it.")
                                           .arg(QString::fromStdString(*written))
                                     : session::wholeText(written.problem())] { Q_EMIT saved(text); });
    });
}

} // namespace lw::firmware

#include "moc_firmware_desk.cpp"
