// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/processor.h"
#include "core/machine/loading.h"
#include "core/machine/written_bits.h"
#include "core/numeric/half_lanes.h"

#include <cstring>

// Register files, queues and DRAM: where their cells lie, and which were ever written.
namespace lw::nnp {

using machine::NodeId;
using machine::setWritten;

Processor::File Processor::file(Memory memory) const {
    switch (memory) {
    case Memory::AddSubVrf0:
        return {m_layout.addSub0, m_layout.addSub0Written, m_s.addSub0, m_s.addSub0Written};
    case Memory::AddSubVrf1:
        return {m_layout.addSub1, m_layout.addSub1Written, m_s.addSub1, m_s.addSub1Written};
    case Memory::MultiplyVrf:
        return {m_layout.multiply, m_layout.multiplyWritten, m_s.multiply, m_s.multiplyWritten};
    default: return {m_layout.initial, m_layout.initialWritten, m_s.initial, m_s.initialWritten};
    }
}

Processor::Bytes Processor::bytesOf(isa::SpaceId space) const {
    if (space == kNetIn) return {m_layout.netIn, m_layout.netInWritten, m_s.netIn, m_s.netInWritten};
    if (space == kNetOut) return {m_layout.netOut, m_layout.netOutWritten, m_s.netOut, m_s.netOutWritten};
    if (space == kVectorDram)
        return {m_layout.vectorDram, m_layout.vectorDramWritten, m_s.vectorDram, m_s.vectorDramWritten};
    return {m_layout.matrixDram, m_layout.matrixDramWritten, m_s.matrixDram, m_s.matrixDramWritten};
}

void Processor::putBytes(const Bytes& to, std::uint64_t offset, std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    store().mark(to.cells.offset + offset, bytes.size());
    store().mark(to.writtenCells.offset + offset / 64 * 8, (offset % 64 + bytes.size() + 63) / 64 * 8);
    setWritten(to.written, offset, bytes.size());
    std::memcpy(to.values + offset, bytes.data(), bytes.size());
}

bool Processor::isWritten(Memory memory, std::uint64_t number) const {
    const std::uint64_t bytes = m_config.vectorBytes();
    if (memory == Memory::NetQ) {
        const std::uint64_t offset = (m_s.queues[kInLeft] + number) * bytes;
        return offset + bytes <= m_config.netInBytes && machine::allWritten(m_s.netInWritten, offset, bytes);
    }
    if (m_uninit == UninitMode::Zero) return true;
    if (memory == Memory::Dram) return machine::allWritten(m_s.vectorDramWritten, number * bytes, bytes);
    return machine::allWritten(file(memory).written + number * wordsOfVector(), 0, elements());
}

bool Processor::isMatrixWritten(std::uint64_t number) const {
    const std::uint64_t count = elements() * elements();
    if (m_uninit == UninitMode::Zero || m_multiplier.isKnownToBeWritten(number)) return true;
    if (!machine::allWritten(m_s.mantissasWritten + number * ((count + 63) / 64), 0, count)) return false;
    m_multiplier.knowWritten(number);
    return true;
}

std::span<std::uint16_t> Processor::travelling(std::uint64_t number) {
    store().mark(m_layout.chain.offset + number * m_config.vectorBytes(), m_config.vectorBytes());
    return {m_s.chain + number * elements(), elements()};
}

std::span<std::uint16_t> Processor::allTravelling() {
    store().mark(m_layout.chain.offset, *m_s.chainCount * m_config.vectorBytes());
    return {m_s.chain, *m_s.chainCount * elements()};
}

const std::uint16_t* Processor::vectorOf(Memory memory, std::uint64_t number) const {
    return file(memory).values + number * elements();
}

numeric::BlockRounding Processor::rounding(std::uint64_t block) const {
    numeric::BlockRounding out = roundingOf(controls(), issuedBundles());
    out.place.block = static_cast<std::uint32_t>(block);
    return out;
}

std::uint32_t Processor::vectorsOfTurn() const { return *m_s.chainCount / controls().iterations(); }

void Processor::readVector(Memory memory, std::uint64_t number, std::span<std::uint16_t> out) const {
    const std::uint64_t bytes = m_config.vectorBytes();
    if (memory == Memory::NetQ)
        std::memcpy(out.data(), m_s.netIn + (m_s.queues[kInLeft] + number) * bytes, bytes);
    else if (memory == Memory::Dram)
        std::memcpy(out.data(), m_s.vectorDram + number * bytes, bytes);
    else
        std::memcpy(out.data(), file(memory).values + number * elements(), bytes);
}

// NetQ takes it after those that are there.
void Processor::writeVector(Memory memory, std::uint64_t number, std::span<const std::uint16_t> vector) {
    const std::uint64_t bytes = m_config.vectorBytes();
    if (memory == Memory::NetQ)
        return putBytes(bytesOf(kNetOut), m_s.queues[kOutCount]++ * bytes, std::as_bytes(vector));
    if (memory == Memory::Dram) return putBytes(bytesOf(kVectorDram), number * bytes, std::as_bytes(vector));
    const File to = file(memory);
    const std::uint64_t words = wordsOfVector();
    store().mark(to.cells.offset + number * bytes, bytes);
    store().mark(to.writtenCells.offset + number * words * 8, words * 8);
    setWritten(to.written + number * words, 0, elements());
    std::memcpy(to.values + number * elements(), vector.data(), bytes);
}

std::span<const std::uint16_t> Processor::matrixRow(Memory memory, std::uint64_t number,
                                                    std::uint64_t row) const {
    const std::uint64_t vector = number * elements() + row;
    const bool isQueue = memory == Memory::NetQ;
    const std::uint8_t* const from = isQueue
                                         ? m_s.netIn + (m_s.queues[kInLeft] + vector) * m_config.vectorBytes()
                                         : m_s.matrixDram + vector * m_config.vectorBytes();
    return {static_cast<const std::uint16_t*>(static_cast<const void*>(from)), elements()};
}

void Processor::quantiseMatrix(Memory from, std::uint64_t number, std::uint64_t to,
                               numeric::BlockRounding how) {
    const std::uint64_t n = elements(), words = (n * n + 63) / 64, at = to * n;
    store().mark(m_layout.mantissas.offset + at * n * 2, n * n * 2);
    store().mark(m_layout.exponents.offset + at * 4, n * 4);
    store().mark(m_layout.mantissasWritten.offset + to * words * 8, words * 8);
    numeric::BlockLosses losses;
    for (std::uint64_t row = 0; row < n; ++row, ++how.place.block) {
        auto* const mantissas =
            static_cast<std::int16_t*>(static_cast<void*>(m_s.mantissas + (at + row) * n));
        m_s.exponents[at + row] = numeric::encodeHalves(matrixRow(from, number, row), m_config.matrixFormat(),
                                                        how, mantissas, &losses);
    }
    quantised(Quantiser::Matrices, n * n, losses);
    setWritten(m_s.mantissasWritten + to * words, 0, n * n);
    m_multiplier.forget(to);
    m_multiplier.prepare(to);
}

void Processor::storeMatrix(Memory from, std::uint64_t number, std::uint64_t to) {
    for (std::uint64_t row = 0; row < elements(); ++row)
        putBytes(bytesOf(kMatrixDram), to * m_config.matrixBytes() + row * m_config.vectorBytes(),
                 std::as_bytes(matrixRow(from, number, row)));
}

// ---- from outside

namespace {

machine::SpaceBytes insideOf(isa::SpaceId space, std::uint8_t* bytes, std::uint64_t* written,
                             std::uint64_t count) {
    return {kIsa.spaces[index(space)].name, bytes, written, count};
}

} // namespace

Outcome Processor::readSpace(isa::SpaceId space, std::uint64_t offset, std::span<std::byte> out,
                             std::span<bool> written) const {
    const Bytes in = bytesOf(space);
    const machine::SpaceBytes from = insideOf(space, in.values, in.written, in.cells.count);
    LW_TRY([[maybe_unused]] const Done inside, machine::checkInside(from, offset, out.size()));
    if (!isUntouched(space, offset, out.size())) return machine::readBytes(from, offset, out, written);
    machine::readUntouched(out, written);
    return Done{};
}

bool Processor::isUntouched(isa::SpaceId space, std::uint64_t offset, std::uint64_t bytes) const {
    const Bytes in = bytesOf(space);
    const machine::BitWords bits = machine::bitWordsOf(offset, bytes);
    return store().isUntouched(in.cells.offset + offset, bytes) &&
           store().isUntouched(in.writtenCells.offset + bits.offset, bits.bytes);
}

Outcome Processor::writeSpace(isa::SpaceId space, std::uint64_t offset, std::span<const std::byte> bytes) {
    const Bytes to = bytesOf(space);
    LW_TRY(
        [[maybe_unused]] const Done inside,
        machine::checkInside(insideOf(space, to.values, to.written, to.cells.count), offset, bytes.size()));
    putBytes(to, offset, bytes);
    return Done{};
}

// What a hand edit wrote is written.
void Processor::edited(NodeId node, std::uint64_t first, std::uint64_t count) {
    readControls();
    for (isa::SpaceId space{}; index(space) < kIsa.spaces.size(); ++space)
        if (const Bytes to = bytesOf(space); to.cells.node == node) {
            store().mark(to.writtenCells.offset + first / 64 * 8, (first % 64 + count + 63) / 64 * 8);
            setWritten(to.written, first, count);
        }
    const auto inRows = [&](const machine::Cells<std::uint64_t>& cells, std::uint64_t* written,
                            std::uint64_t size) {
        for (std::uint64_t i = first; i < first + count; ++i) {
            const std::uint64_t word = i / size * ((size + 63) / 64) + i % size / 64;
            store().mark(cells.offset + word * 8, 8);
            written[word] |= std::uint64_t{1} << i % size % 64;
        }
    };
    for (const Memory memory :
         {Memory::InitialVrf, Memory::AddSubVrf0, Memory::AddSubVrf1, Memory::MultiplyVrf})
        if (const File to = file(memory); to.cells.node == node)
            inRows(to.writtenCells, to.written, elements());
    if (node != m_layout.mantissas.node) return;
    m_multiplier.forget();
    inRows(m_layout.mantissasWritten, m_s.mantissasWritten, elements() * elements());
}

} // namespace lw::nnp
