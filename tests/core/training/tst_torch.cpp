// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/load_network.h"
#include "core/tensor/npy.h"
#include "core/training/step.h"
#include "tests/core/training/small_networks.h"
#include "tests/support/run_test.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using namespace lw::tests;
using namespace lw::train;
using tensor::Tensor;

namespace {

// Writes what torch_step.py compares.
class Writer {
  public:
    explicit Writer(const std::string& folder) : m_folder(folder) {}
    void tensor(const std::string& name, const Tensor& tensor) const {
        LW_REQUIRE(bool(tensor::writeNpy(m_folder + "/" + name + ".npy", tensor)), "no file");
    }
    void weights(const std::string& prefix, const network::Layer& layer, const LayerWeights& of) const {
        for (const auto& [name, part] : {std::pair{"weights", &of.weights},
                                         {"bias", &of.bias},
                                         {"scale", &of.scale},
                                         {"shift", &of.shift}})
            if (part->count() != 0) tensor(prefix + layer.name + "." + name, *part);
    }

  private:
    std::string m_folder;
};

} // namespace

class TestTorch : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // A step and its update, where PyTorch is installed.
    void sameAsPyTorch_data() {
        QTest::addColumn<int>("seed");
        QTest::newRow("all kinds") << -1;
        for (int seed = 0; seed < 1; ++seed) QTest::addRow("%d", seed) << seed;
    }
    void sameAsPyTorch() {
        QFETCH(int, seed);
        std::mt19937 random(static_cast<unsigned>(seed + 50));
        network::Network network = seed < 0 ? trained(allKinds(), "[7, 6, 3]", 6) : randomNetwork(random);
        network.training->optimiser = {0.125F, 0.5F,
                                       0.0625F}; // numbers that JSON, float and double have alike
        network.training->normMomentum = 0.25F;
        const Data data = dataFor(network, random);
        QTemporaryDir folder;
        const Writer write(folder.path().toStdString());
        QVERIFY(project::saveNetwork(network, folder.filePath("network.json").toStdString()));
        write.tensor("images", data.images);
        write.tensor("labels", data.labels);
        const Options options{.arithmetic = Arithmetic::F64, .lanes = 128, .sublanes = 8};
        State state = stateOf(network, Arithmetic::F64);
        const Step step = stepOf(network, state, data, options);
        const double loss[] = {step.loss};
        write.tensor("loss", Tensor::of<double>(tensor::DType::F64, {1}, loss));
        update(network, step, options, state);
        for (std::size_t i = 0; i < network.layers.size(); ++i) {
            const network::Layer& layer = network.layers[i];
            write.weights("gradient.", layer, step.weightGradients[i]);
            write.weights("after.", layer, state.weights[i]);
            if (state.mean[i].count() == 0) continue;
            write.tensor("after." + layer.name + ".mean", state.mean[i]);
            write.tensor("after." + layer.name + ".variance", state.variance[i]);
        }
        QProcess python;
        python.setProcessChannelMode(QProcess::MergedChannels);
        python.start("/usr/bin/python3", {LW_TESTS "/core/training/torch_step.py", folder.path()});
        QVERIFY2(python.waitForFinished(120'000), qPrintable(python.errorString()));
        const QByteArray said = python.readAll();
        qInfo("%s", said.constData());
        if (python.exitCode() == 77) QSKIP("python3-torch is not installed: the step in PyTorch was not run");
        QVERIFY2(python.exitStatus() == QProcess::NormalExit && python.exitCode() == 0, said.constData());
    }
};

int tst_torch(int argc, char** argv) { return lw::tests::run<TestTorch>(argc, argv); }
#include "tst_torch.moc"
