// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/closest_word.h"
#include "core/machine/breakpoint_text.h"
#include "core/machine/messages.h"
#include "core/machine/watched_files.h"
#include "core/program/layout.h"

#include <algorithm>
#include <vector>

namespace lw::machine {

namespace {

class MemoryPlaceReader {
  public:
    explicit MemoryPlaceReader(const PlaceReader& reader) : m_reader(reader) {}

    Outcome range(TextPart rest, Trigger& trigger) const {
        const TextPart whole = rest;
        const TextPart name = rest.word();
        if (const auto* tensor = program::findTensor(*m_reader.place.program, name.text);
            tensor && rest.text.empty()) {
            trigger.space = tensor->space;
            trigger.first = tensor->address;
            trigger.count = tensor->units;
            return Done{};
        }
        const auto space = m_reader.lookup->spaceNamed(name.text);
        if (const NodeId file = fileCalled(name.text); file != m_reader.place.tree.root() && !space)
            return vectors(whole, rest, file, trigger);
        if (!space && whole.text.find('[') != std::string_view::npos) return element(whole, trigger);
        if (std::optional<Problem> missing = m_reader.scope.names.missingCore(name.text); missing && !space) {
            missing->place = m_reader.placeOf(name);
            return *std::move(missing);
        }
        if (!space)
            return Problem{&messages::kUnknownName,
                           {std::string(name.text)},
                           m_reader.placeOf(name),
                           {},
                           nearestPlace(name.text)};
        const TextPart first = rest.word();
        LW_TRY(const std::int64_t from, m_reader.constant(first, "the first unit"));
        std::int64_t count = 1;
        if (!rest.text.empty()) {
            LW_TRY(count, m_reader.constant(rest, "how many units"));
        }
        const std::uint64_t units = m_reader.place.target->spaces[index(*space)].units;
        const bool inside = from >= 0 && count > 0 && static_cast<std::uint64_t>(from) < units &&
                            static_cast<std::uint64_t>(count) <= units - static_cast<std::uint64_t>(from);
        if (!inside)
            return Problem{&messages::kNoUnits,
                           {std::string(name.text), std::to_string(from), lastOf(from, count)},
                           m_reader.placeOf(first),
                           {},
                           {}};
        trigger.space = *space;
        trigger.first = static_cast<std::uint64_t>(from);
        trigger.count = static_cast<std::uint64_t>(count);
        return Done{};
    }

  private:
    // The unit that holds an element, "A[5, 5]".
    Outcome element(const TextPart& part, Trigger& trigger) const {
        const std::size_t open = part.text.find('[');
        TextPart name{part.text.substr(0, open), part.at};
        name.trim();
        const program::NamedTensor* const tensor = program::findTensor(*m_reader.place.program, name.text);
        if (tensor == nullptr || part.text.back() != ']')
            return Problem{&messages::kUnexpected,
                           {"an element of a tensor", '\'' + std::string(part.text) + '\''},
                           m_reader.placeOf(part),
                           {},
                           nearestPlace(name.text)};
        std::vector<std::uint64_t> indices;
        const std::string_view inside = part.text.substr(open + 1, part.text.size() - open - 2);
        for (std::size_t begin = 0; !inside.empty() && begin <= inside.size();) {
            const std::size_t end = std::min(inside.find(',', begin), inside.size());
            TextPart one{inside.substr(begin, end - begin), part.at + open + 1 + begin};
            begin = end + 1;
            one.trim();
            LW_TRY(const std::int64_t number, m_reader.constant(one, "an index"));
            if (indices.size() < tensor->shape.size() &&
                (number < 0 || static_cast<std::uint64_t>(number) >= tensor->shape[indices.size()]))
                return Problem{&messages::kIndexRange,
                               {std::to_string(number), std::to_string(tensor->shape[indices.size()] - 1)},
                               m_reader.placeOf(one),
                               {},
                               {}};
            indices.push_back(static_cast<std::uint64_t>(number));
        }
        if (indices.size() != tensor->shape.size())
            return Problem{&messages::kIndexCount,
                           {tensor->name, std::to_string(tensor->shape.size()),
                            tensor->shape.size() == 1 ? "index" : "indices", std::to_string(indices.size())},
                           m_reader.placeOf(part),
                           {},
                           {}};
        LW_TRY(const program::Arrangement arrangement,
               program::Arrangement::make(*m_reader.place.target, *tensor));
        trigger.space = tensor->space;
        const std::uint64_t unit = m_reader.place.target->spaces[index(tensor->space)].unitBytes;
        trigger.first = tensor->address + arrangement.offsetOf(indices) / unit;
        trigger.count = std::max<std::uint64_t>(1, tensor::sizeOf(tensor->dtype) / unit);
        return Done{};
    }

    // root(): none of watchedFiles().
    NodeId fileCalled(std::string_view name) const {
        const auto files = watchedFiles(m_reader.place);
        const NodeId none = m_reader.place.tree.root();
        return std::ranges::count(files, name) != 0 ? m_reader.place.tree.arrayCalled(name) : none;
    }

    // All vectors, one or several, by number.
    Outcome vectors(const TextPart& whole, TextPart rest, NodeId file, Trigger& trigger) const {
        const std::uint64_t has = m_reader.place.tree.at(file).shape.front();
        trigger.node = file;
        trigger.count = has;
        if (rest.text.empty()) return Done{};
        const TextPart first = rest.word();
        LW_TRY(const std::int64_t from, m_reader.constant(first, "the first vector"));
        std::int64_t count = 1;
        if (!rest.text.empty()) {
            LW_TRY(count, m_reader.constant(rest, "how many vectors"));
        }
        trigger.first = static_cast<std::uint64_t>(from);
        trigger.count = static_cast<std::uint64_t>(count);
        if (from >= 0 && count > 0 && trigger.first < has && trigger.count <= has - trigger.first)
            return Done{};
        return Problem{&messages::kNoUnits,
                       {m_reader.place.tree.at(file).name, std::to_string(from), lastOf(from, count)},
                       m_reader.placeOf(whole),
                       {},
                       {}};
    }

    static std::string lastOf(std::int64_t first, std::int64_t count) {
        const double last = static_cast<double>(first) + static_cast<double>(count) - 1;
        return std::to_string(static_cast<std::int64_t>(std::clamp(last, -9e18, 9e18)));
    }

    std::string nearestPlace(std::string_view name) const {
        std::vector<std::string_view> names;
        for (const isa::Space& space : m_reader.place.target->spec->spaces) names.push_back(space.name);
        for (const program::NamedTensor& tensor : m_reader.place.program->tensors)
            names.push_back(tensor.name);
        for (const std::string_view file : watchedFiles(m_reader.place)) names.push_back(file);
        return std::string(closestWord(name, names));
    }

    const PlaceReader& m_reader;
};

} // namespace

Outcome readMemoryPlace(const PlaceReader& reader, TextPart rest, Trigger& trigger) {
    return MemoryPlaceReader(reader).range(rest, trigger);
}

} // namespace lw::machine
