// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"
#include "tests/bench/window/rich_window.h"
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

using lw::bench::choose;
using lw::bench::Effort;
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

// lanewright-bench: how fast the window is. Ends with 1 when a goal is missed. With --smoke every figure is
// taken once and small, what it measures is checked, and no goal is looked at.
int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc == 2 && std::strcmp(argv[1], "--started") == 0) return lw::bench::beStarted(argc, argv);
    if (argc == 2 && std::strcmp(argv[1], "--started-rich") == 0) return lw::bench::beStartedRich(argc, argv);
    const QApplication application(argc, argv);
    const QTemporaryDir settings; // nobody's own are read or changed
    lw::tests::useOwnSettings(settings.path());
    QCommandLineParser parser;
    const QCommandLineOption json(QStringLiteral("json"), QStringLiteral("print JSON"));
    const QCommandLineOption only(QStringLiteral("only"),
                                  QStringLiteral("start, frames, run, tensor, tiles or training"),
                                  QStringLiteral("NAME"));
    const QCommandLineOption folder(QStringLiteral("folder"), QStringLiteral("for a large file"),
                                    QStringLiteral("FOLDER"), QDir::tempPath());
    const QCommandLineOption side(QStringLiteral("side"), QStringLiteral("of the large tensor"),
                                  QStringLiteral("N"));
    const QCommandLineOption smoke(QStringLiteral("smoke"),
                                   QStringLiteral("every figure once and small: only to see that it works"));
    parser.addHelpOption();
    parser.addOptions({json, only, folder, side, smoke});
    parser.process(application);
    const Effort effort = parser.isSet(smoke) ? Effort::Smoke : Effort::Full;
    const std::uint64_t sideOfTensor =
        parser.isSet(side) ? parser.value(side).toULongLong() : choose<std::uint64_t>(effort, 16384, 1024);

    bool isGood = true, isKnown = false;
    QJsonArray rows;
    const auto measure = [&](const char* name, auto&& figures) {
        if (parser.isSet(only) && parser.value(only) != QLatin1String(name)) return;
        isKnown = true;
        std::vector<Figure> found = figures();
        if (found.empty()) qFatal("the figures of %s cannot be taken", name);
        for (Figure& figure : found) {
            figure.goal = choose(effort, figure.goal, 0.0);
            isGood = isGood && figure.isMet();
            rows.append(jsonOf(figure));
            if (!parser.isSet(json)) print(figure);
        }
    };
    measure("start", [&] { return lw::bench::startFigures(effort); });
    measure("frames", [&] { return lw::bench::frameFigures(effort); });
    measure("run", [&] { return lw::bench::runFigures(effort); });
    measure("tensor", [&] { return lw::bench::tensorFigures(effort, parser.value(folder), sideOfTensor); });
    measure("tiles", [&] { return lw::bench::tileFigures(effort); });
    measure("training", [&] { return lw::bench::trainingFigures(effort); });
    if (parser.isSet(json)) std::printf("%s", QJsonDocument(rows).toJson().constData());
    if (!isKnown)
        std::fprintf(stderr, "lanewright-bench: there are start, frames, run, tensor, tiles and training\n");
    return !isKnown ? 2 : isGood ? 0 : 1;
}
