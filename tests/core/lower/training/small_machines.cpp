// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/training/small_machines.h"

#include "core/base/check.h"
#include "core/project/fit_training.h"
#include "core/project/lowered_program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace lw::test {

std::string SmallMachines::with(const std::map<std::string, std::int64_t>& sizes) {
    QFile file(QStringLiteral(LW_ROOT "/resources/chips/training-small.json"));
    LW_REQUIRE(file.open(QIODevice::ReadOnly), "the machine's file");
    QJsonObject machine = QJsonDocument::fromJson(file.readAll()).object();
    QJsonObject all = machine[QStringLiteral("sizes")].toObject();
    for (const auto& [name, value] : sizes) {
        const QString key = QString::fromStdString(name);
        QJsonObject one = all[key].toObject();
        one[QStringLiteral("value")] = static_cast<qint64>(value);
        all[key] = one;
    }
    machine[QStringLiteral("sizes")] = all;
    QFile copy(m_folder.filePath(QString::number(++m_count) + QStringLiteral(".json")));
    LW_REQUIRE(copy.open(QIODevice::WriteOnly), "a file of the test");
    copy.write(QJsonDocument(machine).toJson());
    return copy.fileName().toStdString();
}

Result<project::TrainingLowered> loweredOn(const std::string& machine, const network::Network& network,
                                           const lower::recompute::Request& keeps, std::uint64_t images,
                                           bool keepsGradients) {
    const lower::training::Data one = project::zeroBatch(network);
    const auto extended = [&](const tensor::Tensor& of) {
        tensor::Shape shape = of.shape();
        shape[0] = images;
        return tensor::Tensor(of.dtype(), shape);
    };
    return project::lowerTraining(
        network, {.machine = machine, .keeps = keeps, .options = {.keepsGradients = keepsGradients}},
        extended(one.images), extended(one.labels));
}

std::string failureOn(const std::string& machine, const lower::LoweredText& program) {
    const auto loaded = project::loadWritten(program, machine);
    if (!loaded) return std::string(loaded.problem().message->code);
    const auto made = loaded->createMachine({});
    if (!made) return textOf(made.problem());
    const machine::Stop stop = (*made)->run({});
    if (stop.kind == machine::StopKind::Halted) return {};
    return stop.fault ? stop.fault->text : "it does not end";
}

} // namespace lw::test
