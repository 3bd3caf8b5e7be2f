// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/trap_case.h"

#include "core/isa/lookup.h"
#include "core/numeric/half.h"
#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/software_files.h"

#include <QFile>
#include <QTest>

#include <limits>
#include <random>

namespace lw::test {

namespace {

using Codes = std::vector<std::uint16_t>;

// What a file for NumPy is called for another library.
QString fileFor(Engine engine, const char* file) {
    if (engine != Engine::Tensorflow && engine != Engine::Torch) return file;
    return QString(std::string_view(file) == kModule ? "software_%1.py" : "blockfloat_%1.py")
        .arg(engine == Engine::Torch ? "torch" : "tensorflow");
}

void change(const QDir& to, const Changes& changes, Engine engine) {
    for (const Change& one : changes) {
        const QString file = to.filePath(fileFor(engine, one.file));
        QString text = textOfFile(file);
        QVERIFY2(text.contains(one.from), one.from);
        writeText(file, text.replace(one.from, one.to));
    }
}

// What went wrong.
QString ranBy(Engine engine, const QDir& in) {
    const QString module = in.filePath(fileFor(engine, kModule));
    if (engine == Engine::Torch) return {}; // all in one process
    if (engine == Engine::Numpy) return saidBy("/usr/bin/python3", {"-B", module, "--values"});
    if (engine == Engine::Tensorflow)
        return saidBy("/usr/bin/python3", {"-B", in.filePath("tensorflow_standin.py"), module, "--values"});
    const QString program = in.filePath("program");
    const QString said = saidBy("g++", {"-std=c++17", "-O0", "-o", program, in.filePath(kProgram)});
    return said.isEmpty() ? saidBy(program, {in.path(), "--values"}) : said;
}

} // namespace

bool isTorchThere() { return saidBy("/usr/bin/python3", {"-c", "import torch"}).isEmpty(); }

std::vector<Trapped> runtimeTraps(const char* node) {
    using concord::Trap;
    return {
        {Trap::WholeRow,
         node,
         {{kRuntime, "x, x_exponents = self.mantissas(vectors, self.vector, how)",
           "x, x_exponents = self.mantissas(reshape(vectors, (turns, -1)), self.vector)\n"
           "        x_exponents = reshape(x_exponents, (-1, 1)) * np.ones((1, columns))"}},
         {{kHeader, "const Blocks x = blocks(vectors, vectorBits, how);",
           "const Format whole{n * columns, vectorBits, matrixBits, exponentBits, exactSums, saturates};\n"
           "Blocks x = whole.blocks(vectors, vectorBits);\nstd::vector<int> all;\n"
           "for (const int one : x.exponents) all.insert(all.end(), columns, one);\nx.exponents = all;"}}},
        {Trap::Clamp,
         node,
         {{kRuntime, "clip(how(held(scaled)), -limit,", "clip(how(held(scaled)), 1 - limit,"}},
         {{kHeader, "std::max(scaled, -limit)", "std::max(scaled, 1 - limit)"}}}};
}

Trapped floatSums(const char* node) {
    return {concord::Trap::FloatSums,
            node,
            {{kRuntime, "        low = -top(-exponents) if self.exact else -40.0\n",
              "        terms, total = dots * power(exponents), 0.0\n"
              "        for column in range(terms.shape[2]):\n"
              "            total = to_single(total + terms[:, :, column])\n"
              "        return self.half(total)\n"
              "        low = -40.0\n"}},
            {{kHeader, "Sum sum;", "float sum = 0;"},
             {kHeader, "sum.add(dot, matrix",
              "sum += static_cast<float>(std::ldexp(static_cast<double>(dot), matrix"},
             {kHeader, "- (matrixBits - 1));", "- (matrixBits - 1)));"},
             {kHeader, "half(sum.value())", "half(static_cast<double>(sum))"}}};
}

Changes roundedTwice(Engine engine) {
    switch (engine) {
    case Engine::Numpy:
        return {{kRuntime, "np.asarray(values, np.float64)", "np.asarray(values, np.float32)"}};
    case Engine::Torch:
        return {{kRuntime, "return to_bits(values, 11, -24)", "return values.to(torch.float16).double()"}};
    case Engine::Tensorflow:
        return {{kRuntime, "return to_bits(values, 11, -24)",
                 "return to_bits(to_bits(values, 24, -149), 11, -24)"}};
    case Engine::Cpp:
        return {{kHeader, "std::nearbyint(value / unit)",
                 "std::nearbyint(static_cast<double>(static_cast<float>(value)) / unit)"}};
    }
    return {};
}

TrapNumbers numbersOfTraps(std::size_t times) {
    std::mt19937 random(5);
    const auto some = [&](std::size_t count) {
        std::vector<double> out;
        for (std::size_t i = 0; i < count; ++i)
            out.push_back((static_cast<double>(random() % 4096) - 2048) / 1536);
        return out;
    };
    std::vector<double> matrices = some(96), vectors = some(32), queue = some(12 * times);
    for (std::size_t i = 0; i < 16; ++i) matrices[64 + i] = i % 5 == 0 ? 1 : 0; // the identity
    for (double& value : matrices) value /= 2;
    for (std::size_t i = 0; i < 16; ++i) matrices[64 + i] *= 2;
    for (std::size_t i = 12; i < 16; ++i) vectors[i] = -std::numeric_limits<double>::infinity();
    queue[4] = -3.96; // the lowest mantissa of its block, and another exponent than the vector before
    return {{"mdram", matrices}, {"vdram", vectors}, {"netin", queue}};
}

TrapCase::TrapCase(const std::string& text, const TrapNumbers& spaces, const std::string& machine) {
    source::MemoryLoader loader;
    loader.set("main.lw", text);
    loader.set("machine.json", machine);
    source::Files files(loader);
    loaded = *project::loadProgram({"main.lw", "", {}}, files).loaded;
    software = *project::softwareOf(loaded, "firmware");
    const auto processor = loaded.createMachine({});
    for (const auto& [name, numbers] : spaces) {
        Codes codes;
        for (const double number : numbers)
            codes.push_back(numeric::halfOf(number, numeric::Overflow::Infinity));
        const auto space = *isa::lookupOf(*loaded.chip->spec).spaceNamed(name);
        if (!(*processor)->onlyCore().writeSpace(space, 0, std::as_bytes(std::span(codes))))
            qFatal("no room");
    }
    for (const project::Language& language : project::languages())
        if (!project::writeSoftware(software, language, **processor, folder.path().toStdString(), "software"))
            qFatal("no files");
    observed = project::observe(software, **processor);
}

std::vector<std::string> TrapCase::saidOfEach(const std::vector<Changes>& each, Engine engine) const {
    QTemporaryDir copies;
    QStringList folders;
    std::vector<std::string> out;
    for (const Changes& changes : each) {
        const QDir from(folder.path()), to(copies.filePath(QString::number(folders.size())));
        QDir().mkpath(to.path());
        for (const QString& name : from.entryList(QDir::Files))
            QFile::copy(from.filePath(name), to.filePath(name));
        change(to, changes, engine);
        folders << to.path();
    }
    if (engine == Engine::Torch) {
        const QString said = saidBy("/usr/bin/python3",
                                    QStringList{"-B", LW_TESTS "/core/chips/nnp/each_in_torch.py"} + folders);
        if (!said.isEmpty()) return std::vector(each.size(), said.toStdString());
    }
    for (const QString& one : folders) {
        const QString said = ranBy(engine, QDir(one));
        out.push_back(said.isEmpty() ? saidOfValues(QDir(one)) : said.toStdString());
    }
    return out;
}

std::string TrapCase::saidOfValues(const QDir& in) const {
    const auto tensor = tensor::readNpy(in.filePath("values.npy").toStdString());
    Codes values;
    for (std::uint64_t i = 0; tensor && i < tensor->count(); ++i)
        values.push_back(tensor->at<std::uint16_t>(i));
    const auto first = project::firstDifference(software, observed.codes, values);
    if (!first) return "equal";
    const auto why = project::explain(software, loaded.program, *first, observed, values);
    return "v" + std::to_string(*first->node) + " " +
           (why.trap ? std::string(concord::wordsOf(*why.trap).name) : "nothing");
}

QByteArray wanted(concord::Trap trap, const char* node) {
    return QByteArray::fromStdString(node + (" " + std::string(concord::wordsOf(trap).name)));
}
QByteArray wanted(const Trapped& one) { return wanted(one.trap, one.node); }
QByteArray said(const TrapCase& of, const Changes& changes, Engine engine) {
    return QByteArray::fromStdString(of.saidOfEach({changes}, engine).front());
}
QByteArray wrongIn(const TrapCase& of, const std::vector<Trapped>& traps, Engine engine) {
    std::vector<Changes> each;
    for (const Trapped& one : traps) each.push_back(engine == Engine::Cpp ? one.cpp : one.python);
    each.emplace_back();
    const std::vector<std::string> said = of.saidOfEach(each, engine);
    for (std::size_t i = 0; i < traps.size(); ++i)
        if (const QByteArray right = wanted(traps[i]); right != said[i].c_str())
            return right + " is called " + said[i].c_str();
    return said.back() == "equal" ? QByteArray() : "without a mistake: " + QByteArray(said.back().c_str());
}

} // namespace lw::test
