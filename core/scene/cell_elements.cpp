// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/cell_elements.h"

#include <utility>

namespace lw::scene {

namespace {

class CellElements final : public ElementSource {
  public:
    explicit CellElements(CellPicture picture)
        : m_picture(std::move(picture)), m_shape{m_picture.rows, m_picture.columns} {}

    tensor::DType type() const override { return m_picture.type; }
    const tensor::Shape& shape() const override { return m_shape; }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const std::size_t size = tensor::sizeOf(m_picture.type);
        for (std::size_t i = 0; i < flags.size(); ++i) {
            const std::uint64_t bits = m_picture.bits[first + i];
            for (std::size_t b = 0; b < size; ++b)
                bytes[i * size + b] = static_cast<std::byte>(bits >> (8 * b));
            flags[i] = m_picture.flags[first + i];
        }
        return Done{};
    }

  private:
    CellPicture m_picture;
    tensor::Shape m_shape;
};

} // namespace

ElementSourcePtr elementsOf(CellPicture picture) {
    return std::make_shared<const CellElements>(std::move(picture));
}

} // namespace lw::scene
