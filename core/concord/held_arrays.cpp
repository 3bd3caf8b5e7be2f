// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/held_arrays.h"

#include <algorithm>
#include <utility>

namespace lw::concord {

std::vector<ArrayPart> partsOf(const TensorName& tensor) {
    return tensor.parts.empty() ? std::vector{ArrayPart{.array = tensor.name}} : tensor.parts;
}

std::vector<std::uint64_t> rowsAndColumns(const TensorName& tensor) {
    return tensor.shape.size() == 1 ? std::vector<std::uint64_t>{1, tensor.shape.front()} : tensor.shape;
}

HeldArrays::HeldArrays(const std::vector<Prepared>& parts) {
    for (const Prepared& part : parts)
        for (const ArrayPart& one : part.tensor ? partsOf(*part.tensor) : std::vector<ArrayPart>())
            grow(*part.tensor, one);
}

std::vector<std::string> HeldArrays::variables() const {
    std::vector<std::string> out;
    for (const HeldArray& array : m_arrays) out.push_back(array.variable);
    return out;
}

std::optional<std::size_t> HeldArrays::find(const TensorName& tensor, const ArrayPart& part) const {
    const std::size_t axis = part.index ? 1 : 0; // of rows
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        const HeldArray& one = m_arrays[i];
        if (one.array == part.array && one.hasIndex == part.index.has_value() &&
            std::equal(one.extents.begin() + static_cast<std::ptrdiff_t>(axis) + 1, one.extents.end(),
                       tensor.shape.begin() + 1, tensor.shape.end()))
            return i;
    }
    return {};
}

void HeldArrays::grow(const TensorName& tensor, const ArrayPart& part) {
    auto known = find(tensor, part);
    if (!known) {
        HeldArray made{part.array, m_names.take(part.array), part.index.has_value(), tensor.shape};
        if (made.hasIndex) made.extents.insert(made.extents.begin(), 0);
        made.extents[made.hasIndex ? 1 : 0] = 0;
        known = m_arrays.size();
        m_arrays.push_back(std::move(made));
    }
    HeldArray& array = m_arrays[*known];
    if (part.index) array.extents.front() = std::max(array.extents.front(), *part.index + 1);
    std::uint64_t& rows = array.extents[part.index ? 1 : 0];
    rows = std::max(rows, part.end == 0 ? tensor.shape.front() : part.end);
}

HeldPart HeldArrays::partOf(const TensorName& tensor, const ArrayPart& part) const {
    const HeldArray& array = m_arrays[find(tensor, part).value()];
    const std::uint64_t end = part.end == 0 ? tensor.shape.front() : part.end;
    return {array.variable, part.index, part.first, end,
            part.first == 0 && end == array.extents[part.index ? 1 : 0]};
}

} // namespace lw::concord
