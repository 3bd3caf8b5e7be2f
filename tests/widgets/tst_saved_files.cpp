// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/sync_notes.h"
#include "widgets/debug/stream_view.h"
#include "widgets/editor/document.h"
#include "widgets/paint/picture_files.h"
#include "widgets/paint/tensor_files.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/saved_file.h"
#include "widgets/session/selection.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>

using namespace lw;

namespace {

const char* const kSaveEach = "--save-each";

QString exported(const QString& path) {
    constexpr std::array<float, 4> kNumbers{1, 2, 3, 4};
    const auto elements =
        scene::elementsOf(tensor::Tensor::of(tensor::DType::F32, {2, 2}, std::span<const float>(kNumbers)));
    const scene::TensorPicture picture(
        elements, scene::planeOf(elements->shape(), scene::defaultRoles(elements->shape())));
    const theme::Theme theme;
    const paint::TensorLook look;
    return paint::exportTensor(*elements, picture, look, paint::ColourMap(look.map, theme), theme.colours(),
                               path);
}

// Every kind of file that a person saves; the name of the one that could not be saved, or an empty text.
QString saveEach(const QDir& folder) {
    theme::Theme theme;
    session::DebugSession session;
    session::Selection selection;
    const session::ViewContext context{theme, session, selection};
    editor::Document document(context);
    document.editor()->setText(QStringLiteral("halt\n"));
    const debug::StreamView stream(context);
    const paint::PaperPicture paper{
        {40, 20}, QStringLiteral("paper"), [](QPainter& painter, auto&, QPointF at) {
            painter.drawRect(QRectF(at, QSizeF(8, 8)));
        }};
    if (document.save(folder.filePath(QStringLiteral("program.lw")))) return QStringLiteral("program");
    if (stream.writeCsv(folder.filePath(QStringLiteral("stream.csv")))) return QStringLiteral("stream");
    if (paint::writePng(folder.filePath(QStringLiteral("paper.png")), paper)) return QStringLiteral("PNG");
    if (paint::writeSvg(folder.filePath(QStringLiteral("paper.svg")), paper)) return QStringLiteral("SVG");
    for (const char* name : {"tensor.csv", "tensor.png", "tensor.npy"})
        if (const QString wrong = exported(folder.filePath(QLatin1String(name))); !wrong.isEmpty())
            return wrong;
    return {};
}

int saveEachInto(const QString& folder) {
    const QString wrong = saveEach(QDir(folder));
    if (!wrong.isEmpty()) qWarning("%s", qPrintable(wrong));
    return wrong.isEmpty() ? 0 : 1;
}

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
void makeFile(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}
QString reasonOf(int error) { return QString::fromLocal8Bit(std::strerror(error)); }
QString modeOf(const QString& path) {
    struct stat about {};
    if (::lstat(qPrintable(path), &about) != 0) return {};
    return QString::number(about.st_mode & 07777, 8);
}

} // namespace

