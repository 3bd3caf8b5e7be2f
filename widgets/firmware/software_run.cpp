// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/software_run.h"

#include "core/project/messages.h"

#include <QProcess>
#include <QStringList>

namespace lw::firmware {

namespace {

constexpr int kLookMilliseconds = 50; // at whether somebody wants it to end

// What a program says last is what went wrong.
QString lastLine(const QByteArray& output) {
    const QStringList lines = QString::fromUtf8(output).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : lines.back().trimmed();
}

} // namespace

Result<std::unique_ptr<machine::Machine>>
machineAtBegin(const session::Loaded& loaded, const std::shared_ptr<const machine::Snapshot>& begin) {
    project::LoadedProgram program;
    LW_TRY(program.chip, chips::chipNamed(loaded.spec->chip));
    program.machine = loaded.machine;
    program.program = loaded.program;
    LW_TRY(std::unique_ptr<machine::Machine> machine, program.createMachine({}));
    if (begin) {
        machine->store().restore(begin);
        machine->stateReplaced();
    }
    return machine;
}

Outcome runProgram(const std::vector<std::string>& command, const std::atomic<bool>& stop) {
    QStringList arguments;
    for (std::size_t i = 1; i < command.size(); ++i) arguments << QString::fromStdString(command[i]);
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QString::fromStdString(command.front()), arguments);
    const auto failed = [&](const QString& why) {
        return Problem{&project::messages::kSoftwareFailed, {command.front(), why.toStdString()}, {}, {}, {}};
    };
    if (!process.waitForStarted()) return failed(process.errorString());
    while (!process.waitForFinished(kLookMilliseconds)) {
        if (process.state() == QProcess::NotRunning) break;
        if (!stop) continue;
        process.kill();
        process.waitForFinished();
        return Done{};
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) return Done{};
    const QString said = lastLine(process.readAll());
    return failed(said.isEmpty() ? QStringLiteral("%1").arg(process.exitCode()) : said);
}

Result<std::optional<RanBeside>> runBeside(const project::Software& software, const session::Loaded& loaded,
                                           const std::shared_ptr<const machine::Snapshot>& begin,
                                           const project::Observed& firmware,
                                           const project::Language& language, const std::string& folder,
                                           const std::atomic<bool>& stop) {
    const std::string module = project::moduleName(loaded.path.toStdString());
    LW_TRY(const std::unique_ptr<machine::Machine> machine, machineAtBegin(loaded, begin));
    project::forgetValues(folder);
    LW_TRY([[maybe_unused]] const std::vector<std::string> files,
           project::writeSoftware(software, language, *machine, folder, module));
    LW_TRY(const project::Tools tools,
           project::toolsFor(language, {}, [&](const std::vector<std::string>& command) {
               return bool(runProgram(command, stop));
           }));
    for (const auto& command : project::commandsFor(language, folder, module, tools)) {
        LW_TRY([[maybe_unused]] const Done ran, runProgram(command, stop));
        if (stop) return std::optional<RanBeside>();
    }
    LW_TRY(project::SoftwareValues values, project::valuesIn(folder, firmware));
    project::Comparison found = project::compare(software, loaded.program, firmware, values);
    return std::optional(RanBeside{std::move(found), std::move(values), tools.isStandIn});
}

} // namespace lw::firmware
