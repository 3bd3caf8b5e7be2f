// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tensor_picture.h"

#include "core/base/check.h"
#include "core/tensor/element.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace lw::scene {

namespace {

constexpr std::uint64_t kSide = 4;          // side of a level's squares, in squares of the level below
constexpr std::size_t kBlock = 1024;        // columns summed up at once, a multiple of kSide
constexpr std::uint64_t kLongest = 1 << 16; // elements read to get at a few of them
constexpr std::size_t kTallBand = 256;      // rows read at once where neighbours in a column are adjacent
constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr float kScale = 1.0f / (kSide * kSide); // so that the sum of a square's numbers stays finite
constexpr float kMost = std::numeric_limits<float>::max();

// Numbers as float32, which is enough for a picture.
void floatsOf(tensor::DType type, std::span<const std::byte> bytes, std::span<float> out) {
    if (type == tensor::DType::F32) {
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return;
    }
    tensor::visit(type, [&](auto element) {
        using Kind = decltype(element);
        using Stored = typename Kind::Stored;
        for (std::size_t i = 0; i < out.size(); ++i) {
            const double value = Kind::value(tensor::loadElement<Stored>(bytes.data() + i * sizeof(Stored)));
            // A finite number stays finite.
            out[i] = static_cast<float>(
                value > kMost && value < std::numeric_limits<double>::infinity()     ? double{kMost}
                : value < -kMost && value > -std::numeric_limits<double>::infinity() ? double{-kMost}
                                                                                     : value);
        }
    });
}

// A row of accumulators, one per column.
struct Strip {
    std::array<float, kBlock> low, high, sum;         // sum: times kScale
    std::array<std::uint32_t, kBlock> marks, numbers; // numbers: how many are in the sum

    void clear(std::size_t columns) {
        std::fill_n(low.begin(), columns, kInfinite);
        std::fill_n(high.begin(), columns, -kInfinite);
        std::fill_n(sum.begin(), columns, 0.0f);
        std::fill_n(marks.begin(), columns, 0u);
        std::fill_n(numbers.begin(), columns, 0u);
    }
};

// Without branches, so that several columns are done at a time.
void addRow(Strip& strip, const float* values, const std::uint8_t* flags, std::size_t columns) {
    for (std::size_t i = 0; i < columns; ++i) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(values[i]);
        const std::uint32_t magnitude = bits & 0x7fffffff, flag = flags[i];
        const std::uint32_t written = 0u - (flag & kWritten); // all bits or none, as with those below
        const std::uint32_t outside = 0u - ((flag & kOutside) / kOutside);
        const std::uint32_t finite = (0u - static_cast<std::uint32_t>(magnitude < 0x7f800000)) & written;
        const std::uint32_t infinite = (0u - static_cast<std::uint32_t>(magnitude == 0x7f800000)) & written;
        const std::uint32_t negative = 0u - (bits >> 31);
        const float low =
            std::bit_cast<float>((bits & finite) | (std::bit_cast<std::uint32_t>(kInfinite) & ~finite));
        const float high =
            std::bit_cast<float>((bits & finite) | (std::bit_cast<std::uint32_t>(-kInfinite) & ~finite));
        strip.low[i] = low < strip.low[i] ? low : strip.low[i];
        strip.high[i] = high > strip.high[i] ? high : strip.high[i];
        strip.sum[i] += std::bit_cast<float>(bits & finite) * kScale;
        strip.numbers[i] += finite & 1;
        strip.marks[i] |= (flag & (kWritten | kChanged)) | (~written & ~outside & kUnwritten) |
                          (finite & kNumber) | (infinite & ~negative & kPlusInfinity) |
                          (infinite & negative & kMinusInfinity) | (~finite & ~infinite & written & kNan);
    }
}

// `mean` is of that many `parts`.
void add(CellSummary& to, float low, float high, float mean, std::uint32_t parts, std::uint8_t marks) {
    if (marks & kNumber) {
        to.low = to.marks & kNumber ? std::min(to.low, low) : low;
        to.high = to.marks & kNumber ? std::max(to.high, high) : high;
        const auto before = static_cast<float>(to.parts), more = static_cast<float>(parts);
        to.mean = std::clamp(to.mean * (before / (before + more)) + mean * (more / (before + more)), to.low,
                             to.high);
        to.parts += parts;
    }
    to.marks |= marks;
}

float meanOf(float sum, std::uint32_t numbers) {
    return numbers == 0 ? 0 : sum / (static_cast<float>(numbers) * kScale);
}

} // namespace

