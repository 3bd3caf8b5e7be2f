// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/commands.h"

#include "tests/reference/npy.h"
#include "tests/reference/onnx/cases.h"
#include "tests/reference/onnx/nearness.h"
#include "tests/reference/onnx/run.h"
#include "tests/reference/onnx/weights.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace reference::onnx {

namespace {

using Arguments = std::vector<std::string>;

std::string contentsOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + " cannot be opened");
    return {std::istreambuf_iterator<char>(file), {}};
}

template <typename Bytes> void write(const std::string& path, const Bytes& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) throw std::runtime_error(path + " cannot be written");
}

Tensor tensorIn(const std::string& path) {
    const Array array = readNpy(path);
    Tensor out(Shape(array.shape.begin(), array.shape.end()));
    for (std::size_t i = 0; i < out.values.size(); ++i)
        out.values[i] = array.type == "<f8"   ? array.at<double>(i)
                        : array.type == "|u1" ? static_cast<double>(array.at<std::uint8_t>(i))
                                              : static_cast<double>(array.at<float>(i));
    return out;
}

void writeTensor(const std::string& path, const Tensor& tensor) {
    write(path, npyBytes(arrayOf<double>({tensor.shape.begin(), tensor.shape.end()}, tensor.values)));
}

Values inputsOf(const Graph& graph, const Tensor& input) {
    // Whoever writes old files lists shapes of weights there too; what is not read does no harm.
    Values out;
    for (const std::string& name : graph.inputs) out[name] = input;
    return out;
}

int weights(const Arguments& a) {
    write(a[4], withRandomWeights(contentsOf(a[1]), tensorIn(a[3]), std::stoull(a[2])));
    return 0;
}

int compute(const Arguments& a) {
    const Graph graph = graphOf(contentsOf(a[1]));
    const Values inputs = inputsOf(graph, tensorIn(a[2]));
    writeTensor(a[3], run(graph, inputs).at(0));
    if (a.size() == 6) writeTensor(a[5], runWithRoundings(graph, inputs, std::stoull(a[4])).at(0));
    return 0;
}

// The middle of a picture, as the networks of ImageNet get it: each channel less its mean, divided by its
// deviation.
int picture(const Arguments& a) {
    constexpr double kMean[]{123.675, 116.28, 103.53}, kDeviation[]{58.395, 57.12, 57.375};
    const Tensor x = tensorIn(a[1]);
    const std::int64_t size = std::stoll(a[2]);
    if (x.rank() != 3 || x.extent(2) != 3 || size < 1 || size > std::min(x.extent(0), x.extent(1)))
        throw std::runtime_error(a[1] + " is not a picture of three channels of this size");
    const auto side = static_cast<std::size_t>(size);
    std::vector<float> pixels, planes(3 * side * side);
    for (std::int64_t i = 0; i < size * size; ++i)
        for (std::int64_t c = 0; c < 3; ++c) {
            const std::int64_t row = (x.extent(0) - size) / 2 + i / size,
                               column = (x.extent(1) - size) / 2 + i % size;
            const double value = x[(row * x.extent(1) + column) * 3 + c];
            pixels.push_back(static_cast<float>((value - kMean[c]) / kDeviation[c]));
            planes[static_cast<std::size_t>(c * size * size + i)] = pixels.back();
        }
    write(a[3], npyBytes(arrayOf<float>({side, side, 3}, pixels)));
    write(a[4], npyBytes(arrayOf<float>({1, 3, side, side}, planes)));
    return 0;
}

int compare(const Arguments& a) {
    const Tensor wanted = tensorIn(a[2]);
    const Nearness nearness = nearnessOf(inGraphOrder(tensorIn(a[1]), wanted), wanted, tensorIn(a[3]));
    std::printf("largest error, of the largest output: %.3g; bound from float32's roundings: %.3g\n",
                nearness.error, nearness.bound);
    const auto [least, most] = std::minmax_element(wanted.values.begin(), wanted.values.end());
    if (*most - *least < std::max(std::fabs(*least), std::fabs(*most)) / 10) {
        std::printf("the outputs are nearly one number, which proves nothing\n");
        return 1;
    }
    return nearness.isNear() ? 0 : 1;
}

int cases(const Arguments& a) { return checkCases(a[1]); }

struct Command {
    const char* name;
    std::size_t least, most; // arguments, with the name
    int (*run)(const Arguments&);
};
constexpr Command kCommands[]{{"onnx-cases", 2, 2, cases},
                              {"onnx-compare", 4, 4, compare},
                              {"onnx-picture", 5, 5, picture},
                              {"onnx-run", 4, 6, compute},
                              {"onnx-weights", 5, 5, weights}};

} // namespace

const char* const kUsage =
    "lw-reference onnx-weights IN.onnx SEED INPUT.npy OUT.onnx\n"
    "    the same graph with random weights, such that no layer's values are much larger than another's\n"
    "lw-reference onnx-run MODEL.onnx INPUT.npy OUTPUT.npy [SEED ROUNDED.npy]\n"
    "    computes a graph in double precision, [batch, channels, rows, columns] in and out; with a SEED once more,\n"
    "    with random errors as large as the roundings of float32\n"
    "lw-reference onnx-compare MEASURED.npy OUTPUT.npy ROUNDED.npy\n"
    "    whether MEASURED is as near to OUTPUT as float32 must be\n"
    "lw-reference onnx-picture PICTURE.npy SIZE OUT.npy OUT_BY_CHANNELS.npy\n"
    "    the middle of a picture, as networks of ImageNet get it\n"
    "lw-reference onnx-cases FOLDER\n"
    "    the cases of ONNX in FOLDER whose operators are known here, beside their own results\n";

int runCommand(const Arguments& arguments) {
    for (const Command& command : kCommands) {
        if (arguments.empty() || arguments[0] != command.name) continue;
        if (arguments.size() < command.least || arguments.size() > command.most) return -1;
        try {
            return command.run(arguments);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "lw-reference: %s\n", error.what());
            return 2;
        }
    }
    return -1;
}

} // namespace reference::onnx
