// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/initial_weights.h"
#include "core/network/network_json.h"
#include "core/project/load_network.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

const std::string kTraining = R"({"batch": 64, "loss": "softmax_cross_entropy",
    "optimiser": {"rate": 0.05, "momentum": 0.9, "weight_decay": 0.001}, "norm_momentum": 0.25, "seed": 7})";
const std::string kConv =
    R"({"name": "conv", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "channels": 5, "bias": true})";
const std::string kNorm = R"({"name": "bn", "kind": "batch_norm", "inputs": ["conv"]})";
const std::string kDense =
    R"({"name": "y", "kind": "dense", "inputs": ["bn"], "channels": 10, "bias": true})";

std::string file(const std::string& layers, const std::string& training = kTraining,
                 const std::string& dtype = "f32") {
    return R"({"schema": "lanewright.network", "version": 1, "name": "n", "dtype": ")" + dtype +
           R"(", "input": {"name": "x", "shape": [8, 8, 3]}, "layers": [)" + layers +
           R"(], "outputs": ["y"])" + (training.empty() ? "" : ",\n \"training\": " + training) + "}";
}
std::string chain() { return kConv + "," + kNorm + "," + kDense; }

std::string wide(const std::string& name) {
    return R"({"name": ")" + name + R"(", "kind": "dense", "inputs": ["x"], "channels": 30000})";
}

// What a file may load here: an array of 135 ones.
Result<Tensor> ones(const std::string&) {
    return Tensor::of<float>(DType::F32, {3, 3, 3, 5}, std::vector<float>(135, 1));
}
Result<Network> parsed(const std::string& text) { return parseNetwork(text, 3, ones); }

void row(const char* code, const char* words, const std::string& text) {
    QTest::addRow("%s %s", code, words) << QString::fromStdString(text) << code << words;
}
std::string trained(const std::string& training) { return file(chain(), training); }

} // namespace

