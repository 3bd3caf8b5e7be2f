// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

// lanewright-bench: how fast the window is. Ends with 1 when a figure exceeds what it must not.
int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption json(QStringLiteral("json"), QStringLiteral("print JSON"));
    const QCommandLineOption folder(QStringLiteral("folder"), QStringLiteral("for a large file"),
                                    QStringLiteral("FOLDER"), QDir::tempPath());
    const QCommandLineOption side(QStringLiteral("side"), QStringLiteral("of the large tensor"),
                                  QStringLiteral("N"), QStringLiteral("16384"));
    parser.addHelpOption();
    parser.addOptions({json, folder, side});
    parser.process(application);

    const auto figures = lw::bench::tensorFigures(parser.value(folder), parser.value(side).toULongLong());
    bool isGood = !figures.empty();
    QJsonArray rows;
    for (const lw::bench::Figure& figure : figures) {
        const bool fits = figure.most == 0 || figure.milliseconds <= figure.most;
        isGood = isGood && fits;
        rows.append(QJsonObject{{"name", figure.name},
                                {"milliseconds", figure.milliseconds},
                                {"most", figure.most},
                                {"fits", fits}});
        if (!parser.isSet(json))
            std::printf("%-32s %9.2f ms%s\n", qPrintable(figure.name), figure.milliseconds,
                        fits ? "" : "   too slow");
    }
    if (parser.isSet(json)) std::printf("%s", QJsonDocument(rows).toJson().constData());
    return isGood ? 0 : 1;
}
