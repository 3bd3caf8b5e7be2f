// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/measure.h"

#include <vector>

// Every bench by its key. To see what is measured, read the list in main.cpp.
namespace lw::bench {

std::vector<Figure> matmulVsSgemm(Effort effort);
std::vector<Figure> pushVsSgemm(Effort effort);
std::vector<Figure> scalarTimed(Effort effort);
std::vector<Figure> vectorOperations(Effort effort);
std::vector<Figure> digitsStep(Effort effort);
std::vector<Figure> recorded(Effort effort);
std::vector<Figure> watched(Effort effort);
std::vector<Figure> twoCores(Effort effort);
std::vector<Figure> boards(Effort effort);
std::vector<Figure> stepBack(Effort effort);
std::vector<Figure> assemblerLines(Effort effort);
std::vector<Figure> disassemblerLines(Effort effort);
std::vector<Figure> arrayCycles(Effort effort);
std::vector<Figure> lineBuffer(Effort effort);
std::vector<Figure> int8Pass(Effort effort);
std::vector<Figure> floatPass(Effort effort);
std::vector<Figure> alexnetLayer(Effort effort);
std::vector<Figure> networks(Effort effort);
std::vector<Figure> planTiles(Effort effort);
std::vector<Figure> tiledOverhead(Effort effort);
std::vector<Figure> tiledRun(Effort effort);
std::vector<Figure> arrayOfFour(Effort effort);
std::vector<Figure> matrixUse(Effort effort);
std::vector<Figure> planOptimum(Effort effort);
std::vector<Figure> policies(Effort effort);
std::vector<Figure> modelError(Effort effort);
std::vector<Figure> sublayerError(Effort effort);
std::vector<Figure> convStep(Effort effort);
std::vector<Figure> convStepTorch(Effort effort);
std::vector<Figure> blockProduct(Effort effort);
std::vector<Figure> lstm(Effort effort);
std::vector<Figure> concordCpp(Effort effort);
std::vector<Figure> convert(Effort effort);
std::vector<Figure> smallChains(Effort effort);

} // namespace lw::bench
