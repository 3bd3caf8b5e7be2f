// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tiling/stored_pixels.h"

#include "core/base/check.h"
#include "core/isa/encode.h"
#include "core/tensor/dtype.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lw::scene::tiling {

namespace {

// Three nested loops, and how far apart elements are (0: adjacent), as a register holds them.
struct Pattern {
    std::int64_t count[3] = {1, 1, 1}, stride[3] = {0, 0, 0}, apart = 0;
    template <typename Each> void over(std::int64_t from, const Each& each) const {
        for (std::int64_t i = 0; i < count[2]; ++i)
            for (std::int64_t j = 0; j < count[1]; ++j)
                for (std::int64_t k = 0; k < count[0]; ++k)
                    each(from + i * stride[2] + j * stride[1] + k * stride[0]);
    }
};

// One row with its operands by name; those it does not have are 0.
class Row {
  public:
    Row(const isa::Spec& spec, const isa::SlotInsn& insn) : m_insn(insn), m_row(spec.insns[insn.op]) {}
    std::string_view name() const { return m_row.name; }
    std::int64_t operator[](std::string_view operand) const {
        const auto at = std::ranges::find(m_row.operands, operand, &isa::Operand::name);
        if (at == m_row.operands.end()) return 0;
        return static_cast<std::int32_t>(m_insn.operands[at - m_row.operands.begin()].value);
    }
    bool has(std::string_view operand) const {
        return std::ranges::find(m_row.operands, operand, &isa::Operand::name) != m_row.operands.end();
    }

  private:
    const isa::SlotInsn& m_insn;
    const isa::Insn& m_row;
};

class Walk {
  public:
    Walk(const program::NamedTensor& tensor, std::uint64_t channel)
        : m_bytes(static_cast<std::int64_t>(tensor::sizeOf(tensor.dtype)))
        , m_pixelBytes(static_cast<std::int64_t>(tensor.shape[2]) * m_bytes)
        , m_first(static_cast<std::int64_t>(tensor.address) + static_cast<std::int64_t>(channel) * m_bytes)
        , m_isRead(tensor.shape[0] * tensor.shape[1], false) {
        m_out.stored.assign(m_isRead.size(), StoredPixels::kNever);
        m_out.lost = m_out.stored;
    }

    void take(const Row& row, std::uint32_t bundle) {
        if (row.name() == "launch") { // work before a launch is not a tile's
            std::ranges::fill(m_out.stored, StoredPixels::kNever);
            m_isRead.assign(m_isRead.size(), false);
        } else if (row.name() == "shape") {
            pattern(row["a"]) = {{row["n0"], row["n1"], 1}, {row["s0"], row["s1"], 0}, 0};
        } else if (row.name() == "shape2") {
            Pattern& own = pattern(row["a"]);
            own.count[2] = row["n2"];
            own.stride[2] = row["s2"];
            own.apart = row["es"];
        } else if (row.has("ub")) {
            takeAccess(row, bundle);
        }
        // A strip has as many lanes as it was read with; arithmetic keeps them.
        if (row.has("lanes")) lanes(row["v"]) = row["lanes"];
        if (row.has("d")) lanes(row["d"]) = lanes(row["x"]);
    }
    StoredPixels result() && { return std::move(m_out); }

  private:
    Pattern& pattern(std::int64_t number) { return m_patterns[static_cast<std::size_t>(number)]; }
    std::int64_t& lanes(std::int64_t strip) { return m_lanes[static_cast<std::size_t>(strip)]; }

    void takeAccess(const Row& row, std::uint32_t bundle) {
        const std::string_view name = row.name();
        const bool isStore = name.starts_with("vstore");
        const bool writes = isStore || name.starts_with("dma.in") || name == "fill";
        const Pattern& loops = pattern(row[row.has("aub") ? "aub" : "a"]);
        // Passes and strips take this many elements in each round of the loops, others a byte.
        const std::int64_t elements = isStore ? lanes(row["v"]) : row[row.has("k") ? "k" : "lanes"];
        const std::int64_t each = name.ends_with(".i8") ? 1 : 4;
        const std::int64_t bytes =
            elements == 0 ? 1 : (elements - 1) * (loops.apart != 0 ? loops.apart : each) + each;
        loops.over(row["ub"], [&](std::int64_t at) { touch(at - m_first, bytes, writes, bundle); });
    }

    // Bytes from there on, counted from the channel's of the first pixel.
    void touch(std::int64_t from, std::int64_t bytes, bool writes, std::uint32_t bundle) {
        const std::int64_t pixels = static_cast<std::int64_t>(m_isRead.size());
        const std::int64_t before = from - m_bytes; // whatever ends there is not touched
        for (std::int64_t pixel = before < 0 ? 0 : before / m_pixelBytes + 1;
             pixel < pixels && pixel * m_pixelBytes < from + bytes; ++pixel) {
            const auto at = static_cast<std::size_t>(pixel);
            if (!writes)
                m_isRead[at] = m_isRead[at] || m_out.stored[at] != StoredPixels::kNever;
            else if (!m_isRead[at])
                m_out.stored[at] = bundle;
            else
                m_out.lost[at] = std::min(m_out.lost[at], bundle);
        }
    }

    std::int64_t m_bytes, m_pixelBytes; // of an element; of all channels
    std::int64_t m_first;               // address of the channel's first element
    std::array<Pattern, 16> m_patterns{};
    std::array<std::int64_t, 8> m_lanes{}; // of strips
    std::vector<bool> m_isRead;            // since it was stored
    StoredPixels m_out;
};

class Stored final : public ElementSource {
  public:
    Stored(ElementSourcePtr elements, std::shared_ptr<const StoredPixels> pixels, std::uint32_t next)
        : m_elements(std::move(elements)), m_pixels(std::move(pixels)), m_next(next) {}
    tensor::DType type() const override { return m_elements->type(); }
    const tensor::Shape& shape() const override { return m_elements->shape(); }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        LW_TRY([[maybe_unused]] const Done read, m_elements->read(first, bytes, flags));
        for (std::size_t i = 0; i < flags.size(); ++i)
            if (!m_pixels->isThere((first + i) / shape()[2], m_next))
                flags[i] &= static_cast<std::uint8_t>(~kWritten);
        return Done{};
    }

  private:
    ElementSourcePtr m_elements;
    std::shared_ptr<const StoredPixels> m_pixels;
    std::uint32_t m_next;
};

} // namespace

StoredPixels storedPixels(const program::Program& program, const isa::Spec& spec,
                          const program::NamedTensor& tensor, std::uint64_t channel) {
    LW_REQUIRE(tensor.shape.size() == 3 && channel < tensor.shape[2], "a channel of an image");
    Walk walk(tensor, channel);
    for (std::uint32_t bundle = 0; bundle < program.bundles.size(); ++bundle) {
        isa::Bundle decoded;
        if (isa::decode(spec, program.bundles[bundle], decoded) || decoded.count == 0) continue;
        walk.take(Row(spec, *decoded.begin()), bundle);
    }
    return std::move(walk).result();
}

ElementSourcePtr onlyStored(ElementSourcePtr elements, std::shared_ptr<const StoredPixels> pixels,
                            std::uint32_t next) {
    LW_REQUIRE(elements->shape().size() == 3, "an image");
    return std::make_shared<Stored>(std::move(elements), std::move(pixels), next);
}

} // namespace lw::scene::tiling
