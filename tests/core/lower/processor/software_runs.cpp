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

// Of what software has written of itself, which is taken away.
std::string differenceOfValues(const project::Software& software, const project::Codes& firmware,
                               const QString& values) {
    const std::vector<std::uint16_t> codes = codesIn(values);
    if (codes.size() < firmware.size())
        return std::to_string(codes.size()) + " numbers of " + std::to_string(firmware.size());
    const auto difference = project::firstDifference(software, firmware, codes);
    QFile::remove(values);
    return difference ? project::textOf(*difference, software) : std::string();
}

const QString kPython = "/usr/bin/python3";
// Text of an error; compiled with what a person would be warned of.
QString saidByCompiler(const QString& text, const QString& program) {
    return saidBy("g++", {"-std=c++17", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O0",
                          "-o", program, text});
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
        const QString said = saidBy(command, words);
        return said.isEmpty() ? differenceOfValues(software, observed.codes, values) : said.toStdString();
    };
    const QString numpy = in.filePath("software_numpy.py"), standIn = in.filePath("tensorflow_standin.py"),
                  tensorflow = in.filePath("software_tensorflow.py");
    for (const QStringList& which : {QStringList{numpy}, QStringList{standIn, tensorflow}})
        if (std::string wrong = agrees(kPython, QStringList{"-W", "error"} + which + QStringList{"--values"});
            !wrong.empty())
            return wrong;
    const QString said = saidByCompiler(in.filePath("software.cpp"), program);
    return said.isEmpty() ? agrees(program, {folder, "--values"}) : said.toStdString();
}

QString SoftwareRuns::pathOf(std::size_t run, const QString& file) const {
    return QDir(m_folder.filePath(QString::number(run))).filePath(file);
}

std::string SoftwareRuns::add(const std::string& name, const project::LoadedProgram& loaded) {
    project::Software software = softwareFor(loaded);
    project::Observed observed = project::observe(software, **loaded.createMachine({}));
    if (observed.stop.fault) return observed.stop.fault->text;
    writeSoftware(loaded, software, pathOf(m_runs.size()));
    m_runs.push_back({name, std::move(software), std::move(observed.codes)});
    return {};
}

std::string SoftwareRuns::differenceOf(std::size_t run) const {
    const Run& one = m_runs[run];
    const std::string difference = differenceOfValues(one.software, one.firmware, pathOf(run, "values.npy"));
    return difference.empty() ? difference : one.name + ": " + difference;
}

std::string SoftwareRuns::differenceOfAll(const QString& program, const QStringList& words) const {
    if (const QString said = saidBy(program, words); !said.isEmpty()) return said.toStdString();
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        if (std::string difference = differenceOf(i); !difference.empty()) return difference;
    return {};
}

std::string SoftwareRuns::differenceInPython() const {
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        for (const QStringList& which :
             {QStringList{pathOf(i, "software_numpy.py")},
              QStringList{pathOf(i, "tensorflow_standin.py"), pathOf(i, "software_tensorflow.py")}}) {
            const QString said =
                saidBy(kPython, QStringList{"-W", "error"} + which + QStringList{"--values"});
            if (!said.isEmpty()) return m_runs[i].name + ": " + said.toStdString();
            if (std::string difference = differenceOf(i); !difference.empty()) return difference;
        }
    return {};
}

std::string SoftwareRuns::differenceInCpp() const {
    const QDir folder(m_folder.path());
    const QString text = folder.filePath("all.cpp"), program = folder.filePath("all");
    QStringList names;
    for (std::size_t i = 0; i < m_runs.size(); ++i) names << QString::number(i);
    writeText(text, allInOne(folder, names));
    const QString said = saidByCompiler(text, program);
    return said.isEmpty() ? differenceOfAll(program, {"", "--values"}) : said.toStdString();
}

std::string SoftwareRuns::differenceInTorch() const {
    QStringList words{"-W", "error", LW_TESTS "/core/chips/nnp/each_in_torch.py"};
    for (std::size_t i = 0; i < m_runs.size(); ++i) words << pathOf(i);
    return differenceOfAll(kPython, words);
}

bool SoftwareRuns::hasTorch() { return saidBy(kPython, {"-c", "import torch"}).isEmpty(); }

} // namespace lw::test
