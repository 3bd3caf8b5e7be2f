// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/processor/software_runs.h"

#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/software_files.h"

#include <QDir>
#include <QFile>

#include <utility>
#include <vector>

namespace lw::test {

namespace {

std::vector<std::uint16_t> codesIn(const QString& path) {
    std::vector<std::uint16_t> out;
    const auto tensor = tensor::readNpy(path.toStdString());
    for (std::uint64_t i = 0; tensor && i < tensor->count(); ++i) out.push_back(tensor->at<std::uint16_t>(i));
    return out;
}

} // namespace

project::Software softwareFor(const project::LoadedProgram& loaded) {
    auto software = project::softwareOf(loaded, "firmware");
    if (!software) qFatal("%s", textOf(software.problem()).c_str());
    return *std::move(software);
}

void writeSoftware(const project::LoadedProgram& loaded, const project::Software& software,
                   const QString& folder) {
    const auto machine = loaded.createMachine({});
    for (const project::Language& language : project::languages())
        if (!project::writeSoftware(software, language, **machine, folder.toStdString(), "software"))
            qFatal("software cannot be written");
}

std::string differenceOfSoftware(const project::LoadedProgram& loaded, const project::Software& software,
                                 const QString& folder) {
    const project::Observed observed = project::observe(software, **loaded.createMachine({}));
    if (observed.stop.fault) return observed.stop.fault->text;
    const QDir in(folder);
    const QString values = in.filePath("values.npy"), program = in.filePath("software");
    const auto agrees = [&](const QString& command, const QStringList& words) {
        if (const QString said = saidBy(command, words); !said.isEmpty()) return said.toStdString();
        const auto difference = project::firstDifference(software, observed.codes, codesIn(values));
        QFile::remove(values);
        return difference ? project::textOf(*difference, software) : std::string();
    };
    const QString numpy = in.filePath("software_numpy.py"), standIn = in.filePath("tensorflow_standin.py"),
                  tensorflow = in.filePath("software_tensorflow.py");
    for (const QStringList& which : {QStringList{numpy}, QStringList{standIn, tensorflow}})
        if (std::string wrong =
                agrees("/usr/bin/python3", QStringList{"-W", "error"} + which + QStringList{"--values"});
            !wrong.empty())
            return wrong;
    const QString said = saidBy("g++", {"-std=c++17", "-pedantic", "-Wall", "-Wextra", "-Wconversion",
                                        "-Werror", "-O0", "-o", program, in.filePath("software.cpp")});
    return said.isEmpty() ? agrees(program, {folder, "--values"}) : said.toStdString();
}

} // namespace lw::test
