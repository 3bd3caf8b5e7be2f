// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/processor_desk.h"

#include "core/network/normalise.h"
#include "core/network/reference.h"
#include "core/project/load_network.h"
#include "core/project/lowered_program.h"
#include "core/project/network_input.h"
#include "widgets/session/core_text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <utility>

namespace lw::firmware {

namespace {

std::optional<std::string> given(const QString& text) {
    return text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
}

Result<PlanPtr> planOf(const PlanRequest& request) {
    source::DiskLoader disk;
    source::Files files(disk);
    LW_TRY(network::Network network,
           project::loadNetwork(request.network.toStdString(), files, request.section));
    LW_TRY([[maybe_unused]] const Done set,
           network::setNormalise(network, given(request.mean), given(request.scale)));
    std::optional<tensor::Tensor> input;
    if (!request.input.isEmpty()) {
        LW_TRY(const tensor::Tensor read,
               project::readNetworkInput(request.input.toStdString(), network, request.order));
        LW_TRY(input, network::asInput(network, read, network::Arithmetic::F32));
    }
    LW_TRY(project::ProcessorLowered lowered,
           project::lowerForProcessor(network, request.machine.toStdString(), input ? &*input : nullptr));
    return std::make_shared<const Plan>(Plan{request, std::move(lowered)});
}

// What the firmware is planned with; nothing: it was not made of a network by this technique.
std::optional<PlanRequest> requestOf(const QString& program) {
    const auto known = project::readDerivation(program.toStdString());
    if (!known || known->origin.technique != project::kProcessorTechnique) return {};
    PlanRequest out{.network = QString::fromStdString(known->origin.network),
                    .machine = QString::fromStdString(known->origin.machine),
                    .input = QString::fromStdString(known->origin.input)};
    const project::InputReading reading = project::readingOf(known->origin);
    out.mean = QString::fromStdString(reading.mean);
    out.scale = QString::fromStdString(reading.scale);
    out.order = reading.order;
    out.section = known->origin.section;
    return out;
}

project::Origin originOf(const Plan& plan) {
    const PlanRequest& request = plan.request;
    const project::InputReading reading{request.mean.toStdString(), request.scale.toStdString(),
                                        request.order};
    return project::originWith({.technique = std::string(project::kProcessorTechnique),
                                .network = request.network.toStdString(),
                                .machine = plan.lowered.machine,
                                .input = request.input.toStdString(),
                                .range = {},
                                .section = request.section,
                                .settings = {}},
                               reading);
}

} // namespace

ProcessorDesk::ProcessorDesk(QObject* parent) : TechniqueDesk(parent) {}

// ---- the plan

void ProcessorDesk::plan(const PlanRequest& given) {
    PlanRequest request = given;
    request.network = QFileInfo(request.network).absoluteFilePath();
    for (QString* const path : {&request.input, &request.folder})
        if (!path->isEmpty()) *path = QFileInfo(*path).absoluteFilePath();
    m_reading.drop(); // what was opened before is not planned over it
    if (!m_program.isEmpty()) Q_EMIT plannedAnew();
    m_program.clear();
    ask(request);
}

void ProcessorDesk::ask(const PlanRequest& request) {
    m_request = request;
    m_making.drop(); // of another plan
    m_plan.reset();
    m_refusal.clear();
    m_planning.ask([request] { return planOf(request); },
                   [this](const Result<PlanPtr>& made) {
                       if (made)
                           m_plan = *made;
                       else
                           m_refusal = session::wholeText(made.problem());
                       Q_EMIT factsChanged();
                       if (!made) Q_EMIT failed(m_refusal);
                   });
    Q_EMIT factsChanged();
}

void ProcessorDesk::askWhether(const PlanRequest& request, const std::function<void(bool takes)>& answer) {
    m_asking.ask([request] { return planOf(request); },
                 [answer](const Result<PlanPtr>& made) { answer(bool(made)); });
}

void ProcessorDesk::cancel() {
    m_planning.drop();
    m_making.drop();
    Q_EMIT factsChanged();
}

// ---- the firmware

QString ProcessorDesk::folderFor(const PlanRequest& request) {
    if (!request.folder.isEmpty()) return request.folder;
    if (m_folder.isEmpty() && !m_temporary) m_temporary = std::make_unique<QTemporaryDir>();
    const QString what = QStringList{request.network,
                                     request.machine,
                                     request.input,
                                     request.mean,
                                     request.scale,
                                     QString::fromStdString(request.section.from.value_or(std::string())),
                                     QString::fromStdString(request.section.until.value_or(std::string()))}
                             .join(QLatin1Char('\n'));
    const QString hash = QString::fromLatin1(
        QCryptographicHash::hash(what.toUtf8(), QCryptographicHash::Sha1).toHex().left(12));
    return (m_folder.isEmpty() ? m_temporary->path() : m_folder) +
           QStringLiteral("/%1-%2-firmware").arg(QFileInfo(request.network).completeBaseName(), hash);
}

void ProcessorDesk::make() {
    if (!m_plan) return;
    m_making.ask(
        [plan = m_plan, folder = folderFor(m_plan->request).toStdString()]() -> Result<std::string> {
            LW_TRY([[maybe_unused]] const Done written,
                   project::writeForProcessor(plan->lowered.lowering, originOf(*plan), folder));
            return source::pathIn(folder, project::kLoweredProgram);
        },
        [this, plan = m_plan](const Result<std::string>& program) {
            if (!program) return Q_EMIT failed(session::wholeText(program.problem()));
            m_program = QString::fromStdString(*program);
            Q_EMIT made(m_program, !plan->request.input.isEmpty());
            Q_EMIT factsChanged();
        });
    Q_EMIT factsChanged();
}

void ProcessorDesk::setProgram(const QString& path) {
    if (path == m_program) return;
    if (!std::exchange(m_program, QString()).isEmpty()) Q_EMIT factsChanged();
    m_reading.drop();
    if (path.isEmpty()) return;
    m_reading.ask([path] { return requestOf(path); },
                  [this, path](const std::optional<PlanRequest>& request) {
                      if (!request) return;
                      m_program = path;
                      ask(*request);
                  });
}

} // namespace lw::firmware

#include "moc_processor_desk.cpp"
