// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <vector>

namespace lw {

// Everything wrong with a text, in the order in which it was found.
class Diagnostics {
  public:
    void add(Problem problem) {
        m_errors += problem.message->severity == Severity::Error;
        m_problems.push_back(std::move(problem));
    }
    bool hasErrors() const { return m_errors != 0; }
    std::size_t errorCount() const { return m_errors; }
    const std::vector<Problem>& problems() const { return m_problems; }

  private:
    std::vector<Problem> m_problems;
    std::size_t m_errors = 0;
};

} // namespace lw
