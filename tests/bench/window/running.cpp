// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"
#include "tests/bench/window/stage.h"

#include "widgets/editor/assembler_service.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <random>

namespace lw::bench {

namespace {

constexpr std::uint64_t kBundles = 10'000'000;
constexpr int kTimes = 200; // more than the bundles measured
constexpr int kRounds = 5, kStepsBack = 40;

// The example again and again from its first label, so that its run is a long one.
QString repeatedDigits(int times) {
    QFile file(kDigits);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(kDigits));
    QString text = QString::fromUtf8(file.readAll());
    if (text.count(QStringLiteral("s0: halt")) != 1) qFatal("the example must halt in one place");
    text.replace(QStringLiteral("s0: halt"), QStringLiteral("s0: br again"));
    return text +
           QStringLiteral("\n.tensor rounds_left, i32, [1], smem = %1\n.text\nagain:\n"
                          "{ s0: movi r0, 0 }\n{ s0: ld r1, [r0+rounds_left] }\n{ s0: sub r1, r1, 1 }\n"
                          "{ s0: st [r0+rounds_left], r1 ; s1: cmp.ne p1, r1, 0 }\n{ s0: @p1 br start }\n"
                          "{ s0: halt }\n")
               .arg(times);
}

double milliseconds(const QElapsedTimer& timer) { return static_cast<double>(timer.nsecsElapsed()) / 1e6; }

// The same session without a window, on this thread.
double runAlone(const editor::AssemblyAnswer& answer, std::uint64_t bundles) {
    const project::LoadedProgram& program = *answer.program;
    auto machine = program.chip->create(program.program, program.machine.json, {});
    if (!machine) qFatal("the example cannot be loaded");
    machine::Session session(*std::move(machine));
    QElapsedTimer timer;
    timer.start();
    const auto report = session.perform(machine::Run{.bundles = bundles});
    if (!report || report->bundles != bundles) qFatal("the example ends too early");
    return milliseconds(timer);
}

double runInWindow(Stage& stage, std::uint64_t bundles) {
    session::DebugSession& session = stage.window().session();
    stage.window().actions()["reset"]->trigger();
    stage.settle();
    QElapsedTimer timer;
    timer.start();
    session.perform(machine::Run{.bundles = bundles});
    while (session.isBusy()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const double took = milliseconds(timer);
    if (session.frame()->bundles != bundles) qFatal("the run was cut short");
    stage.settle();
    return took;
}

// From random clocks of the run, to where the command is done and its frame is there; every view in sight.
void addStepsBack(std::vector<Figure>& out, Stage& stage) {
    session::DebugSession& session = stage.window().session();
    const std::uint64_t end = session.frame()->furthestClock;
    std::mt19937_64 random(11);
    std::vector<double> times, processor;
    for (int i = 0; i < kStepsBack; ++i) {
        session.perform(machine::Seek{1 + random() % (end - 1)});
        stage.settle();
        QElapsedTimer timer;
        timer.start();
        const double before = processMilliseconds();
        session.perform(machine::StepBack{});
        while (session.isBusy()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        times.push_back(milliseconds(timer));
        processor.push_back(processMilliseconds() - before);
        stage.settle();
    }
    // One thread waits for the other: of an idle computer the two are the same.
    out.push_back({QStringLiteral("back.cpu.median"), median(processor), 0});
    out.push_back({QStringLiteral("back.cpu.worst"), worst(processor), 30});
    out.push_back({QStringLiteral("back.wall.median"), median(times), 0});
    out.push_back({QStringLiteral("back.wall.worst"), worst(times), 0});
}

} // namespace

std::vector<Figure> runFigures() {
    std::vector<Figure> out;
    const QString text = repeatedDigits(kTimes);
    editor::AssemblyRequest request;
    request.path = kDigits;
    request.texts[kDigits] = text;
    const editor::AssemblyAnswer answer = editor::assemble(request);
    if (!answer.program) qFatal("the repeated example does not assemble");
    Stage stage({1920, 1080});
    stage.open(kDigits, text);
    stage.showEveryDock();
    double alone = 0, shown = 0; // the best: what else the computer did counts least
    for (int i = 0; i < kRounds; ++i) {
        const double one = runAlone(answer, kBundles), two = runInWindow(stage, kBundles);
        alone = i == 0 ? one : std::min(alone, one);
        shown = i == 0 ? two : std::min(shown, two);
    }
    out.push_back({QStringLiteral("run.headless"), static_cast<double>(kBundles) / alone / 1e3, 0,
                   QStringLiteral("M bundles/s"), true});
    out.push_back({QStringLiteral("run.everyDock"), static_cast<double>(kBundles) / shown / 1e3, 0,
                   QStringLiteral("M bundles/s"), true});
    out.push_back(
        {QStringLiteral("run.everyDock.ratio"), alone / shown, 0.9, QStringLiteral("of headless"), true});
    addStepsBack(out, stage);
    stage.window().close();
    return out;
}

} // namespace lw::bench
