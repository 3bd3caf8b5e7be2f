// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/reshaped.h"

#include "core/base/check.h"

#include <algorithm>

namespace lw::scene {

namespace {

class Reshaped : public ElementSource {
  public:
    Reshaped(ElementSourcePtr elements, tensor::Shape shape)
        : m_elements(std::move(elements)), m_shape(std::move(shape)) {}
    tensor::DType type() const override { return m_elements->type(); }
    const tensor::Shape& shape() const override { return m_shape; }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        return m_elements->read(first, bytes, flags);
    }

  private:
    ElementSourcePtr m_elements;
    tensor::Shape m_shape;
};

} // namespace

ElementSourcePtr reshaped(ElementSourcePtr elements, tensor::Shape shape) {
    LW_REQUIRE(tensor::countOf(shape) == elements->count(), "another shape has as many elements");
    return std::make_shared<Reshaped>(std::move(elements), std::move(shape));
}

tensor::Shape splitShape(const tensor::Shape& shape, std::uint64_t across) {
    if (across == 0) return shape;
    LW_REQUIRE(!shape.empty() && shape.back() % across == 0, "parts divide the dimension");
    tensor::Shape out = shape;
    out.back() /= across;
    out.push_back(across);
    return out;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> splitsOf(const tensor::Shape& shape) {
    constexpr std::uint64_t kMost = 1 << 20; // a longer one is not looked through
    std::vector<std::pair<std::uint64_t, std::uint64_t>> out;
    if (shape.empty() || shape.back() > kMost) return out;
    const std::uint64_t all = shape.back();
    for (std::uint64_t part = 2; part * part <= all; ++part) {
        if (all % part != 0) continue;
        out.emplace_back(all / part, part);
        if (part != all / part) out.emplace_back(part, all / part);
    }
    std::reverse(out.begin(), out.end());
    return out;
}

} // namespace lw::scene
