// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/network_input.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_header.h"
#include "tests/support/run_test.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;

// How large a picture is, before anything else of it is read.
class TestNetworkInput : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::string path(const char* name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }

  private Q_SLOTS:
    // Whatever is in it: 10^9 pixels are a file with a hole.
    void ofAnArrayByItsHeader() {
        const tensor::Shape shape{40'000, 25'000, 1};
        const std::string header = tensor::npyHeaderText(tensor::DType::U8, shape);
        QFile file(QString::fromStdString(path("large.npy")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(header.data(), static_cast<qint64>(header.size()));
        QVERIFY(file.resize(static_cast<qint64>(header.size()) + 1'000'000'000));
        file.close();
        QElapsedTimer time;
        time.start();
        const auto got = project::shapeOfInput(path("large.npy"));
        QVERIFY(got);
        QCOMPARE(*got, shape);
        QVERIFY2(time.elapsed() < 500, qPrintable(QString::number(time.elapsed())));
    }
    // The file says how many channels a picture has, not the network.
    void ofAPicture() {
        const auto got =
            project::shapeOfInput(LW_ROOT "/examples/networks/alexnet-first-layer/alexnet1.x.png");
        QVERIFY(got);
        QCOMPARE(*got, (tensor::Shape{227, 227, 3}));
    }
    // An array can have its channels first; of a picture the order of an array says nothing.
    void ofChannelsFirst() {
        using enum network::ImageOrder;
        QVERIFY(tensor::writeNpy(path("first.npy"), tensor::Tensor(tensor::DType::U8, {3, 4, 5})));
        QCOMPARE(*project::shapeOfInput(path("first.npy"), ChannelsFirst), (tensor::Shape{4, 5, 3}));
        QCOMPARE(*project::shapeOfInput(path("first.npy"), ChannelsLast), (tensor::Shape{3, 4, 5}));
        const std::string picture = LW_ROOT "/examples/networks/alexnet-first-layer/alexnet1.x.png";
        QCOMPARE(*project::shapeOfInput(picture, ChannelsFirst), (tensor::Shape{227, 227, 3}));
    }
    void ofWhatIsNeither() {
        QVERIFY(!project::shapeOfInput(path("none.npy")));
        QVERIFY(!project::shapeOfInput(LW_ROOT "/README.md"));
    }
};

int tst_network_input(int argc, char** argv) { return lw::tests::run<TestNetworkInput>(argc, argv); }
#include "tst_network_input.moc"
