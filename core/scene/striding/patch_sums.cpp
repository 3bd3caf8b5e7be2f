// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/striding/patch_sums.h"

#include "core/machine/cell_value.h"
#include "core/program/program.h"
#include "core/scene/messages.h"
#include "core/scene/state_elements.h"

#include <algorithm>
#include <limits>

namespace lw::scene::striding {

using tensor::DType;

namespace {

constexpr std::uint64_t kMostProducts = 1 << 20; // of one sum

Problem otherReport(const lower::SumReport& sums) {
    return {&messages::kOtherReport, {"sums of layer '" + sums.name + "'"}, {}, {}, {}};
}

// Whether `count` windows of a kernel, one pixel apart, fit into that many pixels.
bool fits(std::uint64_t count, std::uint64_t kernel, std::uint64_t dilation, std::uint64_t pixels) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return count > 0 && kernel > 0 && dilation > 0 && count <= kMost && pixels <= kMost &&
           count + (kernel - 1) * dilation <= pixels;
}

bool isInKernel(const lower::SumReport& sums, const network::SumPass& pass) {
    const std::uint64_t inputs = sums.input.channels / sums.groups;
    return pass.taps > 0 && pass.channels > 0 && pass.row < sums.kernel.rows &&
           std::uint64_t{pass.column} + pass.taps <= sums.kernel.columns &&
           std::uint64_t{pass.channel} + pass.channels <= inputs;
}

} // namespace

bool isConsistent(const lower::SumReport& sums) {
    if (sums.groups == 0 || sums.channels == 0 || sums.input.channels == 0 ||
        sums.channels % sums.groups != 0 || sums.input.channels % sums.groups != 0 ||
        sums.input.channels > kMostProducts ||
        !fits(sums.rows, sums.kernel.rows, sums.dilation.rows, sums.input.rows) ||
        !fits(sums.columns, sums.kernel.columns, sums.dilation.columns, sums.input.columns))
        return false;
    const std::uint64_t taps = std::uint64_t{sums.kernel.rows} * sums.kernel.columns;
    const std::uint64_t inputs = sums.input.channels / sums.groups;
    if (taps > kMostProducts / inputs) return false;
    std::uint64_t products = 0;
    for (const network::SumPass& pass : sums.passes) {
        if (!isInKernel(sums, pass)) return false;
        products += std::uint64_t{pass.taps} * pass.channels;
    }
    return products == taps * inputs;
}

Result<ElementSourcePtr> elementsOf(const machine::Scope& scope, const lower::PlacedPicture& picture,
                                    std::shared_ptr<const machine::Snapshot> now) {
    const isa::Spec& spec = *scope.target->spec;
    const machine::NodeId buffer = scope.tree.withRole(machine::Role::UnifiedBuffer);
    program::NamedTensor tensor;
    tensor.name = picture.name;
    tensor.dtype = picture.type;
    tensor.shape = {picture.rows, picture.columns, picture.channels};
    while (index(tensor.space) < spec.spaces.size() && scope.tree.ofSpace(tensor.space) != buffer)
        ++tensor.space;
    if (buffer == scope.tree.root() || index(tensor.space) == spec.spaces.size())
        return Problem{&messages::kOtherReport, {"a unified buffer"}, {}, {}, {}};
    const program::SpaceSize& space = scope.target->spaces[index(tensor.space)];
    tensor.address = picture.address / space.unitBytes;
    LW_TRY(const program::Arrangement arrangement, program::Arrangement::make(*scope.target, tensor));
    if (tensor.address > space.units - arrangement.units())
        return Problem{&messages::kOtherReport, {"the tensor '" + picture.name + "'"}, {}, {}, {}};
    return elementsOfState(scope, tensor, std::move(now), nullptr);
}

