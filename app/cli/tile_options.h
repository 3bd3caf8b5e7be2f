// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

// The options of lw tile.
namespace lw::cli {

inline constexpr Option kTileOptions[] = {
    {.name = "--input",
     .value = "FILE",
     .summary = "run it on this picture (.png, .npy), and compare",
     .letter = 'i'},
    {.name = "--size", .value = "ROWSxCOLUMNS", .summary = "of the picture, for the plan alone"},
    {.name = "--fixed",
     .value = "auto|ROWS[xCOLUMNS]",
     .summary = "of a tile: the one size that the program is made for (default auto: of those that were "
                "modelled and fit the machine that with the fewest clocks)"},
    {.name = "--mode",
     .value = "auto|exact|masked|ring",
     .summary = "what is done beyond the picture's end (default auto: the cheapest exact one)"},
    {.name = "--overlap",
     .value = "recompute|columns|both",
     .summary =
         "what tiles share: each computes it by itself (default), or columns of each value are kept for the next "
         "tile of a row, with both rows as well for the tiles below"},
    {.name = "--machine",
     .value = "NAME|FILE",
     .summary = "the circuit that runs it (default inference)",
     .letter = 'm'},
    {.name = "--plan",
     .value = "FILE",
     .summary = "cut as this plan says, which --report json has written, perhaps with other starts"},
    {.name = "--share",
     .value = "input|layers|both",
     .summary =
         "what circuits of an array send each other: parts of the picture that several tiles read "
         "(default), or the borders of every layer, so that nothing is computed twice; both runs both"},
    {.name = "--stride-by",
     .value = "auto|pattern",
     .summary = "how strides are computed: by kernel striding (default), or by an access pattern, which the "
                "circuit of the patents lacks"},
    {.name = "--transfers",
     .value = "strided|copied",
     .summary =
         "how tiles cross the host interface: strided (default), nothing is copied at the host; copied, as "
         "a DMA without strides needs it. Says what each costs the host"},
    {.name = "--array",
     .value = "RxC",
     .summary = "how many circuits you expect to share the picture; it must be what the machine has"},
    {.name = "--to",
     .value = "python",
     .summary = "write the plan as a file for other runtimes, which needs numpy alone, into --output"},
    {.name = "--output",
     .value = "FOLDER",
     .summary = "write the program that runs all tiles there, for lw run and the window, and in outputs "
                "what it gives; or what --to says",
     .letter = 'o',
     .output = Output::Path},
    {.name = "--compare-overlap",
     .summary = "run it with each --overlap, and show what each costs beside the others"},
    {.name = "--limit-seconds",
     .value = "X",
     .summary = "stop the whole command after so much time of this host"},
    {.name = "--curve", .summary = "what tiles of every size would cost, instead of a plan for one"},
    {.name = "--run", .summary = "with --curve: also what programs for these sizes take, modelled and run"},
    {.name = "--no-fold", .summary = "one pass for each tap of a kernel, even if taps lie side by side"},
    {.name = "--order",
     .value = "straight|overlapped",
     .summary =
         "of rows: layer by layer, or so that units work beside each other (default, where one program "
         "computes all)"},
    {.name = "--report", .value = "text|json", .summary = "what is printed (default text)"},
    {.name = "--result",
     .value = "[NAME=]FILE.npy",
     .summary = "write the stitched output there: that of this name, or the first one",
     .repeated = true,
     .output = Output::OfName},
    {.name = "--png",
     .value = "[NAME=]FILE.png",
     .summary = "the same as a picture: numbers of 0 to 255, 1 to 4 channels",
     .repeated = true,
     .output = Output::OfName},
};

} // namespace lw::cli
