// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/effort.h"

#include <QImage>
#include <QSize>
#include <QString>

#include <vector>

// Figures of the window: measured offscreen, in a release build.
namespace lw::bench {

inline constexpr QSize kScreen{1920, 1080};
inline constexpr int kPatience = 60'000; // milliseconds

struct Figure {
    QString name;
    double value = 0;
    double goal = 0; // 0: only for information
    QString unit = QStringLiteral("ms");
    bool atLeast = false; // the goal is a floor, not a ceiling

    bool isMet() const { return goal == 0 || (atLeast ? value >= goal : value <= goal); }
};

// Processor time of this thread, and of all threads of this process:
// what else the computer does counts as little as can be.
double threadMilliseconds();
double processMilliseconds();
double median(std::vector<double> values);
double worst(const std::vector<double>& values);

// What other figures are beside: an image, 2,000 rectangles and 200 texts on a screen of that size.
double referenceFrame(const QImage& image, QImage& screen);

// What a picture of a tensor is beside: two images of the screen's size and that many numbers of four signs,
// each a run of glyphs.
double referencePicture(const QImage& image, QImage& screen, int numbers);

// A picture of a float32 tensor of side x side: opening it, reading all of it, and frames while it is panned
// at every zoom (processor time of the window's thread), also beside the images and glyphs that it shows.
// Writes the tensor to a file in `folder` first and removes it. Nothing where it cannot be written and read,
// or where a cell has not the colour of its number.
std::vector<Figure> tensorFigures(Effort effort, const QString& folder, std::uint64_t side);

// The map of 10,000 tiles while it is dragged and pointed at, at several zooms: the slowest of them, beside
// a frame with an image, 2,000 rectangles and 200 texts of the same run.
std::vector<Figure> tileFigures(Effort effort);

// A step of a slider over the decisions of a training step of 49 layers, beside such a frame; how long all
// policies and budgets take to follow it, in milliseconds by the clock.
std::vector<Figure> trainingFigures(Effort effort);

// From the start of the program to its first paint with the digits example, and its memory when it stands
// idle: each in a process of its own.
std::vector<Figure> startFigures(Effort effort);
// What such a process does; prints its figures.
int beStarted(int argc, char** argv);

// A step to the last pixel, and full repaints.
std::vector<Figure> frameFigures(Effort effort);
// A step back in a long run, and running with every view in sight against running without a window.
std::vector<Figure> runFigures(Effort effort);

} // namespace lw::bench
