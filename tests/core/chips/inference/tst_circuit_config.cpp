// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/config.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::inference;

namespace {

std::string teaching() { return *machine::builtInText(builtInConfigs(), "inference-teaching"); }

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    if (at == text.npos) qFatal("%s is not there", what.c_str());
    return text.replace(at, what.size(), with);
}

std::string codeOf(const std::string& json) {
    const auto config = parseConfig(json, 0);
    return config ? "" : std::string(config.problem().message->code);
}

} // namespace

class TestCircuitConfig : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void builtInMachinesAreSound();
    void sizesAreThePublishedOnes();
    void whatIsWrongIsRefused();
    void theHashIsOfTheMeaning();
};

void TestCircuitConfig::builtInMachinesAreSound() {
    QCOMPARE(builtInConfigs().front().name, std::string_view("inference"));
    for (const machine::BuiltInMachine& built : builtInConfigs()) {
        const auto config = parseConfig(built.json, Place::kNoFile);
        QVERIFY(config);
        QCOMPARE(config->name, std::string(built.name));
        QCOMPARE(config->sources.size(), std::size_t{17});
        for (const machine::TimingRow& row : config->timing) QVERIFY(!row.source.empty());
        const program::Target target = targetOf(*config);
        QCOMPARE(target.spaces.size(), std::size_t{3});
        QVERIFY(std::all_of(target.spaces.begin(), target.spaces.end(),
                            [](const program::SpaceSize& s) { return s.units > 0; }));
    }
}

// "In-Datacenter Performance Analysis of a Tensor Processing Unit": 256 x 256, 24 MiB, 8 GiB, 4096 x 256
// accumulators, 700 MHz, 30 GB/s, 14 GB/s.
void TestCircuitConfig::sizesAreThePublishedOnes() {
    const Config c = *builtInConfig("inference");
    QCOMPARE(c.arrayRows, 256u);
    QCOMPARE(c.arrayColumns, 256u);
    QCOMPARE(c.bufferBytes, std::uint64_t{24} << 20);
    QCOMPARE(c.weightBytes, std::uint64_t{8} << 30);
    QCOMPARE(c.accumulatorRows, 4096u);
    QCOMPARE(c.clockHz * c.weightRate.bytes / c.weightRate.clocks, std::uint64_t{30'000'000'000});
    QCOMPARE(c.clockHz * c.hostRate.bytes / c.hostRate.clocks, std::uint64_t{14'000'000'000});
}

void TestCircuitConfig::whatIsWrongIsRefused() {
    QCOMPARE(codeOf(teaching()), std::string());
    QCOMPARE(codeOf(replaced(teaching(), "\"inference\"", "\"training\"")), std::string("E620"));
    QCOMPARE(codeOf(replaced(teaching(), "\"version\": 1", "\"version\": 2")), std::string("E620"));
    QCOMPARE(codeOf(replaced(teaching(), "\"weightBytes\": {\"value\": 65536",
                             "\"weightBytes\": {\"value\": 65537")),
             std::string("E622"));
    QCOMPARE(codeOf(replaced(teaching(), "\"source\": \"inferred\"", "\"source\": \" \"")),
             std::string("E624"));
    for (const char* value : {"0", "-1", "1.5", "1000000", "\"8\"", "[]"})
        QVERIFY2(!codeOf(replaced(teaching(), "\"arrayRows\": {\"value\": 8",
                                  std::string("\"arrayRows\": {\"value\": ") + value))
                      .empty(),
                 value);
    QVERIFY(!codeOf(replaced(teaching(), "\"arrayRows\"", "\"arrayRow\"")).empty());
    QVERIFY(!codeOf(replaced(teaching(), "\"vpu\"", "\"vpuu\"")).empty());
    QVERIFY(!codeOf("{}").empty());
    QVERIFY(!codeOf("").empty());
}

void TestCircuitConfig::theHashIsOfTheMeaning() {
    const Config config = *parseConfig(teaching(), 0);
    Config other = config;
    other.title = "another title";
    QCOMPARE(hashOf(other), hashOf(config));
    other.poolDelay += 1;
    QVERIFY(hashOf(other) != hashOf(config));
    other = config;
    other.timing.back().clocks += 1;
    QVERIFY(hashOf(other) != hashOf(config));
}

int tst_circuit_config(int argc, char** argv) { return lw::tests::run<TestCircuitConfig>(argc, argv); }
#include "tst_circuit_config.moc"