class TestTrainingFile : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void readsWhatIsSaid() {
        const auto network = parsed(file(chain()));
        QVERIFY(network && network->training);
        const Training& training = *network->training;
        QCOMPARE(training.batch, 64U);
        QVERIFY(training.loss == Loss::SoftmaxCrossEntropy);
        QVERIFY((training.optimiser == Optimiser{0.05F, 0.9F, 0.001F}));
        QCOMPARE(training.normMomentum, 0.25F);
        QCOMPARE(training.seed, std::uint64_t{7});
        QVERIFY(training.place.line == 2 && training.place.file == 3);
        const Layer &conv = network->layers[0], &norm = network->layers[1], &dense = network->layers[2];
        QCOMPARE(conv.weights.shape(), (Shape{3, 3, 3, 5}));
        QVERIFY(conv.bias == Tensor(DType::F32, {5}));
        QCOMPARE(dense.weights.shape(), (Shape{180, 10})); // 6 x 6 x 5
        for (std::uint64_t i = 0; i < 5; ++i) {
            QVERIFY(norm.scale.at<float>(i) == 1 && norm.variance.at<float>(i) == 1);
            QVERIFY(norm.shift.at<float>(i) == 0 && norm.mean.at<float>(i) == 0);
        }
    }
    void whatIsNotSaid() {
        const auto network = parsed(trained(R"({"batch": 1, "loss": "mean_squares"})"));
        QVERIFY(network && network->training);
        QVERIFY(network->training->loss == Loss::MeanSquares);
        QVERIFY((network->training->optimiser == Optimiser{0.1F, 0, 0}));
        QVERIFY(network->training->normMomentum == 0.1F && network->training->seed == 0);
    }
    // Weights that the file gives stay, beside others from the seed.
    void givenWeights() {
        const auto network = parsed(
            file(R"({"name": "conv", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "weights": "w.npy",
                     "bias": true},)" +
                 kNorm + "," + kDense));
        QVERIFY(network);
        QVERIFY(network->layers[0].weights == *ones(""));
        QVERIFY(network->layers[0].bias == Tensor(DType::F32, {5}));
        QVERIFY(!network->layers[0].isInitial && network->layers[2].isInitial);
    }

    void mistakes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        for (const char* batch : {"0", "-1", "65536"})
            row("E607", "\"training.batch\"",
                trained(R"({"loss": "mean_squares", "batch": )" + std::string(batch) + "}"));
        row("E606", "\"training.batch\"", trained(R"({"batch": 1.5, "loss": "mean_squares"})"));
        row("E606", "training", trained("5"));
        row("E605", "loss", trained(R"({"batch": 1})"));
        row("E605", "batch", trained(R"({"loss": "mean_squares"})"));
        row("E607", "softmax_cross_entropy, mean_squares", trained(R"({"batch": 1, "loss": "hinge"})"));
        row("E604", "epochs", trained(R"({"batch": 1, "loss": "mean_squares", "epochs": 3})"));
        const auto optimiser = [](const std::string& what) {
            return trained(R"({"batch": 1, "loss": "mean_squares", "optimiser": {)" + what + "}}");
        };
        row("E605", "rate", optimiser(R"("momentum": 0.5)"));
        row("E607", "rate", optimiser(R"("rate": -0.1)"));
        row("E607", "rate", optimiser(R"("rate": 1e39)"));
        row("E600", "", optimiser(R"("rate": NaN)"));
        row("E607", "momentum", optimiser(R"("rate": 1, "momentum": 1)"));
        row("E607", "weight_decay", optimiser(R"("rate": 1, "weight_decay": -1)"));
        row("E607", "norm_momentum", trained(R"({"batch": 1, "loss": "mean_squares", "norm_momentum": 2})"));
        row("E607", "seed", trained(R"({"batch": 1, "loss": "mean_squares", "seed": -1})"));
        row("E900", "int8", file(R"({"name": "y", "kind": "relu", "inputs": ["x"]})", kTraining, "i8"));
        row("E953", "channels", file(chain(), "")); // a network that is not trained
        row("E605", "channels", file(R"({"name": "y", "kind": "dense", "inputs": ["x"], "bias": true})"));
        row("E604", "channels", file(R"({"name": "y", "kind": "conv", "inputs": ["x"], "kernel": [3, 3],
            "weights": "w.npy", "channels": 5})"));
        row("E607", "channels", file(R"({"name": "y", "kind": "dense", "inputs": ["x"], "channels": 0})"));
        row("E605", "shift",
            file(R"({"name": "y", "kind": "batch_norm", "inputs": ["x"], "scale": "w.npy"})"));
        row("E606", "bias", file(R"({"name": "y", "kind": "conv", "inputs": ["x"], "kernel": [3, 3],
            "channels": 5, "bias": 1})"));
        row("E564", "not an image", file(R"({"name": "f", "kind": "flatten", "inputs": ["x"]},
                {"name": "y", "kind": "conv", "inputs": ["f"], "kernel": [1, 1], "channels": 5})"));
        row("E565", "2 groups", file(R"({"name": "y", "kind": "conv", "inputs": ["x"], "kernel": [1, 1],
            "groups": 2, "channels": 4})"));
        row("E569", "weights",
            file(R"({"name": "y", "kind": "conv", "inputs": ["x"], "kernel": [65535, 65535],
            "channels": 1048576})"));
        // Each of them could be held, but not all together.
        std::string many;
        for (const char* name : {"d0", "d1", "d2", "y"}) many += (many.empty() ? "" : ",") + wide(name);
        row("E569", "\"d2\" would have the shape [192, 30000]", file(many));
    }
    void mistakes() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(QString, words);
        const auto network = parsed(text.toStdString());
        QVERIFY(!network);
        const QString said = QString::fromStdString(textOf(network.problem()));
        QVERIFY2(network.problem().message->code == code.toStdString(), qPrintable(said));
        QVERIFY2(said.contains(words), qPrintable(said));
        QVERIFY(network.problem().place.file == 3 && network.problem().place.line > 0);
    }

    // The first weights as a program of its own computed them, SplitMix64 by its published constants.
    void weightsOfTheSeed() {
        const auto network = parsed(file(kConv + "," + kNorm + R"(,
            {"name": "f", "kind": "conv", "inputs": ["x"], "kernel": [1, 1], "channels": 2},)" +
                                         kDense));
        QVERIFY(network);
        const std::uint32_t first[] = {0xbe2fd447, 0x3df98f63, 0xbe820b57, 0x3f22fe8c};
        for (std::uint64_t i = 0; i < std::size(first); ++i)
            QCOMPARE(std::bit_cast<std::uint32_t>(network->layers[0].weights.at<float>(i)), first[i]);
        // Of other layers nothing depends on the one in between.
        const auto shorter = parsed(file(chain()));
        QVERIFY(shorter && shorter->layers[2].weights == network->layers[3].weights);
        QVERIFY(shorter->layers[0].weights == network->layers[0].weights);
    }
    void weightsAreNearlyNormal() {
        const auto network =
            parsed(file(R"({"name": "y", "kind": "dense", "inputs": ["x"], "channels": 500})"));
        QVERIFY(network);
        const Tensor& weights = network->layers[0].weights;
        double sum = 0, squares = 0, within = 0;
        const double deviation = std::sqrt(2.0 / 192), count = 192 * 500;
        for (std::uint64_t i = 0; i < weights.count(); ++i) {
            const double w = weights.at<float>(i);
            sum += w;
            squares += w * w;
            within += std::abs(w) < deviation ? 1 : 0;
        }
        // Four deviations of a mean and of a mean square of that many normal numbers.
        QVERIFY(std::abs(sum / count) < 4 * deviation / std::sqrt(count));
        QVERIFY(std::abs(squares / count / (deviation * deviation) - 1) < 4 * std::sqrt(2 / count));
        QVERIFY(std::abs(within / count - 0.6827) < 0.01);
    }
    void anotherSeed() {
        auto network = parsed(file(chain()));
        std::string other = kTraining;
        other.replace(other.find("\"seed\": 7"), 9, "\"seed\": 8");
        const auto wanted = parsed(file(chain(), other));
        QVERIFY(network && wanted);
        QVERIFY(!(network->layers[0].weights == wanted->layers[0].weights));
        network->layers[1].mean.set<float>(0, 5);
        network->layers[2].bias->set<float>(0, 5);
        setSeed(*network, 8);
        for (std::size_t i = 0; i < 3; ++i) {
            const Layer &a = network->layers[i], &b = wanted->layers[i];
            QVERIFY(a.weights == b.weights && a.bias == b.bias && a.scale == b.scale);
            QVERIFY(a.shift == b.shift && a.mean == b.mean && a.variance == b.variance);
        }
    }

    // Weights of a file, drawn from a seed: those of a file with this seed that gives none.
    void fromTheFileToASeed() {
        const auto wanted = parsed(file(chain()));
        QVERIFY(wanted);
        Network network = *wanted;
        for (Layer& layer : network.layers) layer.isInitial = false;
        for (const std::size_t i : {0U, 2U}) {
            network.layers[i].channels = 0; // only files without weights have it
            network.layers[i].weights.set<float>(0, 5);
        }
        network.layers[1].scale.set<float>(0, 5);
        network.layers[2].bias->set<float>(0, 5);
        QVERIFY(drawWeights(network, wanted->training->seed));
        for (std::size_t i = 0; i < 3; ++i) {
            const Layer &a = network.layers[i], &b = wanted->layers[i];
            QVERIFY(a.weights == b.weights && a.bias == b.bias && a.scale == b.scale);
            QVERIFY(a.shift == b.shift && a.mean == b.mean && a.variance == b.variance);
        }
    }

    void writtenAndReadAgain() {
        const auto network = parsed(file(chain()));
        QVERIFY(network);
        QTemporaryDir folder;
        const std::string path = folder.filePath("network.json").toStdString();
        QVERIFY(project::saveNetwork(*network, path));
        source::DiskLoader loader;
        source::Files files(loader);
        const auto again = project::loadNetwork(path, files);
        QVERIFY(again && again->training);
        const Training &a = *network->training, &b = *again->training;
        QVERIFY(a.batch == b.batch && a.loss == b.loss && a.optimiser == b.optimiser);
        QVERIFY(a.normMomentum == b.normMomentum && a.seed == b.seed);
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(network->layers[i].weights == again->layers[i].weights &&
                    network->layers[i].bias == again->layers[i].bias &&
                    network->layers[i].variance == again->layers[i].variance);
    }
};

int tst_training_file(int argc, char** argv) { return lw::tests::run<TestTrainingFile>(argc, argv); }
#include "tst_training_file.moc"
