// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/value_image.h"
#include "core/training/laid.h"
#include "core/training/loss.h"
#include "core/training/norm.h"
#include "core/training/pool.h"
#include "core/training/step.h"

#include <map>
#include <optional>

// A step task by task, in one of the kinds of numbers.
namespace lw::train {

// What a batch brings, as the loops have it.
template <typename T> struct Batch {
    std::uint64_t images = 1;
    std::vector<T> input;
    std::vector<std::uint64_t> labels; // of softmax_cross_entropy
    std::vector<T> targets;            // of mean_squares, laid as the output is
};

template <typename T> class Execution {
  public:
    Execution(const network::Network& network, const State& state, const Options& options, Batch<T> batch)
        : m_network(network)
        , m_state(state)
        , m_options(options)
        , m_batch(std::move(batch))
        , m_held(network.layers.size() + 1)
        , m_layers(network.layers.size()) {
        m_held[network::kInput].value = m_held[network::kInput].spilled[Part::Value] =
            std::move(m_batch.input);
    }
    // batch_norm with the running statistics, for what is not a step.
    void useRunning();
    void perform(const Task& task);
    Step step() const;
    tensor::Tensor valueOf(network::ValueId id) const { return tensorFor(id, m_held[id].value); }

  private:
    struct Numbers {
        std::vector<T> value;
        std::map<Part, std::vector<T>> spilled;
        std::vector<T> gradient; // empty until a reader gives one
        std::vector<T> mask;     // 1 above 0, else 0
        std::vector<T> packed;   // of another format

        std::vector<T>& of(Part part) {
            return part == Part::Packed ? packed : part == Part::Gradient ? gradient : value;
        }
    };
    struct Learnt {
        NormStatistics<T> statistics; // of a batch_norm that was computed
        typename Norm<T>::Gradients sums;
        std::vector<T> weights, bias; // gradients
    };

    const network::Layer& layerOf(network::ValueId id) const { return m_network.layers[id - 1]; }
    bool isChip() const { return m_options.arithmetic == Arithmetic::Chip; }
    std::vector<T> numbers(const tensor::Tensor& tensor) const { return numbersOf<T>(tensor, isChip()); }

    // What a layer reads, or the gradient of that, as this image. execution.cpp.
    std::vector<T> read(const network::Layer& layer, std::size_t input, const tensor::Shape& as) const;
    void give(const network::Layer& layer, std::size_t input, std::vector<T> gradient,
              const tensor::Shape& as);
    std::vector<T> relaid(std::vector<T> numbers, const tensor::Shape& from, const tensor::Shape& to) const;
    tensor::Tensor tensorFor(network::ValueId id, const std::vector<T>& numbers) const;

    // The layers.
    std::vector<T> forward(network::ValueId id);
    void dataGradient(network::ValueId id, From from);
    void weightGradient(network::ValueId id);
    void normSums(network::ValueId id, From from);
    void loss();
    void release(const Held& held);

    ConvolutionShape convolutionOf(const network::Layer& layer) const;
    PoolShape poolOf(const network::Layer& layer) const;
    BatchShape batchOf(const tensor::Shape& image) const;
    std::vector<T> normForward(network::ValueId id);
    std::vector<T> normalised(network::ValueId id, From from) const;
    void normGradient(network::ValueId id, From from);
    void activationGradient(network::ValueId id, From from);
    std::vector<T> concatenated(network::ValueId id) const;
    void concatGradient(network::ValueId id);

    const network::Network& m_network;
    const State& m_state;
    const Options& m_options;
    Batch<T> m_batch;
    std::vector<Numbers> m_held;
    std::vector<Learnt> m_layers;
    double m_loss = 0;
};

extern template class Execution<double>;
extern template class Execution<float>;
extern template class Execution<Flushed>;

} // namespace lw::train
