// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/alone.h"
#include "tests/bench/window/measure.h"
#include "tests/bench/window/stage.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <random>

namespace lw::bench {

namespace {

constexpr int kTimes = 200; // more than the bundles measured

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
double runAlone(const Alone& alone, std::uint64_t bundles) {
    const auto session = alone.begin();
    QElapsedTimer timer;
    timer.start();
    const auto report = session->perform(machine::Run{.bundles = bundles});
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
void addStepsBack(std::vector<Figure>& out, Effort effort, Stage& stage) {
    session::DebugSession& session = stage.window().session();
    const std::uint64_t end = session.frame()->furthestClock;
    std::mt19937_64 random(11);
    std::vector<double> times, processor;
    for (int i = 0; i < choose(effort, 40, 2); ++i) {
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

std::vector<Figure> runFigures(Effort effort) {
    std::vector<Figure> out;
    const auto bundles = choose<std::uint64_t>(effort, 10'000'000, 200'000);
    const QString text = repeatedDigits(kTimes);
    const Alone alone(kDigits, text);
    Stage stage({1920, 1080});
    stage.open(kDigits, text);
    stage.showEveryDock();
    double bare = 0, shown = 0; // the best: what else the computer did counts least
    for (int i = 0; i < choose(effort, 5, 1); ++i) {
        const double one = runAlone(alone, bundles), two = runInWindow(stage, bundles);
        bare = i == 0 ? one : std::min(bare, one);
        shown = i == 0 ? two : std::min(shown, two);
    }
    alone.check(stage.window().session().frame());
    out.push_back({QStringLiteral("run.headless"), static_cast<double>(bundles) / bare / 1e3, 0,
                   QStringLiteral("M bundles/s"), true});
    out.push_back({QStringLiteral("run.everyDock"), static_cast<double>(bundles) / shown / 1e3, 0,
                   QStringLiteral("M bundles/s"), true});
    out.push_back(
        {QStringLiteral("run.everyDock.ratio"), bare / shown, 0.9, QStringLiteral("of headless"), true});
    addStepsBack(out, effort, stage);
    alone.check(stage.window().session().frame());
    stage.window().close();
    return out;
}

} // namespace lw::bench
