// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/project/firmware_run.h"
#include "core/scene/firmware/chain_strip.h"
#include "core/scene/firmware/register_files.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace lw;
using namespace lw::scene::firmware;

namespace {

struct RunOfFirmware {
    project::LoadedProgram loaded;
    project::Software software;
    std::unique_ptr<machine::Machine> machine;
    project::FirmwareRun run;

    RegisterFiles files() const {
        return registerFiles(software.stream, run.chains, run.end, run.stop.fault.has_value());
    }
};

RunOfFirmware runIn(const std::string& path) {
    source::DiskLoader disk;
    source::Files files(disk);
    project::ProgramAnswer answer = project::loadProgram({path, {}, {}}, files);
    LW_REQUIRE(answer.loaded.has_value(), "it is a program");
    RunOfFirmware out{*std::move(answer.loaded), {}, {}, {}};
    auto software = project::softwareOf(out.loaded, "program.lw");
    auto machine = out.loaded.chip->create(out.loaded.program, out.loaded.machine.json, {});
    LW_REQUIRE(software && machine, "it is firmware");
    out.software = *std::move(software);
    out.machine = *std::move(machine);
    out.run = project::firmwareRun(out.software, *out.machine);
    return out;
}
RunOfFirmware runOf(const char* text) {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("program.lw")));
    LW_REQUIRE(file.open(QIODevice::WriteOnly) && file.write(text) > 0, "the folder can be written to");
    file.close();
    return runIn(file.fileName().toStdString());
}

struct NamedBar {
    std::string lane;
    std::uint64_t from = 0, until = 0;
    FileUseKind kind = FileUseKind::Read;
    std::uint32_t bundle = 0; // of Held how much
    bool operator==(const NamedBar&) const = default;
};
std::vector<NamedBar> barsOf(const RegisterFiles& files, const std::string& name) {
    std::vector<NamedBar> out;
    for (const scene::LaneGroup& group : files.lanes.groups)
        for (std::uint32_t i = group.first; group.name == name && i < group.first + group.count; ++i)
            for (const scene::LaneBar& bar : files.lanes.lanes[i].bars) {
                const auto kind = static_cast<FileUseKind>(bar.kind);
                out.push_back({files.lanes.lanes[i].name, bar.from, bar.until, kind,
                               kind == FileUseKind::Held ? bar.number : files.uses[bar.number].bundle});
            }
    return out;
}
const RegisterFile& fileNamed(const RegisterFiles& files, const std::string& name) {
    const auto found = std::ranges::find(files.files, name, &RegisterFile::name);
    LW_REQUIRE(found != files.files.end(), "the file is used");
    return *found;
}

// Clocks of nnp-teaching: 1 to read and 1 to write vectors, 1 of an MFU, 3 of the multiplier, 1 of matrices.
constexpr const char* kVectors = ".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [4, N], netin = 0.5\n"
                                 "s_wr rows, 4\n"                                // 0, in clock 0
                                 "v_rd NetQ, 0\nv_wr InitialVrf, 3\nend_chain\n" // 1 to 3, from clock 1 on
                                 "s_wr rows, 1\n"                                // 4, in clock 4
                                 "v_rd InitialVrf, 6\nv_relu\nv_wr AddSubVrf1, 2\nend_chain\nhalt\n";
constexpr const char* kMatrices = ".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [16, N], netin = 0.5\n"
                                  ".tensor a, f16, [1, N, N], mdram = 0.5\n"
                                  "s_wr iterations, 16\n"                             // 0, in clock 0
                                  "m_rd Dram, 0\nm_wr MatrixRf, 5\nend_chain\n"       // 1 to 3
                                  "v_rd NetQ, 0\nmv_mul 5\nv_wr NetQ, 0\nend_chain\n" // 4 to 7
                                  "m_rd Dram, 0\nm_wr MatrixRf, 5\nend_chain\nhalt\n";

} // namespace

