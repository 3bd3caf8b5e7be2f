// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/recurrent_json.h"

#include "core/network/json_readers.h"
#include "core/network/kinds.h"
#include "core/network/recurrent.h"

#include <span>

namespace lw::network {

namespace {

struct OptionalSlot {
    std::string_view key;
    std::optional<tensor::Tensor> Recurrent::*tensor;
};
constexpr std::string_view kRecurrence = "recurrence";
constexpr OptionalSlot kOptionalSlots[] = {{"recurrence_bias", &Recurrent::bias},
                                           {"peephole", &Recurrent::peephole},
                                           {"initial_h", &Recurrent::initialHidden},
                                           {"initial_c", &Recurrent::initialCell}};

} // namespace

Outcome readRecurrent(const JsonObject& object, Layer& layer, const ReadTensor& read) {
    if (!isRecurrent(layer)) return Done{};
    Recurrent& own = layer.recurrent;
    LW_TRY(own.weights, read(kRecurrence));
    for (const OptionalSlot& slot : kOptionalSlots)
        if (object.has(slot.key)) {
            LW_TRY(own.*slot.tensor, read(slot.key));
        }
    if (object.has("linear_before_reset")) {
        LW_TRY(own.linearBeforeReset, object.truth("linear_before_reset"));
    }
    if (!object.has("output")) return Done{};
    const std::size_t outputs = layer.kind == Kind::Lstm ? 3 : 2; // a gru has no cell
    LW_TRY(const std::size_t chosen,
           readChoice(object, "output", std::span(kRecurrentOutputNames).first(outputs)));
    own.output = static_cast<RecurrentOutput>(chosen);
    return Done{};
}

std::vector<RecurrentTensor> recurrentTensorsOf(const Layer& layer) {
    if (!isRecurrent(layer)) return {};
    std::vector<RecurrentTensor> out{{kRecurrence, &layer.recurrent.weights}};
    for (const OptionalSlot& slot : kOptionalSlots)
        if (const auto& tensor = layer.recurrent.*slot.tensor) out.push_back({slot.key, &*tensor});
    return out;
}

} // namespace lw::network
