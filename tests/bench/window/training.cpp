// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"

#include "widgets/recompute/decision_canvas.h"
#include "widgets/recompute/recompute_desk.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QPainter>
#include <QTemporaryDir>

namespace lw::bench {

namespace {

// Convolution, batch norm and ReLU `layers` times, and a dense layer.
bool writeNetwork(const QString& path, int layers) {
    QString text =
        QStringLiteral(R"({"schema": "lanewright.network", "version": 1, "name": "chain", "dtype": "f32",
 "input": {"name": "x", "shape": [8, 8, 64]}, "training": {"batch": 64, "loss": "softmax_cross_entropy"}, "layers": [)");
    QString before = QStringLiteral("x");
    for (int i = 0; i < layers; ++i) {
        text +=
            QStringLiteral(
                R"({"name": "c%1", "kind": "conv", "inputs": ["%2"], "kernel": [3, 3], "pad": [1, 1, 1, 1],
  "channels": 64}, {"name": "b%1", "kind": "batch_norm", "inputs": ["c%1"]}, {"name": "r%1", "kind": "relu", "inputs": ["b%1"]},
)")
                .arg(i)
                .arg(before);
        before = QStringLiteral("r%1").arg(i);
    }
    text +=
        QStringLiteral(
            R"({"name": "y", "kind": "dense", "inputs": ["%1"], "channels": 10, "bias": true}], "outputs": ["y"]})")
            .arg(before);
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
}

void wait(const recompute::RecomputeDesk& desk) {
    QElapsedTimer timer;
    timer.start();
    while (desk.isBusy() && timer.elapsed() < kPatience) QCoreApplication::processEvents();
}

} // namespace

std::vector<Figure> trainingFigures(Effort effort) {
    const QTemporaryDir folder;
    const QString network = folder.filePath(QStringLiteral("chain.json"));
    const int layers = choose(effort, 16, 2);
    if (!writeNetwork(network, layers)) return {};
    theme::Theme theme;
    theme::apply(theme);
    recompute::RecomputeDesk desk;
    recompute::DecisionCanvas canvas(theme, nullptr);
    canvas.resize(kScreen);
    recompute::TrainingRequest request{.network = network, .machine = {}};
    request.keeps.policy = lower::recompute::Policy::LocalRule;
    desk.open(request);
    wait(desk);
    if (!desk.facts()) return {};
    QImage screen(kScreen, QImage::Format_ARGB32_Premultiplied), image(kScreen, QImage::Format_RGB32);
    image.fill(Qt::darkGray);
    std::vector<double> reference, moves, answers;
    for (int i = 0; i < choose(effort, 31, 3); ++i) {
        reference.push_back(referenceFrame(image, screen));
        // A step of the slider: the rule and what is painted of it; what all policies take comes later.
        request.whatIf.offChip = 100 + 7 * i;
        const double before = threadMilliseconds();
        desk.ask(request);
        canvas.show(desk.facts()->report, desk.facts()->isReportStale);
        canvas.render(&screen);
        moves.push_back(threadMilliseconds() - before);
        QElapsedTimer timer;
        timer.start();
        wait(desk);
        answers.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        if (desk.facts()->isTradeOffStale ||
            canvas.rows().rows.size() != static_cast<std::size_t>(3 * layers + 1))
            return {};
    }
    return {{QStringLiteral("training.move"), median(moves) / median(reference), 2,
             QStringLiteral("reference frames")},
            {QStringLiteral("training.curve"), median(answers), 300}};
}

} // namespace lw::bench
