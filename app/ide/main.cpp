// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/script_runner.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

int main(int argc, char** argv) {
    // On Wayland, Qt 6.4 cannot dock what was undocked by dragging (QTBUG-87332).
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "xcb;wayland");
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lanewright"));
    QApplication::setApplicationDisplayName(QStringLiteral("Lanewright"));
    QApplication::setOrganizationName(QStringLiteral("lanewright"));
    QApplication::setApplicationVersion(QStringLiteral(LW_VERSION));

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QApplication::translate("main", "Write, run and step programs of neural-network accelerators."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("files"),
                                 QApplication::translate("main", "Programs to open; the first one runs."));
    const QCommandLineOption script(
        QStringLiteral("script"),
        QApplication::translate("main", "Drive the window from a script, then end."), QStringLiteral("file"));
    parser.addOption(script);
    parser.process(application);

    lw::theme::Theme theme;
    theme.choose(static_cast<lw::theme::Choice>(QSettings().value(QStringLiteral("theme"), 0).toInt()));
    lw::theme::apply(theme);
    lw::ide::MainWindow window(theme);
    window.show();
    if (parser.positionalArguments().isEmpty() && !parser.isSet(script)) {
        window.restoreSession();
    } else {
        window.showWorkspace(window.workspace());
        for (const QString& path : parser.positionalArguments()) window.openFile(path);
    }
    if (!parser.isSet(script))
        window.documents().startKeeping(
            QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/unsaved"));
    lw::ide::ScriptRunner runner(window, parser.value(script));
    if (parser.isSet(script)) QTimer::singleShot(0, &runner, &lw::ide::ScriptRunner::start);
    return QApplication::exec();
}
