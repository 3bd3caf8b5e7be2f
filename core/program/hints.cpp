// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/hints.h"

#include "core/program/messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace lw::program {

namespace {

constexpr std::uint64_t kMost = 1'000'000'000; // of lengths and locations
constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
constexpr std::string_view kDigits = "0123456789";

// Reads a hint from left to right; the first thing that is not as it should be ends it.
class HintReader {
  public:
    explicit HintReader(std::string_view text) : m_text(text) {}

    Result<Hint> read() {
        const std::string_view word = hintWord();
        if (word == "tensor" || word == "bias" || word == "out")
            readTensor("vec");
        else if (word == "weight")
            readTensor("mat");
        else if (word == "quant")
            readQuant();
        else if (word == "layer")
            readLayer();
        else if (word == "q")
            m_out.kind = choice({"mid", "none"}) == 0 ? Hint::Kind::Rounded : Hint::Kind::NotRounded;
        else
            expected("tensor, weight, bias, out, quant, layer or q", m_at - word.size());
        skip();
        if (m_at < m_text.size()) expected("the end of the line", m_at);
        if (!m_problem) return std::move(m_out);
        return *std::move(m_problem);
    }

  private:
    void skip() { m_at = std::min(m_text.find_first_not_of(kBlanks, m_at), m_text.size()); }
    std::string_view hintWord() {
        m_at = 2; // after ;@
        return word();
    }
    // Of letters, digits and dots; empty where something else stands.
    std::string_view word() {
        skip();
        const std::size_t from = m_at;
        const auto isOf = [](std::string_view letters, char c) { return letters.find(c) != letters.npos; };
        while (m_at < m_text.size() &&
               (isOf(kLetters, m_text[m_at]) ||
                (m_at > from && (isOf(kDigits, m_text[m_at]) || m_text[m_at] == '.'))))
            ++m_at;
        return m_text.substr(from, m_at - from);
    }
    void expected(std::string what, std::size_t at) {
        if (m_problem) return;
        const std::size_t to = std::min(m_text.find_first_of(" \t\r", at), m_text.size());
        const std::string found = at < to ? "'" + std::string(m_text.substr(at, to - at)) + "'"
                                          : std::string("the end of the line");
        m_problem = Problem{&messages::kBadHint,
                            {std::move(what), found},
                            {0, 1, static_cast<std::uint32_t>(at) + 1,
                             static_cast<std::uint32_t>(std::max<std::size_t>(to - at, 1))},
                            {},
                            {}};
        m_at = m_text.size();
    }

    std::string name() {
        skip();
        const std::size_t from = m_at;
        const std::string_view out = word();
        if (out.empty()) expected("a name", from);
        return std::string(out);
    }
    // Which of the words comes here.
    std::size_t choice(std::initializer_list<std::string_view> words) {
        skip();
        const std::size_t from = m_at;
        const auto found = std::find(words.begin(), words.end(), word());
        if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
        std::string list;
        for (const std::string_view& one : words) {
            if (!list.empty()) list += &one == words.end() - 1 ? " or " : ", ";
            list += one;
        }
        expected(list, from);
        return 0;
    }
    std::uint64_t number(std::uint64_t least) {
        std::uint64_t out = 0;
        const char* const from = m_text.data() + m_at;
        const auto [to, failed] = std::from_chars(from, m_text.data() + m_text.size(), out);
        if (failed != std::errc() || out < least || out > kMost)
            expected("a number from " + std::to_string(least) + " on", m_at);
        else
            m_at += static_cast<std::size_t>(to - from);
        return out;
    }
    bool has(std::string_view sign) {
        if (!m_text.substr(m_at).starts_with(sign)) return false;
        m_at += sign.size();
        return true;
    }
    void sign(std::string_view sign) {
        if (!has(sign)) expected("'" + std::string(sign) + "'", m_at);
    }

