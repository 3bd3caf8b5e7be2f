// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/striding_files.h"

#include "core/base/file.h"
#include "core/lower/report_json.h"
#include "core/network/input_range.h"
#include "core/network/reference.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/project/lowered_program.h"
#include "core/tensor/npy.h"

#include <QFileInfo>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>

namespace lw::striding {

namespace {

constexpr std::uint64_t kLargestReport = 64 << 20;
constexpr char kOrigin[] = "origin.json", kReport[] = "report.json", kInputFile[] = "input.npy";

std::string pathIn(const QString& folder, const char* name) {
    return source::pathIn(folder.toStdString(), name);
}

// uint8 of shape [rows, columns, channels]; a picture that cannot be read is left to the reader of .npy,
// which says so.
std::optional<tensor::Tensor> readImage(const QString& path, std::uint64_t channels) {
    if (path.endsWith(QLatin1String(".npy"), Qt::CaseInsensitive)) return {};
    QImage image(path);
    if (image.isNull()) return {};
    const bool isGrey = channels == 1;
    image.convertTo(isGrey ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    const auto rows = static_cast<std::size_t>(image.height());
    const std::size_t line = static_cast<std::size_t>(image.width()) * (isGrey ? 1 : 3);
    std::vector<std::byte> bytes(rows * line);
    for (std::size_t row = 0; row < rows; ++row)
        std::memcpy(bytes.data() + row * line, image.constScanLine(static_cast<int>(row)), line);
    return tensor::Tensor(tensor::DType::U8,
                          {rows, static_cast<std::uint64_t>(image.width()), isGrey ? 1u : 3u},
                          std::move(bytes));
}

QString textIn(const QJsonObject& object, const char* key) {
    return object.value(QLatin1String(key)).toString();
}

Outcome writeOrigin(const StridingRequest& request, const QString& folder, const QString& input) {
    const QJsonObject origin{{QStringLiteral("network"), request.network},
                             {QStringLiteral("machine"), request.machine},
                             {QStringLiteral("input"), input},
                             {QStringLiteral("range"), request.range}};
    return writeFileAtomically(pathIn(folder, kOrigin), QJsonDocument(origin).toJson().toStdString());
}

} // namespace

Result<network::Network> readNetwork(const QString& path, const QString& range) {
    source::DiskLoader disk;
    source::Files files(disk);
    LW_TRY(network::Network network, project::loadNetwork(path.toStdString(), files));
    if (!range.isEmpty()) {
        LW_TRY([[maybe_unused]] const Done set, network::setRange(network, range.toStdString()));
    }
    return network;
}

Result<tensor::Tensor> readInput(const QString& path, const network::Network& network) {
    const tensor::Shape& shape = network.input.shape;
    std::optional<tensor::Tensor> given = readImage(path, shape.size() == 3 ? shape[2] : 1);
    if (!given) {
        LW_TRY(given, tensor::readNpy(path.toStdString()));
    }
    LW_TRY(tensor::Tensor input, network::asInput(network, *given, network::Arithmetic::F32));
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

Result<WrittenProgram> writeProgram(const StridingRequest& given, const QString& folder) {
    StridingRequest request = given;
    LW_TRY(const network::Network network, readNetwork(request.network, request.range));
    lower::Options options;
    options.mode = request.mode;
    if (request.machine.isEmpty()) {
        LW_TRY(const std::string machine, project::smallestMachine(network, options));
        request.machine = QString::fromStdString(machine);
    }
    LW_TRY(const lower::Lowering lowering,
           project::lowerNetwork(network, request.machine.toStdString(), options));
    std::optional<tensor::Tensor> input;
    if (!request.input.isEmpty()) {
        LW_TRY(input, readInput(request.input, network));
    }
    LW_TRY([[maybe_unused]] const Done program, project::writeLowered(lowering, folder.toStdString()));
    const std::string name = source::pathIn(folder.toStdString(), project::kLoweredProgram);
    WrittenProgram out{QString::fromStdString(name), {}, {}};
    if (input) {
        out.input = QString::fromStdString(pathIn(folder, kInputFile));
        out.tensor = QString::fromStdString(lowering.plan.hostNames[network::kInput]);
        LW_TRY([[maybe_unused]] const Done put, tensor::writeNpy(out.input.toStdString(), *input));
    }
    LW_TRY([[maybe_unused]] const Done origin, writeOrigin(request, folder, out.input));
    const std::vector<lower::Report> reports{lowering.report};
    LW_TRY([[maybe_unused]] const Done report,
           writeFileAtomically(pathIn(folder, kReport), lower::reportsJson(reports)));
    return out;
}

FactsPtr readFacts(const QString& program) {
    const QString folder = QFileInfo(program).path();
    source::DiskLoader disk(kLargestReport);
    source::Files files(disk);
    const auto file = files.open(pathIn(folder, kReport));
    if (!file) return nullptr;
    auto reports = lower::reportsFromJson(files[*file].text());
    if (!reports || reports->size() != 1) return nullptr;
    auto out = std::make_shared<StridingFacts>();
    out->program = program;
    out->written = QFileInfo(QString::fromStdString(pathIn(folder, kReport))).lastModified();
    out->report = std::move(reports->front());
    if (const auto origin = files.open(pathIn(folder, kOrigin))) {
        const std::string_view text = files[*origin].text();
        const QJsonObject object =
            QJsonDocument::fromJson(QByteArray(text.data(), static_cast<qsizetype>(text.size()))).object();
        out->origin = {
            textIn(object, "network"), textIn(object, "machine"), {}, textIn(object, "input"), folder,
            textIn(object, "range")};
    }
    out->modes.resize(out->report.layers.size());
    return out;
}

} // namespace lw::striding
