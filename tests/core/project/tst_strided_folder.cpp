// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/lower/striding/report_json.h"
#include "core/project/strided_folder.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using project::Origin;

class TestStridedFolder : public QObject {
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
        lower::striding::Options options;
        options.fold = false;
        options.maskFactor = 7;
        const Origin origin = project::originWith({.technique = {},
                                                   .network = "/a/\"b\".json",
                                                   .machine = "inference-teaching",
                                                   .input = "x.npy",
                                                   .range = "0,1",
                                                   .section = {.from = "conv1", .until = {}},
                                                   .settings = {}},
                                                  options);
        QVERIFY(project::writeReports(folder, {reportOf("mask-sum")}));
        QVERIFY(project::writeOrigin(folder, origin));
        const auto read = project::readStridedFolder(folder + "/program.lw");
        QVERIFY(read);
        QCOMPARE(read->derivation.report, folder + "/report.json");
        QCOMPARE(read->reports.size(), std::size_t{1});
        QVERIFY(read->ownReport() && !read->derivation.isOriginDamaged);
        QVERIFY(read->origin() == origin);
        QCOMPARE(read->origin().technique, "striding");
        QCOMPARE(project::optionsOf(read->origin()).fold, false);
        QCOMPARE(project::optionsOf(read->origin()).maskFactor, 7.0);
    }
    void ofSeveralModesItLiesAbove() {
        const QTemporaryDir place;
        QVERIFY(QDir(place.path()).mkpath(QStringLiteral("mask-sum")));
        const std::string folder = place.path().toStdString();
        QVERIFY(project::writeReports(folder, {reportOf("mask-max"), reportOf("mask-sum")}));
        const auto read = project::readStridedFolder(folder + "/mask-sum/program.lw");
        QVERIFY(read);
        QCOMPARE(read->reports.size(), std::size_t{2});
        QVERIFY(read->origin().network.empty());
        QVERIFY(read->ownReport() && read->ownReport()->requested == "mask-sum");
        // One report above is another mode's, or of a program that lies there.
        QVERIFY(project::writeReports(folder, {reportOf("mask-max")}));
        const auto other = project::readStridedFolder(folder + "/mask-sum/program.lw");
        QVERIFY(other && !other->ownReport());
        QVERIFY(writeFileAtomically(folder + "/report.json", "{}"));
        const auto strange = project::readStridedFolder(folder + "/mask-sum/program.lw");
        QVERIFY(!strange && strange.problem().message->code == "E104");
    }
    // Written before techniques had names, it is striding's; another technique's is not read.
    void theTechniqueIsNamed() {
        const QTemporaryDir place;
        const std::string folder = place.path().toStdString();
        QVERIFY(project::writeReports(folder, {reportOf("mask-sum")}));
        const std::string rest =
            "\"network\": \"/a.json\", \"machine\": \"\", \"input\": \"\", \"range\": \"\", "
            "\"fold\": false, \"factor\": 3}";
        QVERIFY(writeFileAtomically(folder + "/origin.json", "{" + rest));
        const auto old = project::readStridedFolder(folder + "/program.lw");
        QVERIFY(old && old->origin().technique == "striding" && !old->derivation.isOriginDamaged);
        QCOMPARE(project::optionsOf(old->origin()).maskFactor, 3.0);
        QVERIFY(writeFileAtomically(folder + "/origin.json", "{\"technique\": \"tiling\", " + rest));
        const auto other = project::readStridedFolder(folder + "/program.lw");
        QVERIFY(!other && other.problem().message->code == "E104");
        const auto any = project::readDerivation(folder + "/program.lw");
        QVERIFY(any && any->origin.technique == "tiling");
        QVERIFY(any->origin.find<double>("factor") && *any->origin.find<double>("factor") == 3);
        QVERIFY(!any->origin.find<bool>("factor") && !any->origin.find<bool>("none"));
    }
    void whatIsMissingOrDamaged() {
        const QTemporaryDir place;
        const std::string folder = place.path().toStdString();
        QVERIFY(!project::readStridedFolder(folder + "/program.lw"));
        QVERIFY(writeFileAtomically(folder + "/report.json", "{]"));
        QVERIFY(!project::readStridedFolder(folder + "/program.lw"));
        QVERIFY(project::writeReports(folder, {reportOf("mask-sum")}));
        for (const char* text :
             {"", "[]", "{\"network\": \"/a.json\"}",
              "{\"network\": \"/a.json\", \"machine\": \"\", \"input\": \"\", \"range\": \"\", "
              "\"fold\": 0, \"factor\": 0}"}) {
            QVERIFY(writeFileAtomically(folder + "/origin.json", text));
            const auto read = project::readStridedFolder(folder + "/program.lw");
            QVERIFY(read);
            QVERIFY(read->derivation.isOriginDamaged && read->origin().network.empty());
        }
    }
};

int tst_strided_folder(int argc, char** argv) {
    return lw::tests::run<TestStridedFolder, QCoreApplication>(argc, argv);
}
#include "tst_strided_folder.moc"
