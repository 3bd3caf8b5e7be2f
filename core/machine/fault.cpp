// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/fault.h"

#include "core/base/check.h"

#include <array>

namespace lw::machine {
namespace {

struct Words {
    std::string_view name;
    std::string_view meaning;
};

// In the order of FaultKind.
constexpr std::array<Words, kFaultKinds> kWords{{
    {"undefined",
     "The program does what the chip's manual forbids; the rule in the message says how to do it instead."},
    {"unspecified", "Public sources do not say what the chip does here; a program should not depend on it."},
    {"unimplemented", "The chip could do this, this emulator cannot; nothing is wrong with the program."},
    {"untested",
     "The emulator does this without evidence that it does it right; check the result another way."},
    {"out of range",
     "An address or index lies outside its memory or file, or a sum outside its range; look at what it was "
     "computed from."},
    {"deadlock",
     "The program waits for something that nothing under way can bring; look at both ends of the wait."},
    {"hazard", "A value is used before it is ready, and strict mode does not wait; "
               "leave more bundles between the two."},
    {"race", "Two accesses have no order between them and one of them writes; put a wait between the two."},
    {"uninitialised",
     "A word is used that nothing has written; write it first, or wait for the transfer that does."},
    {"flag overflow", "A sync flag was counted beyond 32 bits; set it back before counting on."},
    {"emulator bug",
     "Two ways of computing the same thing disagree inside the emulator; please report it with the program."},
}};

} // namespace

std::string_view nameOf(FaultKind kind) {
    LW_REQUIRE(static_cast<std::size_t>(kind) < kWords.size(), "not a kind of fault");
    return kWords[static_cast<std::size_t>(kind)].name;
}

std::string_view meaningOf(FaultKind kind) {
    LW_REQUIRE(static_cast<std::size_t>(kind) < kWords.size(), "not a kind of fault");
    return kWords[static_cast<std::size_t>(kind)].meaning;
}

} // namespace lw::machine