// Which of three or more dimensions are shown, in order:
// not a batch as long as two others are left.
static std::vector<std::size_t> shownDimensions(const tensor::Shape& shape) {
    constexpr std::size_t kPicture = 3; // rows, columns and channels, in whatever order
    constexpr std::uint64_t kFewChannels = 4;
    std::vector<std::size_t> out; // the last one first
    for (std::size_t i = shape.size(); i-- > 0;)
        if (shape[i] != 1 && (shape.size() - i <= kPicture || out.size() < 2)) out.push_back(i);
    std::reverse(out.begin(), out.end());
    if (out.size() < kPicture) return out;
    const std::uint64_t first = shape[out[0]], second = shape[out[1]], last = shape[out[2]];
    const bool isChannels =
        first == second || (last <= kFewChannels && std::min(first, second) > kFewChannels);
    out.erase(isChannels ? out.end() - 1 : out.begin());
    return out;
}

AxisRoles defaultRoles(const tensor::Shape& shape) {
    AxisRoles out;
    out.index.assign(shape.size(), 0);
    out.columns = static_cast<int>(shape.size()) - 1;
    out.rows = shape.size() < 2 ? AxisRoles::kNone : out.columns - 1;
    if (shape.size() <= 2) return out; // a matrix stays a matrix, even with a single row or column
    const std::vector<std::size_t> shown = shownDimensions(shape);
    if (shown.empty()) return out;
    out.columns = static_cast<int>(shown.back());
    out.rows = shown.size() < 2 ? AxisRoles::kNone : static_cast<int>(shown.front());
    return out;
}

Plane planeOf(const tensor::Shape& shape, const AxisRoles& roles) {
    LW_REQUIRE(roles.index.size() == shape.size(), "an index needs one number per dimension");
    Plane out;
    std::uint64_t stride = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (static_cast<int>(i) == roles.rows) {
            out.rows = shape[i];
            out.rowStride = stride;
        } else if (static_cast<int>(i) == roles.columns) {
            out.columns = shape[i];
            out.columnStride = stride;
        } else {
            out.base += roles.index[i] * stride;
            if (shape[i] == 0) out.rows = 0;
        }
        stride *= shape[i];
    }
    if (out.rows == 0 || out.columns == 0) out.rows = out.columns = 0;
    return out;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> cellOf(const tensor::Shape& shape,
                                                              const AxisRoles& roles, std::uint64_t element) {
    const std::vector<std::uint64_t> index = tensor::indexOf(shape, element);
    std::pair<std::uint64_t, std::uint64_t> out;
    for (std::size_t i = 0; i < index.size(); ++i) {
        if (static_cast<int>(i) == roles.rows)
            out.first = index[i];
        else if (static_cast<int>(i) == roles.columns)
            out.second = index[i];
        else if (index[i] != roles.index[i])
            return std::nullopt;
    }
    return out;
}

TensorPicture::TensorPicture(ElementSourcePtr elements, const Plane& plane)
    : m_elements(std::move(elements)), m_plane(plane) {}

// ---- reading

Outcome TensorPicture::readLine(std::uint64_t first, std::uint64_t stride, std::size_t count,
                                std::size_t outStride, std::byte* bytes, std::uint8_t* flags) const {
    const std::size_t size = tensor::sizeOf(m_elements->type());
    if (stride == 1 && outStride == 1) return m_elements->read(first, {bytes, count * size}, {flags, count});
    const std::size_t step =
        static_cast<std::size_t>(stride < kLongest ? kLongest / std::max<std::uint64_t>(stride, 1) : 1);
    std::vector<std::byte> some;
    std::vector<std::uint8_t> theirs;
    for (std::size_t done = 0; done < count; done += step) {
        const std::size_t now = std::min(step, count - done);
        const std::size_t span = (now - 1) * stride + 1;
        some.resize(span * size);
        theirs.resize(span);
        LW_TRY([[maybe_unused]] const Done read, m_elements->read(first + done * stride, some, theirs));
        for (std::size_t i = 0; i < now; ++i) {
            std::memcpy(bytes + (done + i) * outStride * size, some.data() + i * stride * size, size);
            flags[(done + i) * outStride] = theirs[i * stride];
        }
    }
    return Done{};
}

