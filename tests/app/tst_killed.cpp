// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QDirIterator>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <cstdio>

using namespace lw;
using ide::MainWindow;

namespace {

const char* const kVictim = "--until-killed";

// A window in which somebody opens a file, goes to another workspace and types; it says when the last key was
// typed.
int untilKilled(QApplication& application, const QString& folder, const QString& path) {
    tests::useOwnSettings(folder);
    theme::Theme theme;
    theme::apply(theme);
    MainWindow window(theme);
    window.startKeeping(folder);
    window.show();
    window.openFile(path);
    window.showWorkspace(ide::Workspace::Edit);
    QTimer::singleShot(300, &window, [&] {
        window.documents().editor()->append(QStringLiteral("# typed\n"));
        window.actions()["new"]->trigger();
        window.documents().editor()->append(QStringLiteral("# without a file\n"));
        std::puts("typed");
        std::fflush(stdout);
    });
    return application.exec();
}

} // namespace

// Killed a moment after the last key, the program loses nothing.
class TestKilled : public QObject {
    Q_OBJECT
    theme::Theme m_theme;

    static qsizetype keptTexts(const QString& folder) {
        qsizetype out = 0;
        for (QDirIterator it(folder + QStringLiteral("/unsaved"), {QStringLiteral("*.json")}, QDir::Files,
                             QDirIterator::Subdirectories);
             it.hasNext(); it.next())
            ++out;
        return out;
    }
    static bool isInSession(const QString& folder, const QString& path) {
        for (QDirIterator it(folder, {QStringLiteral("*.ini")}, QDir::Files, QDirIterator::Subdirectories);
             it.hasNext();) {
            const QSettings settings(it.next(), QSettings::IniFormat);
            if (settings.value(QStringLiteral("session/open")).toStringList().contains(path) &&
                settings.value(QStringLiteral("workspace")).toInt() == static_cast<int>(ide::Workspace::Edit))
                return true;
        }
        return false;
    }

  private Q_SLOTS:
    void initTestCase() { theme::apply(m_theme); }

    void nothingTypedIsLost() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("program.lw"));
        const QByteArray text = ".chip training, \"training-teaching\"\n{ s0: halt }\n";
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();

        QProcess victim;
        victim.start(QCoreApplication::applicationFilePath(),
                     {QStringLiteral("tst_killed"), QString::fromLatin1(kVictim), folder.path(), path});
        QVERIFY(victim.waitForReadyRead(60000));
        // Two seconds on a machine that has nothing else to do.
        QTRY_VERIFY_WITH_TIMEOUT(keptTexts(folder.path()) == 2 && isInSession(folder.path(), path), 20000);
        victim.kill(); // SIGKILL
        QVERIFY(victim.waitForFinished());

        tests::useOwnSettings(folder.path());
        MainWindow window(m_theme);
        window.startKeeping(folder.path());
        window.show();
        window.restoreSession();
        QCOMPARE(window.workspace(), ide::Workspace::Edit);
        QCOMPARE(window.documents().documents().size(), 1);
        QCOMPARE(window.documents().current()->path(), path);
        QCOMPARE(window.documents().current()->text().toUtf8(), text);
        // The offer is in sight on any page.
        window.showWelcome();
        editor::NoticeBar& notices = window.documents().notices();
        QVERIFY(notices.isVisible());
        notices.answer(0);
        QVERIFY(window.documents().isVisible()); // and so is what comes back
        window.showWorkspace(ide::Workspace::Firmware);
        QVERIFY(!window.documents().isVisible());
        QVERIFY(notices.isVisible());
        notices.answer(0);
        QVERIFY(window.documents().isVisible());
        QCOMPARE(window.focusWidget(), window.documents().editor());
        QVERIFY(!notices.isVisible());
        QStringList texts;
        for (const editor::Document* document : window.documents().documents()) {
            QVERIFY(document->isModified());
            texts << document->text();
        }
        texts.sort();
        QCOMPARE(texts, QStringList({QStringLiteral("# without a file\n"),
                                     QString::fromUtf8(text) + QStringLiteral("# typed\n")}));
    }
};

int tst_killed(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc == 4 && QString::fromLatin1(argv[1]) == QLatin1String(kVictim))
        return untilKilled(application, QString::fromLocal8Bit(argv[2]), QString::fromLocal8Bit(argv[3]));
    TestKilled test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_killed.moc"
