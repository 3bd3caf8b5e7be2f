// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The functions of the rows of the instruction table; see meaning.h.
namespace lw::nnp {

class Processor;
struct Decoded;

bool doNothing(Processor& processor, const Decoded& row);
bool doHalt(Processor& processor, const Decoded& row);
bool doSet(Processor& processor, const Decoded& row);
bool doLoop(Processor& processor, const Decoded& row);
bool doEndLoop(Processor& processor, const Decoded& row);
bool doRead(Processor& processor, const Decoded& row);
bool doReadWindows(Processor& processor, const Decoded& row);
bool doWrite(Processor& processor, const Decoded& row);
bool doWriteQuantised(Processor& processor, const Decoded& row);
bool doReadMatrix(Processor& processor, const Decoded& row);
bool doWriteMatrix(Processor& processor, const Decoded& row);
bool doProduct(Processor& processor, const Decoded& row);
bool doAdd(Processor& processor, const Decoded& row);
bool doSubtract(Processor& processor, const Decoded& row);
bool doSubtractFrom(Processor& processor, const Decoded& row);
bool doMax(Processor& processor, const Decoded& row);
bool doMultiply(Processor& processor, const Decoded& row);
bool doRelu(Processor& processor, const Decoded& row);
bool doSigmoid(Processor& processor, const Decoded& row);
bool doTanh(Processor& processor, const Decoded& row);
bool doSoftmax(Processor& processor, const Decoded& row);
bool doEnd(Processor& processor, const Decoded& row);

} // namespace lw::nnp
