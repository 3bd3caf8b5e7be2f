// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/software_files.h"

#include "core/isa/encode.h"
#include "core/isa/lookup.h"

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

std::set<isa::OpId> rowsIn(const isa::Spec& spec, const program::Program& program) {
    std::set<isa::OpId> out;
    for (const isa::Bits& bits : program.bundles) {
        isa::Bundle bundle;
        if (isa::decode(spec, bits, bundle)) continue;
        // A nop has no instruction.
        out.insert(bundle.count == 0 ? isa::lookupOf(spec).opNamed(0, "nop") : bundle.insns[0].op);
    }
    return out;
}

} // namespace lw::test