class TestRegisterFiles : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The first chain starts in clock 1: its vectors are there in clocks 3 to 6, and the second chain
    // reads the last one. It could begin in clock 5, and has to wait for one clock.
    void vectorsThatComeLate() {
        const RegisterFiles files = runOf(kVectors).files();
        using Kind = FileUseKind;
        QVERIFY(
            (barsOf(files, "InitialVrf") == std::vector<NamedBar>{{"held", 6, 7, Kind::Held, 1},
                                                                  {"reads", 6, 7, Kind::Read, 5},
                                                                  {"writes", 3, 7, Kind::Write, 2},
                                                                  {"waits", 5, 6, Kind::WaitForWrite, 5}}));
        QVERIFY((barsOf(files, "AddSubVrf1") == std::vector<NamedBar>{{"writes", 9, 10, Kind::Write, 7}}));
        const RegisterFile& initial = fileNamed(files, "InitialVrf");
        QVERIFY((initial == RegisterFile{"InitialVrf", false, 1, 4, 1, 1}));
        const auto wait = std::ranges::find(files.uses, Kind::WaitForWrite, &FileUse::kind);
        QVERIFY((*wait == FileUse{Kind::WaitForWrite, 5, 1, 0, 6, 1, 0, 1, 2}));
        QVERIFY(files.lanes.marks.empty());
        QCOMPARE(files.lanes.end, std::uint64_t{11});
    }
    // Rows of the matrix come in clocks 3 to 6; the product takes 16 clocks from clock 6 on. The second time
    // its first row may be written in clock 22, which is one clock after m_rd.
    void matricesThatComeLateAndStay() {
        const RegisterFiles files = runOf(kMatrices).files();
        using Kind = FileUseKind;
        QVERIFY((barsOf(files, "MatrixRf") == std::vector<NamedBar>{{"held", 6, 22, Kind::Held, 1},
                                                                    {"reads", 6, 22, Kind::Read, 5},
                                                                    {"writes", 3, 7, Kind::Write, 2},
                                                                    {"writes", 23, 27, Kind::Write, 9},
                                                                    {"waits", 4, 5, Kind::WaitForWrite, 4},
                                                                    {"waits", 9, 21, Kind::WaitForRead, 8}}));
        const RegisterFile& matrices = fileNamed(files, "MatrixRf");
        QVERIFY((matrices == RegisterFile{"MatrixRf", true, 1, 2, 1, 13}));
    }
    // What chains wait for files is what the machine counts, whatever the firmware.
    void waitsAreThoseOfTheMachine_data() {
        QTest::addColumn<QString>("path");
        for (const char* path : {"two-portions/program.lw", "two-portions/one_chain.lw"})
            QTest::newRow(path) << QStringLiteral(LW_ROOT "/examples/nnp/") + QLatin1String(path);
    }
    void waitsAreThoseOfTheMachine() {
        QFETCH(const QString, path);
        const RunOfFirmware firmware = runIn(path.toStdString());
        QVERIFY(!firmware.run.stop.fault);
        std::map<std::string, std::uint64_t> counted;
        for (const machine::StallCount& stall : std::as_const(*firmware.machine).onlyCore().stalls())
            counted[std::string(stall.rule)] = stall.clocks;
        std::uint64_t vectors = 0, matrices = 0;
        for (const RegisterFile& file : firmware.files().files)
            (file.areMatrices ? matrices : vectors) += file.waited;
        QCOMPARE(vectors, counted.at("vectors are on their way"));
        QCOMPARE(matrices, counted.at("weights are on their way") + counted.at("weights are still used"));
    }
    // Turns of a loop are executions of their chains, and their locations move.
    void turnsOfALoop() {
        const RegisterFiles files =
            runOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [3, N], netin = 0.5\nloop 3\nv_rd NetQ, 0\n"
                  "v_wr InitialVrf, 10, step=2\nend_chain\nendloop\nhalt\n")
                .files();
        QCOMPARE(files.uses.size(), std::size_t{3});
        for (std::uint32_t turn = 0; turn < 3; ++turn)
            QVERIFY((files.uses[turn] ==
                     FileUse{FileUseKind::Write, 2, 0, turn, 10 + 2 * std::uint64_t{turn}, 1, 0, 1, {}}));
    }
    void aFaultIsMarked() {
        const RunOfFirmware firmware =
            runOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin = 0.5\nloop 2\nv_rd NetQ, 0\n"
                  "v_relu\nv_wr InitialVrf, 0\nend_chain\nendloop\nhalt\n");
        QVERIFY(firmware.run.stop.fault);
        QCOMPARE(firmware.run.chains.size(), std::size_t{1});
        const RegisterFiles files = firmware.files();
        QVERIFY(
            (files.lanes.marks == std::vector<scene::LaneMark>{{firmware.run.stop.fault->clock, "fault"}}));
        QVERIFY(files.lanes.end > firmware.run.stop.fault->clock);
        QCOMPARE(jsonOf(files).text(0).find("\"fault\"") != std::string::npos, true);
    }
    // The second turn has no vector to read: that execution has the fault, at its first unit.
    void aChainSaysWhereTheRunStops() {
        RunOfFirmware firmware =
            runOf(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin = 0.5\nloop 2\nv_rd NetQ, 0\n"
                  "v_relu\nv_wr NetQ, 0\nend_chain\nendloop\nhalt\n");
        auto again = firmware.loaded.chip->create(firmware.loaded.program, firmware.loaded.machine.json, {});
        const project::Observed observed = project::observe(firmware.software, **again);
        QVERIFY(observed.stop.fault);
        QCOMPARE(observed.faultTime, std::uint64_t{1});
        const ChainFault fault{observed.stop.fault->bundle, observed.faultTime};
        const auto strip = [&](std::uint32_t time) {
            return chainStrip(firmware.software.graph, firmware.software.stream, 2, time, fault).value();
        };
        QVERIFY(!strip(0).fault && !strip(0).faultUnit());
        QCOMPARE(strip(1).fault.value(), 1U);
        QVERIFY(strip(1).faultUnit() == StripUnit::Read);
        QVERIFY(jsonOf(strip(1)).text(0).find("\"fault_unit\": \"read\"") != std::string::npos);
    }
    void asFile() {
        const std::string differs = test::differsFromGolden(jsonOf(runOf(kVectors).files()).text(2) + "\n",
                                                            "scene/register_files.json");
        QVERIFY2(differs.empty(), differs.c_str());
    }
};

int tst_register_files(int argc, char** argv) { return lw::tests::run<TestRegisterFiles>(argc, argv); }
#include "tst_register_files.moc"
