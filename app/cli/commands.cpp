// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/check_options.h"
#include "app/cli/command_list.h"
#include "app/cli/machine_options.h"
#include "app/cli/net_options.h"
#include "app/cli/nnp_options.h"
#include "app/cli/recompute_options.h"
#include "app/cli/software_run.h"
#include "app/cli/stride_options.h"
#include "app/cli/tile_options.h"
#include "app/cli/training_arguments.h"
#include "app/cli/warning_options.h"

namespace lw::cli {

namespace {

constexpr Option kAssembleOptions[] = {
    {.name = "--machine",
     .value = "NAME|FILE",
     .summary = "assemble for this machine instead of the program's",
     .letter = 'm'},
    {.name = "--include",
     .value = "FOLDER",
     .summary = "look for included files here too",
     .repeated = true,
     .letter = 'I'},
};
constexpr Option kDefineOptions[] = {
    {.name = "--define",
     .value = "NAME=VALUE",
     .summary = "give an .equ of the program another value",
     .repeated = true,
     .letter = 'D'},
};
constexpr Option kAsmOptions[] = {
    {.name = "--output",
     .value = "FILE.lwo",
     .summary = "write an object file",
     .letter = 'o',
     .output = Output::Path},
    {.name = "--listing", .summary = "print address, bits and source of every bundle"},
};
constexpr Option kDisOptions[] = {
    {.name = "--output",
     .value = "FILE.lw",
     .summary = "write the text there",
     .letter = 'o',
     .output = Output::Path},
};
constexpr Option kFmtOptions[] = {
    {.name = "--check", .summary = "change nothing; exit with 1 if a file would change"},
    {.name = "--print", .summary = "print the formatted text instead of writing the file"},
};
constexpr Option kRunOptions[] = {
    {.name = "--get",
     .value = "NAME=FILE",
     .summary = "write a tensor to an .npy file at the end",
     .repeated = true,
     .output = Output::OfName},
    {.name = "--print", .value = "NAME", .summary = "print a tensor at the end", .repeated = true},
    {.name = "--reg",
     .value = "EXPR",
     .summary = "print a register or another expression at the end: r1, v2, smem[4]",
     .repeated = true},
    {.name = "--expect",
     .value = "NAME=FILE",
     .summary = "compare a tensor with an .npy file",
     .repeated = true},
    {.name = "--trace-words", .summary = "print the words of trace instructions"},
    {.name = "--manifest",
     .value = "FILE",
     .summary = "write what the run was made of, as JSON",
     .output = Output::Path},
};
constexpr Option kToleranceOptions[] = {
    {.name = "--atol", .value = "X", .summary = "absolute tolerance of --expect (default 0)"},
    {.name = "--rtol", .value = "X", .summary = "relative tolerance of --expect (default 0)"},
    {.name = "--ulp", .value = "N", .summary = "tolerance of --expect in steps of the type (default 0)"},
};
constexpr Option kStepOptions[] = {
    {.name = "--script",
     .value = "FILE",
     .summary = "read commands from a file instead of the terminal",
     .letter = 'x'},
};
constexpr Option kTraceOptions[] = {
    {.name = "--output",
     .value = "FILE",
     .summary = "write there instead of printing",
     .letter = 'o',
     .output = Output::Path},
    {.name = "--events", .value = "N", .summary = "keep the newest N events (default 1000000)"},
    {.name = "--from", .value = "CLOCK", .summary = "record from this clock on"},
};
constexpr Option kDiffOptions[] = {
    {.name = "--other-machine", .value = "NAME|FILE", .summary = "the machine of the second run"},
    {.name = "--other-mode", .value = "MODE", .summary = "the mode of the second run"},
    {.name = "--other-dma", .value = "MODE", .summary = "the DMA mode of the second run"},
    {.name = "--other-seed", .value = "N", .summary = "the seed of the second run"},
    {.name = "--other-limit-cycles", .value = "N", .summary = "the last clock of the second run"},
    {.name = "--most", .value = "N", .summary = "list at most N differing cells (default 40)"},
};
constexpr Option kSceneOptions[] = {
    {.name = "--run", .summary = "run the program first"},
    {.name = "--name", .value = "NAME", .summary = "which tensor, layer, level or stage"},
    {.name = "--element",
     .value = "T[R,C,N]",
     .summary = "which element of a layer, as in first[0,4,2] or out[0,0,0]; of tiles, as in 3,4"},
    {.name = "--input", .value = "FILE", .summary = "of tiles: the picture", .letter = 'i'},
    {.name = "--size", .value = "ROWSxCOLUMNS", .summary = "or the size of it"},
    {.name = "--fixed", .value = "ROWS[xCOLUMNS]", .summary = "the size of a tile"},
    {.name = "--tile", .value = "N", .summary = "which of them, row by row (default 0)"},
    {.name = "--array", .value = "RxC", .summary = "as lw tile has it"},
    {.name = "--mode",
     .value = "auto|exact|masked|ring",
     .summary = "what tiles do beyond the picture's end, as lw tile has it"},
    {.name = "--overlap",
     .value = "recompute|columns|both",
     .summary = "what becomes of what tiles share, as lw tile has it"},
    {.name = "--first", .value = "N", .summary = "from this bundle or element on"},
    {.name = "--count", .value = "N", .summary = "number of bundles or elements"},
    {.name = "--core", .value = "NAME", .summary = "of several cores which one (default: c0)"},
};
constexpr Option kWhyOptions[] = {
    {.name = "--chip", .value = "NAME", .summary = "the chip of two texts (default: training)"},
};
constexpr Option kConfigOptions[] = {
    {.name = "--chip", .value = "NAME", .summary = "its chip (default: the one with that machine)"},
    {.name = "--print", .summary = "print the text of its file instead, to be copied and changed"},
    {.name = "--kernels", .summary = "what multiplies on this host, with times; * is the usual one"},
};
// Of every command that prints pages of instructions.
constexpr Option kPageOptions[] = {
    {.name = "--chip", .value = "NAME", .summary = "the chip (default: the first that knows the words)"},
    {.name = "--machine",
     .value = "NAME",
     .summary = "the machine whose clocks are shown (default: the chip's first)"},
};
constexpr Option kIsaOptions[] = {{.name = "--list", .summary = "one line for each instruction"}};
constexpr Option kManualOptions[] = {{.name = "--search", .summary = "list the pages that have the words"}};
constexpr Option kNumberOptions[] = {
    {.name = "--format",
     .value = "NAME",
     .summary =
         "f16 (the default), bf16, e5m2, e4m3, e3m2, e2m3, e2m1; bfp2 to bfp16, bfp2e8 to bfp16e8; int2 to int16; mxint8, "
         "mxfp8-e4m3, mxfp8-e5m2, mxfp6-e3m2, mxfp6-e2m3, mxfp4",
     .repeated = true},
    {.name = "--rounding",
     .value = "nearest|zero|stochastic",
     .summary = "to the nearest, ties to even (default), toward zero, or by chance"},
    {.name = "--seed", .value = "N", .summary = "of chance (default 0)"},
    {.name = "--overflow",
     .value = "infinity|saturate",
     .summary = "what a float beyond the largest number becomes (default infinity)"},
};

constexpr Option kRfOptions[] = {
    {.name = "--size",
     .value = "ROWSxCOLUMNS",
     .summary = "of the picture, for a network that leaves it open"},
    {.name = "--output",
     .value = "NAME",
     .summary = "this layer and what it needs, instead of the whole network",
     .letter = 'o'},
};

constexpr Option kTrainOptions[] = {
    {.name = "--machine",
     .value = "NAME|FILE",
     .summary = "the training core to lower for (default training)",
     .letter = 'm'},
    {.name = "--data", .value = "FILE.npy", .summary = "images, [count, extents of the input]"},
    {.name = "--labels",
     .value = "FILE.npy",
     .summary = "labels, [count], or targets, [count, extents of the output]"},
    {.name = "--steps", .value = "N", .summary = "steps of a batch each (default 1)"},
    {.name = "--run", .summary = "run it, and tell losses and clocks"},
    {.name = "--gradients", .summary = "the last step's gradients of parameters become tensors as well"},
    {.name = "--forget-released",
     .summary = "what is released becomes never-written: a step that reads it after all faults"},
    {.name = "--output",
     .value = "FOLDER",
     .summary = "write program.lw, its tensors and origin.json there",
     .letter = 'o',
     .output = Output::Path},
};

using Groups = std::span<const Option>;
constexpr Groups kAsm[] = {kAsmOptions, kWarningOptions, kAssembleOptions, kDefineOptions};
constexpr Groups kDis[] = {kDisOptions, kAssembleOptions, kDefineOptions};
constexpr Groups kFmt[] = {kFmtOptions};
constexpr Groups kRun[] = {kRunOptions,   kToleranceOptions, kInputOptions,
                           kLimitOptions, kMachineOptions,   kWarningOptions};
constexpr Groups kStep[] = {kStepOptions, kInputOptions, kMachineOptions, kWarningOptions};
constexpr Groups kStats[] = {kInputOptions, kLimitOptions, kMachineOptions, kWarningOptions};
constexpr Groups kTrace[] = {kTraceOptions, kInputOptions, kLimitOptions, kMachineOptions, kWarningOptions};
constexpr Groups kCheck[] = {kCheckOptions, kKernelOptions};
constexpr Groups kDiff[] = {kDiffOptions, kInputOptions, kLimitOptions, kMachineOptions, kWarningOptions};
constexpr Groups kScene[] = {kSceneOptions,     kImageOptions,   kInputOptions,
                             kLimitOptions,     kMachineOptions, kWarningOptions,
                             kStepBatchOptions, kKeepOptions,    kWhatIfOptions};
constexpr Groups kWhy[] = {kWhyOptions, kAssembleOptions, kDefineOptions};
constexpr Groups kConfig[] = {kConfigOptions};
constexpr Groups kIsa[] = {kPageOptions, kIsaOptions};
constexpr Groups kManual[] = {kPageOptions, kManualOptions};
constexpr Groups kNet[] = {kNetOptions, kCutOptions, kImageOptions, kToleranceOptions};
constexpr Groups kNnp[] = {kNnpOptions,    kKernelOptions, kVerdictOptions,
                           kEngineOptions, kCutOptions,    kImageOptions};
constexpr Groups kRecompute[] = {kStepBatchOptions, kKeepOptions,   kWhatIfOptions,
                                 kCurveOptions,     kKernelOptions, kCutOptions};
constexpr Groups kRf[] = {kRfOptions, kCutOptions};
constexpr Groups kNumber[] = {kNumberOptions};
constexpr Groups kConcord[] = {kConcordOptions, kEngineOptions, kInputOptions, kMachineOptions,
                               kWarningOptions};
constexpr Groups kTile[] = {kTileOptions, kKernelOptions, kCutOptions, kImageOptions};
constexpr Groups kTrain[] = {kTrainOptions, kTrainedOptions, kKernelOptions, kKeepOptions, kCutOptions};
constexpr Groups kStride[] = {kStrideOptions, kKernelOptions,    kCutOptions,
                              kImageOptions,  kToleranceOptions, kLimitOptions};

constexpr Command kCommands[] = {
    {"asm", "PROGRAM", 1, 1, "assemble a program, or say what is wrong with it", "", kAsm, runAsm},
    {"dis", "PROGRAM", 1, 1, "print a program as source text that assembles to the same program",
     "PROGRAM is an object file (.lwo) or a source text.", kDis, runDis},
    {"fmt", "FILE.lw...", 1, kAnyNumber, "format source texts", "", kFmt, runFmt},
    {"run", "PROGRAM", 1, 1, "run a program on a machine",
     "Ends with 0 if the program halts and every expectation holds, 1 if one does not, "
     "3 at a fault, 4 at a limit.\n"
     "Tensors of type bf16 are uint16 in .npy files; another type is refused unless cast.",
     kRun, runRun},
    {"step", "PROGRAM", 1, 1, "step through a program in both directions",
     "Type `help` at its prompt. "
     "`step` goes to the next clock in which a bundle issues, `back` to the one before;\n"
     "`tick` and `tickback` go by clocks, also through those in which a bundle waits. "
     "Of a script that has a wrong\n"
     "line the exit code is 2.",
     kStep, runStep},
    {"stats", "PROGRAM", 1, 1, "run a program and say where its clocks went", "", kStats, runStats},
    {"trace", "PROGRAM", 1, 1, "run a program and write a trace for Chrome or Perfetto", "", kTrace,
     runTrace},
    {"diff", "PROGRAM [OTHER]", 1, 2,
     "compare two runs: of two programs, machines, modes, or up to two clocks",
     "Ends with 0 if the states at the ends are equal, otherwise with 1.", kDiff, runDiff},
    {"check", "FILE.json | FOLDER...", 1, kAnyNumber, "run checks: programs, inputs and what must come out",
     "Of a folder every check.json in it and below. Programs read only files of the folder of their checks.\n"
     "With --checks every FOLDER is graded by that file, and check files in it are not looked at.",
     kCheck, runCheckCommand},
    {"why", "BUNDLE BUNDLE | PROGRAM N N", 2, 3, "say why two bundles cannot be one, or show the one",
     "A bundle is a text, such as '{ s0: add r1, r1, 8 }', or a number or label of the program.", kWhy,
     runWhy},
    {"scene", "[NAME PROGRAM|NETWORK]", 0, 2, "print the data of a picture as JSON",
     "Without operands: the scenes. "
     "bundle_grid has a row for each bundle with its labels, source line and the text\n"
     "and unit of every slot; with --run also how often it issued and how many clocks it was held up.\n"
     "tensor has the statistics, a histogram and the elements of the tensor --name.",
     kScene, runScene},
    {"isa", "[NAME...]", 0, kAnyNumber, "manual pages of instructions, in Markdown",
     "NAME is a mnemonic (fadd) or one with its slot class (vector.fadd). "
     "Without a name: the whole instruction set.",
     kIsa, runIsa},
    {"config", "[NAME | FILE.json]", 0, 1, "check a machine configuration and print it",
     "Without an operand: the built-in machines.", kConfig, runConfig},
    {"manual", "[WORD...]", 0, kAnyNumber, "a page of the manual, or the pages that have the words",
     "One word or name of a page (fadd, .tensor, E203, MXU, chapter/timing) prints its page; "
     "other words are looked for.\n"
     "Without words: the contents.",
     kManual, runManual},
    {"net", "show|run|check|quantise|convert NETWORK...", 2, kAnyNumber,
     "show, compute, check, quantise or convert a neural network",
     "show: its layers with shapes, parameters, multiply-adds (MACs) and bounds of every value.\n"
     "run: what it computes from --input, by plain loops; an input with one extent more is a batch.\n"
     "check: whether the files are networks; every node that cannot be read, with --json also as data.\n"
     "quantise: a float32 network as one of int8, by --data, and what that loses; --output NEW.json writes it.\n"
     "convert NETWORK NEW.json: writes it again, with its weights as .npy files beside it.\n"
     "NETWORK is an ONNX file (.onnx) or a file of the format of `lw manual network`.\n"
     "Why something is refused and what to do: `lw explain CODE`.",
     kNet, runNet},
    {"stride", "NETWORK", 1, 1, "put a network with strided convolutions on a circuit that cannot stride",
     "Says for each strided layer how it is computed, whether that is exact and why, "
     "and what it costs. With --input the\n"
     "program is run: wrong elements were predicted with their cause, and the run confirms them.\n"
     "Ends with 0 if every element is the strided layer's "
     "(and, with all modes, as predicted), otherwise with 1.",
     kStride, runStride},
    {"rf", "NETWORK", 1, 1,
     "show on how much of the input an element of each layer depends: receptive fields",
     "For each layer how many elements of the input one of its own depends on, how far apart those of neighbours lie, "
     "how far\nthe first lies before the input, and where branches meet that look at different places. Rows and columns "
     "are shown\ntogether where they are alike. With --json all phases of all layers.",
     kRf, runRf},
    {"nnp", "NETWORK", 1, 1, "put a network on the neural network processor, as chains of instructions",
     "Says what each layer takes. With --input the firmware runs, and each output is set beside float64; with --software\nalso software of the same bits, number by number (lw concord): ends with 0 if all are equal, otherwise with 1.",
     kNnp, runNnp},
    {"recompute", "NETWORK", 1, 1, "decide what a training step stores and what it computes again",
     "For each layer what the backward pass would pay: to read its input and compute again, or to read its "
     "output, and\nwhat that decides; where each value lies, the most bytes that are live at once, and modelled "
     "clocks.",
     kRecompute, runRecompute},
    {"train", "NETWORK", 1, 1, "train a network: its steps as a program of the training chip",
     "Forward pass, loss, backward pass and update of a network with \"training\", batch after batch, with what a "
     "policy\nkeeps (lw recompute). With --run the emulated chip runs it.",
     kTrain, runTrain},
    {"tile", "NETWORK", 1, 1, "run a network that is compiled for one size on a picture of any size",
     "Cuts the picture into overlapping tiles, runs one program on each, puts the right parts of what they give "
     "together,\nand compares that with the whole picture, computed at once. Without --input: the plan for a picture "
     "of --size.\nEnds with 0 if every element is equal, otherwise with 1.",
     kTile, runTile},
    {"number", "VALUE...", 1, kAnyNumber, "show what numbers become in a format, bit by bit",
     "For each value the bits it gets, what they stand for, what is lost and which numbers are beside it. In formats of "
     "blocks\nall values are one block (of MX formats 32 are), and what they share is shown. 0x3c00 is bits, not a "
     "number.",
     kNumber, runNumber},
    {"concord", "FIRMWARE", 1, 1, "write software that gives the same bits as firmware, and compare the two",
     "Firmware is a program for a neural network processor. --to numpy writes a module of Python with a statement for "
     "each\ninstruction that computes, and the arrays it begins with; --to torch the same with PyTorch, and with gradients;\n--to tensorflow with TensorFlow (where there is none, --run takes a stand-in on NumPy, and says so); --to cpp as a program in C++17; --to graph what is\ncomputed of what, as JSON. With --run the software runs beside the emulated processor, and every number on the way is compared: ends with 0 if all\nhave equal bits, otherwise with 1 and the first that differs. --against compares with what other software has at the\nplaces that hints name, and writes nothing. Instead of FIRMWARE: a graph that --to graph has written.",
     kConcord, runConcord},
    {"explain",
     "[CODE]",
     0,
     1,
     "explain a message by its code",
     "Without an operand: every message in one line.",
     {},
     runExplain},
};

} // namespace

std::span<const Command> commands() { return kCommands; }

} // namespace lw::cli
