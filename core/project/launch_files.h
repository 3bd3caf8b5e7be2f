// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/lowered_text.h"
#include "core/project/launch_host.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A picture in tiles as files: the programs for one tile, which are the same for all pictures, and texts that
// include them and have beside them what the host has for this picture. They are run as any program is.
namespace lw::project {

struct LaunchFiles {
    std::string start;                                      // the one that is opened
    std::vector<std::pair<std::string, std::string>> texts; // name and contents
    std::vector<lower::DataFile> data;
};

// "program.lw"; of several "program0.lw" and so on.
std::string tileProgramName(const TilePrograms& programs, std::size_t number);
// Where an output of the plan stands, as far as a circuit has given it: "output.whole", the second one
// "output2.whole".
std::string outputName(Transfers transfers, std::size_t output);
// The picture, as the network reads it. As a file it is always there.
inline constexpr std::string_view kPicture = "picture.whole";
constexpr std::string_view pictureName(Transfers transfers) {
    return transfers == Transfers::Strided ? kPicture : "picture.tiles";
}

// `host` with its places; `machine` as programs name it, a built-in one's name or an absolute path. Stopped
// early not all of it is right.
LaunchFiles launchFiles(const TilePrograms& programs, const LaunchHost& host, const tensor::Tensor& picture,
                        const std::string& machine, const std::atomic<bool>* stop);

} // namespace lw::project
