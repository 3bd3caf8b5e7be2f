// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/language.h"
#include "app/ide/main_window.h"
#include "app/ide/script_runner.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace {

constexpr int kRestart = -1;

constexpr const char* kNoDisplay = "lanewright: there is no display. Without one, use lw, or xvfb-run.\n";
constexpr const char* kOutputLost = "lanewright: standard output could not be written whole.\n";

// Whether a script drives the window.
bool isScripted(int argc, char** argv) {
    return std::any_of(argv + 1, argv + argc,
                       [](std::string_view word) { return word.starts_with("--script"); });
}

// A script begins with the user's settings, and changes a copy of them that is dropped with it.
class OwnSettings {
  public:
    OwnSettings() {
        const QString users = QSettings().fileName();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        const QString own = QSettings().fileName();
        QDir().mkpath(QFileInfo(own).path());
        QFile::copy(users, own);
    }

  private:
    QTemporaryDir m_folder;
};

// One life of the program, from making the application to its end; kRestart if another should follow.
int live(int argc, char** argv, QString& program) {
    QCoreApplication::setApplicationName(QStringLiteral("lanewright")); // names the settings
    QCoreApplication::setOrganizationName(QStringLiteral("lanewright"));
    std::optional<OwnSettings> settings;
    if (isScripted(argc, argv)) settings.emplace();
    const lw::ide::Preferences preferences = lw::ide::readPreferences();
    const lw::ide::ScaleForStart scale(preferences);
    QApplication application(argc, argv);
    program = QApplication::applicationFilePath();
    QApplication::setApplicationDisplayName(QStringLiteral("Lanewright"));
    QApplication::setApplicationVersion(QStringLiteral(LW_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.lanewright.Lanewright")); // resources/packaging
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/lanewright.svg")));
    lw::ide::useLanguage(preferences.language);

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QApplication::translate("main", "Write, run and step programs of neural-network accelerators."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("files"),
        QApplication::translate("main", "Programs and networks to open; the first program runs."));
    const QCommandLineOption script(
        QStringLiteral("script"),
        QApplication::translate("main", "Drive the window from a script, then end."), QStringLiteral("file"));
    parser.addOption(script);
    parser.process(application);

    lw::theme::Theme theme;
    theme.choose(preferences.theme);
    theme.setSourcePoints(preferences.sourcePoints);
    theme.setMagnification(preferences.reduced());
    lw::theme::apply(theme);
    lw::ide::MainWindow window(theme);
    if (!isScripted(argc, argv))
        window.startKeeping(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    window.show();
    if (parser.positionalArguments().isEmpty() && !parser.isSet(script)) {
        window.restoreSession();
    } else {
        window.showWorkspace(window.workspace());
        // Once the window has its size and its views their places.
        QTimer::singleShot(0, &window, [&window, paths = parser.positionalArguments()] {
            for (const QString& path : paths) window.openFile(path);
        });
    }
    lw::ide::ScriptRunner runner(window, parser.value(script));
    if (parser.isSet(script)) QTimer::singleShot(0, &runner, &lw::ide::ScriptRunner::start);
    const int code = QApplication::exec();
    return window.wantsRestart() ? kRestart : code;
}

bool namesAny(int argc, char** argv, std::initializer_list<std::string_view> words) {
    return std::find_first_of(argv + 1, argv + argc, words.begin(), words.end()) != argv + argc;
}

// Whether the program is only asked what it can do; that needs no display.
bool onlyPrints(int argc, char** argv) {
    return namesAny(argc, argv, {"-h", "--help", "--help-all", "-v", "--version"});
}

bool hasDisplay(int argc, char** argv) {
    return namesAny(argc, argv, {"-platform", "--platform", "-display", "--display"}) ||
           !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

} // namespace

int main(int argc, char** argv) {
    if (onlyPrints(argc, argv)) {
        std::atexit([] { // Qt prints and ends by itself, also where the disk is full
            if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
            std::fputs(kOutputLost, stderr);
            std::_Exit(1);
        });
        qputenv("QT_QPA_PLATFORM", "offscreen");
    } else if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        if (!hasDisplay(argc, argv)) { // Qt would abort
            std::fputs(kNoDisplay, stderr);
            return 1;
        }
        // On Wayland, Qt 6.4 cannot dock what was undocked by dragging (QTBUG-87332).
        qputenv("QT_QPA_PLATFORM", "xcb;wayland");
    }
    QString program;
    const int code = live(argc, argv, program);
    if (code != kRestart) return code;
    // Without files: what was open comes back.
    return QProcess::startDetached(program, {}) ? 0 : 1;
}
