// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <cstdint>
#include <optional>

// Constants that the vector unit needs for a layer.
namespace lw::lower::striding {

// [channels], words: the code for 0 of a value that the vector unit counts from there; for a sum all of them
// together. Nothing where that is 0, and for other layers.
std::optional<tensor::Tensor> zerosOf(const network::Network& network, const network::Layer& layer);

// [rows, columns, 1], words: the elements that each window of a pool covers in an image of this shape,
// with its padding if the pool counts that.
tensor::Tensor countsOf(const network::Layer& layer, const tensor::Shape& image, bool isInt8);

// [2, lanes]: for clip, the lower bound and the upper one.
tensor::Tensor boundsOf(const network::Layer& layer, std::uint64_t lanes);

// [2, lanes]: for requantisation by channel, multipliers, then shifts.
tensor::Tensor factorsOf(const network::Requant& requant, std::uint64_t lanes, std::uint64_t channels);

// [2, channels]: factors of negative numbers, then as many zeros.
tensor::Tensor slopesOf(const network::Layer& layer, std::uint64_t channels);

// [codes, 1] or [codes, channels]: the numbers of a table, as often as a pixel has them.
tensor::Tensor tableOf(const network::Layer& layer, std::uint64_t channels);

// [2, channels]: factors of batch_norm, then its summands.
tensor::Tensor normOf(const network::Layer& layer);

// [2, side, columns]: 1 at every `stride`-th place of the first one's diagonal, else 0; with columns of 0 up
// to whole granules.
tensor::Tensor diagonalsOf(std::uint64_t side, std::uint64_t stride, bool isInt8);

// [2, lanes], words: the factor of upsample_bilinear for the nearer pixel, then for the other.
tensor::Tensor bilinearWeightsOf(const network::Layer& layer, std::uint64_t lanes, bool isInt8);

// [lanes]: what take puts where it takes nothing.
tensor::Tensor fillOf(const network::Layer& layer, std::uint64_t lanes);

// The same for select, as words; and whether it is more than the zero that a selection gives by itself.
tensor::Tensor fillWordsOf(const network::Layer& select, std::uint64_t lanes);
bool hasFillBits(const network::Layer& select);

} // namespace lw::lower::striding
