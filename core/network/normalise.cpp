// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/normalise.h"

#include "core/network/messages.h"

#include <charconv>
#include <cmath>

namespace lw::network {

namespace {

Problem wrong(const Network& network, std::string_view key, std::string why) {
    return {&messages::kBadNormalise, {std::string(key), std::move(why)}, network.input.place, {}, {}};
}

Outcome checkNumbers(const Network& network, std::string_view key, const std::vector<float>& numbers) {
    const std::uint64_t channels = network.input.shape.back();
    if (numbers.size() > 1 && numbers.size() != channels)
        return wrong(network, key,
                     "it has " + std::to_string(numbers.size()) + " numbers, the input has " +
                         std::to_string(channels) + (channels == 1 ? " channel" : " channels"));
    for (const float number : numbers)
        if (!std::isfinite(number)) return wrong(network, key, "its numbers must be finite as float32");
    return Done{};
}

std::optional<std::vector<float>> numbersIn(std::string_view text) {
    std::vector<float> out;
    while (true) {
        const std::size_t comma = std::min(text.find(','), text.size());
        float number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + comma, number);
        if (error != std::errc{} || end != text.data() + comma) return {};
        out.push_back(number);
        if (comma == text.size()) return out;
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
        auto numbers = numbersIn(*one.text);
        if (!numbers)
            return wrong(network, one.key, "\"" + std::string(*one.text) + "\" is not a list of numbers");
        one.into = *std::move(numbers);
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
