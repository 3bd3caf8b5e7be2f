// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reference.h"
#include "core/tensor/npy.h"
#include "core/tensor/picture.h"
#include "tests/support/run_test.h"
#include "widgets/striding/striding_files.h"

#include <QColorSpace>
#include <QGuiApplication>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace lw;

namespace {

using Values = std::vector<unsigned>;

Values valuesOf(const tensor::Tensor& given) {
    Values out;
    for (const std::byte byte : given.bytes()) out.push_back(std::to_integer<unsigned>(byte));
    return out;
}

// Red, green, blue and opacity of each pixel, as an exact picture of Qt's has them.
Values pixelsOf(const QImage& image) {
    Values out;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            for (const int part : {c.red(), c.green(), c.blue(), c.alpha()})
                out.push_back(static_cast<unsigned>(part));
        }
    return out;
}

// What a network with that many channels reads, by plain loops.
Values wanted(const Values& pixels, unsigned channels) {
    Values out;
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        const auto black = [&](std::size_t part) { return (pixels[i + part] * pixels[i + 3] + 127) / 255; };
        if (channels == 4)
            out.insert(out.end(), pixels.begin() + static_cast<std::ptrdiff_t>(i),
                       pixels.begin() + static_cast<std::ptrdiff_t>(i) + 4);
        if (channels == 3) out.insert(out.end(), {black(0), black(1), black(2)});
        if (channels == 1) out.push_back((299 * black(0) + 587 * black(1) + 114 * black(2) + 500) / 1000);
    }
    return out;
}

QImage randomImage(QImage::Format format, int width, int height) {
    QImage out(width, height, QImage::Format_ARGB32);
    std::mt19937 random(7);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) out.setPixel(x, y, static_cast<QRgb>(random()));
    return out.convertToFormat(format);
}

} // namespace

// Pictures become numbers in one way, in both programs.
class TestPictures : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString networkFor(const QSize& size, unsigned channels) {
        const QString path = m_folder.filePath(QStringLiteral("identity.json"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) qFatal("identity.json");
        file.write(
            QStringLiteral(
                "{\"schema\": \"lanewright.network\", \"version\": 1, \"name\": \"i\", \"dtype\": \"f32\", "
                "\"input\": {\"name\": \"x\", \"shape\": [%1, %2, %3], \"range\": [0, 255]}, "
                "\"layers\": [{\"name\": \"y\", \"kind\": \"max_pool\", \"inputs\": [\"x\"], \"kernel\": [1, 1]}], "
                "\"outputs\": [\"y\"]}")
                .arg(size.height())
                .arg(size.width())
                .arg(channels)
                .toUtf8());
        return path;
    }
    // As the window reads it, and as lw does.
    static Values inWindow(const QString& network, const QString& picture) {
        const auto read = striding::readNetwork(network);
        if (!read) qFatal("%s", textOf(read.problem()).c_str());
        const auto input = striding::readInput(picture, *read);
        if (!input) qFatal("%s", textOf(input.problem()).c_str());
        return floatsOf(*input);
    }
    Values inLw(const QString& network, const QString& picture) {
        const QString output = m_folder.filePath(QStringLiteral("y.npy"));
        QProcess lw;
        lw.start(QStringLiteral(LW_BIN "/lw"),
                 {QStringLiteral("net"), QStringLiteral("run"), network, QStringLiteral("--input"), picture,
                  QStringLiteral("--output"), output});
        if (!lw.waitForFinished(60000) || lw.exitCode() != 0)
            qFatal("%s", lw.readAllStandardError().constData());
        const auto read = tensor::readNpy(output.toStdString());
        if (!read) qFatal("%s", textOf(read.problem()).c_str());
        return floatsOf(*read);
    }
    static Values floatsOf(const tensor::Tensor& given) {
        Values out;
        const auto bytes = given.bytes();
        for (std::size_t i = 0; i < bytes.size(); i += sizeof(float)) {
            float value = 0;
            std::memcpy(&value, bytes.data() + i, sizeof value);
            out.push_back(static_cast<unsigned>(value));
        }
        return out;
    }

