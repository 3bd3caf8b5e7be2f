// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/program/layout.h"
#include "core/project/tensor_input.h"
#include "core/tensor/compare.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

// A named tensor of a machine, read piece by piece in the order of its elements: nothing is as large as it,
// which may be gigabytes that nobody has touched.
namespace lw::cli {

struct PiecesOfTensor {
    project::TensorOfCore source;
    program::Arrangement arrangement;

    // Of `focus`, where the name says no core.
    static Result<PiecesOfTensor> make(const machine::Machine& machine, std::string_view name,
                                       machine::CoreId focus = {});
    std::uint64_t count() const;
    // The program has halted, but never waited for a transfer into it that this bundle started.
    std::optional<machine::BundleOf> unwaited() const;
};

class PieceReader {
  public:
    static constexpr std::size_t kBytes = 1 << 20; // of a piece that is worth its while

    explicit PieceReader(const PiecesOfTensor& of);
    // The next elements, as many as there is room for, or fewer at the end.
    Result<std::span<const std::byte>> next(std::span<std::byte> room);
    // How many of the next elements lie in memory that nobody has touched, all of which are zero: as many as
    // are found without reading any. They are passed over by skip().
    std::uint64_t untouched() const;
    void skip(std::uint64_t count);
    // Elements of what was read so far that nobody wrote, or not all of their bytes; those are zero.
    std::uint64_t neverWritten() const { return m_neverWritten; }
    // Of each element that next() gave last: whether it was written.
    std::span<const std::uint8_t> written() const { return m_elementsWritten; }

  private:
    Outcome read(const program::Arrangement::Run& run, std::uint64_t count, std::span<std::byte> out);

    const PiecesOfTensor& m_of;
    std::uint64_t m_run = 0, m_done = 0; // elements of that run
    std::uint64_t m_neverWritten = 0;
    std::vector<std::byte> m_words;
    std::unique_ptr<bool[]> m_written; // of the bytes of m_words
    std::vector<std::uint8_t> m_elementsWritten;
};

// Of one type and shape. Equal under ==, and NaN equals NaN.
Result<tensor::Comparison> compare(const PiecesOfTensor& got, const PiecesOfTensor& expected);

} // namespace lw::cli
