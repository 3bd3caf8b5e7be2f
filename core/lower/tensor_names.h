// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lw::lower {

// Names of a program's tensors and labels, made from names of any kind: letters, digits and _, all different,
// none that the assembler reads as something else.
class TensorNames {
  public:
    // A word that may not name a tensor, such as a constant of the machine.
    void reserve(std::string_view word) { m_taken.emplace(word); }
    // Nor the names of cores: "c1", "c0_2".
    void avoidCores() { m_avoidsCores = true; }
    // A name like the one wanted.
    std::string take(std::string_view wanted);

  private:
    std::set<std::string, std::less<>> m_taken;
    bool m_avoidsCores = false;
};

} // namespace lw::lower
