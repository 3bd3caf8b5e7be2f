// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a network and with its input.
namespace lw::network::messages {

inline constexpr Message kNoNetwork{
    "E550", Severity::Error, "the schema is \"{0}\", not \"lanewright.network\"",
    "The file does not say that it is a network; perhaps it is another JSON file."};
inline constexpr Message kNotNetwork{
    "E549", Severity::Error,
    "{0} is not a network: its name does not end with .onnx, and it is not a JSON object",
    "Networks are ONNX files, whose names end with .onnx, or files of the format of `lw manual network`. PyTorch writes "
    "ONNX with torch.onnx.export(model, example, \"model.onnx\"), tf2onnx converts models of TensorFlow and Keras."};
inline constexpr Message kNewerNetwork{
    "E551", Severity::Error, "this network has the version {0}; this program reads version {1}",
    "The file was written for another version of the format. `lw manual network` describes this one."};
inline constexpr Message kUnknownKind{
    "E552", Severity::Error, "there is no kind of layer \"{0}\"; there are: {1}",
    "Each layer is of one of the listed kinds; build others from these, or leave them out of the network."};
inline constexpr Message kNotTrained{
    "E953", Severity::Error,
    "a {0} has \"channels\" in place of weights, but the network has no \"training\"",
    "Weights come from a seed only where the file says how they are trained: add \"training\": {\"batch\": 32, \"loss\": "
    "\"softmax_cross_entropy\"} beside \"layers\", or give the layer its weights."};
inline constexpr Message kNameTwice{
    "E553", Severity::Error, "the name \"{0}\" is taken",
    "Input and layers name their values; two of one name could not be told apart. Rename one."};
inline constexpr Message kBadName{
    "E554", Severity::Error, "\"{0}\" cannot be a name: {1}",
    "Names are 1 to 100 characters without line breaks and other control characters; they appear in "
    "messages and file names."};
inline constexpr Message kNoValue{
    "E555", Severity::Error, "there is no value \"{0}\"; there are: {1}",
    "Layers read the network's input or what another layer computes, by its name."};
inline constexpr Message kInputCount{
    "E556", Severity::Error, "{0} \"{1}\" reads {2}, not {3}",
    "Name in \"inputs\" exactly the values that a layer of this kind reads."};
inline constexpr Message kCycle{
    "E557", Severity::Error, "layers wait for each other in a circle: {0}",
    "Each layer must be computable from the input and from layers that do not need it. "
    "Recurrent networks must be unrolled."};
inline constexpr Message kTooMany{
    "E558", Severity::Error, "{0} {1} are more than the {2} that are accepted",
    "No network for this program is that large; the limit keeps a damaged file from using up memory."};
inline constexpr Message kNotInside{
    "E559", Severity::Error, "\"{0}\" is not a file inside the network's folder",
    "Weights lie beside the network or in folders below it, so that the folder can be moved as a whole. Copy "
    "the file there and give its path from there, with an array of an archive after a # (w.npz#conv1)."};
inline constexpr Message kNoWeights{"E560", Severity::Error, "{0} of \"{1}\" cannot be read",
                                    "The file named here must be a .npy file, or an array in an .npz archive "
                                    "(file.npz#name), beside the network."};
inline constexpr Message kNoArray{
    "E561", Severity::Error, "\"{0}\" has no array \"{1}\"; it has: {2}",
    "An archive holds arrays by name; write file.npz#name with one of these names."};
inline constexpr Message kWeightsType{
    "E562", Severity::Error, "{0} of \"{1}\" are {2}, not {3}",
    "Weights of a float32 network are float32. Of an int8 network weights are int8 and biases int32. "
    "Convert the file, for example with array.astype(numpy.float32)."};
inline constexpr Message kWeightsShape{
    "E563", Severity::Error, "{0} of \"{1}\" have the shape {2}, not {3}",
    "The shape follows from the layer's input and from kernel and groups. Orders: "
    "[kernel rows][kernel columns][input channels / groups][output channels], dense [inputs][outputs], "
    "a number for each channel [channels]. Weights of PyTorch are so after .transpose(2, 3, 1, 0), those of dense after "
    ".T; those of an ONNX file are shown in this order."};
inline constexpr Message kNotImage{
    "E564", Severity::Error, "{0} \"{1}\" reads \"{2}\" of shape {3}, which is not an image",
    "This kind of layer reads [rows, columns, channels]. A value that was flattened is not an image any more."};
inline constexpr Message kNoSequence{
    "E370", Severity::Error, "{0} \"{1}\" reads \"{2}\" of shape {3}, which is not a sequence",
    "It reads [steps, features], or [1, steps, features]: an image of one row, whose pixels are the steps. A layer of the kind "
    "reshape makes one of other values."};
inline constexpr Message kGroups{
    "E565", Severity::Error, "{0} groups of \"{1}\" do not divide its {2} {3} channels",
    "Each group takes the same number of input channels and makes the same number of output channels."};
inline constexpr Message kNothingLeft{
    "E566", Severity::Error, "\"{0}\" computes nothing: {1} {2} of {3} do not fit the {4} that there are",
    "Kernel and dilation span more than the input with its padding. Pad more, or use a smaller kernel."};
inline constexpr Message kEmptyWindow{
    "E567", Severity::Error, "{0} \"{1}\": window {2} of its {3} lies entirely in the padding",
    "The maximum or mean of nothing is not defined. Pad less than the kernel spans."};
inline constexpr Message kShapesDiffer{
    "E568", Severity::Error, "\"{0}\": \"{1}\" has the shape {2}, \"{3}\" has {4}",
    "Both values must have one shape. In a float32 network an extent of 1 is "
    "also repeated to that of the other; reshape adds such extents."};
inline constexpr Message kPartsDiffer{
    "E585", Severity::Error,
    "concat \"{0}\": \"{1}\" has the shape {2}, \"{3}\" has {4}; only their {5} may differ",
    "Values that are put one after the other along one extent are equal in all others. Name "
    "another \"axis\", or pad or crop before."};
inline constexpr Message kCodesDiffer{
    "E586", Severity::Error, "concat \"{0}\": 0 is the code {2} in \"{1}\" and {4} in \"{3}\"",
    "Codes of one value mean the same everywhere in it. Requantise what is read with one \"zero\" "
    "and for one scale."};
inline constexpr Message kNoAxis{"E587", Severity::Error, "\"{0}\": there is no extent {1} in {2}",
                                 "Extents count from 0: rows, columns, channels of an image."};
inline constexpr Message kOtherCount{
    "E589", Severity::Error, "reshape \"{0}\": the shape {1} does not hold the elements of \"{2}\", {3}",
    "The extents, from 1 to 8 of them, must have the same product as those of the value that is read."};
inline constexpr Message kNoOrder{"E590", Severity::Error,
                                  "transpose \"{0}\": \"order\" must list each extent of \"{1}\", {2}, once",
                                  "For an image [2, 0, 1] puts its channels first: extents count from 0."};
inline constexpr Message kNoElement{
    "E591", Severity::Error, "{4} \"{0}\": {1} of \"{2}\", {3}",
    "\"indices\" lists elements along \"axis\", from 0 to its extent less 1; of take also -1, for \"fill\"."};
inline constexpr Message kNoTaps{
    "E540", Severity::Error, "resample \"{0}\": {1} indices do not fit weights of shape {2}",
    "\"weights\" is [elements, taps]; \"indices\" lists the element that each of these weights multiplies, "
    "counted from 0."};
inline constexpr Message kNotForPixels{
    "E660", Severity::Error, "{0} \"{1}\" reads as its {2} \"{3}\", which {4}",
    "select and average_pool read as their second value one number for each pixel, [rows, columns, 1], which in "
    "an int8 network is counted from the code 0."};
inline constexpr Message kNoFillCode{
    "E661", Severity::Error, "select \"{0}\": \"fill\" has no code, as the scale of \"{1}\" is not known",
    "0, \"inf\" and \"-inf\" have codes in every int8 value; for other numbers state \"scale\" where that value is "
    "requantised, or of the input."};
inline constexpr Message kTooLarge{
    "E569", Severity::Error, "\"{0}\" would have the shape {1}; the limit is {2}",
    "Such a value could not be held. Take a smaller picture, or check strides, padding and factors for "
    "mistyped numbers."};
inline constexpr Message kNotInt8{
    "E570", Severity::Error, "\"{0}\": {1} has no meaning in an int8 network",
    "Integers are scaled by requantisation only. Fold a batch_norm into the weights before it; a function of one "
    "value, such as sigmoid or leaky_relu, is a table. `lw net quantise` makes both of a float32 network. Leave out with "
    "--until what follows the last layer that integers can do."};
inline constexpr Message kNotRequantised{
    "E571", Severity::Error, "{0} \"{1}\" reads \"{2}\", which is {3}",
    "Sums of an int8 network are int32. A layer that multiplies, looks codes up or compares channels reads int8: give the "
    "layer before it a \"requant\"; an argmax cannot have one, so that only layers that move, add or compare its "
    "numbers can read it. add reads two int8 values or two int32 ones."};
inline constexpr Message kFloatRequant{
    "E572", Severity::Error, "\"{0}\": \"{1}\" belongs to an int8 network",
    "Only int8 networks requantise, and have tables and codes for zero. Remove it or set \"dtype\" to \"i8\"."};
inline constexpr Message kBadRange{
    "E573", Severity::Error, "the range of the input must be two numbers, the lower one first",
    "Write [lowest, highest], both finite; of an int8 network whole numbers from -128 to 127."};
inline constexpr Message kNotInteger{"E574", Severity::Error, "\"{0}\" must be {1}",
                                     "Pairs are [rows, columns]; padding is [top, bottom, left, right]."};
inline constexpr Message kInputShape{
    "E575", Severity::Error, "the network reads {0} of shape {1}, the input has {2} of shape {3}; {4}",
    "The input must have the network's shape, an image [rows, columns, channels]; a leading extent more is a "
    "batch, and a missing last one of 1 is added. An array with its channels first is read with --layout nchw. "
    "uint8 is converted; of anything else array.astype('float32') makes float32."};
inline constexpr Message kOtherOrder{
    "E610", Severity::Error,
    "the input has the shape {0}, which fits {1} only with its channels first: say --layout nchw",
    "Images are [rows, columns, channels] here; ONNX files and PyTorch have [channels, rows, columns]. With "
    "--layout nchw such an array is turned."};
inline constexpr Message kBothOrders{
    "E611", Severity::Error,
    "the input has the shape {0}, in which channels may be first or last: say --layout nchw or --layout nhwc",
    "The file of the network has images as [channels, rows, columns]; arrays for it mostly have, too: nchw. "
    "Arrays that this program wrote have the channels last: nhwc."};
inline constexpr Message kNotInOrder{
    "E615", Severity::Error, "--layout nchw: the input has the shape {0}, not {1}",
    "[channels, rows, columns] is asked for, with one extent more before them if there are several inputs. An array "
    "that has its channels last is read with --layout nhwc, or without --layout."};
inline constexpr Message kNoData{
    "E543", Severity::Error, "there is nothing in the input",
    "An array with no element has no item to compute; the first extent of a batch is at least 1. `lw net quantise` "
    "takes the range of each value from its data: give some hundred inputs as the network will meet them."};
inline constexpr Message kBadNormalise{
    "E612", Severity::Error, "\"{0}\" of the input: {1}",
    "mean and scale are one number, or one for each channel with commas between them: 123.68,116.78,103.94. "
    "A byte p becomes (p - mean) * scale."};
inline constexpr Message kBadGivenNumbers{
    "E260", Severity::Error, "the {0} \"{1}\" that was given cannot be used: {2}",
    "It is what --mean or --scale says, or the window's field, and not what the network's file says. One number, or one "
    "for each channel with commas between them: 123.68,116.78,103.94. A byte p becomes (p - mean) * scale in float32, "
    "whose largest number is 3.4e38."};
inline constexpr Message kBadLabels{"E613", Severity::Error, "{0} cannot be read as names of classes: {1}",
                                    "A text with the name of one class in each line, in the order of the "
                                    "elements of the output."};
inline constexpr Message kLabelCount{
    "E614", Severity::Error, "{0} names {1} classes, the output has the shape {2}",
    "There is one line for each element of an output that is a list. Some files name a class that stands for "
    "nothing in their first line: remove it."};
inline constexpr Message kBadNumber{
    "E576", Severity::Error, "{0} of \"{1}\" is {2} for channel {3}",
    "Variances are not negative and, with epsilon, not zero; all four must be numbers."};
inline constexpr Message kOtherPrecision{
    "E577", Severity::Error, "an int8 network cannot be computed in {0}",
    "float32 networks are computed in f32 or f64; int8 networks are integers throughout."};
inline constexpr Message kNoRange{
    "E578", Severity::Error, "\"{0}\" is not a range of the input: {1}",
    "Write the lowest and the highest number that an element of the input can be, for example 0,255 for the "
    "bytes of a picture."};
inline constexpr Message kOutsideRange{
    "E579", Severity::Error, "element {0} of the input is {1}, outside the range from {2} to {3}",
    "What is proven of the network holds for inputs in the range that its file or --range states. State one "
    "that holds this input, or scale the input."};
inline constexpr Message kNoCode{
    "E592", Severity::Error, "element {0} of the input is not a number",
    "Numbers become codes of int8 by the scale of the input; NaN has no code. Replace it in the input."};
inline constexpr Message kFactorCount{
    "E593", Severity::Error, "\"{0}\": {1} {2} for {3}",
    "\"multiplier\" and \"shift\" of \"requant\" are one number each, or lists of one for each output channel; "
    "\"factors\" are one for each value that add reads."};

// Networks that become int8.
inline constexpr Message kNotQuantised{
    "E541", Severity::Error, "{0}: {1} \"{2}\" cannot be int8: {3}",
    "`lw manual network` lists the kinds of layers that int8 has. Quantise the part before or after, as the notes say, "
    "and compute the rest in float32. --data of a part that begins later is what `lw net run NETWORK --until NODE "
    "--input x.npy -o y.npy` writes."};
inline constexpr Message kNotFinite{
    "E542", Severity::Error, "\"{0}\" is {1} at element {2} of item {3} of the data",
    "Steps of int8 are chosen from the numbers that the float32 network computes of the data, which must be "
    "finite. Look at the data and at the weights: `lw net run --value NAME` prints what a layer computes."};
inline constexpr Message kScalesApart{
    "E544", Severity::Error,
    "\"{0}\" is so near to 0 for all of the data that its sums have no scale in int8",
    "One step of the sums would be 2^31 steps of the result or more: beside the numbers that the layer reads, those "
    "that it computes vanish. Give data that the layer makes something of, or leave the layer out."};
inline constexpr Message kSumsWrap{
    "E545", Severity::Error, "\"{0}\": sums of int8 products could leave int32",
    "So many products could come together that the sum is no longer certain to fit. Split the layer into two over "
    "half of its inputs each, and add what they compute."};
inline constexpr Message kInt8Already{
    "E546", Severity::Error, "{0} is an int8 network already",
    "`lw net quantise` makes int8 of float32. `lw stride` takes this network as it is."};
inline constexpr Message kWeightsNotFinite{
    "E548", Severity::Error, "weights or biases of \"{0}\" are not finite",
    "Codes of int8 stand for finite numbers only. Look at how the weights were made; numpy.isfinite finds which they are."};
inline constexpr Message kLeftOut{
    "E547", Severity::Warning, "{0} \"{1}\" at the end is left out; the output is \"{2}\"",
    "It is not made int8. Compute it of the numbers that the codes of the output stand for."};

// Networks that are cut.
inline constexpr Message kNoCut{
    "E588", Severity::Error, "{0}: there is no layer \"{1}\" after which to cut{2}",
    "--from and --until name a layer, or in an ONNX file a node or a value that a node makes. `lw net show` "
    "lists the layers. With both options --from names one that --until needs."};
inline constexpr Message kTwoValues{
    "E595", Severity::Error,
    "{0} cannot begin after \"{1}\": \"{2}\" needs a second value from before, \"{3}\"; {4}",
    "A network has one input. Give --from a layer whose value is all that the later ones need: where "
    "branches have come together again."};
inline constexpr Message kNothingAfter{
    "E596", Severity::Error, "{0} cannot begin after \"{1}\": no output is computed from it",
    "What --from names must be computed before the network's output, or before what --until names."};
inline constexpr Message kNoBeginning{
    "E597", Severity::Error, "{0} cannot begin after \"{1}\": {2}",
    "The input of a network is float32, or int8 of an int8 network, and its shape is known. The shape of a "
    "node in an ONNX file comes from the nodes before it, or where they cannot be read from the file: "
    "onnx.shape_inference.infer_shapes writes it there."};
inline constexpr Message kUntilHere{"E598", Severity::Error, "the network before it: {0}",
                                    "--until ends a network after the layer or node that it names."};
inline constexpr Message kFromHere{"E599", Severity::Error, "the network after that: {0}",
                                   "--from lets a network begin with what the layer or node computes that it "
                                   "names; the input has that shape."};
inline constexpr Message kFromUnstated{
    "E594", Severity::Error,
    "the network after that begins at \"{0}\", once the file states the shape of it: "
    "onnx.shape_inference.infer_shapes writes shapes",
    "--from needs the shape of the value that it names, and no nodes that can be read tell it. In Python: "
    "onnx.save(onnx.shape_inference.infer_shapes(onnx.load(\"model.onnx\")), \"shapes.onnx\"); then use --from "
    "with the new file."};

// ONNX files.
inline constexpr Message kOnnxDamaged{
    "E580", Severity::Error, "{0}: this ONNX file cannot be read: {1}",
    "The file was cut off or changed, or is not an ONNX file. Compare its size with that of the original, download or "
    "export it again (PyTorch: torch.onnx.export); onnx.checker says more about it."};
inline constexpr Message kOnnxOperator{
    "E581", Severity::Error, "{0}: operators that are not supported: {1}; the first is of the node \"{2}\"",
    "`lw manual network` lists the operators that can become layers, or be computed while the file is read. "
    "Cut the network where the notes say, or export it without the others. `lw net convert NETWORK cut.json "
    "--until NODE` writes what is left, for everything else that reads networks."};
inline constexpr Message kOnnxGlobal{
    "E856", Severity::Error, "{0} {1}, which no tile of a picture knows",
    "Networks with such layers cannot be run in tiles. Batch normalisation, whose numbers are known before, can."};
inline constexpr Message kOnnxUse{
    "E582", Severity::Error, "{0}: {1} \"{2}\": {3}",
    "The operator is supported, but not in this form. `lw manual network` says which forms are."};
inline constexpr Message kOnnxGraph{
    "E583", Severity::Error, "{0}: {1}",
    "A network has one input, [batch, channels, rows, columns] or [batch, elements], "
    "with numbers for all extents but the batch, and outputs that its nodes compute. It is of float32; uint8 and int8 "
    "are read if the file is quantised, or casts them to float32. Of several inputs --until NODE "
    "keeps what needs one of them, and --from NODE what comes after they have met; --from cuts off as well what reads "
    "an input of another type, such as an embedding of word indices. Before an export model.float() makes float32 "
    "of float64. python -m onnxruntime.tools.make_dynamic_shape_fixed gives numbers to open extents of a file."};
inline constexpr Message kOnnxTensor{
    "E584", Severity::Error, "{0}: tensor \"{1}\": {2}",
    "Weights are numbers inside the file, as raw bytes or in the field of their type, or in files beside it, in its "
    "folder or below. Copy all files of the model together, under the names that it was exported with."};
inline constexpr Message kOnnxHalf{
    "W593", Severity::Warning, "{0}: numbers of 16 bits are read as float32",
    "Weights and values are widened, which changes none of them, and computed with in float32. Results are nearer to "
    "the exact ones than those of programs that round each to 16 bits."};
inline constexpr Message kOnnxConstantOutput{
    "W595", Severity::Warning, "{0}: the output \"{1}\" is constant, of {2}; it is given as float32",
    "Its numbers are in the file or follow from the shapes of values, whatever the input is. Whole numbers stay the "
    "same; those of f64 are rounded. Convert the result to the type of the file where a program needs that."};
inline constexpr Message kOnnxNotInt8{
    "W594", Severity::Warning, "{0} is computed in float32, not in int8",
    "An int8 network is int8 throughout: quantised at its input and after each layer that computes. The note names "
    "the first node for which that is not so. Each node is now computed in float32, rounding to codes included. What "
    "ends before that node may be an int8 network: `lw net show NETWORK --until NODE`."};

inline constexpr Message kNoDepth{
    "E628", Severity::Error, "\"{0}\" cannot make {4} pixels of the {2} channels of \"{1}\"",
    "The number of channels must be a multiple of {3}, the pixels that each block of them becomes. Change \"factor\", "
    "or the layer before."};

inline constexpr Message kInputNoImage{"E608", Severity::Error, "the input \"{0}\" is not an image but {1}",
                                       "A network that is cut into tiles reads [rows, columns, channels]."};
inline constexpr Message kNotLocal{
    "E616", Severity::Error, "{0} \"{1}\" is not local: {2}",
    "A tile of the picture does not know what is beyond it, and so cannot compute this. End the network before it "
    "with --until."};
inline constexpr Message kReachTooFar{
    "E609", Severity::Error,
    "\"{0}\" depends on too many elements of the input, or in too many different ways",
    "Counted are 2^31 elements, and 4096 elements of a value that depend on the input each in its own way; of very many "
    "layers fewer. Strides or upsamplings multiply to more: look at those of the layers before it, or end the network "
    "earlier with --until."};
inline constexpr Message kOpenSize{
    "E665", Severity::Error, "the input \"{0}\" has no size of its own",
    "Its file leaves rows or columns open (null). `lw tile` takes the size of the picture, or of --size, `lw rf` "
    "and `lw net` that of --size; for other commands `lw net convert --size` writes a file that has one."};
inline constexpr Message kSizeThatFits{
    "E670", Severity::Error,
    "with {0} x {1} they meet, where rows and columns are multiples of {2}: crop or pad the picture",
    "A network that halves its picture and doubles it again gives back what it had only where nothing was "
    "lost on the way down."};

// Networks that are trained.
inline constexpr Message kTrainingInt8{
    "E900", Severity::Error, "an int8 network is not trained",
    "Training computes in float32: with \"dtype\": \"f32\" and float32 weights, or none, so that they come from the "
    "seed. `lw net quantise` makes an int8 network of the result."};

} // namespace lw::network::messages
