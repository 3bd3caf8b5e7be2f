// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a project file, and with what it puts into a program.
namespace lw::project::messages {

inline constexpr Message kNoTensor{"E710", Severity::Error, "the program has no tensor \"{0}\"; it has: {1}",
                                   "Tensors get their names from .tensor in the program."};
inline constexpr Message kWrongShape{
    "E712", Severity::Error, "{0} has the shape {1}, the file {2}",
    "The file must have exactly the tensor's shape; nothing is broadcast or cut."};
inline constexpr Message kWrongType{
    "E713", Severity::Error, "{0} holds {1}, the file {2}; {3}",
    "Numbers are never converted silently. In a project or check file a cast is asked for by \"cast\": true. "
    "bf16 has no name in .npy files: its patterns are stored as uint16, and \"cast\": \"bf16\" asks for their values."};
inline constexpr Message kNoPatterns{
    "E285", Severity::Error,
    "{0}:bf16 takes uint16, as patterns of bf16, and the file has {1}; {0}:cast=FILE.npy converts numbers",
    "bf16 has no name in .npy files: its patterns are stored as uint16. In a project or check file the two ways are "
    "\"cast\": \"bf16\" and \"cast\": true."};
inline constexpr Message kNoConversion{
    "E794", Severity::Error, "\"cast\" must be true, false or \"bf16\"",
    "true converts the numbers of the file to the tensor's type; \"bf16\" takes the uint16 of the file as patterns of "
    "bf16 and converts their values."};
inline constexpr Message kNoProject{
    "E730", Severity::Error, "the schema is \"{0}\", not \"lanewright project\"",
    "The file does not say that it is a project; perhaps it is another JSON file."};
inline constexpr Message kNewerProject{
    "E731", Severity::Error, "this project has the version {0}; this program reads up to version {1}",
    "The project was saved by a newer Lanewright. Open it there, or remove what is new from the file."};
inline constexpr Message kNoNames{"E732", Severity::Error,
                                  "\"{0}\" must be an object of tensors and their files",
                                  "Write {\"A\": \"a.npy\", \"B\": {\"file\": \"b.npy\", \"cast\": true}}."};
inline constexpr Message kNoConstants{
    "E998", Severity::Error, "\"{0}\" must be an object of constants and their numbers",
    "Write {\"N\": 16, \"RATE\": 0.5}: the numbers replace those of .equ in the program's text."};
inline constexpr Message kTooMany{
    "E733", Severity::Error, "{0} in \"{1}\" are more than the {2} that are accepted",
    "No project needs that many; the limit keeps a damaged file from filling the window."};
inline constexpr Message kNoWorkload{
    "E736", Severity::Error, "the schema is \"{0}\", not \"lanewright workload\"",
    "The file does not say that it is a workload; perhaps it is another JSON file."};
inline constexpr Message kNewerWorkload{
    "E737", Severity::Error, "this workload has the version {0}; this program reads up to version {1}",
    "The workload was written for a newer Lanewright."};
inline constexpr Message kNotCores{
    "E738", Severity::Error, "not a list of cores: \"{0}\"",
    "Cores are numbers from 0 on, names and ranges with commas between them: \"0-3\", \"c1\", \"0, 2-3\"."};
inline constexpr Message kNoParts{"E739", Severity::Error, "no core of the workload has a program",
                                  "Write \"cores\": [{\"cores\": \"0-3\", \"program\": \"a.lw\"}]."};
inline constexpr Message kCoreBeyond{"E760", Severity::Error, "there is no core {0}: {1} has {2}",
                                     "Cores are counted from 0. The machine's configuration says how many "
                                     "there are."};
inline constexpr Message kCoreTwice{"E761", Severity::Error, "core {0} is given a second program",
                                    "Each core runs one program; take it out of one of the two lists."};
inline constexpr Message kCoreWithout{
    "E762", Severity::Error, "core {0} of {1} is given no program",
    "Every core needs one; a program that is nothing but { halt } does nothing."};
inline constexpr Message kOtherMachine{
    "E763", Severity::Error, "the cores are of \"{0}\", this program is for another chip: {1}",
    "All cores of a machine are of one chip. Let the program name it with .chip."};
inline constexpr Message kOwnMachine{
    "E774", Severity::Error, "the program names a machine file of its own: {0}",
    "Graded programs run on the machine that the check names, or on a built-in one: name that with .chip."};
inline constexpr Message kWorkloadHere{
    "E764", Severity::Error, "{0} is a workload, where a program is expected",
    "A workload says what the cores of a machine run; `lw run` and the other "
    "commands that run programs take it. Name one of its programs."};
inline constexpr Message kNoSuchPart{
    "E647", Severity::Error, "there is no part {0}: the network is {1} now",
    "The circuit or what it can do is another than when the program was made. Lower the network again."};
inline constexpr Message kHostTooSmall{
    "E767", Severity::Error,
    "the picture needs {0} bytes of the host's memory, {2} reaches {1}: {3} for the program, {4} for "
    "descriptors, {5} for masks, {6} for the picture, {7} for the output",
    "Cut the picture into smaller ones that overlap by the network's receptive field, or use a machine "
    "whose \"hostBytes\" are more."};
inline constexpr Message kNotLaunched{
    "E812", Severity::Error,
    "the host computes a part of this network, so that no program runs all its tiles",
    "Its tiles can be run all the same, each on machines of its own. The program of one tile is written by itself, "
    "and says which layers the host computes."};
inline constexpr Message kNotForArray{
    "E787", Severity::Error,
    "the host computes a part of this network, so that an array cannot run its tiles",
    "On a machine of one circuit each tile runs as several programs. `lw stride` says which layers the "
    "host computes and why."};
inline constexpr Message kHaloTooWide{
    "E775", Severity::Error,
    "{0} {1} that a circuit needs of its neighbour are more than the {2} that the neighbour has of a tile of {3}",
    "Circuits of an array get what tiles share from the one beside them alone. Take larger tiles, whose "
    "shared part is a smaller one, or an array with one circuit in this direction."};
inline constexpr Message kNotApart{
    "E851", Severity::Error, "{0} \"{1}\" cannot be shared layer by layer: {2}",
    "Circuits that share layers compute parts of one tile that lie side by side in every layer. Where "
    "they share the input (--share input), each computes a tile of its own."};
inline constexpr Message kSharesAlone{
    "E852", Severity::Error, "circuits of an array share what tiles need, and the machine is one circuit",
    "Name a machine whose file has \"cores\" with rows, columns, a latency and a bandwidth, such as "
    "examples/networks/inference-2x2.json. One circuit has nothing to share: leave out --share."};
inline constexpr Message kOfAllCircuits{
    "E865", Severity::Error,
    "a tile of circuits that share layers is on all of them, and no program of one is it",
    "All tiles run as one machine, which can be stepped. To look at one tile alone let circuits share the input."};
inline constexpr Message kUnevenTiles{
    "E776", Severity::Error, "{0} of the plan are not {1} apart everywhere, and the machine is an array",
    "What circuits send each other has one size. Let Lanewright plan for this machine: `lw tile` without --plan."};
inline constexpr Message kNoTileSize{
    "E864", Severity::Error, "no size of a tile makes progress for this network and picture",
    "Tiles of every size would lose as much at their ends as they give. `lw rf NETWORK` shows which layer reads so "
    "far."};
inline constexpr Message kNotOneProgram{
    "E860", Severity::Error,
    "tiles over time are those of one program, and the host computes a part of this network",
    "`lw stride` says which layers the host computes and why. A section of the network without them, or a machine "
    "whose circuit computes them, has tiles that are launched."};
inline constexpr Message kForeignFile{
    "E866", Severity::Error, "the folder {0} has a file {1} that would be overwritten: {2}",
    "A folder that was written here before is written again. Name another one, or take the file away."};
inline constexpr Message kUntiledWrong{
    "E855", Severity::Error,
    "without tiles the circuit gives {0} elements that are not those of the reference",
    "With them the tiles cannot be compared. Please report this as a mistake of Lanewright."};
inline constexpr Message kLoweredFault{"E735", Severity::Error, "the lowered network stops with a fault: {0}",
                                       "A program that was made from a network must run to its end. "
                                       "Please report this as a mistake of Lanewright."};

inline constexpr Message kKeptByHost{
    "E845", Severity::Error,
    "only one program of a whole network can keep columns; the host computes a part of this one",
    "`lw stride NETWORK` says which layers the host computes. Let each tile compute again what it shares "
    "(--overlap recompute), with which it runs by itself, or end the network before these layers "
    "(--until)."};
inline constexpr Message kNotAlone{
    "E849", Severity::Error, "a tile that reads what other tiles have kept cannot run alone",
    "All tiles run as one program, which Debug All Tiles opens and `lw tile --output` writes. To look at "
    "one of them alone, and at what is not right in it, let tiles compute again what they share "
    "(--overlap recompute): where nothing overlaps, nothing is wrong."};
inline constexpr Message kKeptOnArray{
    "E844", Severity::Error, "circuits of an array cannot keep rows for the tiles below",
    "What is kept of rows lies at the host of one circuit, and another one has the tiles below. Keep "
    "columns alone (--overlap columns), with which each circuit has whole rows of tiles, or nothing "
    "(--overlap recompute), with which circuits send each other what tiles share."};
inline constexpr Message kKeptInParts{
    "E853", Severity::Error,
    "circuits that share layers have parts of one tile, which keep nothing for the next one",
    "Let circuits share the input, so that each keeps columns of its own tiles (no --share layers), or "
    "let tiles compute again what they share (no --overlap)."};
inline constexpr Message kOnlyModelled{
    "E960", Severity::Error,
    "values that are stored as {0} are only modelled: programs and modules store float32",
    "Decisions, bytes and clocks are shown for it; a program for the training chip, or a module for PyTorch, is made for "
    "float32: leave element out of --what-if. What is kept for the backward pass may be bfloat16: --policy bf16."};
inline constexpr Message kNoProgram{
    "E951", Severity::Warning, "`lw train` makes no program of this: {0}",
    "What the memories and queues of the machine hold is in `lw config training --print`. What waits longest is in HBM already, but "
    "what one part of the step needs must be in vector memory at once."};
inline constexpr Message kPolicyFits{
    "E970", Severity::Error, "it fits with --policy {0}",
    "Tried: that policy keeps in vector memory only what fits there, puts the rest into "
    "HBM or computes it again, and has the same gradients."};
inline constexpr Message kBudgetFits{
    "E952", Severity::Error, "it fits with --budget {0}",
    "Tried: with a budget of what parameters leave of vector memory nothing waits in HBM, so that no transfers "
    "are needed for it; what finds no room is computed again, with the same gradients."};
inline constexpr Message kBatchFits{
    "E971", Severity::Error, "it fits with \"batch\": {0} in the network's \"training\", or --batch {0}",
    "Tried: of as many images as fit, under the same policy. Fewer images in a batch train "
    "otherwise."};
inline constexpr Message kFitsOnProcessor{
    "E257", Severity::Error, "it fits on {0}",
    "Tried: the built-in processors in their order. Choose it with --machine, or in the list of machines in the window."};
inline constexpr Message kFitsOnNoProcessor{
    "E258", Severity::Error, "it fits on none of the built-in processors: {0}",
    "Tried: each of them. A machine file may have more of what is short: a copy of what `lw config nnp-bw-s10 --print` shows."};
inline constexpr Message kImagesFit{
    "E937", Severity::Error, "it fits with {0} images",
    "Tried: of as many images as HBM has room for beside the rest, in whole batches; all of them lie there while it trains. Give "
    "files with fewer images and labels."};
inline constexpr Message kNeverFits{
    "E939", Severity::Error,
    "no choice fits: of {0} images, the fewest, parameters and what else every step needs take {1} bytes of vector memory, and "
    "values at least {2} at once",
    "Tried: every policy, and smaller batches. Make layers smaller or fewer, or take a machine with more \"vmemRows\" (a copy of what "
    "`lw config training --print` shows)."};
inline constexpr Message kInFile{
    "E955", Severity::Error, "in '{0}'",
    "The file that the problem is in, as --data or --labels or the network's file names it."};
inline constexpr Message kNoOwnData{
    "E990", Severity::Error, "there is no file '{0}', which training.data of '{1}' names as its {2}",
    "A network file names its data relative to its own folder, so a copy of it elsewhere needs the data as well: "
    "copy them along, change training.data.{2}, or name others with --data and --labels."};
inline constexpr Message kReleasedRead{
    "E948", Severity::Error,
    "{0} reads the {1} of \"{2}\" in rows {3} to {4} of vector memory, which was released after {5}",
    "A training program that forgets what it has released (`lw train --forget-released`) leaves these rows "
    "never-written, and using them is a fault. The plan of what is kept lets go of them too early: please report "
    "this as a mistake of Lanewright."};

inline constexpr Message kNoChains{
    "E993", Severity::Error, "{0} is for the {1}, whose programs have no chains",
    "Software is made of firmware of a neural network processor: `.chip nnp`. See `lw manual processor`."};
inline constexpr Message kNoNamedValues{
    "E362", Severity::Error, "no array has a name that the firmware gives to a value; it gives: {0}",
    "Values are found by the names of hints (`;@tensor NAME vec 8 at InitialVrf[0..1]`, `;@out y vec 8 to NetQ`) and of "
    "tensors in netin and netout. Name the arrays so, or write --map FILE with {\"name\": \"array\", ...}."};
inline constexpr Message kOtherCount{
    "E363", Severity::Error,
    "array {0} has {1} numbers, the firmware writes {2} to the place of that name ({3} with what fills vectors up)",
    "An array has the numbers of all writes to its place, one after the other, in the order of the firmware."};
inline constexpr Message kForeignLayout{
    "E292", Severity::Error, "array {0} has the shape {1}, and \"layout\" is of two to four extents",
    "nchw arrays are [batch, channels, rows, columns], [channels, rows, columns] or [channels, length]. Leave \"layout\" out for others."};
inline constexpr Message kBadNameMap{
    "E364", Severity::Error, "{0}: {1}",
    "A map of names is a JSON object: {\"name in the firmware\": \"name of the array\", ...}."};
inline constexpr Message kFirmwareStops{
    "E380", Severity::Error, "{0} stops at instruction {1}: {2}",
    "Only firmware that comes to its end is set beside another. Run it by itself: the debugger shows what is missing."};
inline constexpr Message kOtherValues{
    "E996", Severity::Error, "{0} has {1} numbers, and the firmware gives {2}",
    "The software was changed, and has other values than the graph it was made of. Write it again."};
inline constexpr Message kSoftwareFailed{
    "E390", Severity::Error, "{0} could not run the software: {1}",
    "Software in Python needs python3 with NumPy or PyTorch, software in C++ a compiler, g++. What they say is the "
    "last line of theirs; the software is in the folder that Save names, to be run by hand."};
inline constexpr Message kNoGraphNumbers{
    "E304", Severity::Error, "{0} has {1} numbers, and the graph reads {2}",
    "What memories hold at the start is in FILE.netin.npy, FILE.vdram.npy and FILE.mdram.npy beside FILE.json, as "
    "`lw concord --to graph` writes them. Without them software is written, and not run."};
inline constexpr Message kOtherInputs{
    "E396", Severity::Error, "{0} has the shape {1}, and an input of the firmware has {2} numbers",
    "The first axis counts inputs, of which there is at least one, and each has all numbers of the vectors that the firmware takes from NetQ, or those "
    "that its hints name: an array [inputs, ...] of them."};
inline constexpr Message kNoPythonWith{
    "E391", Severity::Error, "no python3 has the module {0}",
    "Looked for as `python3` on the PATH and as /usr/bin/python3. Install it (Debian: python3-numpy, python3-torch), or "
    "compare another language."};

inline constexpr Message kTooFewBits{
    "E389", Severity::Error,
    "with mantissas of {0} bits in all layers {1} items are right, in float64 {2}; at least {3} were wanted",
    "The widest of the formats loses too much already. Begin the search with wider ones (`--search bfp2-bfp16`), allow more "
    "to be lost (`--lose 5%`), or take a machine with smaller native vectors, whose blocks have fewer numbers."};
inline constexpr Message kNothingMultiplied{
    "E394", Severity::Error, "no layer of \"{0}\" multiplies matrices",
    "Only vectors and matrices of products have mantissas: layers of conv, dense, lstm and gru. All others are FP16."};

} // namespace lw::project::messages
