// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/data_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <span>
#include <vector>

namespace lw::program {
namespace {

constexpr std::size_t kWordsPerLine = 8;
constexpr std::size_t kWorthASpace = 16; // equal words from which on `.space n, fill` is shorter to read

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, 4);
    return word;
}

void appendHex(std::uint32_t word, std::string& out) {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), word, 16).ptr;
    out += "0x";
    out.append(digits.data(), end);
}

// Where a memory's text is interrupted: by a label, or at an end of a tensor,
// whose words are a section of their own.
struct Cut {
    std::uint64_t offset = 0;
    const Symbol* label = nullptr;
};

// Writes one memory from its first to its last word, keeping track of where the assembler is.
class SpaceText {
  public:
    SpaceText(std::string_view name, std::uint64_t unitBytes, std::string& out)
        : m_name(name), m_unitBytes(unitBytes), m_out(out) {}

    void cut(const Cut& cut) {
        if (!cut.label) {
            m_at = kNowhere;
            return;
        }
        goTo(cut.offset);
        m_out += cut.label->name + ":\n";
    }
    void words(std::uint64_t offset, std::span<const std::byte> bytes) {
        if (bytes.empty()) return;
        goTo(offset);
        m_at = offset + bytes.size();
        while (!bytes.empty()) {
            const std::size_t same = equalBytes(bytes);
            const bool space = same >= 4 * kWorthASpace;
            const std::size_t taken = space ? same : std::min(bytes.size(), 4 * kWordsPerLine);
            if (space)
                m_out += "    .space " + std::to_string(same / 4) + ", ";
            else
                m_out += "    .word ";
            for (std::size_t i = 0; i < (space ? 4 : taken); i += 4) {
                if (i != 0) m_out += ", ";
                appendHex(wordAt(bytes, i), m_out);
            }
            m_out += '\n';
            bytes = bytes.subspan(taken);
        }
    }

  private:
    static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

    // Bytes at the beginning that repeat the first word.
    static std::size_t equalBytes(std::span<const std::byte> bytes) {
        const std::uint32_t word = wordAt(bytes, 0);
        std::size_t same = 4;
        while (same < bytes.size() && wordAt(bytes, same) == word) same += 4;
        return same;
    }
    void goTo(std::uint64_t offset) {
        if (m_at == offset) return;
        // An address would lead back into what is written.
        if (m_at < offset && offset / m_unitBytes * m_unitBytes < m_at) {
            skip(offset - m_at);
            m_at = offset;
            return;
        }
        m_out += ".data ";
        m_out += m_name;
        m_out += ", " + std::to_string(offset / m_unitBytes) + "\n";
        skip(offset % m_unitBytes);
        m_at = offset;
    }
    // Without a value: the words stay never-written.
    void skip(std::uint64_t bytes) {
        if (bytes != 0) m_out += "    .space " + std::to_string(bytes / 4) + "\n";
    }

    std::string_view m_name;
    std::uint64_t m_unitBytes;
    std::string& m_out;
    std::uint64_t m_at = kNowhere;
};

std::vector<Cut> cutsOf(const Program& program, isa::SpaceId space, std::uint64_t unitBytes) {
    std::vector<Cut> cuts;
    for (const NamedTensor& tensor : program.tensors) {
        if (tensor.space != space) continue;
        cuts.push_back({tensor.address * unitBytes, nullptr});
        cuts.push_back({(tensor.address + tensor.units) * unitBytes, nullptr});
    }
    for (const Symbol& symbol : program.symbols)
        if (symbol.kind == SymbolKind::Data && symbol.space == space)
            cuts.push_back({static_cast<std::uint64_t>(symbol.value) * unitBytes, &symbol});
    // The ends of tensors before the labels that are there.
    std::stable_sort(cuts.begin(), cuts.end(),
                     [](const Cut& a, const Cut& b) { return a.offset < b.offset; });
    return cuts;
}

} // namespace

void appendData(const Program& program, const Target& target, std::string& out) {
    const std::vector<const Data*> pieces = inOrder(program.data);
    for (isa::SpaceId space{}; index(space) < target.spaces.size(); ++space) {
        const std::uint64_t unitBytes = target.spaces[index(space)].unitBytes;
        const std::vector<Cut> cuts = cutsOf(program, space, unitBytes);
        SpaceText text(target.spec->spaces[index(space)].name, unitBytes, out);
        auto cut = cuts.begin();
        for (const Data* piece : pieces) {
            if (piece->space != space) continue;
            const std::span<const std::byte> bytes = piece->bytes;
            std::size_t done = 0;
            for (; cut != cuts.end() && cut->offset < piece->offset + bytes.size(); ++cut) {
                if (cut->offset > piece->offset + done) {
                    const std::size_t end = cut->offset - piece->offset;
                    text.words(piece->offset + done, bytes.subspan(done, end - done));
                    done = end;
                }
                text.cut(*cut);
            }
            text.words(piece->offset + done, bytes.subspan(done));
        }
        for (; cut != cuts.end(); ++cut) text.cut(*cut);
    }
}

} // namespace lw::program
