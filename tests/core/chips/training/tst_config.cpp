// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/config.h"
#include "tests/support/run_test.h"

#include "core/chips/catalog.h"
#include "core/chips/training/isa.h"

#include <QTest>

using namespace lw;
using namespace lw::training;

namespace {
std::string textOfTeaching() { return *machine::builtInText(builtInConfigs(), "training-teaching"); }

std::int64_t constant(const program::Target& target, std::string_view name) {
    for (const auto& c : target.constants)
        if (c.name == name) return c.value;
    return -1;
}
} // namespace

class TestConfig : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theFullMachineIsThePublishedOne() {
        const auto config = builtInConfig("training");
        QVERIFY2(config, config ? "" : textOf(config.problem()).c_str());
        QCOMPARE(config->lanes, 128u);
        QCOMPARE(config->sublanes, 8u);
        QCOMPARE(std::uint64_t{config->vmemRows} * config->lanes * 4, std::uint64_t{16} << 20);
        QCOMPARE(config->smemWords * 4, 16u << 10);
        QCOMPARE(config->hbmBytes, std::uint64_t{8} << 30);
        // 350 GB/s of one core at 700 MHz
        QCOMPARE(config->dmaRate.bytes * config->clockHz,
                 std::uint64_t{350'000'000'000} * config->dmaRate.clocks);
        QCOMPARE(config->clocks(TimingKey::Mxu), 254u);
        QCOMPARE(config->clocks(TimingKey::MxuPort), 8u);
        QCOMPARE(config->clocks(TimingKey::Eup), 3u);
    }
    void theTeachingMachineIsThatOfTheWorkedExamples() {
        const auto config = builtInConfig("training-teaching");
        QVERIFY2(config, config ? "" : textOf(config.problem()).c_str());
        const program::Target target = targetOf(*config);
        QCOMPARE(constant(target, "LANES"), 4);
        QCOMPARE(constant(target, "SUBLANES"), 2);
        QCOMPARE(constant(target, "VMEM_ROWS"), 64);
        QCOMPARE(constant(target, "SMEM_WORDS"), 64);
        QCOMPARE(constant(target, "GRANULES_PER_ROW"), 1);
        QCOMPARE(target.spaces[index(kVmem)].unitBytes, std::uint64_t{16});
        QCOMPARE(target.spaces[index(kHbm)].units * 16, config->hbmBytes);
        QCOMPARE(config->clocks(TimingKey::Mxu), 6u);
        QCOMPARE(config->clocks(TimingKey::DmaLatency), 10u);
        QCOMPARE(config->dmaRate.bytes, std::uint64_t{16} * config->dmaRate.clocks);
    }
    void everyBuiltInMachineIsReadAndSaysWhereItsNumbersAreFrom() {
        QCOMPARE(builtInConfigs().front().name, std::string_view("training"));
        for (const machine::BuiltInMachine& builtIn : builtInConfigs()) {
            const auto config = parseConfig(builtIn.json, 0);
            QVERIFY2(config, config ? "" : textOf(config.problem()).c_str());
            QCOMPARE(config->name, std::string(builtIn.name));
            QCOMPARE(config->sources.size(), std::size_t(10));
            for (const machine::TimingRow& row : config->timing) QVERIFY(!row.source.empty());
        }
    }
    void observedLatenciesArePresetsThatSaySo() {
        const auto full = builtInConfig("training"), v2 = builtInConfig("training-v2-observed"),
                   v3 = builtInConfig("training-v3-observed");
        QCOMPARE(v2->clocks(TimingKey::Mxu), 88u);
        QCOMPARE(v3->clocks(TimingKey::Mxu), 66u);
        QVERIFY(v2->timing[std::size_t(TimingKey::Mxu)].source.find("observed") != std::string::npos);
        Config changed = *v2;
        changed.timing[std::size_t(TimingKey::Mxu)].clocks = 254;
        QCOMPARE(hashOf(changed), hashOf(*full)); // nothing else differs
    }
    void theHashIsOfSizesAndClocksOnly() {
        Config a = *builtInConfig("training");
        const std::uint64_t before = hashOf(a);
        a.title = "other";
        a.timing[0].source = "other";
        QCOMPARE(hashOf(a), before);
        a.timing[22].clocks += 1;
        QVERIFY(hashOf(a) != before);
        a.timing[22].clocks -= 1;
        a.queueDepth = 17;
        QVERIFY(hashOf(a) != before);
    }
    void changedFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* from, const char* to, const char* code) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(code);
        };
        row("schema", "lanewright machine", "machine", "E620");
        row("version", "\"version\": 1", "\"version\": 2", "E620");
        row("chip", "\"chip\": \"training\"", "\"chip\": \"inference\"", "E620");
        row("lanes 0", "\"lanes\": {\"value\": 4", "\"lanes\": {\"value\": 0", "E607");
        row("lanes 6", "\"lanes\": {\"value\": 4", "\"lanes\": {\"value\": 6", "E621");
        row("lanes 256", "\"lanes\": {\"value\": 4", "\"lanes\": {\"value\": 256", "E607");
        row("sublanes 3", "\"sublanes\": {\"value\": 2", "\"sublanes\": {\"value\": 3", "E621");
        row("more sublanes than lanes", "\"sublanes\": {\"value\": 2", "\"sublanes\": {\"value\": 8", "E622");
        row("hbm of no whole granules", "\"value\": 65536", "\"value\": 65537", "E622");
        row("hbm of a planet", "\"value\": 65536", "\"value\": 1000000000000000", "E607");
        row("negative", "\"value\": 65536", "\"value\": -16", "E607");
        row("a bandwidth of nothing", "\"bytes\": 16", "\"bytes\": 0", "E607");
        row("no source", "\"clocks\": 6, \"source\"", "\"clocks\": 6, \"sauce\"", "E604");
        row("empty source", "\"source\": \"inferred\"", "\"source\": \" \"", "E624");
        row("a clock of 0", "\"scalar.alu\": {\"clocks\": 1", "\"scalar.alu\": {\"clocks\": 0", "E607");
        row("misspelt key", "\"smem.load\"", "\"smem.loda\"", "E604");
        row("timing as list", "\"timing\": {", "\"timing\": [], \"x\": {", "E604");
    }
    void changedFilesAreRefused() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, code);
        QByteArray text = QByteArray::fromStdString(textOfTeaching());
        const auto at = text.indexOf(from);
        QVERIFY(at >= 0);
        text.replace(at, from.size(), to);
        const auto config = parseConfig({text.data(), std::size_t(text.size())}, 0);
        QVERIFY(!config);
        QCOMPARE(QByteArray(config.problem().message->code.data(), 4), code);
        QVERIFY(config.problem().place.known());
    }
    void aTextCutAnywhereIsRefused() {
        const std::string text = textOfTeaching();
        const std::size_t end = text.find_last_of('}');
        for (std::size_t cut = 0; cut <= end; ++cut)
            QVERIFY(!parseConfig(std::string_view(text).substr(0, cut), 0));
    }
    void machinesAreFoundByNameOrPath() {
        const auto chip = chips::chipNamed("training");
        QVERIFY(chip);
        QCOMPARE(chips::machineNamed(**chip, "")->target.machine, std::string("training"));
        QCOMPARE(
            chips::machineNamed(**chip, LW_ROOT "/resources/chips/training-teaching.json")->target.machine,
            std::string("training-teaching"));
        const auto unknown = chips::machineNamed(**chip, "training-teachin");
        QVERIFY(!unknown);
        QCOMPARE(unknown.problem().replacement, std::string("training-teaching"));
        QCOMPARE(chips::machineNamed(**chip, "nowhere.json").problem().message->code,
                 std::string_view("E001"));
        QCOMPARE(chips::machineNamed(**chip, "/").problem().message->code, std::string_view("E001"));
        QVERIFY(!chips::chipNamed("trainig"));
    }
};

int tst_config(int argc, char** argv) { return lw::tests::run<TestConfig>(argc, argv); }
#include "tst_config.moc"
