// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/network/kinds.h"
#include "core/project/load_network.h"
#include "core/project/train_network.h"
#include "schema_laws.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using test::SchemaLaws;

namespace {

const std::set<std::string> kOwnCodes{"E550", "E552", "E556", "E574", "E612"};

// As a file at that path, whose folder has the weights.
SchemaLaws::Read readAt(const std::string& path) {
    return [path](const std::string& text) -> Outcome {
        source::DiskLoader disk;
        source::MemoryLoader memory(&disk);
        memory.set(path, text);
        source::Files files(memory);
        LW_TRY([[maybe_unused]] const network::Network read,
               project::loadNetwork(path, files, {{}, {}, network::ImageSize{16, 16}}));
        return Done{};
    };
}
// With the files that it names to train with, which have a reader of their own.
Outcome readTrained(const std::string& text) {
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString() + "/net.json";
    LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(path, text));
    source::DiskLoader disk;
    source::Files files(disk);
    LW_TRY([[maybe_unused]] const network::Network read, project::loadNetwork(path, files));
    LW_TRY([[maybe_unused]] const auto data, project::trainingDataOf(path));
    return Done{};
}

std::string fixture(const std::string& name) {
    return std::string(LW_ROOT "/tests/core/network/fixtures/") + name + ".json";
}

constexpr const char* kTrained =
    R"({"schema": "lanewright.network", "version": 1, "name": "n", "dtype": "f32",
    "input": {"name": "x", "shape": [8, 8, 3], "range": [0, 1], "normalise": {"mean": 1, "scale": [1, 2, 3]}},
    "training": {"batch": 4, "loss": "mean_squares", "norm_momentum": 0.5, "seed": 3,
                 "optimiser": {"rate": 0.1, "momentum": 0.5, "weight_decay": 0.25},
                 "data": {"images": "x.npy", "labels": "y.npy"}},
    "layers": [{"name": "c", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "channels": 2, "bias": true},
               {"name": "b", "kind": "batch_norm", "inputs": ["c"], "epsilon": 1e-3},
               {"name": "y", "kind": "dense", "inputs": ["b"], "channels": 5}],
    "outputs": ["y"]})";

// Only where a network is trained a bias may be no file; and there the count of channels is that of numbers.
std::set<std::string> freeDamages() {
    std::set<std::string> out{"/input/shape/2 as 2^60"};
    for (int layer = 0; layer < 10; ++layer)
        out.insert("/layers/" + std::to_string(layer) + "/bias as false");
    return out;
}

std::string withLayer(std::string_view kind, bool isTrained) {
    return R"({"schema": "lanewright.network", "version": 1, "name": "n", "dtype": "f32",
               "input": {"name": "x", "shape": [8, 8, 3]},)" +
           std::string(isTrained ? R"("training": {"batch": 1, "loss": "mean_squares"},)" : "") +
           R"("layers": [{"name": "y", "inputs": ["x"], "kind": ")" + std::string(kind) +
           R"("}], "outputs": ["y"]})";
}

} // namespace

class TestNetworkSchema : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void everyNetworkThatIsReadIsAccepted() {
        std::size_t read = 0;
        for (const char* folder : {"examples", "tests"})
            for (const std::string& path : test::filesOfSchema(folder, ".json", "lanewright.network")) {
                SchemaLaws laws("network", readAt(path));
                read += laws.acceptIfRead(test::contentsOf(path), path) ? 1 : 0;
                const std::string faults = laws.faultsSoFar();
                if (!faults.empty()) QFAIL(faults.c_str());
            }
        QVERIFY2(read >= 180, qPrintable(QString::number(read)));
    }

    // Of each kind, with weights and without.
    void everyKindHasTheReadersKeys() {
        SchemaLaws laws("network", readTrained);
        for (const network::KindRow& kind : network::kinds())
            for (const bool isTrained : {false, true})
                laws.compareKeys(withLayer(kind.name, isTrained), "/layers/0");
        laws.with(kOwnCodes).mayAccept(freeDamages()).holdFor(kTrained, "a trained network");
        // Requantisations are met in int8 networks only.
        const std::string path = fixture("i8_channels");
        laws.readBy(readAt(path));
        laws.holdFor(test::contentsOf(path), path);
        const std::string verdict = laws.verdict();
        if (!verdict.empty()) QFAIL(verdict.c_str());
    }

    void schemaAndReaderAgree_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"argmax",
                                 "bilinear_asymmetric",
                                 "clip",
                                 "concat_rows",
                                 "conv_dilation",
                                 "conv_transpose_groups",
                                 "depth_to_space_crd",
                                 "elu",
                                 "gru",
                                 "i8_average_pool",
                                 "i8_channels",
                                 "i8_concat",
                                 "i8_dense",
                                 "i8_mul",
                                 "i8_table",
                                 "i8_take",
                                 "leaky_relu",
                                 "log_softmax",
                                 "lrn",
                                 "lstm",
                                 "max_pool_ceil",
                                 "prelu",
                                 "resample",
                                 "select",
                                 "select_other",
                                 "take"})
            QTest::newRow(name) << name;
    }
    void schemaAndReaderAgree() {
        QFETCH(const QString, name);
        const std::string path = fixture(name.toStdString());
        SchemaLaws laws("network", readAt(path));
        laws.with(kOwnCodes).mayAccept(freeDamages()).holdFor(test::contentsOf(path), path);
        const std::string faults = laws.faultsSoFar();
        if (!faults.empty()) QFAIL(faults.c_str());
    }
};

int tst_network_schema(int argc, char** argv) { return tests::run<TestNetworkSchema>(argc, argv); }

#include "tst_network_schema.moc"