Result<PatchSums> PatchSums::make(const machine::Scope& scope, const lower::SumReport& sums,
                                  std::uint64_t channel, std::shared_ptr<const machine::Snapshot> now) {
    if (!isConsistent(sums) || channel >= sums.channels) return otherReport(sums);
    PatchSums out;
    out.m_sums = &sums;
    out.m_channel = channel;
    out.m_inputs = sums.input.channels / sums.groups;
    out.m_firstInput = channel / (sums.channels / sums.groups) * out.m_inputs;
    out.m_isFloat = sums.input.type == DType::F32;
    if (!out.m_isFloat && sums.input.type != DType::I8) return otherReport(sums);
    // Blocks of channels are in the order of their passes.
    bool isFound = false;
    std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    for (const lower::PassPlace& pass : sums.passPlaces) {
        if (isFound) break;
        if (pass.channel == last) continue;
        if (last != std::numeric_limits<std::uint64_t>::max()) ++out.m_block;
        last = pass.channel;
        isFound = channel >= pass.channel && channel - pass.channel < pass.channels;
        out.m_blockFirst = pass.channel;
    }
    if (!isFound) return otherReport(sums);
    LW_TRY([[maybe_unused]] const Done read, out.readWeights(scope, now));
    LW_TRY(out.m_input, elementsOf(scope, sums.input, std::move(now)));
    return out;
}

Outcome PatchSums::readWeights(const machine::Scope& scope, std::shared_ptr<const machine::Snapshot> now) {
    const program::NamedTensor* const tiles = program::findTensor(*scope.program, m_sums->tiles);
    const DType type = m_isFloat ? DType::F32 : DType::I8;
    const std::size_t passes = m_sums->passes.size();
    if (!tiles || tiles->shape.size() != 3 || tiles->dtype != type ||
        tiles->shape[0] < (m_block + 1) * passes || tiles->shape[2] <= m_channel - m_blockFirst)
        return otherReport(*m_sums);
    LW_TRY(const ElementSourcePtr weights, elementsOfState(scope, *tiles, std::move(now), nullptr));
    for (std::size_t p = 0; p < passes; ++p) {
        const network::SumPass& pass = m_sums->passes[p];
        if (tiles->shape[1] < pass.length()) return otherReport(*m_sums);
        for (std::uint32_t k = 0; k < pass.length(); ++k) {
            const std::uint64_t row = tile(p) * tiles->shape[1] + k;
            LW_TRY(const Element element,
                   elementAt(*weights, row * tiles->shape[2] + m_channel - m_blockFirst));
            const std::uint32_t tap = pass.column + k / pass.channels,
                                channel = pass.channel + k % pass.channels;
            Product product;
            product.w = circuit::wordOf(type, element.bits);
            product.wFlags = element.flags;
            product.place =
                (std::uint64_t{channel} * m_sums->kernel.rows + pass.row) * m_sums->kernel.columns + tap;
            m_weights.push_back(product);
        }
    }
    return Done{};
}

Result<std::vector<Product>> PatchSums::products(std::uint64_t row, std::uint64_t column) const {
    std::vector<Product> out = m_weights;
    const lower::PlacedPicture& input = m_sums->input;
    const std::size_t size = tensor::sizeOf(input.type);
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> flags;
    auto product = out.begin();
    for (const network::SumPass& pass : m_sums->passes)
        for (std::uint32_t tap = 0; tap < pass.taps; ++tap) {
            const std::uint64_t y = row + std::uint64_t{pass.row} * m_sums->dilation.rows,
                                x = column + std::uint64_t{pass.column + tap} * m_sums->dilation.columns;
            bytes.resize(pass.channels * size);
            flags.resize(pass.channels);
            LW_TRY([[maybe_unused]] const Done read,
                   m_input->read((y * input.columns + x) * input.channels + m_firstInput + pass.channel,
                                 bytes, flags));
            for (std::uint32_t c = 0; c < pass.channels; ++c, ++product) {
                product->x =
                    circuit::wordOf(input.type, machine::bitsOf(std::span(bytes).subspan(c * size, size)));
                product->xFlags = flags[c];
            }
        }
    return out;
}

std::uint32_t PatchSums::sumOf(std::span<const Product> products) const {
    std::uint32_t sum = 0;
    std::size_t at = 0;
    for (const network::SumPass& pass : m_sums->passes) {
        std::uint32_t chain = 0;
        for (std::uint32_t k = 0; k < pass.length(); ++k, ++at)
            chain = circuit::multiplyAdd(m_isFloat, products[at].x, products[at].w, chain);
        sum = at == pass.length() ? chain : circuit::added(m_isFloat, sum, chain);
    }
    return sum;
}

} // namespace lw::scene::striding
