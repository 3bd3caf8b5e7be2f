// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/manual/book.h"

#include <string>
#include <vector>

namespace lw::manual {

// The chapters that are there in the window's language: resources/manual/zh_CN/*.md. None in English.
class TranslatedPages {
  public:
    TranslatedPages();

    const std::vector<Written>& pages() const { return m_pages; }

  private:
    std::vector<std::pair<std::string, std::string>> m_texts; // name and text, which the pages refer to
    std::vector<Written> m_pages;
};

// The page; below its title it says that it is English where the window is not.
Page withLanguage(Page page);

} // namespace lw::manual
