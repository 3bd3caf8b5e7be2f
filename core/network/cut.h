// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/flow.h"
#include "core/network/network.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::network {

struct ImageSize {
    std::uint64_t rows = 0, columns = 0;
    bool operator==(const ImageSize&) const = default;
};

// Where a network begins and ends, if not as its file says: names of layers, or in an ONNX file of nodes or
// of values that nodes make.
struct Section {
    std::optional<std::string> from;  // the value it computes is the input
    std::optional<std::string> until; // the value it computes is the only output
    // Rows and columns of an image that the network reads: for a file that leaves them open, or in place of
    // what an ONNX file says, whose padding and shapes follow from them. A network that begins after a layer
    // has its own.
    std::optional<ImageSize> image{};
    bool operator==(const Section&) const = default;
};

// What is left of a network; the range of an input is known only if it was known before. `file` is how
// errors refer to the network. E588, E595 to E597.
Result<Network> cut(Network network, const Section& where, std::string_view file);

Flow flowOf(const Network& network);
// The network without layers that no output needs.
Network withoutUnneeded(Network network);

// The command that shows the network cut like this, or does something else with it: lw net show n.onnx
// --until "conv1".
std::string commandText(std::string_view file, const Section& where,
                        std::string_view command = "lw net show");
std::string quoted(std::string_view text); // for a shell

// E588: none of the names is `name`, in a network that already ends after `until` if that is given.
Problem noCut(std::string_view file, std::string_view name, const std::vector<std::string_view>& names,
              const std::optional<std::string>& until);

// E595 or E596 if the rest cannot begin after `from`. `nameOf` gives the name of a value.
Outcome checkRest(const Flow& flow, std::size_t from, const Rest& rest, std::string_view file,
                  const std::function<std::string(std::size_t)>& nameOf);

} // namespace lw::network
