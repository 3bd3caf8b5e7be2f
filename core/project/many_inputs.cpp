// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/many_inputs.h"

#include "core/concord/logical_vectors.h"
#include "core/machine/snapshot.h"
#include "core/numeric/half.h"
#include "core/project/messages.h"
#include "core/tensor/npy.h"
#include "core/tensor/shape.h"

#include <algorithm>
#include <cmath>

namespace lw::project {

namespace {

constexpr const char* kInputsFile = "/inputs.npy";
constexpr std::uint64_t kNumbersAtOnce = std::uint64_t{1} << 24; // that software and firmware give

std::uint16_t givenCode(const tensor::Tensor& array, std::uint64_t element) {
    if (array.dtype() == tensor::DType::U16) return array.at<std::uint16_t>(element);
    const double value = tensor::valueAt(array, element);
    return std::isnan(value) ? numeric::kHalfNan : numeric::halfOf(value, numeric::Overflow::Infinity);
}

Outcome putInQueue(const Software& of, machine::Machine& machine, std::span<const std::uint16_t> codes) {
    isa::SpaceId space{};
    while (of.chip->spec->spaces[index(space)].name != concord::nameOf(concord::kFromQueue)) ++space;
    return machine.onlyCore().writeSpace(space, 0, std::as_bytes(codes));
}

// The part of what software gave for several inputs that is of one.
std::vector<std::uint16_t> partOf(const std::vector<std::uint16_t>& all, std::size_t part, std::size_t each) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(part * each);
    return {first, first + static_cast<std::ptrdiff_t>(each)};
}

class Comparing {
  public:
    Comparing(const Software& of, const program::Program& program, machine::Machine& machine,
              const ManyInputs& inputs, const std::string& folder)
        : m_of(of)
        , m_program(program)
        , m_machine(machine)
        , m_inputs(inputs)
        , m_folder(folder)
        , m_begin(machine.store().save()) {}

    Result<ManyComparison> run(const RunOver& runs, const std::function<void(const OneInput&)>& see) {
        while (m_next < m_inputs.count && !m_out.faulted) {
            const std::uint64_t first = m_next;
            LW_TRY(const std::vector<Observed> firmware, observeSome());
            if (firmware.empty()) break;
            LW_TRY(const SoftwareValues software, runSome(first, firmware, runs));
            for (std::size_t i = 0; i < firmware.size(); ++i)
                compareOne(first + i, i, firmware[i], software, see);
        }
        return std::move(m_out);
    }

  private:
    // As many inputs as there is room for.
    Result<std::vector<Observed>> observeSome() {
        std::vector<Observed> out;
        for (std::uint64_t numbers = 0; m_next < m_inputs.count && numbers < kNumbersAtOnce; ++m_next) {
            m_machine.store().restore(m_begin);
            m_machine.stateReplaced();
            LW_TRY([[maybe_unused]] const Done put, putInQueue(m_of, m_machine, codesFrom(m_next, 1)));
            Observed one = observe(m_of, m_machine);
            if (one.stop.fault) {
                m_out.faulted = m_next;
                m_out.stop = std::move(one.stop);
                break;
            }
            numbers += one.codes.size() + one.output.size();
            out.push_back(std::move(one));
        }
        return out;
    }

    Result<SoftwareValues> runSome(std::uint64_t first, const std::vector<Observed>& firmware,
                                   const RunOver& runs) {
        const auto codes = codesFrom(first, firmware.size());
        const auto tensor =
            tensor::Tensor::of<std::uint16_t>(tensor::DType::U16, {firmware.size(), m_inputs.each}, codes);
        LW_TRY([[maybe_unused]] const Done inputs, tensor::writeNpy(m_folder + kInputsFile, tensor));
        forgetValues(m_folder);
        LW_TRY([[maybe_unused]] const Done ran, runs(m_folder + kInputsFile));
        return valuesIn(m_folder, firmware.front(), firmware.size());
    }

    void compareOne(std::uint64_t number, std::size_t part, const Observed& firmware,
                    const SoftwareValues& software, const std::function<void(const OneInput&)>& see) {
        const SoftwareValues own{partOf(software.values, part, firmware.codes.size()),
                                 partOf(software.output, part, firmware.output.size())};
        see({number, firmware, own});
        Comparison found = compare(m_of, m_program, firmware, own);
        ++m_out.inputs;
        m_out.numbers = found.numbers;
        m_out.vectors = found.vectors;
        if (!found.first) {
            ++m_out.equal;
        } else if (!m_out.firstInput) {
            m_out.firstInput = number;
            m_out.first = std::move(found);
        }
    }

    std::span<const std::uint16_t> codesFrom(std::uint64_t first, std::uint64_t count) const {
        return std::span(m_inputs.codes).subspan(first * m_inputs.each, count * m_inputs.each);
    }

    const Software& m_of;
    const program::Program& m_program;
    machine::Machine& m_machine;
    const ManyInputs& m_inputs;
    const std::string& m_folder;
    std::shared_ptr<const machine::Snapshot> m_begin;
    std::uint64_t m_next = 0;
    ManyComparison m_out;
};

} // namespace

Result<ManyInputs> manyInputs(const Software& of, const tensor::Tensor& array, const std::string& path) {
    const std::uint64_t n = of.stream.format.n, used = concord::usedOf(of.graph, concord::kFromQueue);
    const auto hinted = concord::logicalVectors(of.stream, concord::nameOf(concord::kFromQueue), used);
    const std::vector<std::uint64_t> elements = concord::elementsOf(hinted, n);
    ManyInputs out{.count = array.shape().empty() ? 0 : array.shape()[0], .each = used * n};
    const std::uint64_t given = out.count == 0 ? 0 : array.count() / out.count;
    const bool isWhole = given == out.each;
    if (given == 0 || (!isWhole && given != elements.size())) {
        const std::string logical =
            elements.empty() ? "" : std::to_string(elements.size()) + " as its hints say, or ";
        return Problem{&messages::kOtherInputs,
                       {path, tensor::shapeText(array.shape()), logical + std::to_string(out.each)},
                       {},
                       {},
                       {}};
    }
    out.codes.resize(out.count * out.each);
    for (std::uint64_t i = 0; i < array.count(); ++i) {
        const std::uint64_t at = isWhole ? i : i / given * out.each + elements[i % given];
        out.codes[at] = givenCode(array, i);
    }
    return out;
}

Result<ManyComparison> compareMany(const Software& of, const program::Program& program,
                                   machine::Machine& machine, const ManyInputs& inputs,
                                   const std::string& folder, const RunOver& run,
                                   const std::function<void(const OneInput& one)>& see) {
    return Comparing(of, program, machine, inputs, folder).run(run, see);
}

} // namespace lw::project
