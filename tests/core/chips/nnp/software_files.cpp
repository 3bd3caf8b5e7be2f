// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/software_files.h"

#include <QFile>
#include <QProcess>
#include <QTest>

namespace lw::test {

QString textOfFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void writeText(const QString& path, const QString& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0);
}

QString saidBy(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.waitForFinished(-1); // the test has a limit: QTEST_FUNCTION_TIMEOUT, with LW_EVERY_SEED an hour
    const QString said = QString::fromUtf8(process.readAll());
    return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0 ? QString()
                                                                                   : said + "failed";
}

QString allInOne(const QDir& folder, const QStringList& names) {
    QString out = textOfFile(folder.filePath(names.front() + "/blockfloat.hpp")), calls;
    for (const QString& name : names) {
        QString text = textOfFile(folder.filePath(name + "/software.cpp"));
        text.remove("#include \"blockfloat.hpp\"\n").replace("int main(", "void runAll(");
        out += "namespace s" + name + " {\n" + text + "}\n";
        calls += "    words[1] = const_cast<char*>(\"" + folder.filePath(name) + "\");\n    s" + name +
                 "::runAll(3, words);\n";
    }
    return out.remove("#pragma once\n") +
           "int main(int, char** words) {\n    blockfloat::Vectors x;\n"
           "    for (int code = 0; code < 0x10000; ++code) "
           "x.push_back(blockfloat::valueOf(static_cast<std::uint16_t>(code)));\n"
           "    const blockfloat::Format f{4, 5, 4, 5, false, false};\n"
           "    blockfloat::save(\"" +
           folder.filePath("functions_cpp.npy") +
           "\", blockfloat::joined(std::vector<blockfloat::Vectors>{f.sigmoid(x), f.tanh(x), f.relu(x), "
           "f.each(x, [&f](double a) { return f.half(std::exp(a)); })}));\n" +
           calls + "}\n";
}

} // namespace lw::test
