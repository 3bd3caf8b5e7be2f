// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"
#include "tests/bench/window/stage.h"

#include "widgets/paint/tensors_view.h"

#include <QDockWidget>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

namespace lw::bench {

namespace {

constexpr int kSteps = 41, kRepaints = 15;
constexpr QSize kWindow{1280, 800}, kDesign{1920, 1080};
constexpr std::uint64_t kInTheMiddle = 200'000; // clock of the digits example: all units have worked

// Processor time of all threads from the command to the last pixel.
void addSteps(std::vector<Figure>& out, Stage& stage, const QString& name) {
    std::vector<double> forward, back;
    for (int i = 0; i < kSteps; ++i) {
        double before = processMilliseconds();
        stage.window().actions()["step"]->trigger();
        stage.settle();
        forward.push_back(processMilliseconds() - before);
        if (i % 4 != 3) continue;
        before = processMilliseconds();
        stage.window().actions()["stepBack"]->trigger();
        stage.settle();
        back.push_back(processMilliseconds() - before);
    }
    // What watching for the end costs, without anything to watch.
    std::vector<double> nothing;
    for (int i = 0; i < 9; ++i) {
        const double before = processMilliseconds();
        stage.settle();
        nothing.push_back(processMilliseconds() - before);
    }
    const double idle = median(nothing);
    out.push_back({name + QStringLiteral(".cpu.median"), median(forward) - idle, 16});
    out.push_back({name + QStringLiteral(".cpu.worst"), worst(forward) - idle, 0});
    out.push_back({name + QStringLiteral(".back.cpu.median"), median(back) - idle, 0});
}

double repaint(QWidget& widget) {
    QImage image(widget.size(), QImage::Format_ARGB32_Premultiplied);
    std::vector<double> times;
    for (int i = 0; i < kRepaints; ++i) {
        const double before = threadMilliseconds();
        widget.render(&image);
        times.push_back(threadMilliseconds() - before);
    }
    return median(times);
}

// Each view as large as the workspace shows it, when it is in front.
void addPainters(std::vector<Figure>& out, Stage& stage) {
    ide::MainWindow& window = stage.window();
    for (QDockWidget* dock : window.page(ide::Workspace::Debug)->docks()) {
        dock->show();
        dock->raise();
        stage.settle();
        out.push_back({QStringLiteral("paint.") + dock->objectName(), repaint(*dock->widget()), 4});
    }
    out.push_back({QStringLiteral("paint.editor"), repaint(*window.documents().current()->editor()), 0});
    out.push_back({QStringLiteral("paint.history"), repaint(*window.findChild<debug::HistoryBar*>()), 4});
    window.showWorkspace(ide::Workspace::Tensors);
    window.selection().selectTensor(QStringLiteral("train_x"));
    stage.settle();
    if (auto* tensors = window.findChild<paint::TensorsView*>())
        out.push_back({QStringLiteral("paint.tensor"), repaint(tensors->pane().canvas()), 4});
    window.showWorkspace(ide::Workspace::Debug);
}

void addWindow(std::vector<Figure>& out, Stage& stage, const QString& dockInFront) {
    for (QDockWidget* dock : stage.window().page(ide::Workspace::Debug)->docks())
        if (dock->objectName() == dockInFront) dock->raise();
    stage.settle();
    out.push_back({QStringLiteral("paint.window.1280x800.") + dockInFront, repaint(stage.window()), 14});
}

} // namespace

std::vector<Figure> frameFigures() {
    std::vector<Figure> out;
    {
        Stage stage(kWindow);
        stage.open(kDigits);
        stage.window().session().perform(machine::Seek{kInTheMiddle});
        stage.settle();
        for (const char* dock : {"chip", "registers", "vectors", "memory"})
            addWindow(out, stage, QString::fromLatin1(dock));
        stage.window().close();
    }
    Stage stage(kDesign);
    stage.open(kDigits);
    stage.window().session().perform(machine::Seek{kInTheMiddle});
    stage.settle();
    addPainters(out, stage);
    stage.window().page(ide::Workspace::Debug)->resetLayout();
    stage.settle();
    addSteps(out, stage, QStringLiteral("step.default"));
    stage.showEveryDock();
    addSteps(out, stage, QStringLiteral("step.everyDock"));
    stage.window().close();
    return out;
}

} // namespace lw::bench
