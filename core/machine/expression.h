// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/machine.h"
#include "core/machine/snapshot.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Watch expressions: a small language over the state of a machine.
//
//   r3  p1  f2 (also sflag[2])  iar0[1]  v2[1][5]  vmem[100][3]  smem[4]  hbm[7][0]
//   A[3,4]  "mxu/weights"[2][3]  AddSubVrf0[1][2]  clock  bundle  labels, constants, single registers of the
//   state (halted) and the machine's names (LANES)
//   ?:  ||  &&  |  ^  &  == !=  < <= > >=  << >>  + -  * / %  unary - ! ~ +  and parentheses
//   f32(x) i32(x) u32(x) f16(x[, half]) bf16(x[, half])  bits(x)  hex(x)
//   abs(x) min(x, y) max(x, y) isnan(x) isinf(x)
// Integers have 64 bits and wrap, division is floored; mixed with a real, or in reals, it is done in double
// precision. f32, i32, u32, f16 and bf16 of a word of state read its bits; of anything else they convert the
// number. Comparisons give 0 or 1.
namespace lw::machine {

// The state at one moment: of a running machine's store or of a snapshot.
struct Moment {
    const StateStore* store = nullptr;
    const Snapshot* snapshot = nullptr;
    std::uint64_t clock = 0;
    std::uint32_t bundle = 0; // the next to issue

    void read(std::uint64_t offset, std::span<std::byte> out) const {
        if (store)
            store->read(offset, out);
        else
            snapshot->read(offset, out);
    }
};
Moment momentOf(Machine& machine, CoreId core = {});

// A core as a name with a point begins: "c3.r1".
struct CoreName {
    std::string name;
    CoreId core;
    const program::Program* program = nullptr;
    const program::Target* target = nullptr;
    CoreTree tree;
};

// What names stand for: those of one core, and of a machine with several all cores'. All of it outlives the
// expression.
struct Scope {
    const program::Program* program = nullptr;
    const program::Target* target = nullptr;
    CoreTree tree;
    bool tensorsFirst = false; // a name is a tensor's before it is a register's, "clock" or "bundle"
    CoreId core{};
    std::vector<CoreName> cores{}; // none of a machine that has only one
    CoreNames names{};

    // The core that the name begins with, which is taken off with its point; null: with none.
    const CoreName* takeCore(std::string_view& name) const;
    Scope of(const CoreName& core) const;
};
Scope scopeOf(Machine& machine, CoreId core = {});

struct WatchValue {
    bool isReal = false;
    bool isHex = false;                      // asked to be shown by hex()
    std::int64_t integer = 0;                // when not real
    double real = 0;                         // when real
    tensor::DType type = tensor::DType::I64; // how it was read; F64 and I64 when it was computed
    std::uint64_t bits = 0;                  // of a cell
    std::uint8_t bitCount = 0;               // 0 = computed
    bool isNeverWritten = false;             // it read a cell that nothing ever wrote

    bool isTrue() const { return isReal ? real != 0 : integer != 0; }
    double number() const { return isReal ? real : static_cast<double>(integer); }
};
std::string textOf(const WatchValue& value); // "-" if never written

struct ExpressionTerms; // private

class Expression {
  public:
    // Places in problems (E80x) count columns from 1 in `text`; `file` is put into them.
    static Result<Expression> compile(std::string_view text, const Scope& scope,
                                      std::uint32_t file = Place::kNoFile);
    Expression(const Expression&);
    Expression(Expression&&) noexcept;
    Expression& operator=(Expression) noexcept;
    ~Expression();

    const std::string& text() const { return m_text; }
    // E804 when an index leaves its range, E805 on a division by zero, E808.
    Result<WatchValue> evaluate(const Moment& moment) const;
    // True if it reads neither state nor clock nor bundle.
    bool isConstant() const;

    // The cell an expression like v2[1][5] or A[3,4] names:
    // byte in the store and its type; nothing for other ones.
    struct Cell {
        std::uint64_t offset = 0;
        tensor::DType type = tensor::DType::U8;
    };
    Result<std::optional<Cell>> cell(const Moment& moment) const;

  private:
    Expression();
    std::string m_text;
    std::shared_ptr<const ExpressionTerms> m_terms;
};

} // namespace lw::machine
