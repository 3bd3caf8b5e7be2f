// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/manual/book.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lw::manual {

struct Hit {
    const Page* page = nullptr;
    int score = 0;
    std::string excerpt; // a line of the page that has the words, without Markdown's marks
};

// The pages that have every word of the query, the most fitting first: what is called so before what begins
// so, names before summaries before texts. An empty query finds nothing.
std::vector<Hit> search(const Book& book, std::string_view query, std::size_t most = 50);

} // namespace lw::manual
