// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// What is done to a float32 network before its layers become int8.
namespace lw::network {

// Without layers that mean nothing in int8 at the end: softmax and the like before an output.
// Notes name each (E547).
Network withoutRealEnd(Network network, std::vector<Problem>& notes);

// With layers that int8 has, clip, or functions (quantise_functions.h): batch norms, mul and add by channel
// as weights of the layer before or as convolutions of 1 x 1, relu in the layer before and other activations
// as layers, constants as large as what they are added to.
// Nearly the same numbers; outputs in the same order. E541 names the first layer that int8 does not have, and
// the commands that cut there.
Result<Network> readyForInt8(const Network& network, std::string_view file);

// A name made from these that no value of the networks has.
std::string freeName(std::string_view base, std::string_view suffix,
                     std::initializer_list<const Network*> networks);

} // namespace lw::network
