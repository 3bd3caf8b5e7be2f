// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/alone.h"
#include "tests/bench/window/first_paint.h"
#include "tests/bench/window/measure.h"
#include "tests/bench/window/stage.h"

#include "app/ide/language.h"
#include "app/ide/preferences.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>

namespace lw::bench {

namespace {

constexpr int kIdleMilliseconds = 1500;

double residentMegabytes() {
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith("VmRSS:")) return line.simplified().split(' ').value(1).toDouble() / 1024;
    return 0;
}

// The lines that such a process prints.
std::vector<double> printedBy(const QString& option, int lines) {
    const QTemporaryDir home; // a person's own settings are left alone
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), home.path());
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
    // Qt looks for the settings of a window system; without one it would not.
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {option});
    child.waitForFinished(60'000);
    std::vector<double> out;
    for (const QByteArray& line : child.readAllStandardOutput().trimmed().split('\n'))
        out.push_back(line.toDouble());
    if (out.size() != static_cast<std::size_t>(lines) || child.exitStatus() != QProcess::NormalExit ||
        child.exitCode() != 0)
        qFatal("a started window has not come to its end: %s", child.readAllStandardError().constData());
    return out;
}

} // namespace

// What main() of the window does.
int beStarted(int argc, char** argv) {
    QCoreApplication::setApplicationName(QStringLiteral("lanewright"));
    QCoreApplication::setOrganizationName(QStringLiteral("lanewright"));
    const ide::Preferences preferences = ide::readPreferences();
    const QApplication application(argc, argv);
    ide::useLanguage(preferences.language);
    theme::Theme theme;
    theme.choose(preferences.theme);
    theme::apply(theme);
    ide::MainWindow window(theme);
    const FirstPaint first(window, [] {
        std::printf("%f\n", processMilliseconds());
        QTimer::singleShot(kIdleMilliseconds, [] {
            std::printf("%f\n%f\n", processMilliseconds(), residentMegabytes());
            std::fflush(stdout);
            QApplication::exit(0);
        });
    });
    window.show();
    window.showWorkspace(window.workspace());
    window.openFile(kDigits);
    const int code = QApplication::exec();
    Alone(kDigits).check(window.session().frame());
    return code;
}

std::vector<Figure> startFigures(Effort effort) {
    std::vector<double> first, ready, memory, beside;
    for (int i = 0; i < choose(effort, 9, 1); ++i) {
        const double rich = printedBy(QStringLiteral("--started-rich"), 1)[0];
        const std::vector<double> printed = printedBy(QStringLiteral("--started"), 3);
        first.push_back(printed[0]);
        beside.push_back(printed[0] / rich);
        ready.push_back(printed[1]);
        memory.push_back(printed[2]);
    }
    return {{QStringLiteral("start.firstPaint"), median(beside), 1.8, QStringLiteral("plain windows")},
            {QStringLiteral("start.firstPaint.cpu"), median(first), 0},
            {QStringLiteral("start.readyToStep.cpu"), median(ready), 0},
            {QStringLiteral("start.idle.resident"), median(memory), 150, QStringLiteral("MB")}};
}

} // namespace lw::bench
