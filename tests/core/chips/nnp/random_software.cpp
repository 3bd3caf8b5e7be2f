// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/random_software.h"

#include "core/isa/lookup.h"
#include "core/numeric/half.h"
#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/nnp_case.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/support/assemble.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace lw::test {

namespace {

constexpr int kExecutedChains = 40; // at least
const std::string kTwoPortions = LW_ROOT "/examples/nnp/two-portions/";

template <typename Vectors> void append(Codes& codes, const Vectors& vectors) {
    for (const PlainVector& vector : vectors)
        for (const double value : vector)
            codes.push_back(numeric::halfOf(value, numeric::Overflow::Infinity));
}

// Mantissas from 2 to 16 bits, by chance: number and arithmetic go along with each other.
struct Widths {
    std::uint32_t vector = 0, matrix = 0, middle = 0;
};
Widths widthsOf(std::uint32_t number) {
    std::mt19937 random(number);
    const auto width = [&] { return 2 + static_cast<std::uint32_t>(random() % 15); };
    return {width(), width(), width()};
}

} // namespace

void write(const QString& path, const Codes& codes) {
    const auto tensor = tensor::Tensor::of<std::uint16_t>(tensor::DType::U16, {codes.size()}, codes);
    QVERIFY(bool(tensor::writeNpy(path.toStdString(), tensor)));
}

Codes read(const QString& path) {
    const auto tensor = tensor::readNpy(path.toStdString());
    Codes out;
    for (std::uint64_t i = 0; tensor && i < tensor->count(); ++i) {
        const auto code = tensor->at<std::uint16_t>(i);
        out.push_back((code & 0x7fff) > 0x7c00 ? 0x7e00 : code);
    }
    return out;
}

QString saidByPython(const QStringList& arguments) {
    return saidBy("/usr/bin/python3", QStringList{"-W", "error"} + arguments);
}
QString saidByCompiler(const QString& source, const QString& program) {
    return saidBy("g++", {"-std=c++17", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O0",
                          "-o", program, source});
}

void everyLanguageAgrees(const QTemporaryDir& folder) {
    const Codes firmware = read(folder.filePath("firmware.npy"));
    QVERIFY(!firmware.empty());
    QCOMPARE(saidByPython({folder.filePath("software_numpy.py"), "--values"}), QString());
    QCOMPARE(read(folder.filePath("values.npy")), firmware);
    QCOMPARE(saidByCompiler(folder.filePath("software.cpp"), folder.filePath("software")), QString());
    QCOMPARE(saidBy(folder.filePath("software"), {folder.path(), "--values"}), QString());
    QCOMPARE(read(folder.filePath("values.npy")), firmware);
}

project::LoadedProgram example(const char* file) {
    source::DiskLoader disk;
    source::Files files(disk);
    project::ProgramAnswer answer = project::loadProgram({kTwoPortions + file, "", {}}, files);
    if (!answer.loaded) qFatal("%s does not assemble", file);
    return *std::move(answer.loaded);
}

std::string machineOf(std::uint32_t number, std::uint32_t n) {
    std::string json = *(*chips::chipNamed("nnp"))->builtIn("nnp-teaching");
    const auto set = [&](const std::string& key, std::uint32_t value) {
        const std::size_t at = json.find("\"value\": ", json.find("\"" + key + "\"")) + 9;
        json.replace(at, json.find(',', at) - at, std::to_string(value));
    };
    set("nativeDimension", n);
    for (const char* const vectors : {"netInBytes", "netOutBytes", "vectorDramBytes"})
        set(vectors, 512 * 2 * n);
    set("matrixDramBytes", 256 * 2 * n * n);
    const Widths widths = widthsOf(number);
    set("vectorMantissaBits", widths.vector);
    set("matrixMantissaBits", widths.matrix);
    set("exponentBits", hasIntegers(number) ? 0 : number % 3 == 0 ? 5 : 8);
    set("exactSums", number / 3 % 2);
    set("saturates", number / 6 % 2);
    return json;
}

project::LoadedProgram assembled(const std::string& machine, const std::string& text) {
    project::LoadedProgram out;
    out.chip = *chips::chipNamed("nnp");
    out.machine = *out.chip->parse(machine, Place::kNoFile);
    Source source;
    source.options.targetOf = [&](const assembler::MachineRequest&) -> Result<program::Target> {
        return out.machine.target;
    };
    const assembler::Assembly assembly = source.assemble(text);
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    out.program = *assembly.program;
    return out;
}

project::LoadedProgram randomProgram(std::uint32_t number, RandomChains& random) {
    std::string text = ".chip nnp, \"nnp-teaching\"\ns_wr rows, 64\n";
    std::uint32_t from = kPlainVectors;
    for (const char* file : {"InitialVrf", "AddSubVrf0", "AddSubVrf1", "MultiplyVrf"}) {
        text += "v_rd Dram, " + std::to_string(from) + "\nv_wr " + file + ", 0\nend_chain\n";
        from += kPlainVectors;
    }
    text += "s_wr middle, " + std::to_string(widthsOf(number).middle) + "\n";
    random.executed =
        static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) - 1; // without .chip
    while (random.chains < kExecutedChains) text += random.next();
    return assembled(machineOf(number, static_cast<std::uint32_t>(random.start.n)), text + "halt\n");
}

void fill(machine::Machine& machine, const PlainProcessor& start) {
    Codes vectors, matrices, queue;
    append(vectors, start.dram);
    for (const PlainFile* const file : {&start.initial, &start.add0, &start.add1, &start.multiply})
        append(vectors, *file);
    for (const auto& matrix : start.matrices) append(matrices, matrix);
    append(queue, start.in);
    const isa::Spec& spec = *(*chips::chipNamed("nnp"))->spec;
    for (isa::SpaceId space{}; index(space) < spec.spaces.size(); ++space) {
        const std::string_view name = spec.spaces[index(space)].name;
        const Codes& codes = name == "vdram" ? vectors : name == "mdram" ? matrices : queue;
        if (name == "netout") continue;
        QVERIFY(bool(machine.onlyCore().writeSpace(space, 0, std::as_bytes(std::span(codes)))));
    }
}

WrittenSoftware written(const project::LoadedProgram& loaded, const QString& folder,
                        const std::function<void(machine::Machine&)>& start) {
    auto software = project::softwareOf(loaded, "firmware");
    if (!software) qFatal("%s", textOf(software.problem()).c_str());
    const auto machine = loaded.createMachine({});
    if (start) start(**machine);
    for (const project::Language& language : project::languages())
        if (!project::writeSoftware(*software, language, **machine, folder.toStdString(), "software"))
            qFatal("no files");
    project::Observed observed = project::observe(*software, **machine);
    if (observed.stop.fault) qFatal("%s", observed.stop.fault->text.c_str());
    Codes codes;
    for (const auto& code : observed.codes) {
        if (!code) qFatal("turns that write over each other");
        codes.push_back(*code);
    }
    write(folder + "/firmware.npy", codes);
    return {*std::move(software), std::move(observed)};
}

} // namespace lw::test
