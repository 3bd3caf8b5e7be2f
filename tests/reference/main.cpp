// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/examples.h"
#include "tests/reference/onnx/commands.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

// lw-reference: the examples' inputs and expected results,
// made by plain loops that share nothing with the emulator.
namespace {

using namespace reference;

struct Example {
    std::string_view name; // of its folder
    Files (*make)(const Request&);
};

constexpr Example kExamples[]{
    {"first-bundle", firstBundle},
    {"read-before-write", readBeforeWrite},
    {"saxpy", saxpy},
    {"strided-loads", stridedLoads},
    {"transpose", transposeSquare},
    {"softmax", softmaxOverLanes},
    {"layer-norm", layerNorm},
    {"random-histogram", randomHistogram},
    {"matrix-unit", matrixUnitByHand},
    {"one-trip-too-many", oneTripTooMany},
    {"matmul", matmul},
    {"digits", digits},
    {"ping-pong", pingPong},
    {"shared-product", sharedProduct},
    {"strided-layer", stridedLayer},
    {"negative-trap", negativeTrap},
    {"array-wave", arrayWave},
    {"line-buffer", lineBuffer},
    {"array-convolution", arrayConvolution},
};

int usage() {
    std::fputs("lw-reference list\n"
               "lw-reference write EXAMPLE FOLDER --data FOLDER [--seed NUMBER] [--large]\n"
               "    writes the example's inputs and expected results\n"
               "lw-reference compare EXAMPLE FOLDER --data FOLDER\n"
               "    says which of the files in FOLDER are missing, differ or are of no use; "
               "status 1 if there are any\n"
               "lw-reference bounds --data FOLDER [--seed NUMBER]\n"
               "    how far the digits example is from double precision in each step; "
               "status 1 if beyond the bounds\n",
               stderr);
    std::fputs(onnx::kUsage, stderr);
    return 2;
}

bool writeFile(const std::filesystem::path& path, const std::vector<unsigned char>& bytes) {
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    std::ofstream file(path, std::ios::binary);
    for (const unsigned char byte : bytes) file.put(static_cast<char>(byte));
    file.close();
    if (!file) std::fprintf(stderr, "lw-reference: %s cannot be written\n", path.c_str());
    return static_cast<bool>(file);
}

bool sameAsFile(const std::filesystem::path& path, const std::vector<unsigned char>& bytes) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<unsigned char> there{std::istreambuf_iterator<char>(file), {}};
    if (there == bytes) return true;
    std::printf("%s %s\n", path.c_str(), there.empty() ? "is missing" : "differs");
    return false;
}

// Expected results that this program does not make would never be looked at again. (Beside the program lies
// what its reader tried out.)
bool hasOnly(const std::filesystem::path& folder, const Files& files) {
    bool good = true;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().lexically_relative(folder).generic_string();
        const auto isIt = [&](const File& file) { return file.name == name; };
        if (entry.path().extension() != ".npy" || entry.path().parent_path() == folder ||
            std::any_of(files.begin(), files.end(), isIt))
            continue;
        std::printf("%s is made by nobody\n", entry.path().c_str());
        good = false;
    }
    return good;
}

} // namespace

int main(int count, char** arguments) {
    if (count == 2 && std::string_view(arguments[1]) == "list") {
        for (const Example& e : kExamples) std::printf("%s\n", e.name.data());
        return 0;
    }
    if (count > 1 && std::string_view(arguments[1]).substr(0, 5) == "onnx-") {
        const int status = onnx::runCommand({arguments + 1, arguments + count});
        return status < 0 ? usage() : status;
    }
    const bool bounds = count > 1 && std::string_view(arguments[1]) == "bounds";
    if (count < 4) return usage();
    const std::string_view verb = arguments[1], name = arguments[2];
    const std::filesystem::path folder = arguments[3];
    Request request;
    for (int i = bounds ? 2 : 4; i < count; ++i) {
        const std::string_view option = arguments[i];
        if (option == "--large")
            request.large = true;
        else if (option == "--data" && i + 1 < count)
            request.dataFolder = arguments[++i];
        else if (option == "--seed" && i + 1 < count)
            request.seed = std::strtoull(arguments[++i], nullptr, 10);
        else
            return usage();
    }
    if (bounds && !request.dataFolder.empty()) return digitsAreWithinBounds(request) ? 0 : 1;
    if (request.dataFolder.empty() || (verb != "write" && verb != "compare")) return usage();
    for (const Example& e : kExamples) {
        if (e.name != name) continue;
        const Files files = e.make(request);
        bool good = verb == "write" || hasOnly(folder, files);
        for (const File& file : files) {
            const std::vector<unsigned char> bytes = npyBytes(file.array);
            good = (verb == "write" ? writeFile(folder / file.name, bytes)
                                    : sameAsFile(folder / file.name, bytes)) &&
                   good;
        }
        return good ? 0 : 1;
    }
    std::fprintf(stderr, "lw-reference: there is no example '%s'; lw-reference list names them\n",
                 arguments[2]);
    return 2;
}
