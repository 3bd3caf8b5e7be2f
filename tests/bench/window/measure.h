// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

// Figures of the window: measured offscreen, in a release build.
namespace lw::bench {

struct Figure {
    QString name;
    double milliseconds = 0;
    double most = 0; // what it must not exceed; 0: only for information
};

// A picture of a float32 tensor of side x side: opening it, reading all of it, and frames while it is panned
// at every zoom (processor time of the window's thread). Writes the tensor to a file in `folder` first and removes it.
std::vector<Figure> tensorFigures(const QString& folder, std::uint64_t side);

} // namespace lw::bench
