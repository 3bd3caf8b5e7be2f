// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/normalise.h"

#include "core/network/messages.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lw::network {

namespace {

// What is wrong with them for the input of this network.
std::optional<std::string> faultInNumbers(const Network& network, const std::vector<float>& numbers) {
    const std::uint64_t channels = network.input.shape.back();
    if (numbers.size() > 1 && numbers.size() != channels)
        return "it has " + std::to_string(numbers.size()) + " numbers, the input has " +
               std::to_string(channels) + (channels == 1 ? " channel" : " channels");
    for (const float number : numbers)
        if (!std::isfinite(number)) return "its numbers must be finite as float32";
    return {};
}

Outcome checkNumbers(const Network& network, std::string_view key, const std::vector<float>& numbers) {
    auto why = faultInNumbers(network, numbers);
    if (!why) return Done{};
    return Problem{
        &messages::kBadNormalise, {std::string(key), *std::move(why)}, network.input.place, {}, {}};
}

// The numbers of a list; or what is wrong with it.
std::optional<std::string> readGivenNumbers(std::string_view text, std::vector<float>& out) {
    while (true) {
        const std::size_t comma = std::min(text.find(','), text.size());
        float number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + comma, number);
        if (error == std::errc::result_out_of_range)
            return std::string(text.substr(0, comma)) + " is beyond what float32 holds";
        if (error != std::errc{} || end != text.data() + comma) return "it is not a list of numbers";
        out.push_back(number);
        if (comma == text.size()) return {};
        text.remove_prefix(comma + 1);
    }
}

} // namespace

Outcome checkNormalise(const Network& network) {
    const Normalise& how = network.input.normalise;
    if (how == Normalise{}) return Done{};
    const bool hasNumbers = network.input.step && !network.input.isUnsigned;
    if (network.precision == Precision::I8 && !hasNumbers)
        return Problem{&messages::kNotInt8,
                       {network.input.name, "a mean or scale of bytes that are codes"},
                       network.input.place,
                       {},
                       {}};
    LW_TRY([[maybe_unused]] const Done mean, checkNumbers(network, "mean", how.mean));
    return checkNumbers(network, "scale", how.scale);
}

Outcome setNormalise(Network& network, const std::optional<std::string_view>& mean,
                     const std::optional<std::string_view>& scale) {
    Normalise& how = network.input.normalise;
    struct Given {
        std::string_view key;
        const std::optional<std::string_view>& text;
        std::vector<float>& into;
    };
    for (const Given& one : {Given{"mean", mean, how.mean}, Given{"scale", scale, how.scale}}) {
        if (!one.text) continue;
        std::vector<float> numbers;
        auto why = readGivenNumbers(*one.text, numbers);
        if (!why) why = faultInNumbers(network, numbers);
        if (why)
            return Problem{&messages::kBadGivenNumbers,
                           {std::string(one.key), std::string(*one.text), *std::move(why)},
                           {},
                           {},
                           {}};
        one.into = std::move(numbers);
    }
    return checkNormalise(network);
}

tensor::Tensor normalised(const Normalise& how, const tensor::Tensor& bytes) {
    tensor::Tensor out(tensor::DType::F32, bytes.shape());
    for (std::uint64_t i = 0; i < bytes.count(); ++i) {
        float number = bytes.at<std::uint8_t>(i);
        if (!how.mean.empty()) number -= how.mean[i % how.mean.size()];
        if (!how.scale.empty()) number *= how.scale[i % how.scale.size()];
        out.set(i, number);
    }
    return out;
}

} // namespace lw::network
