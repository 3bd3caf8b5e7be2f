// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a command line.
namespace lw::cli::messages {

inline constexpr Message kUnknownCommand{"E700", Severity::Error, "there is no command \"{0}\"",
                                         "`lw --help` lists the commands."};
inline constexpr Message kUnknownOption{
    "E701", Severity::Error, "`lw {1}` has no option {0}",
    "`lw COMMAND --help` lists the options of a command. A file whose name begins "
    "with a minus can be given after `--`."};
inline constexpr Message kNoValue{
    "E702", Severity::Error, "the option {0} needs a value: {1}",
    "Write the value after the option, as the next word or after an equals sign."};
inline constexpr Message kNeedlessValue{"E703", Severity::Error, "the option {0} takes no value",
                                        "Remove the equals sign and what follows."};
inline constexpr Message kTwice{"E704", Severity::Error, "the option {0} is given twice",
                                "Only one of the two values could count. Remove one."};
inline constexpr Message kDefinedTwice{"E282", Severity::Error, "--define gives {0} a value twice",
                                       "Only one of the two values could count. Remove one."};
inline constexpr Message kTwoOutputs{
    "E283", Severity::Error, "two outputs would go to the file '{0}': {1}",
    "The second would replace the first. Give each output a file of its own."};
inline constexpr Message kOutputToMinus{
    "E264", Severity::Error, "{0} writes a file, and '-' does not name one",
    "Give the file a name: ./- for one of this name, /dev/stdout for standard output."};
inline constexpr Message kOperands{"E705", Severity::Error, "`lw {0}` takes {1}, not {2}",
                                   "`lw COMMAND --help` shows its usage."};
inline constexpr Message kNoNumber{"E706", Severity::Error, "{0} must be {1}, not \"{2}\"",
                                   "Numbers are written in decimal or, after 0x, in hexadecimal digits."};
inline constexpr Message kNoChoice{"E707", Severity::Error, "{0} must be one of {1}, not \"{2}\"",
                                   "Choose one of the listed words."};
inline constexpr Message kNoTrainingData{
    "E947", Severity::Error, "training needs --data FILE.npy and --labels FILE.npy",
    "Images [count, extents of the network's input], and labels [count] or targets [count, extents of its output]; or "
    "the network's file names both: \"training\": {\"data\": {\"images\": \"x.npy\", \"labels\": \"y.npy\"}}."};
inline constexpr Message kToTogether{
    "E950", Severity::Error, "--to and --output go together: what is written, and where",
    "`lw recompute NETWORK --to torch -o FOLDER` writes a module of PyTorch and the parameters there."};
inline constexpr Message kOnlyWith{"E309", Severity::Error, "{0} changes nothing without {1}",
                                   "Give both, or leave {0} out."};
inline constexpr Message kNothingEmulated{
    "E949", Severity::Error, "--emulate compares the model with a machine, and --what-if is of none",
    "Leave out --what-if, or name a machine with --machine: a copy of what `lw config training --print` shows, with other "
    "numbers."};
inline constexpr Message kInputIsThere{
    "E290", Severity::Error, "\"{0}\" is the batch, which lies in HBM: there is nothing to decide about it",
    "Leave it out of --place and --keep; the values of layers are decided."};
inline constexpr Message kDeclaredType{
    "E293", Severity::Error, "{0} is declared as {1}, and what must come out is {2}: declare it as {2}",
    "Numbers are never converted silently: a check compares those of one type. uint16 is also what files have for bf16."};
inline constexpr Message kSharedWeights{
    "W719", Severity::Warning, "\"{0}\" and \"{1}\" begin with the same weights, and each learns its own",
    "Weights that a graph uses twice are not tied in training: after a step the two differ. Where they must stay equal, train "
    "elsewhere."};
inline constexpr Message kNoCode{
    "E708", Severity::Error, "no message has the code \"{0}\"",
    "Codes are a letter and three digits, as printed in brackets after a message."};
inline constexpr Message kNoNumberFormat{
    "E680", Severity::Error, "there is no number format \"{0}\"",
    "f16, bf16, e5m2, e4m3, e3m2, e2m3, e2m1; block floating point bfp2 to bfp16, with an exponent of 8 bits bfp2e8 to "
    "bfp16e8; integers int2 to int16; mxint8, mxfp8-e4m3, mxfp8-e5m2, mxfp6-e3m2, mxfp6-e2m3, mxfp4."};
inline constexpr Message kNotValue{
    "E681", Severity::Error, "\"{0}\" is not a valid number",
    "A decimal number such as 0.1 or -2.5e-3, inf or nan; or the bits of one as 0x and hexadecimal digits."};
inline constexpr Message kNotBits{"E682", Severity::Error, "\"{0}\" is not {1} bits, as a number of {2} has",
                                  "Bits are written as 0x and hexadecimal digits: 0x3c00 is 1 in f16."};
inline constexpr Message kBitsOfBlock{
    "E683", Severity::Error, "\"{0}\" would be bits, but a number of {1} has no value without its block",
    "Write values: lw number 1 0.5 --format bfp4. Or look at an element's bits by themselves: lw number 0x1f --format "
    "e2m3."};
inline constexpr Message kBitsAndValues{"E684", Severity::Error,
                                        "either all operands are numbers, or all are bits",
                                        "Give two commands: 0x3c00 is bits, 0.1 is a number."};
inline constexpr Message kNoWarning{
    "E719", Severity::Error, "no warning has the code \"{0}\"",
    "Only warnings can be switched off. Their codes begin with W; `lw explain` lists them."};
inline constexpr Message kNoInstruction{"E709", Severity::Error, "there is no instruction \"{0}\"",
                                        "`lw isa --list` lists the instructions."};
inline constexpr Message kNoPage{"E748", Severity::Error, "the manual has nothing on \"{0}\"",
                                 "`lw manual` lists its pages; fewer or shorter words find more."};

// Programs, tensors and what is asked of a run.
inline constexpr Message kNoTensorArgument{
    "E711", Severity::Error, "{0} takes NAME=FILE.npy, not \"{1}\"",
    "NAME:cast=FILE.npy converts the file's numbers to the tensor's type; NAME:bf16=FILE.npy takes them as patterns of "
    "bf16 and converts their values."};
inline constexpr Message kNoProgram{
    "E734", Severity::Error, "the project {0} names no program",
    "Choose what runs in the window and save the project, or write \"program\"."};
inline constexpr Message kNeverWritten{
    "W713", Severity::Warning,
    "{0} of the elements of {1} were never written; where a number is needed they are 0",
    "The program ended before it wrote the whole tensor, or wrote it elsewhere."};
inline constexpr Message kNotEnded{
    "W714", Severity::Warning, "{0} is read although the program did not halt",
    "Transfers may still be on their way; what is read is the memory as it is at this clock."};
inline constexpr Message kUnwaited{
    "W729", Severity::Warning,
    "{0} is read, but the program never waited for the transfer into it that {1} started",
    "It is complete only because a program that halts lets its transfers finish. Wait for the transfer's "
    "flag, or the same program with something after it reads or loses half of the tensor."};
inline constexpr Message kNoRegister{"E715", Severity::Error, "there is no register \"{0}\"",
                                     "Registers are written as in programs: r0, p1, v2, f3, iar0."};
inline constexpr Message kNoScene{"E716", Severity::Error, "there is no scene \"{0}\"",
                                  "`lw scene` lists the scenes."};
inline constexpr Message kNoBundle{"E717", Severity::Error,
                                   "\"{0}\" is neither a label nor the number of one of the {1} bundles",
                                   "Bundles are counted from 0; `lw asm --listing` shows them."};
inline constexpr Message kTwoBundles{
    "E718", Severity::Error, "the two texts make {0} bundles, not 2",
    "Give each bundle as one operand: lw why '{ add r1, r2, r3 }' '{ fadd v1, v2, v3 }'."};
inline constexpr Message kTraceNeedsFile{
    "E729", Severity::Error, "with --json the trace needs a file: --output FILE",
    "Standard output can hold one JSON document: the trace, or with --json what became of the run."};

inline constexpr Message kNoSource{"E765", Severity::Error, "{0} is not a source text",
                                   "Source texts are assembly (.lw); other files would be spoilt."};

// The debugger.
inline constexpr Message kNoVerb{"E740", Severity::Error, "\"{0}\" is not a command of the debugger",
                                 "`help` lists them."};
inline constexpr Message kReadsNeverWritten{
    "E999", Severity::Error, "{0} has no value: it reads what was never written",
    "A register or word that nothing has written prints as -; a number cannot be made of it. The machine itself would "
    "fault there, unless it runs with --uninit zero."};
inline constexpr Message kNoFormat{"E271", Severity::Error, "\"{0}\" is not a format; there are {1}",
                                   "Write print/i32 v1, print/hex r3, print/bf16 v2 or print/mask v4."};
inline constexpr Message kNeedsOperand{"E741", Severity::Error, "{0} needs {1}",
                                       "`help` shows how the commands are written."};
inline constexpr Message kNoBreakpoint{"E742", Severity::Error, "there is no breakpoint {0}",
                                       "`breakpoints` lists them."};
inline constexpr Message kNoWatch{"E743", Severity::Error, "there is no watched expression {0}",
                                  "`watch` lists them."};
inline constexpr Message kNoCell{"E744", Severity::Error, "\"{0}\" is not a cell that can be set",
                                 "Registers, words of memories and elements of tensors can be set."};
inline constexpr Message kNoNode{"E745", Severity::Error, "the state has no part \"{0}\"",
                                 "`state` lists the parts."};
inline constexpr Message kNoFit{
    "E747", Severity::Error, "{0} does not fit {1}, which holds integers of {2} bits",
    "Integers may be signed or unsigned; f32(x) or bits(x) say how a real is meant."};
inline constexpr Message kTooLargeForCell{"E272", Severity::Error,
                                          "{0} is too large for {1}, which holds {2}",
                                          "Set a number within its range, or 1.0/0 if infinity is meant."};
inline constexpr Message kSetFormat{
    "E259", Severity::Error, "set knows no format {0}",
    "`set CELL = EXPR` writes a number, rounded to what the cell holds; `set/hex CELL = 0x3c00` writes its bits."};
inline constexpr Message kOutsideMemory{"E746", Severity::Error, "{0} has the units 0 to {1}",
                                        "Sizes come from the machine's configuration."};

// What is stored and what is computed again.
inline constexpr Message kLossNotFinite{
    "E959", Severity::Warning, "the loss of step {0} is {1}, and what is trained from then on means nothing",
    "Numbers became too large: take a smaller \"rate\", or scale the images, for instance to 0 up to 1."};
inline constexpr Message kDecidedTwice{"E957", Severity::Error, "{0} decides for \"{1}\" twice",
                                       "Nothing says which of the two is meant: leave one out."};
inline constexpr Message kExclude{
    "E958", Severity::Error, "{0} and {1} exclude each other",
    "Each prints something else: `--curve` all policies and every budget, `--emulate` one choice step by step as the chip takes it, "
    "and --to writes that choice as a module. Give one of them; --schedule, --place and --budget-vmem go with each."};
inline constexpr Message kBudgetAlone{
    "E928", Severity::Error, "--budget is for the policy budget, and another one is asked for",
    "Leave out --policy, or give --budget-vmem, which says for every policy how much may lie in VMEM."};

// Tiles.
inline constexpr Message kNothingToCompare{
    "E846", Severity::Error,
    "--compare-overlap runs a picture in tiles of one size: --input and --fixed with a size are needed",
    "Add --input FILE and --fixed ROWS[xCOLUMNS]; each strategy keeps or computes once more what those tiles share."};
inline constexpr Message kHasNoEffect{
    "E867", Severity::Error, "{0} has no effect {1}: {2}",
    "An option that would change nothing is refused, so that no command means less than it says."};
inline constexpr Message kTwoSizes{"E868", Severity::Error,
                                   "--size says {0}, and the picture of --input has {1}",
                                   "Leave out --size: the size is that of the picture."};
inline constexpr Message kNotChosenInTime{"E869", Severity::Error,
                                          "no size of a tile was chosen within {0} seconds",
                                          "Give more with --limit-seconds, or a size with --fixed."};
inline constexpr Message kOutOfTime{"E870", Severity::Error, "stopped after {0} seconds",
                                    "That was all that --limit-seconds gave the whole command."};
inline constexpr Message kNoPicture{
    "E780", Severity::Error, "{0} has the shape {1}, which is not a picture",
    "A picture is an array [rows, columns] or [rows, columns, channels], or a PNG or JPEG file."};
inline constexpr Message kNoPictureSize{
    "E781", Severity::Error,
    "the size of the picture is needed: --input FILE, or --size ROWSxCOLUMNS for the plan alone",
    "lw tile NETWORK --input photo.png --fixed 64; lw tile NETWORK --size 384x512 --fixed 64."};
inline constexpr Message kNoTileSize{"E782", Severity::Error,
                                     "the size of a tile is needed: --fixed 64 or --fixed 64x48",
                                     "It is the one size that the program is made for."};
inline constexpr Message kRingNeedsPicture{
    "E862", Severity::Error, "a ring shows numbers: it needs a picture, --input FILE",
    "lw scene ring NETWORK --input photo.png --fixed 64 --tile 3 --name LAYER."};
inline constexpr Message kNoTile{"E863", Severity::Error, "there is no tile {0}: {1} are there",
                                 "Tiles count from 0, row by row. `lw scene tile_map` lists them."};
inline constexpr Message kPlanHasThat{"E783", Severity::Error, "--plan and {0} exclude each other",
                                      "The sizes of picture and tiles and the mode are in the plan."};
inline constexpr Message kOtherPicture{
    "E784", Severity::Error, "the plan is for a picture of {0}, this one has {1}",
    "`lw tile NETWORK --size ROWSxCOLUMNS --fixed N --report json` writes a plan for another size."};
inline constexpr Message kOtherArray{
    "E786", Severity::Error, "--array {0}, and the machine has {1}",
    "The machine's file says how many circuits there are and what joins them: \"cores\": {\"rows\": 2, "
    "\"columns\": 2, ...}. Name another one with --machine."};
inline constexpr Message kOtherParts{
    "E788", Severity::Error, "a tile of this plan is shared by {0} circuits, and the machine has {1}",
    "Name the machine for which it was planned with --machine, or make another plan."};
inline constexpr Message kOtherEnding{"E789", Severity::Error,
                                      "{0} writes {1} files, and {2} does not end with {1}",
                                      "Give the file a name that tells what is in it."};
inline constexpr Message kNoPictureToShare{"E854", Severity::Error,
                                           "--share both runs both ways, which needs a picture: --input FILE",
                                           "With --size and --share layers the plan alone is printed."};
inline constexpr Message kNoOutput{
    "E858", Severity::Error, "the network has no output \"{0}\"; it has: {1}",
    "--result FILE.npy writes the first output, --result NAME=FILE.npy another one."};
inline constexpr Message kNotStrided{
    "E850", Severity::Error,
    "the host computes a part of this network, so that it cuts and stitches the tiles: --transfers needs one "
    "program",
    "`lw stride` says which layers the host computes and why; --until ends the network before them. Without "
    "--transfers each tile runs on machines of its own."};
inline constexpr Message kNoPictureToWrite{
    "E813", Severity::Error, "--output needs a picture: --input FILE",
    "The program that runs all tiles has the picture beside it. With --to python the plan alone is written."};
inline constexpr Message kNoFolder{"E785", Severity::Error, "--to needs a folder: --output FOLDER",
                                   "Files are written there."};

// Networks.
inline constexpr Message kNoNetVerb{
    "E750", Severity::Error,
    "`lw net` takes show, run or quantise and a network, check and any number, convert, a network and a new file",
    "lw net show NETWORK; lw net run NETWORK --input FILE; lw net check NETWORK...; "
    "lw net quantise NETWORK --data FILE -o NEW.json; lw net convert NETWORK NEW.json."};
inline constexpr Message kNeedsData{
    "E770", Severity::Error, "data is needed: --data FILE",
    "An array (.npy) of inputs as the network will meet them, one after the other, or one alone: "
    "the range of each value is what it takes for them."};
inline constexpr Message kBothSteps{
    "E771", Severity::Error, "--per-tensor and --per-channel exclude each other",
    "Weights have one step for each output channel, unless --per-tensor is given."};
inline constexpr Message kNoClass{
    "E772", Severity::Error, "{0} holds {1}, which is not a class: they count from 0 to {2}",
    "--labels is an .npy file with the number of the right element of the first output "
    "for each item of --data."};
inline constexpr Message kClassCount{"E773", Severity::Error, "{0} has {1} for {2} of the data",
                                     "Give one number for each item, in the order of the data."};
inline constexpr Message kNoNetworkInput{"E751", Severity::Error, "an input is needed: --input FILE",
                                         "An array (.npy) or a picture (PNG, JPEG) of the network's shape."};
inline constexpr Message kSearchNeeds{
    "E388", Severity::Error,
    "--search, --data and --labels go together, and with no --input, --result, --output or --software",
    "`lw nnp NETWORK --search bfp2-bfp8 --data x.npy --labels y.npy --lose 0.5%` tells how few bits each layer needs. "
    "Firmware is written without --search: give --machine a file with the format that was found."};
inline constexpr Message kNoWidths{
    "E387", Severity::Error, "\"{0}\" is not a list of formats",
    "Formats are bfp2 to bfp16, as in bfp3,bfp5,bfp8, or from one to another: bfp2-bfp8. Of a machine with integers they "
    "are int2 to int16."};
inline constexpr Message kOtherFormats{
    "E289", Severity::Error, "the mantissas of {0} are of another kind than \"{1}\"",
    "Without a shared exponent (\"exponentBits\" 0 in the machine file) they are integers: --search int2-int8; with one "
    "block floating point: --search bfp2-bfp8."};
inline constexpr Message kNoVerdict{
    "E371", Severity::Error, "--software needs --input FILE and --output FOLDER",
    "Firmware and software run on that input, and the software is written to FOLDER/software."};
inline constexpr Message kNotBytes{
    "E766", Severity::Error, "--mean and --scale are for pictures and uint8 arrays; {0} holds {1}",
    "Numbers of other types are taken for what the network reads. Leave the options out, or give the bytes."};
inline constexpr Message kNoOrigin{
    "E768", Severity::Error, "nothing beside {0} says which network it was made from",
    "`lw stride NETWORK --output FOLDER` notes it in FOLDER/origin.json. Of the network's own file "
    "`lw scene network_graph NETWORK` draws the same graph without rows and clocks."};
inline constexpr Message kOthersProgram{
    "E956", Severity::Error, "{0} was not made by `lw stride`: its origin.json names {1}",
    "The graph with rows and clocks is of programs of `lw stride`. Of the network itself `lw scene network_graph NETWORK` draws "
    "it without these; of a training step `lw scene schedule NETWORK` has the parts and their clocks."};
inline constexpr Message kNotFollowed{
    "E758", Severity::Error, "exactness of '{0}' cannot follow this run: {1}",
    "What a run computed is compared with what the layer should give, which takes the network and one input. "
    "`lw stride NETWORK --input FILE --output FOLDER` notes both in FOLDER/origin.json. Without --run the "
    "picture is of the run that the report is of."};
inline constexpr Message kNoNetworkValue{
    "E753", Severity::Error, "the network has no value \"{0}\"",
    "`lw net show` lists input and layers, whose names are their values'."};

inline constexpr Message kNoScale{
    "E769", Severity::Error, "it is not known what the codes of \"{0}\" stand for",
    "Only int8 values whose scale the file states can be dequantised: `lw net show` names that of each output. Leave "
    "out --dequantise, or give \"requant\" of the layer a \"scale\"."};

inline constexpr Message kOneResult{
    "E755", Severity::Error, "--result is one file, and each mode of --mode all would overwrite it",
    "Name the mode whose result is wanted, or write all programs with --output FOLDER."};
inline constexpr Message kNoProgramOfDirect{
    "E756", Severity::Error, "--mode direct makes no program that could be written to --output",
    "It is the reference that the other modes are compared with, computed by the host; the circuit cannot "
    "stride. Write the program of another mode, or the result with --result."};
inline constexpr Message kNotJson{
    "E757", Severity::Error, "a network is written as JSON, so \"{0}\" must end with .json",
    "`lw net convert NETWORK NEW.json` writes this program's format; ONNX files are read, not written."};

// Check files.
inline constexpr Message kNoCheckFile{
    "E720", Severity::Error, "the schema is \"{0}\", not \"lanewright check\"",
    "The file does not say that it is a file of checks; perhaps it is another JSON file."};
inline constexpr Message kNoCases{"E721", Severity::Error, "there are no cases",
                                  "A file of checks without a case would always pass."};
inline constexpr Message kNoSeconds{"E287", Severity::Error, "\"seconds\" must be more than 0",
                                    "In no time no program could pass. Leave it out for 60 seconds."};
inline constexpr Message kProgramElsewhere{
    "E262", Severity::Error, "\"program\" must be a file in the submission, not \"{0}\"",
    "Name it as it is seen from each submission's folder, such as twice.lw or src/twice.lw. The case counts for nobody."};
inline constexpr Message kSameChecks{
    "E263", Severity::Error, "--hidden and --checks are the same file: {0}",
    "Every case would count twice. Leave --hidden out, or give it the file of the hidden checks."};
inline constexpr Message kNobodyHasTensor{
    "E288", Severity::Error, "{0}, \"{1}\": no submission has a tensor '{2}'",
    "Every program that could be read lacks it: the name is probably misspelt in the check file. The case counts for "
    "nobody, whatever was printed of it. Correct the name, and grade again."};
inline constexpr Message kNoObject{"E722", Severity::Error, "\"{0}\" must be an object of names and values",
                                   "Write {\"name\": value, ...}."};
inline constexpr Message kNoWord{
    "E723", Severity::Error, "this must be an integer that fits 32 bits",
    "Registers, flags and memory are compared as 32-bit words; floats are compared as tensors."};
inline constexpr Message kTooManyWords{"E724", Severity::Error, "more than {0} words in one list",
                                       "Compare large memories as a tensor with a file."};
inline constexpr Message kHaltOrFault{
    "E725", Severity::Error, "a program is expected either to halt or to fault",
    "Without \"fault\" it must halt; write \"halt\": true or leave it out."};
inline constexpr Message kNoChecks{"E726", Severity::Error, "there is no check.json in {0} or below",
                                   "Name a file of checks, or a folder whose examples have one each."};
inline constexpr Message kClocksWithoutMeaning{
    "E728", Severity::Error, "a budget of clocks says nothing with dma \"{0}\"",
    "Only transfers that follow the clock have times. Give a budget of bundles, or use dma \"timed\"."};
inline constexpr Message kNoMemory{
    "E797", Severity::Error, "the host gives no memory for this",
    "The full chip reserves the address space of its HBM, which takes no memory until it is written: lift the limit "
    "(`ulimit -v unlimited`), or use a smaller machine such as training-teaching."};
inline constexpr Message kOutputLost{
    "E799", Severity::Error, "standard output could not be written whole",
    "Part of what was printed is lost, as on a full disk. Make room there, and run the command again."};
inline constexpr Message kNotPlainFile{
    "E792", Severity::Error, "{0} is not a regular file",
    "A file of checks is a file itself, not a link, folder or pipe: what a link points to would be shown in messages."};
inline constexpr Message kRootWhenGraded{
    "E793", Severity::Error, "\"root\" is not allowed where submissions are graded",
    "With --checks every submission is the root of its own programs, and everything else that the file names lies in "
    "the folder of the file. Remove \"root\"."};
inline constexpr Message kBesideNoCheck{
    "E284", Severity::Error, "the file '{0}' lies outside of the folder of the checks",
    "Inputs, expected tensors and machine files lie in the folder of the check file or below, or in its \"root\". Put a "
    "copy there."};
inline constexpr Message kEachWithoutChecks{
    "E795", Severity::Error, "--each needs --checks FILE, by which the submissions are graded",
    "Without --checks a folder is checked by every check.json in it and below."};
inline constexpr Message kReportInTheWay{"E796", Severity::Error, "{0} {1} lies in a submission",
                                         "Give the report a file outside of what is graded."};
inline constexpr Message kReportOverFile{
    "E440", Severity::Error, "{0} {1} would replace a file that no `lw check` wrote",
    "Inside a checked folder a report may have a name that is free, or that of the report before. Choose another "
    "name, or remove the file."};
inline constexpr Message kNoSubmissions{"E798", Severity::Error, "{0} has no subfolders",
                                        "With --each every direct subfolder is a submission."};
inline constexpr Message kNothingFlows{
    "E754", Severity::Error, "nothing goes through {0} at clock {1}",
    "The picture is of one clock: run to one in which a pass or pooling is under way, "
    "on a chip that has such circuits. `lw step` says when instructions issue."};
inline constexpr Message kNoSpace{"E727", Severity::Error, "there is no memory \"{0}\"; there are: {1}",
                                  "Memories are named as in .tensor and .data."};

// Software out of firmware.
inline constexpr Message kProgramFailed{
    "E994", Severity::Error, "{0} failed: {1}",
    "What it printed is above. Software is run by Python 3 with NumPy (or PyTorch, TensorFlow), or compiled as C++17: --python and "
    "--compiler name others."};
inline constexpr Message kGraphRuns{"E995", Severity::Error,
                                    "--to graph writes no software, which {0} is for",
                                    "Use --to numpy, torch, cpp or tensorflow with it."};
inline constexpr Message kNotInFloat64{
    "E300", Severity::Error, "--to {0} has no float64",
    "--float64 is for software that computes: use it with --to numpy, torch, cpp or tensorflow."};
inline constexpr Message kFloat64Alone{
    "E301", Severity::Error, "--float64 does not go with {0}",
    "Software in float64 has other numbers than the firmware: --run compares it with lw's own float64, and says how far "
    "the firmware is off that. {0} is about the firmware's bits: leave one of the two out."};
inline constexpr Message kOfFirmware{
    "E308", Severity::Error, "a graph has nothing for {0}",
    "A graph has no machine to run, and is not written as a graph again: make software of it (--to numpy, torch, cpp or "
    "tensorflow), and let --run compare that with what the graph gives. With the firmware's own file {0} works."};
inline constexpr Message kNoStandIn{
    "E395", Severity::Error, "software in {0} has no stand-in",
    "--stand-in runs software in TensorFlow where there is none, on NumPy: use it with tensorflow, or leave it out."};
inline constexpr Message kInNoChain{
    "E392", Severity::Error, "instruction {0} is in no chain",
    "--first is the number of an instruction between the v_rd or m_rd of a chain and its last write; `lw dis` has them in order, from 0 on."};
inline constexpr Message kComputesNothing{
    "E393", Severity::Error, "instruction {0} computes nothing",
    "--first is the number of an mv_mul, a function of an MFU, a v_wr.q or an m_wr; `lw dis` has instructions in order, from 0 on."};

} // namespace lw::cli::messages
