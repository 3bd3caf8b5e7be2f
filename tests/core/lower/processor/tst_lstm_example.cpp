// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reference.h"
#include "core/project/load_network.h"
#include "core/tensor/npy.h"
#include "tests/core/lower/processor/plain_processor.h"
#include "tests/core/lower/processor/processor_runs.h"
#include "tests/support/run_test.h"

#include <QFileInfo>
#include <QTest>

using namespace lw;
using namespace lw::test;

namespace {

const std::string kExample = LW_ROOT "/examples/nnp/lstm/";

network::Network exampleNetwork() {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(kExample + "lstm.onnx", files);
    if (!network) qFatal("%s", textOf(network.problem()).c_str());
    return *std::move(network);
}
tensor::Tensor array(const std::string& path) {
    auto tensor = tensor::readNpy(path);
    if (!tensor) qFatal("%s", path.c_str());
    return *std::move(tensor);
}

std::uint64_t largestOf(const tensor::Tensor& classes) {
    std::uint64_t out = 0;
    for (std::uint64_t i = 1; i < classes.count(); ++i)
        if (tensor::valueAt(classes, i) > tensor::valueAt(classes, out)) out = i;
    return out;
}

// Digits that were held out of training: every fifth.
class HeldOut {
  public:
    std::uint64_t count() const { return m_labels.count() / 5; }
    std::uint64_t label(std::uint64_t number) const { return m_labels.at<std::uint8_t>(number * 5 + 4); }
    tensor::Tensor steps(std::uint64_t number) const {
        tensor::Tensor out(tensor::DType::F32, {1, 64, 1});
        for (std::uint64_t i = 0; i < 64; ++i)
            out.set(i, static_cast<float>(m_images.at<std::uint8_t>((number * 5 + 4) * 64 + i)) / 16);
        return out;
    }

  private:
    tensor::Tensor m_images = array(LW_ROOT "/examples/data/optdigits_images_u8.npy"),
                   m_labels = array(LW_ROOT "/examples/data/optdigits_labels_u8.npy");
};

} // namespace

// What the README of the example says.
class TestLstmExample : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // At least 9 of 10 digits: a network without recurrence has 1 of 4.
    void isTrained() {
        const network::Network network = exampleNetwork();
        QVERIFY(QFileInfo(QString::fromStdString(kExample + "lstm.onnx")).size() < 1'000'000);
        const HeldOut digits;
        std::uint64_t right = 0, seen = 0;
        for (std::uint64_t number = 0; number < digits.count(); number += 12, ++seen) {
            const auto x = network::asInput(network, digits.steps(number), network::Arithmetic::F32);
            QVERIFY(bool(x));
            const auto values = network::computeAll(network, *x, {});
            right += largestOf(values[network.outputs[0]]) == digits.label(number) ? 1 : 0;
        }
        QVERIFY2(10 * right >= 9 * seen, std::to_string(right).c_str());
    }
    // The digit beside it, on the machine that it is put on: the bits of plain loops over all 64 steps.
    void onTheProcessor() {
        const network::Network network = exampleNetwork();
        const tensor::Tensor x = array(kExample + "lstm.x.npy");
        const HeldOut digits;
        QCOMPARE(digits.steps(0), x);
        std::string fault;
        const auto got = ranOn(network, "", x, fault);
        QVERIFY(bool(got) && fault.empty());
        QCOMPARE(largestOf(got->front()), digits.label(0));
        const PlainFormats formats{.native = 128};
        const std::string difference =
            differenceOf(network, *got, plainValues(network, numbersOf(x), formats));
        QVERIFY2(difference.empty(), difference.c_str());
    }
};

int tst_lstm_example(int argc, char** argv) { return lw::tests::run<TestLstmExample>(argc, argv); }
#include "tst_lstm_example.moc"
