// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/fault_stories.h"
#include "core/machine/fault.h"
#include "core/manual/book.h"

#include <algorithm>

// The pages on faults: what each kind means is said by the machine's own table, the rest here.
namespace lw::manual {

namespace {

using machine::FaultKind;

constexpr std::string_view kProgram = "the program's", kNobody = "nobody's: the program may be right",
                           kEmulator = "the emulator's";

// In the order of FaultKind.
constexpr FaultStory kStories[] = {
    {FaultKind::Undefined, kProgram,
     "An instruction was given something that the chip has no meaning for, such as a multiplication "
     "without weights, and no result would be right.",
     R"(.chip training, "training-teaching"
        { v0: bcast v1, 1.0 }
        { push: mxu.x v1 }   # no weights were loaded before
        { pop: mxu v2 }
        { s0: halt }
)",
     "Look up the instruction in the manual and first do what its page asks for: here, load weights and "
     "latch them."},
    {FaultKind::Unspecified,
     kNobody,
     "What is publicly known about the chip leaves open what happens here, and this emulator does not guess.",
     {},
     "Write the same in a way that the manual describes."},
    {FaultKind::Unimplemented, kNobody,
     "The chip has a meaning for this, but this emulator does not: it needs a part of the machine that is "
     "not there, or more of something than the emulator keeps.",
     R"(.chip training, "training-teaching"
        { s0: movi r1, 0 }
        { s0: dma.remote [r1+0] }   # a machine of one core has no neighbour
        { s0: halt }
)",
     "The second line of the message says what this machine can do instead."},
    {FaultKind::Untested,
     kNobody,
     "The emulator could go on, but nothing shows that what it would do is what the chip does.",
     {},
     "Compute the same another way and compare."},
    {FaultKind::OutOfRange, kProgram,
     "An address, a row or an index points beyond the end of its memory or file. Negative numbers are "
     "large ones here: -1 is 4294967295.",
     R"(.chip training, "training-teaching"
        { s0: movi r1, -1 }
        { s0: ld r2, [r1+0] }   # there is no word 4294967295
        { s0: halt }
)",
     "Ask who wrote the base register last, and go back to where it was still right. "
     "A loop that runs once too often is the most common cause."},
    {FaultKind::Deadlock, kProgram,
     "The bundle waits for a flag or for a result that nothing under way can bring: it would wait for ever.",
     R"(.chip training, "training-teaching"
        { s0: sync.set f0, 0 }
        { s0: sync.wait f0, 1 }   # nobody counts f0
        { s0: halt }
)",
     "Start what is waited for before the wait, or wait for no more than was started: "
     "a flag counts granules, a queue gives as many results as were pushed."},
    {FaultKind::Hazard, kProgram,
     "A value is used before its latency is over. The interlocked machine waits and counts the clocks as a "
     "stall; the strict one stops here, because a chip without interlocks would read the old value.",
     R"(.chip training, "training-teaching"
.tensor a, f32, [2, 4], vmem = 1.0
        { vld: v1, [a] }
        { v0: fadd v2, v1, v1 }   # the load has not come yet
        { s0: halt }
)",
     "Put other work, or empty bundles, between the two; the message says how many clocks are missing. "
     "Without `--mode strict` the program waits there and goes on.",
     true},
    {FaultKind::Race, kProgram,
     "A transfer and a bundle, or two transfers, touch the same words, one of them writes, and no wait says "
     "which comes first. It is reported whether or not the order happened to be right.",
     R"(.chip training, "training-teaching"
.tensor source, f32, [2, 4], hbm = 1.0
.tensor target, f32, [2, 4], vmem
.data smem
list:   .word granule(source), granule(target), 0     # from, to, counts on f0
        .word 2, 1, 1,  1, 0, 0,  1, 0, 0,  1, 0, 0   # two granules, one after the other
.text
        { s0: sync.set f0, 0 ; s1: movi r1, list }
        { s0: dma.h2v [r1+0] }
        { vld: v1, [target] }   # no wait: the transfer may be under way
        { s0: halt }
)",
     "Wait for the flag of the transfer before the access; the flag counts the granules that have landed. "
     "Here: `{ s0: sync.wait f0, 2 }` before the load."},
    {FaultKind::Uninitialised, kProgram,
     "A register or a word is used that holds no value of the program: nothing has written it since the "
     "start. Loading such a word is allowed, computing with it is not.",
     R"(.chip training, "training-teaching"
        { s0: movi r1, 0 }
        { s0: ld r2, [r1+4] }      # nothing wrote word 4
        { s0: add r3, r2, r2 }     # and here it is used
        { s0: halt }
)",
     "Write it first, give the tensor its contents with `=`, or wait for the transfer that brings them. "
     "Words that were never written are dots in every view. `--uninit zero` reads them as 0."},
    {FaultKind::FlagOverflow, kProgram,
     "A sync flag is a signed number of 32 bits and was about to be counted beyond its range.",
     R"(.chip training, "training-teaching"
        { s0: movi r1, 0x7fffffff }
        { s0: sync.set f0, r1 }
        { s0: sync.add f0, 1 }   # 2 to the power of 31 does not fit
        { s0: halt }
)",
     "Set the flag back to 0 between uses, when nothing that counts on it is under way."},
    {FaultKind::EmulatorBug,
     kEmulator,
     "The emulator computes some things in two ways and compares them; here they differ.",
     {},
     "Keep the program and its inputs: with them the defect can be reproduced. "
     "The program can do nothing about it."},
};
static_assert(std::size(kStories) == machine::kFaultKinds);

} // namespace

std::span<const FaultStory> faultStories() { return kStories; }

void Book::addFaults() {
    for (const FaultStory& story : kStories) {
        const std::string name(machine::nameOf(story.kind)), meaning(machine::meaningOf(story.kind));
        std::string id = "fault/" + name;
        std::replace(id.begin(), id.end(), ' ', '-'); // links have no blanks
        Page page{.id = std::move(id),
                  .title = name,
                  .kind = PageKind::Fault,
                  .summary = meaning,
                  .keys = {name, "fault " + name}};
        page.text.append("# Fault: ").append(name).append("\n\n").append(meaning);
        page.text.append("\n\n## What it means\n\n").append(story.means);
        page.text.append("\n\n## Whose fault it is\n\nIt is ").append(story.whose).append(".\n\n");
        page.text += "## A program that ends in it\n\n";
        if (story.program.empty())
            page.text += "No program is known to do so.\n\n";
        else
            page.text.append("```\n").append(story.program).append("```\n\nRun it with `lw run");
        if (story.isStrict) page.text += " --mode strict";
        if (!story.program.empty())
            page.text +=
                "`. The machine stops before the bundle that could not be issued, with everything as it "
                "was; you can step back from there.\n\n";
        page.text.append("## What to do\n\n").append(story.wayOut);
        page.text += "\n\nSee also: [fault](term/fault), [stepping through a program](chapter/debugger)\n";
        add(std::move(page));
    }
}

} // namespace lw::manual
