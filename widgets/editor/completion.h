// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/caret_context.h"
#include "widgets/editor/source_book.h"

#include <QStringList>

namespace lw::editor {

// What may be written where the caret stands, those that begin with the letters there, most fitting first.
// Mnemonics only if a slot that they can stand in is free.
QStringList offersAt(const CaretContext& context, const SourceBook& book);

// "fadd d, x, y" with latency and summary, for the call tip; empty for an unknown instruction. The bytes
// [from, to) are those of the operand with that number.
struct CallTip {
    QString text;
    int from = 0, to = 0;
};
CallTip callTipOf(isa::OpId op, int operand, const SourceBook& book);
// "2 clocks (inferred)"; empty when the machine's table says nothing.
QString latencyOf(isa::OpId op, const SourceBook& book);

} // namespace lw::editor