  private Q_SLOTS:
    void bothProgramsReadTheSame_data() {
        QTest::addColumn<int>("format");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* name, QImage::Format format, const char* file) {
            QTest::newRow(name) << static_cast<int>(format) << QString::fromLatin1(file);
        };
        row("colours", QImage::Format_RGB888, "a.png");
        row("half transparent colours", QImage::Format_ARGB32, "a.png");
        row("greys", QImage::Format_Grayscale8, "a.png");
        row("a palette", QImage::Format_Indexed8, "a.png");
        row("black and white", QImage::Format_Mono, "a.png");
        row("a PNG called otherwise", QImage::Format_RGB888, "a.dat");
        row("JPEG, colours", QImage::Format_RGB888, "a.jpg");
        row("JPEG, greys", QImage::Format_Grayscale8, "a.jpeg");
    }
    void bothProgramsReadTheSame() {
        QFETCH(int, format);
        QFETCH(QString, name);
        const QString path = m_folder.filePath(name);
        const bool isJpeg = name.startsWith(QStringLiteral("a.jp"));
        QVERIFY(randomImage(static_cast<QImage::Format>(format), 13, 9)
                    .save(path, isJpeg ? "JPG" : "PNG", isJpeg ? 90 : -1));
        // Qt reads the same samples by a reader of its own for PNG, by its own use of the library for JPEG.
        const Values pixels = pixelsOf(QImage(path));
        for (const unsigned channels : {1u, 3u, 4u}) {
            const QString network = networkFor({13, 9}, channels);
            QCOMPARE(inWindow(network, path), wanted(pixels, channels));
            QCOMPARE(inLw(network, path), wanted(pixels, channels));
        }
    }

    // (v + 128) / 257 of every sample of 16 bits.
    void sixteenBitsBecomeEight() {
        QImage image(256, 257, QImage::Format_Grayscale16);
        Values expected;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const unsigned v = static_cast<unsigned>(y * image.width() + x) & 0xffff;
                reinterpret_cast<quint16*>(image.scanLine(y))[x] = static_cast<quint16>(v);
                expected.push_back((v + 128) / 257);
            }
        const QString path = m_folder.filePath(QStringLiteral("wide.png"));
        QVERIFY(image.save(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        const auto picture = tensor::decodePicture(
            std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))), "wide.png");
        if (!picture) QFAIL(textOf(picture.problem()).c_str());
        QCOMPARE(picture->channels, std::uint64_t{1});
        const auto read = tensor::tensorOf(*picture, 1, "wide.png");
        QVERIFY(read);
        QCOMPARE(valuesOf(*read), expected);
    }

    // A gamma in the file changes nothing: libpng's simple interface would apply it.
    void theGammaIsNotApplied() {
        QImage image = randomImage(QImage::Format_RGB888, 5, 5);
        image.setColorSpace(QColorSpace::SRgbLinear);
        const QString path = m_folder.filePath(QStringLiteral("linear.png"));
        QVERIFY(image.save(path));
        const QString network = networkFor({5, 5}, 3);
        QCOMPARE(inWindow(network, path), wanted(pixelsOf(image), 3));
    }

    void damagedPicturesAreRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("PNG") << QStringLiteral("whole.png");
        QTest::newRow("JPEG") << QStringLiteral("whole.jpg");
    }
    void damagedPicturesAreRefused() {
        QFETCH(QString, name);
        const QString path = m_folder.filePath(name);
        QVERIFY(randomImage(QImage::Format_RGB888, 40, 30).save(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        const auto decode = [](const QByteArray& bytes) {
            return tensor::decodePicture(
                std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))), "it");
        };
        QVERIFY(decode(whole));
        for (qsizetype end = 0; end < whole.size() - 12; end += 7) QVERIFY(!decode(whole.left(end)));
        // Whatever is in it: refused, or a picture of the size that it says.
        std::mt19937 random(3);
        for (int i = 0; i < 3000; ++i) {
            QByteArray bytes = whole;
            for (unsigned n = 1 + random() % 4; n != 0; --n)
                bytes[static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()))] =
                    static_cast<char>(random());
            const auto picture = decode(bytes);
            if (picture)
                QCOMPARE(picture->samples.size(), picture->rows * picture->columns * picture->channels);
        }
    }
};

int tst_pictures(int argc, char** argv) { return lw::tests::run<TestPictures, QGuiApplication>(argc, argv); }
#include "tst_pictures.moc"
