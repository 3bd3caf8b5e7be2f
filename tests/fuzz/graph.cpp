// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/graph.h"
#include "core/concord/cpp_text.h"
#include "core/concord/python_text.h"
#include "core/concord/read_stream.h"
#include "tests/fuzz/input.h"

using namespace lw;

// The file of a graph is refused with a word, or graph and software are made of its chains, and the graph's
// own JSON is read as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto json = parseJson(fuzz::textOf(data, size), 0);
    if (!json) return 0;
    const auto stream = concord::readStream(*json);
    if (!stream) {
        LW_REQUIRE(!textOf(stream.problem()).empty(), "a graph is refused without a word");
        return 0;
    }
    if (concord::executedOps(*stream) > 10'000) return 0;
    const auto graph = concord::graphOf(*stream);
    if (!graph) return 0;
    (void)concord::numpyText(*graph, *stream);
    (void)concord::cppText(*graph, *stream);
    const Json written = concord::jsonOf(*graph, *stream);
    const auto again = parseJson(written.line(), 0);
    LW_REQUIRE(bool(again), "what is written is no JSON");
    const auto same = concord::readStream(*again);
    LW_REQUIRE(same && same->chains == stream->chains && same->loops == stream->loops,
               "a graph is read as another one");
    return 0;
}
