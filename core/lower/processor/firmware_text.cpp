// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/firmware_text.h"

#include <algorithm>
#include <utility>

namespace lw::lower::processor {

namespace {
constexpr std::uint64_t kMostShown = 8; // elements of a tensor that .result names
} // namespace

FirmwareText::FirmwareText(const machine::ProcessorLimits& limits) : m_limits(limits) {
    for (const std::string& constant : limits.constants) m_names.reserve(constant);
}

void FirmwareText::counts(std::uint64_t rows, std::uint64_t columns, std::uint64_t iterations) {
    const auto set = [this](std::string_view name, std::uint64_t& held, std::uint64_t wanted) {
        if (held != wanted) m_text.row("s_wr", {std::string(name), std::to_string(wanted)});
        held = wanted;
    };
    set("rows", m_rows, rows);
    set("cols", m_columns, columns);
    set("iterations", m_iterations, iterations);
}

std::vector<std::string> FirmwareText::operands(const Vectors& vectors, bool namesMemory) const {
    std::vector<std::string> out;
    if (namesMemory) out.emplace_back(vectors.memory);
    out.push_back(std::to_string(vectors.first));
    if (vectors.step != 0 && m_iterations > 1) out.push_back("inc=" + std::to_string(vectors.step));
    if (vectors.move != 0) out.push_back("step=" + std::to_string(vectors.move));
    return out;
}

void FirmwareText::read(const Vectors& from, std::string_view remark) {
    m_text.row("v_rd", operands(from, true), remark);
}
void FirmwareText::with(std::string_view mnemonic, const Vectors& file) {
    m_text.row(mnemonic, operands(file, true));
}
void FirmwareText::times(const Vectors& file) { m_text.row("vv_mul", operands(file, false)); }
void FirmwareText::write(const Vectors& to) { m_text.row("v_wr", operands(to, true)); }

void FirmwareText::set(const std::string& name, std::uint64_t value) {
    const auto [held, isNew] = m_set.try_emplace(name, value);
    if (!isNew && held->second == value) return;
    held->second = value;
    m_text.row("s_wr", {name, std::to_string(value)});
}

void FirmwareText::readWindows(std::uint64_t first, std::uint64_t skip, std::uint64_t move) {
    std::vector<std::string> operands{std::string(kInitial), std::to_string(first)};
    if (skip != 0) operands.push_back("skip=" + std::to_string(skip));
    if (move != 0) operands.push_back("step=" + std::to_string(move));
    m_text.row("v_rd.w", operands);
}

std::uint64_t FirmwareText::loadMatrices(std::uint64_t from, std::uint64_t rows, std::uint64_t columns) {
    // They follow each other in both memories, so that more columns or rows than the machine counts to are
    // several loads.
    const std::uint64_t most = m_limits.chainVectors, all = rows * columns;
    const bool isWhole = rows <= most && columns <= most;
    const std::uint64_t to = m_endOfLoad + all <= m_limits.matrices ? m_endOfLoad : 0;
    m_endOfLoad = to + all;
    for (std::uint64_t done = 0; done < all;) {
        const std::uint64_t left = all - done, across = isWhole ? columns : std::min(left, most);
        const std::uint64_t down = isWhole ? rows : std::min(left / across, most);
        counts(down, across, m_iterations);
        m_text.row("m_rd", {std::string(kDram), std::to_string(from + done)});
        m_text.row("m_wr", {"MatrixRf", std::to_string(to + done)});
        end();
        done += down * across;
    }
    return to;
}

void FirmwareText::declare(const std::string& name, const std::string& shape, std::string_view space,
                           bool hasFile) {
    m_tensors += ".tensor " + name + ", f16, [" + shape + "], " + std::string(space);
    if (hasFile) m_tensors += " = \"" + name + ".npy\"";
    m_tensors += "\n";
}

std::uint64_t FirmwareText::addMatrices(const std::string& name, std::vector<std::uint16_t> codes) {
    const std::uint64_t n = m_limits.nativeDimension, count = codes.size() / (n * n);
    declare(name, std::to_string(count) + ", N, N", "mdram", true);
    m_files.push_back(
        {name + ".npy", tensor::Tensor::of<std::uint16_t>(tensor::DType::F16, {count, n, n}, codes)});
    return std::exchange(m_matrices, m_matrices + count);
}

std::uint64_t FirmwareText::addVectors(const std::string& name, const tensor::Tensor& vectors) {
    const std::uint64_t count = vectors.shape().front();
    declare(name, std::to_string(count) + ", N", "vdram", true);
    m_files.push_back({name + ".npy", vectors});
    return std::exchange(m_vectors, m_vectors + count);
}

std::uint64_t FirmwareText::filled(std::uint16_t code, std::string_view name) {
    const auto found = std::find_if(m_filled.begin(), m_filled.end(),
                                    [code](const Filled& filled) { return filled.code == code; });
    if (found != m_filled.end()) return found->vector;
    const std::vector<std::uint16_t> codes(m_limits.nativeDimension, code);
    const std::uint64_t vector = addVectors(
        m_names.take(name), tensor::Tensor::of<std::uint16_t>(tensor::DType::F16, {1, codes.size()}, codes));
    m_filled.push_back({code, vector});
    return vector;
}

void FirmwareText::addInput(const std::string& name, std::uint64_t count,
                            std::optional<tensor::Tensor> vectors) {
    declare(name, std::to_string(count) + ", N", "netin", vectors.has_value());
    if (vectors) m_files.push_back({name + ".npy", *std::move(vectors)});
}

void FirmwareText::addOutput(const std::string& name, std::uint64_t vectors) {
    declare(name, std::to_string(vectors) + ", N", "netout", false);
    if (vectors * m_limits.nativeDimension <= kMostShown) m_results += ".result " + name + "\n";
}

LoweredText FirmwareText::take(std::string_view title, const std::string& machine) {
    LoweredText out;
    out.text = "# " + oneLine(title) + "\n.chip nnp, \"" + machine + "\"\n\n" + m_tensors + "\n" +
               m_text.text() + "\n" + m_results;
    out.files = std::move(m_files);
    return out;
}

} // namespace lw::lower::processor