Outcome TensorPicture::cells(std::uint64_t row, std::uint64_t column, std::size_t rows, std::size_t columns,
                             std::span<std::byte> bytes, std::span<std::uint8_t> flags) const {
    const std::size_t size = tensor::sizeOf(m_elements->type());
    if (m_plane.columnStride == 1 && m_plane.rowStride == columns)
        return m_elements->read(m_plane.element(row, column), bytes, flags);
    const bool byRows = columns != 1 && (m_plane.columnStride <= m_plane.rowStride || rows == 1);
    for (std::size_t i = 0; i < (byRows ? rows : columns); ++i) {
        const std::size_t to = byRows ? i * columns : i;
        LW_TRY([[maybe_unused]] const Done read,
               byRows ? readLine(m_plane.element(row + i, column), m_plane.columnStride, columns, 1,
                                 bytes.data() + to * size, flags.data() + to)
                      : readLine(m_plane.element(row, column + i), m_plane.rowStride, rows, columns,
                                 bytes.data() + to * size, flags.data() + to));
    }
    return Done{};
}

// ---- building

void TensorPicture::allocate() {
    std::uint64_t rows = m_plane.rows, columns = m_plane.columns;
    do {
        rows = squares(rows, 2);
        columns = squares(columns, 2);
        const std::size_t count = rows * columns;
        m_levels.push_back({rows, columns, std::make_unique_for_overwrite<float[]>(count),
                            std::make_unique_for_overwrite<float[]>(count),
                            std::make_unique_for_overwrite<float[]>(count),
                            std::make_unique_for_overwrite<std::uint8_t[]>(count)});
    } while (rows > 1 || columns > 1);
    m_allocated.store(true, std::memory_order_release);
}

// One row of squares out of at most kSide rows of cells.
void TensorPicture::fillBase(std::uint64_t row, std::size_t height, std::span<const float> values,
                             std::span<const std::uint8_t> flags) {
    const Level& base = m_levels.front();
    const std::size_t columns = m_plane.columns;
    Strip strip;
    for (std::size_t first = 0; first < columns; first += kBlock) {
        const std::size_t count = std::min(kBlock, columns - first);
        strip.clear(kBlock);
        for (std::size_t r = 0; r < height; ++r)
            addRow(strip, values.data() + r * columns + first, flags.data() + r * columns + first, count);
        for (std::size_t i = 0; i < count; i += kSide) { // beyond the last column the strip is empty
            const std::size_t to = row * base.columns + (first + i) / kSide;
            base.low[to] = std::min({strip.low[i], strip.low[i + 1], strip.low[i + 2], strip.low[i + 3]});
            base.high[to] =
                std::max({strip.high[i], strip.high[i + 1], strip.high[i + 2], strip.high[i + 3]});
            base.mean[to] =
                meanOf(strip.sum[i] + strip.sum[i + 1] + strip.sum[i + 2] + strip.sum[i + 3],
                       strip.numbers[i] + strip.numbers[i + 1] + strip.numbers[i + 2] + strip.numbers[i + 3]);
            base.marks[to] = static_cast<std::uint8_t>(strip.marks[i] | strip.marks[i + 1] |
                                                       strip.marks[i + 2] | strip.marks[i + 3]);
        }
    }
}

// A row of squares of a level, out of the level below it.
void TensorPicture::fillAbove(std::size_t number, std::uint64_t row) {
    const Level& below = m_levels[number - 1];
    const Level& level = m_levels[number];
    for (std::uint64_t column = 0; column < level.columns; ++column) {
        const CellSummary sum = sumOf(below, below.rows, row * kSide, column * kSide, kSide);
        const std::size_t to = row * level.columns + column;
        level.low[to] = sum.low;
        level.high[to] = sum.high;
        level.mean[to] = sum.mean;
        level.marks[to] = sum.marks;
    }
}

Outcome TensorPicture::build(const std::atomic<bool>* interrupt) {
    if (m_plane.rows == 0) return Done{};
    allocate();
    const std::size_t columns = m_plane.columns, size = tensor::sizeOf(m_elements->type());
    const std::size_t least = m_plane.columnStride <= m_plane.rowStride ? kSide : kTallBand;
    const std::size_t band = std::max(least, kLongest / columns / kSide * kSide);
    // Elements that are already float32 are read straight to where they are needed.
    const bool isFloat = m_elements->type() == tensor::DType::F32;
    std::vector<std::byte> bytes(isFloat ? 0 : band * columns * size);
    std::vector<std::uint8_t> flags(band * columns);
    std::vector<float> values(band * columns);
    const std::span<std::byte> into = isFloat ? std::as_writable_bytes(std::span(values)) : std::span(bytes);
    for (std::uint64_t row = 0; row < m_plane.rows; row += band) {
        if (interrupt && interrupt->load(std::memory_order_relaxed)) return Done{};
        const auto height = static_cast<std::size_t>(std::min<std::uint64_t>(band, m_plane.rows - row));
        const auto piece = into.first(height * columns * size);
        LW_TRY([[maybe_unused]] const Done read,
               cells(row, 0, height, columns, piece, std::span(flags).first(height * columns)));
        if (!isFloat) floatsOf(m_elements->type(), piece, std::span(values).first(height * columns));
        for (std::size_t from = 0; from < height; from += kSide)
            fillBase((row + from) / kSide, std::min<std::size_t>(kSide, height - from),
                     std::span(values).subspan(from * columns), std::span(flags).subspan(from * columns));
        // The levels above, as far as they can be completed.
        const std::uint64_t done = row + height;
        for (std::size_t number = 1; number < m_levels.size(); ++number) {
            const unsigned bits = 2 * static_cast<unsigned>(number + 1);
            const bool last = done == m_plane.rows;
            const std::uint64_t end = last ? m_levels[number].rows : done >> bits;
            for (std::uint64_t r = row >> bits; r < end; ++r) fillAbove(number, r);
        }
        m_ready.store(done, std::memory_order_release);
    }
    return Done{};
}

