// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/load_network.h"
#include "core/project/train_network.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;

namespace {

constexpr std::uint64_t kImages = 8; // of plain loops in float64

network::Network networkIn(const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(path, files);
    if (!network) qFatal("%s", textOf(network.problem()).c_str());
    network->training->batch = kImages;
    return *std::move(network);
}

} // namespace

// What is said before a run of how far the inverse of a batch norm is off, beside what it is off by.
class TestInverseBounds : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void boundsAreKeptAndNotTooWide_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("digits") << "/examples/networks/trained-digits/digits.json";
        QTest::newRow("residual digits") << "/examples/networks/residual-digits/residual.json";
    }
    // No bound is more than a hundred times of what is measured.
    void boundsAreKeptAndNotTooWide() {
        QFETCH(QString, path);
        const std::string file = LW_ROOT + path.toStdString();
        const network::Network network = networkIn(file);
        const auto data = project::trainingDataOf(file);
        QVERIFY(data && *data);
        const auto images = project::readExamples(file, (*data)->images);
        const auto labels = project::readExamples(file, (*data)->labels);
        QVERIFY(images && labels);
        const auto report =
            test::decided(network, "training", {.policy = lower::recompute::Policy::BnStored});
        QVERIFY(!report.inverses.empty());
        const auto errors = project::inverseErrors(network, tensor::DType::F32, *images, *labels);
        QVERIFY2(bool(errors), errors ? "" : textOf(errors.problem()).c_str());
        std::size_t channels = 0;
        for (const auto& [value, bounds] : report.inverses) {
            const std::vector<double>& measured = errors->at(value);
            QCOMPARE(measured.size(), bounds.size());
            for (std::size_t i = 0; i < bounds.size(); ++i, ++channels) {
                const std::string where = network::nameOf(network, value) + "[" + std::to_string(i) +
                                          "]: " + std::to_string(bounds[i].bound / measured[i]) + " times";
                QVERIFY2(measured[i] > 0 && measured[i] <= bounds[i].bound, where.c_str());
                QVERIFY2(bounds[i].bound <= 100 * measured[i], where.c_str());
            }
        }
        QVERIFY(channels >= 40);
    }
};

int tst_inverse_bounds(int argc, char** argv) { return lw::tests::run<TestInverseBounds>(argc, argv); }
#include "tst_inverse_bounds.moc"
