// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/striding_files.h"

#include "core/network/input_range.h"
#include "core/network/normalise.h"
#include "core/network/reference.h"
#include "core/project/lower_network.h"
#include "core/project/lowered_program.h"
#include "core/project/network_input.h"
#include "core/project/strided_folder.h"
#include "core/source/messages.h"
#include "core/tensor/npy.h"

#include <QFileInfo>

#include <algorithm>

namespace lw::striding {

namespace {

constexpr char kInputFile[] = "input.npy";

std::string pathIn(const QString& folder, const char* name) {
    return source::pathIn(folder.toStdString(), name);
}

project::Origin originOf(const StridingRequest& request) {
    return project::originWith({.technique = {},
                                .network = request.network.toStdString(),
                                .machine = request.machine.toStdString(),
                                .input = request.input.toStdString(),
                                .range = request.range.toStdString(),
                                .section = request.section,
                                .settings = {}},
                               request.options());
}

std::optional<std::string> given(const QString& text) {
    return text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
}

std::optional<lower::striding::Mode> requestedMode(const lower::striding::Report& report) {
    const lower::striding::ModeRow* row = lower::striding::findMode(report.requested);
    return row ? std::optional(row->mode) : std::nullopt;
}

} // namespace

Result<network::Network> readNetwork(const QString& path, const QString& range,
                                     const network::Section& where) {
    project::Origin origin;
    origin.network = path.toStdString();
    origin.range = range.toStdString();
    origin.section = where;
    return project::loadOrigin(origin);
}

Result<tensor::Tensor> readInput(const QString& path, const network::Network& network,
                                 std::optional<network::ImageOrder> order) {
    LW_TRY(const tensor::Tensor given, project::readNetworkInput(path.toStdString(), network, order));
    LW_TRY(tensor::Tensor input, network::asInput(network, given, network::Arithmetic::F32));
    LW_TRY([[maybe_unused]] const Done fits, network::checkInRange(network, input));
    return input;
}

bool isNetwork(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == QLatin1String("json") || ending == QLatin1String("onnx");
}

QString inputBeside(const QString& network) {
    const QFileInfo info(network);
    const QString stem = info.path() + QLatin1Char('/') + info.completeBaseName();
    for (const char* ending : {".x.npy", ".x.png"})
        if (const QString path = stem + QLatin1String(ending); QFileInfo::exists(path)) return path;
    return {};
}

Result<WrittenProgram> writeProgram(const StridingRequest& wanted, const QString& folder) {
    StridingRequest request = wanted;
    LW_TRY(network::Network network, readNetwork(request.network, request.range, request.section));
    LW_TRY([[maybe_unused]] const Done set,
           network::setNormalise(network, given(request.mean), given(request.scale)));
    lower::striding::Options options = request.options();
    if (request.machine.isEmpty()) {
        LW_TRY(const std::string machine, project::smallestMachine(network, options));
        request.machine = QString::fromStdString(machine);
    }
    std::optional<tensor::Tensor> input;
    if (!request.input.isEmpty()) {
        LW_TRY(input, readInput(request.input, network, request.order));
    }
    LW_TRY(lower::striding::LoweredNetwork lowered,
           project::lowerNetwork(network, request.machine.toStdString(), options));
    request.part = std::min<std::uint64_t>(request.part, lowered.parts.size());
    // What the host computes is beside the programs; the window itself puts only the input into the one
    // program.
    const bool isWhole = lowered.parts.size() == 1 && lowered.stages.hosts.front().empty();
    if (input && !isWhole) {
        options.hasInputs = true;
        LW_TRY(lowered, project::lowerNetwork(network, request.machine.toStdString(), options));
        lower::striding::giveInputs(lowered.parts, lower::striding::expectRun(lowered.parts, *input));
    }
    LW_TRY([[maybe_unused]] const Done programs, project::writeNetwork(lowered, folder.toStdString()));
    const std::string name =
        source::pathIn(folder.toStdString(), project::loweredName(request.part, lowered.parts.size()));
    WrittenProgram out{QString::fromStdString(name), {}, {}};
    if (input) {
        request.input = QString::fromStdString(pathIn(folder, kInputFile));
        LW_TRY([[maybe_unused]] const Done put, tensor::writeNpy(request.input.toStdString(), *input));
    }
    if (input && isWhole) {
        out.input = request.input;
        out.tensor = QString::fromStdString(lowered.parts.front().plan.hostNames[network::kInput]);
    }
    LW_TRY([[maybe_unused]] const Done origin, project::writeOrigin(folder.toStdString(), originOf(request)));
    std::vector<lower::striding::Report> reports;
    for (const lower::striding::Lowering& part : lowered.parts) reports.push_back(part.report);
    LW_TRY([[maybe_unused]] const Done report, project::writeReports(folder.toStdString(), reports));
    return out;
}

Result<FactsPtr> readFacts(const QString& program) {
    const auto folder = project::readStridedFolder(program.toStdString());
    if (!folder && folder.problem().message != &source::kNoSuchFile) return folder.problem();
    const lower::striding::Report* const report = folder ? folder->ownReport() : nullptr;
    if (!report) return FactsPtr();
    auto out = std::make_shared<StridingFacts>();
    out->program = program;
    out->written = QFileInfo(QString::fromStdString(folder->derivation.report)).lastModified();
    out->report = *report;
    const project::Origin& origin = folder->origin();
    const lower::striding::Options options = project::optionsOf(origin);
    out->origin = {.network = QString::fromStdString(origin.network),
                   .machine = QString::fromStdString(origin.machine),
                   .mode = requestedMode(*report),
                   .input = QString::fromStdString(origin.input),
                   .folder = QFileInfo(program).path(),
                   .range = QString::fromStdString(origin.range),
                   .order = network::ImageOrder::ChannelsLast, // what was read is what is there
                   .section = origin.section,
                   .fold = options.fold,
                   .maskFactor = options.maskFactor,
                   .part = report->part};
    out->modes.resize(out->report.layers.size());
    return FactsPtr(std::move(out));
}

} // namespace lw::striding
