// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/measure.h"

#include <string>
#include <vector>

// Every bench by its key. To see what is measured, read the list in main.cpp.
namespace lw::bench {

std::string blasName();
std::vector<Figure> matmulVsSgemm();
std::vector<Figure> pushVsSgemm();
std::vector<Figure> scalarTimed();
std::vector<Figure> vectorOperations();
std::vector<Figure> digitsStep();
std::vector<Figure> recorded();
std::vector<Figure> watched();
std::vector<Figure> twoCores();
std::vector<Figure> stepBack();
std::vector<Figure> assemblerLines();
std::vector<Figure> disassemblerLines();
std::vector<Figure> arrayCycles();
std::vector<Figure> lineBuffer();
std::vector<Figure> int8Pass();
std::vector<Figure> floatPass();
std::vector<Figure> alexnetLayer();

} // namespace lw::bench
