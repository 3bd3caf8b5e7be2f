// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/config.h"
#include "core/chips/nnp/config.h"
#include "core/chips/training/config.h"
#include "schema_laws.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using test::SchemaLaws;

namespace {

template <auto Parse> Outcome readAs(const std::string& text) {
    LW_TRY([[maybe_unused]] const auto config, Parse(text, Place::kNoFile));
    return Done{};
}

const std::map<std::string, SchemaLaws::Read> kChips = {{"training", readAs<training::parseConfig>},
                                                        {"inference", readAs<inference::parseConfig>},
                                                        {"nnp", readAs<nnp::parseConfig>}};
// Whose cores send each other something, where the built-in machines have no cores.
const std::map<std::string, std::string> kOfCores = {{"training", "examples/training/ping-pong/pair.json"},
                                                     {"inference", "examples/networks/inference-2x2.json"}};

} // namespace

class TestMachineSchemas : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // All of the repository are of one of the three chips.
    void everyMachineFileIsAccepted() {
        std::map<std::string, SchemaLaws> laws;
        for (const auto& [chip, read] : kChips) laws.try_emplace(chip, "machine-" + chip, read);
        std::size_t files = 0;
        for (const char* folder : {"resources/chips", "examples", "tests/cli", "tests/core"})
            for (const std::string& path : test::filesOfSchema(folder, ".json", "lanewright machine")) {
                // Two cases are about machine files that are refused.
                if (path.find("/config-") != path.npos || path.find("-key/") != path.npos) continue;
                const std::string text = test::contentsOf(path);
                const auto json = parseJson(text, Place::kNoFile);
                laws.at(json->find("chip")->text).accept(text, path);
                ++files;
            }
        QVERIFY(files >= 20);
        for (const auto& [chip, law] : laws) {
            const std::string faults = law.faultsSoFar();
            if (!faults.empty()) QFAIL(faults.c_str());
        }
    }

    void schemaAndReaderAgree_data() {
        QTest::addColumn<QString>("chip");
        for (const auto& [chip, read] : kChips) QTest::newRow(chip.c_str()) << QString::fromStdString(chip);
    }
    void schemaAndReaderAgree() {
        QFETCH(const QString, chip);
        const std::string name = chip.toStdString(), root = std::string(LW_ROOT) + "/";
        SchemaLaws laws("machine-" + name, kChips.at(name));
        laws.with({"E256", "E620", "E622", "E624", "E693"});
        laws.holdFor(test::contentsOf(root + "resources/chips/" + name + "-teaching.json"), name);
        if (const auto cores = kOfCores.find(name); cores != kOfCores.end())
            laws.holdFor(test::contentsOf(root + cores->second), cores->second);
        const std::string verdict = laws.verdict();
        if (!verdict.empty()) QFAIL(verdict.c_str());
    }
};

int tst_machine_schemas(int argc, char** argv) { return tests::run<TestMachineSchemas>(argc, argv); }

#include "tst_machine_schemas.moc"
