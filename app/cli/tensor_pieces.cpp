// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tensor_pieces.h"

#include <algorithm>
#include <cstring>

namespace lw::cli {

namespace {

constexpr std::uint64_t kWord = 4; // bytes

// Of a piece that begins at `element`: the first with the greatest difference stays.
void addPiece(tensor::Comparison piece, std::uint64_t element, const tensor::Shape& shape,
              tensor::Comparison& to) {
    to.compared += piece.compared;
    to.differing += piece.differing;
    to.beyond += piece.beyond;
    to.signedZeros += piece.signedZeros;
    to.largestUlp = std::max(to.largestUlp, piece.largestUlp);
    if (!piece.worst || (to.worst && to.worst->difference >= piece.worst->difference)) return;
    to.worst = std::move(piece.worst);
    to.worst->element += element;
    to.worst->index = tensor::indexOf(shape, to.worst->element);
}

} // namespace

Result<PiecesOfTensor> PiecesOfTensor::make(const machine::Machine& machine, std::string_view name,
                                            machine::CoreId focus) {
    LW_TRY(const project::TensorOfCore source, project::tensorNamed(machine, name, focus));
    LW_TRY(program::Arrangement arrangement,
           program::Arrangement::make(source.core->target(), *source.tensor));
    return PiecesOfTensor{source, std::move(arrangement)};
}

std::uint64_t PiecesOfTensor::count() const { return tensor::countOf(arrangement.shape()).value_or(0); }

std::optional<machine::BundleOf> PiecesOfTensor::unwaited() const {
    if (!source.core->halted()) return {};
    return source.core->unwaitedTransfer(source.tensor->space, source.offset(), arrangement.bytes());
}

PieceReader::PieceReader(const PiecesOfTensor& of)
    : m_of(of), m_words(kBytes + 2 * kWord), m_written(std::make_unique<bool[]>(m_words.size())) {}

// Memory is read by whole words.
Outcome PieceReader::read(const program::Arrangement::Run& run, std::uint64_t count,
                          std::span<std::byte> out) {
    const std::uint64_t size = tensor::sizeOf(m_of.arrangement.dtype());
    const std::uint64_t begin = run.offset + m_done * size, end = begin + count * size;
    const std::uint64_t first = begin / kWord, last = (end + kWord - 1) / kWord;
    const auto words = static_cast<std::size_t>(last - first);
    LW_TRY([[maybe_unused]] const Done read,
           m_of.source.core->readSpace(m_of.source.tensor->space, m_of.source.offset() + first * kWord,
                                       std::span(m_words).first(words * kWord),
                                       {m_written.get(), words * kWord}));
    std::memcpy(out.data(), m_words.data() + (begin - first * kWord), out.size());
    for (const bool* at = m_written.get() + (begin - first * kWord); count != 0; --count, at += size) {
        const bool isWritten = std::all_of(at, at + size, [](bool written) { return written; });
        m_elementsWritten.push_back(isWritten ? 1 : 0);
        m_neverWritten += isWritten ? 0 : 1;
    }
    return Done{};
}

Result<std::span<const std::byte>> PieceReader::next(std::span<std::byte> room) {
    const program::Arrangement& arrangement = m_of.arrangement;
    const std::size_t size = tensor::sizeOf(arrangement.dtype());
    std::size_t used = 0;
    m_elementsWritten.clear();
    while (m_run < arrangement.runs() && room.size() - used >= size) {
        const program::Arrangement::Run run = arrangement.run(m_run);
        const std::uint64_t count =
            std::min<std::uint64_t>({run.count - m_done, (room.size() - used) / size, kBytes / size});
        const auto bytes = static_cast<std::size_t>(count * size);
        LW_TRY([[maybe_unused]] const Done done, read(run, count, room.subspan(used, bytes)));
        used += bytes;
        m_done += count;
        if (m_done == run.count) ++m_run, m_done = 0;
    }
    return std::span<const std::byte>(room.first(used));
}

std::uint64_t PieceReader::untouched() const {
    if (m_run >= m_of.arrangement.runs()) return 0;
    const program::Arrangement::Run run = m_of.arrangement.run(m_run);
    const std::uint64_t size = tensor::sizeOf(m_of.arrangement.dtype());
    const std::uint64_t begin = m_of.source.offset() + run.offset + m_done * size;
    for (std::uint64_t count = run.count - m_done; count * size >= kBytes; count /= 2)
        if (m_of.source.core->isUntouched(m_of.source.tensor->space, begin, count * size)) return count;
    return 0;
}

void PieceReader::skip(std::uint64_t count) {
    m_done += count;
    if (m_done == m_of.arrangement.run(m_run).count) ++m_run, m_done = 0;
}

Result<tensor::Comparison> compare(const PiecesOfTensor& got, const PiecesOfTensor& expected) {
    const tensor::DType type = got.arrangement.dtype();
    const tensor::Shape& shape = got.arrangement.shape();
    const std::size_t size = tensor::sizeOf(type);
    PieceReader ours(got), theirs(expected);
    std::vector<std::byte> room(PieceReader::kBytes), other(PieceReader::kBytes);
    tensor::Comparison out;
    for (std::uint64_t element = 0; element < got.count();) {
        if (const std::uint64_t zeros = std::min(ours.untouched(), theirs.untouched()); zeros != 0) {
            ours.skip(zeros);
            theirs.skip(zeros);
            out.compared += zeros;
            element += zeros;
            continue;
        }
        LW_TRY(const auto a, ours.next(room));
        LW_TRY(const auto b, theirs.next(other));
        const tensor::Shape length{a.size() / size};
        if (std::ranges::equal(a, b)) {
            out.compared += length[0];
        } else {
            LW_TRY(tensor::Comparison piece,
                   tensor::compare(tensor::Tensor(type, length, {a.begin(), a.end()}),
                                   tensor::Tensor(type, length, {b.begin(), b.end()}), {}));
            addPiece(std::move(piece), element, shape, out);
        }
        element += length[0];
    }
    return out;
}

} // namespace lw::cli
