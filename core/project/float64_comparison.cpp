// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/float64_comparison.h"

#include "core/concord/exact_values.h"
#include "core/project/messages.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace lw::project {

namespace {

std::string pathOf(const std::string& folder, const char* what) {
    return folder + "/" + what + kFloat64 + ".npy";
}

Result<concord::Numbers> numbersIn(const std::string& path, std::size_t wanted) {
    LW_TRY(tensor::Tensor tensor, tensor::readNpy(path));
    LW_TRY(tensor, tensor::expectDType(std::move(tensor), tensor::DType::F64));
    concord::Numbers out(tensor.count());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = tensor.at<double>(i);
    if (out.size() == wanted) return out;
    return Problem{
        &messages::kOtherValues, {path, std::to_string(out.size()), std::to_string(wanted)}, {}, {}, {}};
}

// How far two numbers are apart: equal infinities and two NaNs not at all, others of them infinitely.
double apart(double x, double y) {
    if (x == y || (std::isnan(x) && std::isnan(y))) return 0;
    return std::isfinite(x) && std::isfinite(y) ? std::abs(x - y) : HUGE_VAL;
}

double largestOf(const concord::Numbers& numbers) {
    double out = 0;
    for (const double number : numbers)
        if (std::isfinite(number)) out = std::max(out, std::abs(number));
    return out;
}

} // namespace

Software float64Of(Software software) {
    software.stream.format.isFloat64 = true;
    return software;
}

void forgetFloat64(const std::string& folder) {
    std::error_code ignored;
    for (const char* const of : {"values", "netout"}) std::filesystem::remove(pathOf(folder, of), ignored);
}

Result<Float64Comparison> compareFloat64(const Software& of, const std::string& folder,
                                         const concord::NodeNumbers& exact) {
    concord::Numbers wanted;
    for (std::uint32_t i = concord::kSources; i < exact.size(); ++i)
        if (concord::isOnTheWay(of.graph.nodes[i]))
            wanted.insert(wanted.end(), exact[i].begin(), exact[i].end());
    LW_TRY(const concord::Numbers got, numbersIn(pathOf(folder, "values"), wanted.size()));
    const concord::Numbers toNetwork = concord::numbersOf(of.graph.output, exact, of.stream.format.n);
    LW_TRY(const concord::Numbers given, numbersIn(pathOf(folder, "netout"), toNetwork.size()));
    Float64Comparison out;
    out.numbers = wanted.size();
    std::size_t at = 0;
    for (std::uint32_t i = concord::kSources; i < exact.size(); ++i) {
        if (!concord::isOnTheWay(of.graph.nodes[i])) continue;
        const double largest = largestOf(exact[i]);
        for (const double number : exact[i]) {
            const double distance = apart(number, got[at++]);
            const double part = distance > 0 && largest > 0 ? distance / largest : distance;
            if (part > kFloat64Rounding && !out.node) out.node = i;
            out.farthest = std::max(out.farthest, part);
        }
    }
    const double largest = largestOf(toNetwork);
    for (std::size_t i = 0; i < given.size(); ++i)
        out.farthest = std::max(out.farthest, apart(toNetwork[i], given[i]) / (largest > 0 ? largest : 1));
    return out;
}

} // namespace lw::project