// A file that is saved in the window outlasts a power failure, and replaces only what it is to replace.
class TestSavedFiles : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QStringList m_notes;

    QString inFolder(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QString saved() const { return QDir(m_folder.path()).canonicalPath() + QStringLiteral("/saved"); }

  private Q_SLOTS:
    void initTestCase() {
        QVERIFY(QDir().mkpath(saved()));
        m_notes =
            tests::syncNotesOf(QCoreApplication::applicationFilePath(),
                               {QStringLiteral("tst_saved_files"), QString::fromLatin1(kSaveEach), saved()},
                               m_folder.path(), LW_SYNC_LOG);
    }

    void theFileIsOnTheDiskBeforeItsName_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"program.lw", "stream.csv", "paper.png", "paper.svg", "tensor.csv", "tensor.png", "tensor.npy"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void theFileIsOnTheDiskBeforeItsName() {
        QFETCH(const QString, name);
        QVERIFY2(!bytesOf(saved() + QLatin1Char('/') + name).isEmpty(), qPrintable(m_notes.join('\n')));
        QVERIFY2(tests::syncedTimes(m_notes, saved(), name) == 1, qPrintable(m_notes.join('\n')));
    }
    void theyHoldWhatWasSaved() {
        QCOMPARE(bytesOf(saved() + QStringLiteral("/program.lw")), QByteArray("halt\n"));
        QCOMPARE(bytesOf(saved() + QStringLiteral("/stream.csv")), QByteArray("number,clock,value\n"));
        QCOMPARE(bytesOf(saved() + QStringLiteral("/tensor.csv")), QByteArray("1,2\n3,4\n"));
        QCOMPARE(QImage(saved() + QStringLiteral("/tensor.png")).size(), QSize(2, 2));
        QCOMPARE(QImage(saved() + QStringLiteral("/paper.png")).size(), 3 * QSize(40 + 16, 20 + 16));
        const QByteArray svg = bytesOf(saved() + QStringLiteral("/paper.svg"));
        QVERIFY(svg.contains("<svg") && svg.trimmed().endsWith("</svg>"));
        // Nothing else is left beside them.
        QCOMPARE(QDir(saved()).entryList(QDir::Files | QDir::Hidden).size(), 7);
    }

    void permissionsAndLinksStay() {
        const QString file = inFolder("file"), link = inFolder("link"), second = inFolder("second");
        makeFile(file, "before");
        QVERIFY(::chmod(qPrintable(file), 0640) == 0);
        QVERIFY(QFile::link(QStringLiteral("file"), link) && QFile::link(QStringLiteral("link"), second));
        for (const QString& path : {file, link, second}) {
            QCOMPARE(session::saveBytes(path, path.toUtf8()), session::NotSaved());
            QCOMPARE(bytesOf(file), path.toUtf8());
            QCOMPARE(modeOf(file), QStringLiteral("640"));
            QVERIFY(QFileInfo(link).isSymLink() && QFileInfo(second).isSymLink());
        }
    }
    // As one makes it for a file that is to be on another disk.
    void aLinkToAFileThatIsNotThereYetMakesIt() {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("elsewhere")));
        const QString link = inFolder("early"), second = inFolder("earlier");
        QVERIFY(QFile::link(QStringLiteral("elsewhere/late"), link) && QFile::link(link, second));
        QCOMPARE(session::saveBytes(second, "late"), session::NotSaved());
        QCOMPARE(bytesOf(inFolder("elsewhere/late")), QByteArray("late"));
        QVERIFY(QFileInfo(link).isSymLink() && QFileInfo(second).isSymLink());
    }

    void whatMayNotBeWrittenToIsKept() {
        const QString file = inFolder("kept");
        makeFile(file, "before");
        QVERIFY(::chmod(qPrintable(file), 0444) == 0);
        const bool isAllowed = QFileInfo(file).isWritable(); // to root
        const auto reason = session::saveBytes(file, "after");
        QCOMPARE(reason, isAllowed ? session::NotSaved() : reasonOf(EACCES));
        QCOMPARE(bytesOf(file), QByteArray(isAllowed ? "after" : "before"));
        QCOMPARE(modeOf(file), QStringLiteral("444"));
    }
    void whatIsNoFileIsKept() {
        const QString pipe = inFolder("pipe");
        QVERIFY(::mkfifo(qPrintable(pipe), 0600) == 0);
        QCOMPARE(session::saveBytes(pipe, "after"), reasonOf(EOPNOTSUPP));
        QVERIFY(!QFileInfo(pipe).isFile() && QFileInfo::exists(pipe));
        QCOMPARE(session::saveBytes(m_folder.path(), "after"), reasonOf(EISDIR));
        QCOMPARE(session::saveBytes(inFolder("no/file"), "after"), reasonOf(ENOENT));
    }
    void aPictureThatCannotBeMadeIsNotSaved() {
        const QString path = inFolder("picture");
        makeFile(path, "before");
        QVERIFY(session::saveImage(path, QImage(), "PNG"));
        QVERIFY(session::saveImage(path, QImage(2, 2, QImage::Format_RGB32), "no such format"));
        QCOMPARE(bytesOf(path), QByteArray("before"));
    }
    // The sentences say which file and why.
    void itIsSaidWhy() {
        const QString wrong = QStringLiteral(" cannot be written: ") + reasonOf(ENOENT);
        const QString csv = inFolder("no/tensor.csv"), png = inFolder("no/tensor.png");
        QCOMPARE(exported(csv), csv + wrong);
        QCOMPARE(exported(png), png + wrong);
    }
};

int tst_saved_files(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc == 3 && QString::fromLatin1(argv[1]) == QLatin1String(kSaveEach))
        return saveEachInto(QString::fromLocal8Bit(argv[2]));
    TestSavedFiles test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_saved_files.moc"
