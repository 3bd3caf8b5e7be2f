// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/results.h"

#include "core/program/results.h"

namespace lw::machine {

std::vector<ResultValue> resultsOf(const Scope& scope, const Moment& moment) {
    std::vector<ResultValue> out;
    Scope names = scope;
    names.tensorsFirst = true;
    for (const program::ResultName& result : scope.program->results) {
        ResultValue& one = out.emplace_back();
        one.title = program::titleOf(result);
        for (const std::string& element : program::elementsOf(result, *scope.program)) {
            const auto expression = Expression::compile(element, names);
            const auto value =
                expression ? expression->evaluate(moment) : Result<WatchValue>(expression.problem());
            one.values.push_back(value ? textOf(*value) : std::string("?"));
        }
    }
    return out;
}

std::string textOf(const std::vector<ResultValue>& results) {
    std::string out;
    for (const ResultValue& result : results) {
        if (!out.empty()) out += "; ";
        out += result.title;
        for (std::size_t i = 0; i < result.values.size(); ++i)
            out += (i == 0 ? " " : ", ") + result.values[i];
    }
    return out;
}

std::string nameOfStream(const Scope& scope, std::uint32_t number) {
    return program::nameOfStream(*scope.program, number);
}

} // namespace lw::machine
