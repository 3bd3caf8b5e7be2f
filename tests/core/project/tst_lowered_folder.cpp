// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/lower/striding/report_json.h"
#include "core/project/lowered_folder.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using project::LoweredOrigin;

class TestLoweredFolder : public QObject {
    Q_OBJECT

    static lower::striding::Report reportOf(const char* mode) {
        lower::striding::Report out;
        out.network = "net";
        out.machine = "inference";
        out.requested = mode;
        return out;
    }

  private Q_SLOTS:
    void whatIsWrittenIsReadBack() {
        const QTemporaryDir place;
        const std::string folder = place.path().toStdString();
        const LoweredOrigin origin{.network = "/a/\"b\".json",
                                   .machine = "inference-teaching",
                                   .input = "x.npy",
                                   .range = "0,1",
                                   .fold = false,
                                   .maskFactor = 7};
        QVERIFY(project::writeReports(folder, {reportOf("mask-sum")}));
        QVERIFY(project::writeOrigin(folder, origin));
        const auto read = project::readLoweredFolder(folder + "/program.lw");
        QVERIFY(read);
        QCOMPARE(read->report, folder + "/report.json");
        QCOMPARE(read->reports.size(), std::size_t{1});
        QVERIFY(read->ownReport() && !read->isOriginDamaged);
        QCOMPARE(read->origin.network, origin.network);
        QCOMPARE(read->origin.machine, origin.machine);
        QCOMPARE(read->origin.input, origin.input);
        QCOMPARE(read->origin.range, origin.range);
        QCOMPARE(project::optionsOf(read->origin).fold, false);
        QCOMPARE(project::optionsOf(read->origin).maskFactor, 7.0);
    }
    void ofSeveralModesItLiesAbove() {
        const QTemporaryDir place;
        QVERIFY(QDir(place.path()).mkpath(QStringLiteral("mask-sum")));
        const std::string folder = place.path().toStdString();
        QVERIFY(project::writeReports(folder, {reportOf("mask-max"), reportOf("mask-sum")}));
        const auto read = project::readLoweredFolder(folder + "/mask-sum/program.lw");
        QVERIFY(read);
        QCOMPARE(read->reports.size(), std::size_t{2});
        QVERIFY(read->origin.network.empty());
        QVERIFY(read->ownReport() && read->ownReport()->requested == "mask-sum");
        // One report above is another mode's, or of a program that lies there.
        QVERIFY(project::writeReports(folder, {reportOf("mask-max")}));
        const auto other = project::readLoweredFolder(folder + "/mask-sum/program.lw");
        QVERIFY(other && !other->ownReport());
        QVERIFY(writeFileAtomically(folder + "/report.json", "{}"));
        const auto strange = project::readLoweredFolder(folder + "/mask-sum/program.lw");
        QVERIFY(!strange && strange.problem().message->code == "E104");
    }
    void whatIsMissingOrDamaged() {
        const QTemporaryDir place;
        const std::string folder = place.path().toStdString();
        QVERIFY(!project::readLoweredFolder(folder + "/program.lw"));
        QVERIFY(writeFileAtomically(folder + "/report.json", "{]"));
        QVERIFY(!project::readLoweredFolder(folder + "/program.lw"));
        QVERIFY(project::writeReports(folder, {reportOf("mask-sum")}));
        for (const char* text :
             {"", "[]", "{\"network\": \"/a.json\"}",
              "{\"network\": \"/a.json\", \"machine\": \"\", \"input\": \"\", \"range\": \"\", "
              "\"fold\": 0, \"factor\": 0}"}) {
            QVERIFY(writeFileAtomically(folder + "/origin.json", text));
            const auto read = project::readLoweredFolder(folder + "/program.lw");
            QVERIFY(read);
            QVERIFY(read->isOriginDamaged && read->origin.network.empty());
        }
    }
};

int tst_lowered_folder(int argc, char** argv) {
    return lw::tests::run<TestLoweredFolder, QCoreApplication>(argc, argv);
}
#include "tst_lowered_folder.moc"