std::uint64_t TensorPicture::bytes() const {
    std::uint64_t out = 0;
    if (!m_allocated.load(std::memory_order_acquire)) return 0;
    for (const Level& level : m_levels)
        out += level.rows * level.columns * (3 * sizeof(float) + sizeof(std::uint8_t));
    return out;
}

// ---- looking

// A square with a side of `side` squares of a level, as far as they exist.
CellSummary TensorPicture::sumOf(const Level& level, std::uint64_t rowsReady, std::uint64_t row,
                                 std::uint64_t column, std::uint64_t side) {
    CellSummary out;
    const std::uint64_t endRow = std::min(rowsReady, row + side),
                        endColumn = std::min(level.columns, column + side);
    for (std::uint64_t r = row; r < endRow; ++r)
        for (std::uint64_t c = column; c < endColumn; ++c) {
            const std::size_t i = r * level.columns + c;
            add(out, level.low[i], level.high[i], level.mean[i], 1, level.marks[i]);
        }
    return out;
}

Outcome TensorPicture::cellsOf(unsigned level, std::uint64_t row, std::uint64_t column, std::size_t rows,
                               std::size_t columns, std::span<CellSummary> out) const {
    const std::uint64_t firstRow = row << level, firstColumn = column << level;
    if (firstRow >= m_plane.rows || firstColumn >= m_plane.columns) return Done{};
    const auto height = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::uint64_t{rows} << level, m_plane.rows - firstRow));
    const auto width = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::uint64_t{columns} << level, m_plane.columns - firstColumn));
    std::vector<std::byte> bytes(height * width * tensor::sizeOf(m_elements->type()));
    std::vector<std::uint8_t> flags(height * width);
    std::vector<float> values(height * width);
    LW_TRY([[maybe_unused]] const Done read, cells(firstRow, firstColumn, height, width, bytes, flags));
    floatsOf(m_elements->type(), bytes, values);
    Strip strip;
    for (std::size_t r = 0; r < height; ++r)
        for (std::size_t first = 0; first < width; first += kBlock) {
            const std::size_t count = std::min(kBlock, width - first);
            strip.clear(count);
            addRow(strip, values.data() + r * width + first, flags.data() + r * width + first, count);
            for (std::size_t i = 0; i < count; ++i)
                add(out[(r >> level) * columns + ((first + i) >> level)], strip.low[i], strip.high[i],
                    meanOf(strip.sum[i], strip.numbers[i]), strip.numbers[i],
                    static_cast<std::uint8_t>(strip.marks[i]));
        }
    return Done{};
}

Outcome TensorPicture::summaries(unsigned level, std::uint64_t row, std::uint64_t column, std::size_t rows,
                                 std::size_t columns, std::span<CellSummary> out) const {
    LW_REQUIRE(out.size() == rows * columns, "a summary for each square");
    std::fill(out.begin(), out.end(), CellSummary{});
    if (level < 2) return cellsOf(level, row, column, rows, columns, out);
    if (!m_allocated.load(std::memory_order_acquire) || m_plane.rows == 0) return Done{};
    const std::size_t number = std::min<std::size_t>(level / 2 - 1, m_levels.size() - 1);
    const Level& from = m_levels[number];
    // The levels kept are two apart; beyond the last one everything is one square.
    const std::uint64_t side = std::uint64_t{1}
                               << std::min(level - 2 * static_cast<unsigned>(number + 1), 31u);
    const std::uint64_t ready = rowsReady();
    const std::uint64_t readyRows =
        ready == m_plane.rows ? from.rows : ready >> (2 * static_cast<unsigned>(number + 1));
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            out[r * columns + c] = sumOf(from, readyRows, (row + r) * side, (column + c) * side, side);
    return Done{};
}

} // namespace lw::scene
