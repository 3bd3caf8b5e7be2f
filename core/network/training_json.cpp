// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/training_json.h"

#include "core/network/json_readers.h"
#include "core/network/messages.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace lw::network {

namespace {

constexpr std::string_view kTrainingKeys[] = {"batch", "loss"};
constexpr std::string_view kTrainingOptional[] = {"optimiser", "norm_momentum", "seed", "data"};
constexpr std::string_view kOptimiserKeys[] = {"rate"};
constexpr std::string_view kOptimiserOptional[] = {"momentum", "weight_decay"};
constexpr std::string_view kWeightKeys[] = {"weights", "scale", "shift", "mean", "variance"};
constexpr double kMostFloat = std::numeric_limits<float>::max();

bool isOf(std::string_view key, std::span<const std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

Outcome readShare(const JsonObject& object, std::string_view key, double most, float& into) {
    if (!object.has(key)) return Done{};
    LW_TRY([[maybe_unused]] const double inside, object.real(key, 0, most));
    return readFloat(object, key, into);
}

// The decimal number with the fewest digits that is read as this one: 0.05, not 0.05000000074505806.
double shortest(float value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    double out = 0;
    std::from_chars(text, end, out);
    return out;
}

Result<Optimiser> readOptimiser(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "optimiser", kOptimiserKeys, kOptimiserOptional));
    Optimiser out;
    LW_TRY([[maybe_unused]] const Done rate, readShare(object, "rate", kMostFloat, out.rate));
    LW_TRY([[maybe_unused]] const Done momentum, readShare(object, "momentum", kMostMomentum, out.momentum));
    LW_TRY([[maybe_unused]] const Done decay, readShare(object, "weight_decay", kMostFloat, out.weightDecay));
    return out;
}

} // namespace

Result<Training> readTraining(const JsonValue& value, Precision precision) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "training", kTrainingKeys, kTrainingOptional));
    if (precision == Precision::I8) return Problem{&messages::kTrainingInt8, {}, value.place, {}, {}};
    Training out;
    out.place = value.place;
    LW_TRY(const std::int64_t batch, object.integer("batch", 1, std::int64_t{kMostBatch}));
    out.batch = static_cast<std::uint32_t>(batch);
    LW_TRY(const std::size_t loss, readChoice(object, "loss", kLossNames));
    out.loss = static_cast<Loss>(loss);
    if (object.has("optimiser")) {
        LW_TRY(out.optimiser, readOptimiser(object.at("optimiser")));
    }
    LW_TRY([[maybe_unused]] const Done share, readShare(object, "norm_momentum", 1, out.normMomentum));
    if (object.has("seed")) {
        LW_TRY(const std::int64_t seed, object.integer("seed", 0, std::numeric_limits<std::int64_t>::max()));
        out.seed = static_cast<std::uint64_t>(seed);
    }
    return out;
}

Json jsonOf(const Training& training) {
    const Optimiser& how = training.optimiser;
    Json optimiser{{"rate", shortest(how.rate)}};
    if (how.momentum != 0) optimiser["momentum"] = shortest(how.momentum);
    if (how.weightDecay != 0) optimiser["weight_decay"] = shortest(how.weightDecay);
    Json out{{"batch", training.batch}, {"loss", nameOf(training.loss)}, {"optimiser", optimiser}};
    if (training.normMomentum != Training{}.normMomentum)
        out["norm_momentum"] = shortest(training.normMomentum);
    if (training.seed != 0) out["seed"] = training.seed;
    return out;
}

bool givesNoWeights(const KindRow& row, const JsonValue& layer) {
    if (row.kind != Kind::Conv && row.kind != Kind::Dense && row.kind != Kind::BatchNorm) return false;
    return std::none_of(layer.keys.begin(), layer.keys.end(),
                        [](const std::string& key) { return isOf(key, kWeightKeys); });
}

std::vector<std::string_view> requiredWithoutWeights(const KindRow& row) {
    std::vector<std::string_view> out;
    for (const std::string_view key : row.required)
        if (!isOf(key, kWeightKeys)) out.push_back(key);
    if (row.kind != Kind::BatchNorm) out.push_back("channels");
    return out;
}

} // namespace lw::network
