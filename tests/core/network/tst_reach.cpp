// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/receptive_field.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/tensor/npz.h"
#include "tests/core/network/plain_line.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QMap>
#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::network;
using tensor::Tensor;

namespace {

const QString kFixtures = QStringLiteral(LW_TESTS "/core/network/fixtures");

Network loaded(const QString& name) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork((kFixtures + "/" + name + ".json").toStdString(), files);
    LW_REQUIRE(bool(network), "a network of the tests is not one");
    return *std::move(network);
}
Tensor inputOf(const Network& network, const QString& name) {
    const auto arrays = tensor::readNpz((kFixtures + "/" + name + ".npz").toStdString());
    LW_REQUIRE(bool(arrays), "an archive of the tests is not one");
    for (const tensor::NamedArray& array : *arrays)
        if (array.name == "x") return *asInput(network, array.tensor, Arithmetic::F32);
    broken("requirement", "inputOf", "an array of the tests is missing", __FILE__, __LINE__);
}

// Fixtures that are not local, and why.
const QMap<QString, QString> kRefused{
    {"average_pool_divided", "differ from pixel to pixel"},
    {"channel_shuffle", "changes what rows and columns are"},
    {"concat", "beside each other"},
    {"concat_rows", "something else than an image"},
    {"dense", "a sum over the whole image"},
    {"div", "differ from pixel to pixel"},
    {"flatten", "something else than an image"},
    {"gru", "depends on all steps before"},
    {"gru_last", "depends on all steps before"},
    {"gru_linear", "depends on all steps before"},
    {"gru_linear_last", "depends on all steps before"},
    {"i8_average_pool_divided", "differ from pixel to pixel"},
    {"i8_channels", "a sum over the whole image"},
    {"i8_concat", "beside each other"},
    {"i8_dense", "a sum over the whole image"},
    {"i8_mul", "its window is the whole image, as that of a global pool is"},
    {"i8_select", "differ from pixel to pixel"},
    {"i8_select_other", "differ from pixel to pixel"},
    {"i8_take", "rows or columns by their number"},
    {"log_softmax", "a sum along columns"},
    {"lstm", "depends on all steps before"},
    {"lstm_cell", "depends on all steps before"},
    {"lstm_last", "depends on all steps before"},
    {"lstm_peephole", "depends on all steps before"},
    {"lstm_peephole_cell", "depends on all steps before"},
    {"mul", "differ from pixel to pixel"},
    {"resample", "4 columns to 3, which is not a whole factor"},
    {"residual", "differ from pixel to pixel"},
    {"select", "differ from pixel to pixel"},
    {"select_other", "differ from pixel to pixel"},
    {"take", "rows or columns by their number"},
};

// By row or column of a value, from which ones of the input a change arrives there.
using Measured = std::vector<Elements>;

class Pixels {
  public:
    Pixels(const Network& network, Tensor input)
        : m_network(network), m_input(std::move(input)), m_before(outputFor(m_input)) {}

    // Changes each pixel of the input in several ways, and looks where that arrives.
    Measured measured(Direction direction) const {
        const std::size_t which = direction == Direction::Rows ? 0 : 1;
        Measured out(m_before.shape()[which]);
        const tensor::Shape& shape = m_input.shape();
        for (std::uint64_t pixel = 0; pixel < shape[0] * shape[1]; ++pixel)
            for (const int change : {-100, -1, 1, 100}) {
                const auto from = static_cast<std::int64_t>(which == 0 ? pixel / shape[1] : pixel % shape[1]);
                const Tensor after = outputFor(changed(pixel, change));
                for (std::uint64_t i = 0; i < after.count(); ++i) {
                    if (tensor::valueAt(after, i) == tensor::valueAt(m_before, i)) continue;
                    const std::uint64_t at = i / after.shape()[2];
                    Elements& here = out[which == 0 ? at / after.shape()[1] : at % after.shape()[1]];
                    here = hullOf(here, {from, from});
                }
            }
        return out;
    }

