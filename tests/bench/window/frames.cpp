// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/alone.h"
#include "tests/bench/window/measure.h"
#include "tests/bench/window/rich_window.h"
#include "tests/bench/window/stage.h"

#include "widgets/paint/tensors_view.h"

#include <QDockWidget>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

namespace lw::bench {

namespace {

constexpr QSize kWindow{1280, 800}, kDesign{1920, 1080};
constexpr std::uint64_t kInTheMiddle = 200'000; // clock of the digits example: all units have worked

double repaint(Effort effort, QWidget& widget);

// A full repaint of a window of the same size that does nothing.
double plainRepaint(Effort effort, QSize size) {
    RichWindow window(size);
    window.show();
    QCoreApplication::processEvents();
    return repaint(effort, window);
}

// Processor time of all threads from the command to the last pixel, also in full repaints of a plain window.
void addSteps(std::vector<Figure>& out, Effort effort, Stage& stage, const QString& name, double goal) {
    std::vector<double> forward, back;
    for (int i = 0; i < choose(effort, 41, 4); ++i) {
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
    Alone(kDigits).check(stage.window().session().frame());
    // What watching for the end costs, without anything to watch.
    std::vector<double> nothing;
    for (int i = 0; i < choose(effort, 9, 1); ++i) {
        const double before = processMilliseconds();
        stage.settle();
        nothing.push_back(processMilliseconds() - before);
    }
    const double idle = median(nothing);
    const double plain = plainRepaint(effort, stage.window().size());
    out.push_back({name, (median(forward) - idle) / plain, goal, QStringLiteral("plain repaints")});
    out.push_back({name + QStringLiteral(".cpu.median"), median(forward) - idle, 0});
    out.push_back({name + QStringLiteral(".cpu.worst"), worst(forward) - idle, 0});
    out.push_back({name + QStringLiteral(".back.cpu.median"), median(back) - idle, 0});
}

// Whether there is more than one colour in it.
bool showsSomething(const QImage& image) {
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != image.pixel(0, 0)) return true;
    return false;
}

double repaint(Effort effort, QWidget& widget) {
    QImage image(widget.size(), QImage::Format_ARGB32_Premultiplied);
    std::vector<double> times;
    for (int i = 0; i < choose(effort, 15, 1); ++i) {
        const double before = threadMilliseconds();
        widget.render(&image);
        times.push_back(threadMilliseconds() - before);
    }
    if (!showsSomething(image)) qFatal("a picture is empty: %s", qPrintable(widget.objectName()));
    return median(times);
}

// Each view as large as the workspace shows it, when it is in front.
void addPainters(std::vector<Figure>& out, Effort effort, Stage& stage) {
    ide::MainWindow& window = stage.window();
    for (QDockWidget* dock : window.page(ide::Workspace::Debug)->docks()) {
        dock->show();
        dock->raise();
        stage.settle();
        out.push_back({QStringLiteral("paint.") + dock->objectName(), repaint(effort, *dock->widget()), 4});
    }
    out.push_back(
        {QStringLiteral("paint.editor"), repaint(effort, *window.documents().current()->editor()), 0});
    out.push_back(
        {QStringLiteral("paint.history"), repaint(effort, *window.findChild<debug::HistoryBar*>()), 4});
    window.showWorkspace(ide::Workspace::Tensors);
    window.selection().selectTensor(QStringLiteral("train_x"));
    stage.settle();
    auto* const tensors = window.findChild<paint::TensorsView*>();
    if (!tensors) qFatal("there is no view of tensors");
    out.push_back({QStringLiteral("paint.tensor"), repaint(effort, tensors->pane().canvas()), 4});
    window.showWorkspace(ide::Workspace::Debug);
}

void addWindow(std::vector<Figure>& out, Effort effort, Stage& stage, const QString& dockInFront) {
    for (QDockWidget* dock : stage.window().page(ide::Workspace::Debug)->docks())
        if (dock->objectName() == dockInFront) dock->raise();
    stage.settle();
    out.push_back(
        {QStringLiteral("paint.window.1280x800.") + dockInFront, repaint(effort, stage.window()), 14});
}

} // namespace

std::vector<Figure> frameFigures(Effort effort) {
    std::vector<Figure> out;
    {
        Stage stage(kWindow);
        stage.open(kDigits);
        stage.window().session().perform(machine::Seek{kInTheMiddle});
        stage.settle();
        for (const char* dock : {"chip", "registers", "vectors", "memory"})
            addWindow(out, effort, stage, QString::fromLatin1(dock));
        stage.window().close();
    }
    Stage stage(kDesign);
    stage.open(kDigits);
    stage.window().session().perform(machine::Seek{kInTheMiddle});
    stage.settle();
    addPainters(out, effort, stage);
    stage.window().page(ide::Workspace::Debug)->resetLayout();
    stage.settle();
    addSteps(out, effort, stage, QStringLiteral("step.default"), 0.8);
    stage.showEveryDock();
    addSteps(out, effort, stage, QStringLiteral("step.everyDock"), 1.3);
    stage.window().close();
    return out;
}

} // namespace lw::bench
