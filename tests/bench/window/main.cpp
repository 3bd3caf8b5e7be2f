// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"
#include "tests/support/own_settings.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <cstdio>
#include <cstring>

namespace {

using lw::bench::Figure;

void print(const Figure& figure) {
    const QString goal = figure.goal == 0 ? QString()
                                          : QStringLiteral("   %1 %2 %3")
                                                .arg(figure.atLeast ? "at least" : "at most")
                                                .arg(figure.goal)
                                                .arg(figure.isMet() ? "met" : "NOT MET");
    std::printf("%-36s %9.2f %s%s\n", qPrintable(figure.name), figure.value, qPrintable(figure.unit),
                qPrintable(goal));
    std::fflush(stdout);
}

QJsonObject jsonOf(const Figure& figure) {
    return {{"name", figure.name}, {"value", figure.value},     {"unit", figure.unit},
            {"goal", figure.goal}, {"atLeast", figure.atLeast}, {"met", figure.isMet()}};
}

} // namespace

// lanewright-bench: how fast the window is. Ends with 1 when a goal is missed.
int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc == 2 && std::strcmp(argv[1], "--started") == 0) return lw::bench::beStarted(argc, argv);
    const QApplication application(argc, argv);
    const QTemporaryDir settings; // nobody's own are read or changed
    tests::useOwnSettings(settings.path());
    QCommandLineParser parser;
    const QCommandLineOption json(QStringLiteral("json"), QStringLiteral("print JSON"));
    const QCommandLineOption only(QStringLiteral("only"), QStringLiteral("start, frames, run or tensor"),
                                  QStringLiteral("NAME"));
    const QCommandLineOption folder(QStringLiteral("folder"), QStringLiteral("for a large file"),
                                    QStringLiteral("FOLDER"), QDir::tempPath());
    const QCommandLineOption side(QStringLiteral("side"), QStringLiteral("of the large tensor"),
                                  QStringLiteral("N"), QStringLiteral("16384"));
    parser.addHelpOption();
    parser.addOptions({json, only, folder, side});
    parser.process(application);

    bool isGood = true, isKnown = false;
    QJsonArray rows;
    const auto measure = [&](const char* name, auto&& figures) {
        if (parser.isSet(only) && parser.value(only) != QLatin1String(name)) return;
        isKnown = true;
        for (const Figure& figure : figures()) {
            isGood = isGood && figure.isMet();
            rows.append(jsonOf(figure));
            if (!parser.isSet(json)) print(figure);
        }
    };
    measure("start", lw::bench::startFigures);
    measure("frames", lw::bench::frameFigures);
    measure("run", lw::bench::runFigures);
    measure("tensor",
            [&] { return lw::bench::tensorFigures(parser.value(folder), parser.value(side).toULongLong()); });
    if (parser.isSet(json)) std::printf("%s", QJsonDocument(rows).toJson().constData());
    if (!isKnown) std::fprintf(stderr, "lanewright-bench: there are start, frames, run and tensor\n");
    return !isKnown ? 2 : isGood ? 0 : 1;
}