  private:
    Tensor outputFor(Tensor input) const {
        return computeAll(m_network, std::move(input), {})[m_network.outputs[0]];
    }
    Tensor changed(std::uint64_t pixel, int change) const {
        Tensor out = m_input;
        const std::uint64_t channels = out.shape()[2];
        for (std::uint64_t channel = 0; channel < channels; ++channel) {
            const std::uint64_t i = pixel * channels + channel;
            const int more = change * static_cast<int>(channel + 1); // not the same ones are the largest
            if (out.dtype() == tensor::DType::I8)
                out.set(i, static_cast<std::int8_t>(std::clamp(out.at<std::int8_t>(i) + more, -128, 127)));
            else
                out.set(i, out.at<float>(i) + static_cast<float>(more));
        }
        return out;
    }

    const Network& m_network;
    Tensor m_input, m_before;
};

} // namespace

class TestReach : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Every kind of layer: what the reference computes depends on what its reach says, in both directions.
    void agreesWithTheReference_data() {
        QTest::addColumn<QString>("name");
        for (const QString& file : QDir(kFixtures).entryList({"*.json"}))
            QTest::newRow(qPrintable(file)) << file.chopped(5);
    }
    void agreesWithTheReference() {
        QFETCH(QString, name);
        const Network network = loaded(name);
        const auto rows = network::lineOf(network, Direction::Rows);
        if (kRefused.contains(name) || !rows) {
            QVERIFY2(!rows, "it is not refused");
            QCOMPARE(rows.problem().message, &messages::kNotLocal);
            QVERIFY2(kRefused.contains(name) &&
                         QString::fromStdString(textOf(rows.problem())).contains(kRefused[name]),
                     textOf(rows.problem()).c_str());
            return;
        }
        measure(network, inputOf(network, name));
    }
    void agreesWhereBilinearIsCut() {
        for (const Sampling sampling : {Sampling::HalfPixel, Sampling::Asymmetric}) {
            Network network;
            network.input.shape = {5, 4, 1};
            network.layers.resize(1);
            network.layers[0].name = "up";
            network.layers[0].kind = Kind::UpsampleBilinear;
            network.layers[0].sampling = sampling;
            network.layers[0].inputs = {kInput};
            network.layers[0].pad = {1, 2, 3, 1};
            network.outputs = {1};
            QVERIFY(inferShapes(network));
            measure(network, Tensor(tensor::DType::F32, network.input.shape));
        }
    }
    // A pool of a constant is another constant at the borders.
    void windowsOfConstants() {
        Network network;
        network.input.shape = {4, 4, 1};
        network.layers.resize(2);
        network.layers[0].name = "c";
        network.layers[0].kind = Kind::Constant;
        network.layers[0].weights = Tensor(tensor::DType::F32, {1, 1, 1});
        network.layers[1].name = "p";
        network.layers[1].kind = Kind::MaxPool;
        network.layers[1].inputs = {1};
        network.outputs = {2};
        QVERIFY(inferShapes(network));
        const LocalPart part = localPartOf(network, Direction::Rows);
        QVERIFY(part.refused && part.refused->arguments[1] == "p");
        QCOMPARE(part.line.layers.size(), std::size_t{1});
        QVERIFY(part.line.outputs.empty());
    }

  private:
    static void measure(const Network& network, const Tensor& input) {
        const Pixels pixels(network, input);
        for (const Direction direction : {Direction::Rows, Direction::Columns}) {
            const Line line = *network::lineOf(network, direction);
            const ValueId output = line.outputs[0];
            const std::uint64_t size = network.input.shape[direction == Direction::Rows ? 0 : 1];
            const auto sizes = sizesOf(line, static_cast<std::int64_t>(size));
            const Measured seen = pixels.measured(direction);
            QCOMPARE(static_cast<std::int64_t>(seen.size()), sizes[output]);
            for (std::int64_t i = 0; i < sizes[output]; ++i) {
                const auto within = neededBy(line, output, {i, i}, sizes),
                           said = neededBy(line, output, {i, i});
                const Elements& here = seen[static_cast<std::size_t>(i)];
                if (within == said && !test::hasGaps(line)) QCOMPARE(here, said[0]);
                QVERIFY(here.isEmpty() || (here.low >= within[0].low && here.high <= within[0].high));
            }
        }
    }
};

int tst_reach(int argc, char** argv) { return lw::tests::run<TestReach>(argc, argv); }
#include "tst_reach.moc"
