// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// What instructions do that touch more than registers. Declared here so that the table can name them;
// each is defined in the file of its unit.
namespace lw::training {

void scalarLoad(Core& core, const Issue& issue);
void scalarStore(Core& core, const Issue& issue);
void branch(Core& core, const Issue& issue);
void branchIf(Core& core, const Issue& issue);
void call(Core& core, const Issue& issue);
void branchTo(Core& core, const Issue& issue);
void halt(Core& core, const Issue& issue);
void dmaStart(Core& core, const Issue& issue);
void syncSet(Core& core, const Issue& issue);
void syncAdd(Core& core, const Issue& issue);
void syncWait(Core& core, const Issue& issue);
void syncRead(Core& core, const Issue& issue);
void readClock(Core& core, const Issue& issue);
void randomDraw(Core& core, const Issue& issue);
void vectorLoad(Core& core, const Issue& issue);
void vectorLoadIndexed(Core& core, const Issue& issue);
void vectorStore(Core& core, const Issue& issue);
void vectorStoreIndexed(Core& core, const Issue& issue);
void matrixWeights(Core& core, const Issue& issue);
void matrixWeightsTransposed(Core& core, const Issue& issue);
void matrixLatch(Core& core, const Issue& issue);
void matrixMultiply(Core& core, const Issue& issue);
void transposePush(Core& core, const Issue& issue);
void popQueue(Core& core, const Issue& issue);
void vectorToScalar(Core& core, const Issue& issue);
void traceWord(Core& core, const Issue& issue);
void setIndexRegister(Core& core, const Issue& issue);
void setPattern(Core& core, const Issue& issue);
void setSegments(Core& core, const Issue& issue);
void setRotation(Core& core, const Issue& issue);
void randomKey(Core& core, const Issue& issue);
void randomCounter(Core& core, const Issue& issue);

} // namespace lw::training
