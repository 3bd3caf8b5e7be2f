// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/rich_window.h"

#include "tests/bench/window/first_paint.h"
#include "tests/bench/window/measure.h"

#include <QApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTableWidget>
#include <QToolBar>

#include <cstdio>

namespace lw::bench {

namespace {

constexpr int kRows = 1000, kColumns = 4, kLines = 2000;

QTableWidget* filledTable() {
    auto* const table = new QTableWidget(kRows, kColumns);
    for (int row = 0; row < kRows; ++row)
        for (int column = 0; column < kColumns; ++column)
            table->setItem(row, column, new QTableWidgetItem(QString::number(row * column, 16)));
    return table;
}

} // namespace

RichWindow::RichWindow(QSize size) {
    menuBar()->addMenu(QStringLiteral("File"))->addAction(QStringLiteral("Open"));
    addToolBar(QStringLiteral("Run"))->addAction(QStringLiteral("Run"));
    auto* const dock = new QDockWidget(QStringLiteral("Registers"), this);
    dock->setWidget(filledTable());
    addDockWidget(Qt::RightDockWidgetArea, dock);
    auto* const editor = new QPlainTextEdit;
    editor->setPlainText(QStringLiteral("  vmatmul v1, v2  ; line\n").repeated(kLines));
    setCentralWidget(editor);
    resize(size);
}

int beStartedRich(int argc, char** argv) {
    const QApplication application(argc, argv);
    RichWindow window({1280, 800});
    const FirstPaint first(window, [] {
        std::printf("%f\n", processMilliseconds());
        std::fflush(stdout);
        QApplication::exit(0);
    });
    window.show();
    return QApplication::exec();
}

} // namespace lw::bench