    void readTensor(std::string_view shape) {
        m_out.kind = shape == "mat" ? Hint::Kind::Weight : Hint::Kind::Tensor;
        m_out.name = name();
        choice({shape});
        skip();
        m_out.shape.push_back(number(1));
        if (shape == "mat" || m_text.substr(m_at).starts_with("x")) {
            sign("x");
            m_out.shape.push_back(number(1));
        }
        if (shape == "mat" && has("x")) m_out.shape.push_back(number(1));
        const std::size_t where = choice({"at", "from", "to"});
        m_out.isGiven = where == 2;
        if (where != 0) {
            choice({"NetQ"});
            m_out.memory = "NetQ";
            return;
        }
        m_out.memory = name();
        sign("[");
        m_out.first = number(0);
        const std::uint64_t last = has("..") ? number(m_out.first) : m_out.first;
        m_out.count = last - m_out.first + 1;
        sign("]");
        skip();
        if (m_out.kind == Hint::Kind::Weight && has("order")) { // the only one that chains know
            sign("=");
            sign("row-tile");
        }
        skip();
        const std::string_view rest = m_text.substr(m_at);
        if (rest.starts_with("of") &&
            (rest.size() == 2 || std::string_view(" \t\r").find(rest[2]) != rest.npos)) {
            sign("of");
            readParts();
        }
    }

    // "B[0]+B[4]", "W[2, 4:8]"
    void readParts() {
        do {
            HintPart& part = m_out.parts.emplace_back();
            part.array = name();
            if (has("[")) readPart(part);
            skip();
        } while (has("+"));
    }
    void readPart(HintPart& part) {
        const std::uint64_t first = number(0);
        if (!m_text.substr(m_at).starts_with(":")) {
            part.index = first;
            if (!has(",")) return sign("]");
            skip();
            part.first = number(0);
        } else {
            part.first = first;
        }
        sign(":");
        part.end = number(part.first + 1);
        sign("]");
    }

    void readQuant() {
        m_out.kind = Hint::Kind::Quant;
        do {
            const std::size_t which = choice({"vec", "mat", "mid"});
            std::uint32_t& bits = *std::array{&m_out.vector, &m_out.matrix, &m_out.middle}[which];
            sign("=");
            bits = static_cast<std::uint32_t>(number(1));
            skip();
        } while (m_at < m_text.size());
    }

    void readLayer() {
        m_out.name = name();
        m_out.kind = choice({"begin", "end"}) == 0 ? Hint::Kind::LayerBegin : Hint::Kind::LayerEnd;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Hint m_out;
    std::optional<Problem> m_problem;
};

} // namespace

Result<Hint> parseHint(std::string_view text) { return HintReader(text).read(); }

std::span<const HintForm> hintForms() {
    static constexpr HintForm kForms[] = {
        {"tensor", ";@tensor NAME vec LENGTH at MEMORY[FIRST..LAST]",
         "A vector lies in these native vectors from here on; or comes from NetQ, or goes to NetQ."},
        {"weight", ";@weight NAME mat ROWSxCOLUMNS at MatrixRf[FIRST..LAST] order=row-tile",
         "A matrix lies in these native matrices, row of tiles after row of tiles. In Dram with of W[0]: it is what "
         "an array W has at this index; with of B[0]+B[4] the sum of two."},
        {"bias", ";@bias NAME vec LENGTH at MEMORY[FIRST..LAST]", "As tensor, of what is added."},
        {"out", ";@out NAME vec LENGTH to NetQ", "As tensor, of a result."},
        {"quant", ";@quant vec=BITS mat=BITS mid=BITS",
         "Mantissas of vectors and matrices in products, and of the next v_wr.q."},
        {"layer", ";@layer NAME begin", "The chains from here to ;@layer NAME end belong together."},
        {"q", ";@q mid", "What the chain before writes is rounded to blocks; ;@q none: it is not."},
    };
    return kForms;
}

} // namespace lw::program
