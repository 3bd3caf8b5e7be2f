// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/lowered_text.h"
#include "core/lower/program_text.h"
#include "core/lower/tensor_names.h"
#include "core/machine/processor_limits.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The text of firmware while it is written: chains, and the tensors that they read and write.
namespace lw::lower::processor {

// Vectors of a memory that an instruction names: those of the first iteration, and how much further those of
// each other are; in a loop also how far all of them move with each turn.
struct Vectors {
    std::string_view memory;
    std::uint64_t first = 0;
    std::uint64_t step = 0;
    std::uint64_t move = 0;
};
inline constexpr std::string_view kQueue = "NetQ", kDram = "Dram", kInitial = "InitialVrf",
                                  kAddSub0 = "AddSubVrf0", kAddSub1 = "AddSubVrf1", kMultiply = "MultiplyVrf";

class FirmwareText {
  public:
    explicit FirmwareText(const machine::ProcessorLimits& limits);

    // Writes s_wr where the machine holds other numbers.
    void counts(std::uint64_t rows, std::uint64_t columns, std::uint64_t iterations);
    // Of a chain without a product: columns stay as they are.
    void counts(std::uint64_t rows) { counts(rows, m_columns, 1); }
    // What stands between them runs `turns` times. Each turn has to begin with the same counts.
    void beginLoop(std::uint64_t turns) { m_text.row("loop", {std::to_string(turns)}); }
    void endLoop() { m_text.row("endloop", {}); }
    // A chain, row by row.
    void read(const Vectors& from, std::string_view remark = {});
    void product(std::uint64_t matrix) { m_text.row("mv_mul", {std::to_string(matrix)}); }
    void with(std::string_view mnemonic, const Vectors& file);          // vv_add and its like
    void times(const Vectors& file);                                    // vv_mul
    void apply(std::string_view mnemonic) { m_text.row(mnemonic, {}); } // v_relu and its like
    void write(const Vectors& to);
    void end() { m_text.row("end_chain", {}); }
    // From DRAM into MatrixRf: after those that were loaded last, if they fit there, so that they can come
    // while the others are used; else from its beginning on. Gives where.
    std::uint64_t loadMatrices(std::uint64_t from, std::uint64_t rows, std::uint64_t columns);
    void halt() { m_text.row("halt", {}); }
    // A control register besides the counts.
    void set(const std::string& name, std::uint64_t value);
    // Of windows over a picture in InitialVrf, how far their numbers move with each turn of a loop.
    void readWindows(std::uint64_t first, std::uint64_t skip, std::uint64_t move);

    // What the program calls a value: as it is called, or like it. Tensors and labels are named after that.
    std::string nameFor(std::string_view wanted) { return m_names.take(wanted); }
    void label(std::string_view name) { m_text.label(name); }
    void comment(std::string_view text) { m_text.comment(text); }
    // What tools may know besides, which changes no bit: "layer dense1 begin".
    void hint(const std::string& text) { m_text.above(";@" + text + "\n"); }
    void blank() { m_text.blank(); }
    std::uint32_t rows() const { return m_text.rows(); }

    // Tensors in DRAM. Gives the number of the first native matrix or vector.
    std::uint64_t addMatrices(const std::string& name, std::vector<std::uint16_t> codes);
    std::uint64_t addVectors(const std::string& name, const tensor::Tensor& vectors);
    // A vector of this number everywhere.
    std::uint64_t filled(std::uint16_t code, std::string_view name);
    // Vectors that come from the network: those of a file, or what whoever runs the program brings.
    void addInput(const std::string& name, std::uint64_t count, std::optional<tensor::Tensor> vectors);
    void addOutput(const std::string& name, std::uint64_t vectors);

    std::uint64_t dramMatrices() const { return m_matrices; }
    std::uint64_t dramVectors() const { return m_vectors; }
    // All of it; of what is in DRAM with the files.
    LoweredText take(std::string_view title, const std::string& machine);

  private:
    struct Filled {
        std::uint16_t code;
        std::uint64_t vector;
    };
    void declare(const std::string& name, const std::string& shape, std::string_view space, bool hasFile);
    // With v_rd and the like: "InitialVrf", "3", "inc=2".
    std::vector<std::string> operands(const Vectors& vectors, bool namesMemory) const;

    const machine::ProcessorLimits& m_limits;
    ProgramText m_text;
    TensorNames m_names;
    std::string m_tensors, m_results;
    std::vector<DataFile> m_files;
    std::vector<Filled> m_filled;
    std::map<std::string, std::uint64_t> m_set; // control registers
    std::uint64_t m_matrices = 0, m_vectors = 0;
    std::uint64_t m_endOfLoad = 0;                             // in MatrixRf
    std::uint64_t m_rows = 1, m_columns = 1, m_iterations = 1; // as the machine holds them
};

} // namespace lw::lower::processor
