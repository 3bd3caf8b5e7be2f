// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/script_training_verbs.h"

#include "app/ide/script_words.h"
#include "widgets/recompute/gradients_view.h"
#include "widgets/recompute/inverse_view.h"

#include <algorithm>
#include <array>

namespace lw::ide {

using lower::recompute::Policy;
using recompute::TrainingRequest;

namespace {

constexpr std::uint64_t kMostSteps = 100'000;

// Which of the names the word is.
template <std::size_t Count>
std::optional<std::size_t> oneOf(const std::array<std::string_view, Count>& names, const QString& word) {
    const auto at = std::ranges::find(names, word.toStdString());
    return at == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - names.begin()));
}

// "store-all", or a budget as a number of bytes.
bool setPolicy(TrainingRequest& request, const QString& word) {
    if (const auto bytes = numberIn(word)) {
        request.keeps.budget = *bytes;
        request.keeps.policy = Policy::Budget;
        return *bytes > 0;
    }
    const auto policy = oneOf(lower::recompute::kPolicyNames, word);
    if (!policy) return false;
    request.keeps.budget.reset();
    request.keeps.policy = static_cast<Policy>(*policy);
    return true;
}

bool setElement(TrainingRequest& request, const QString& word) {
    for (const auto type : {tensor::DType::F32, tensor::DType::F16, tensor::DType::Bf16})
        if (tensor::nameOf(type) == word.toStdString()) {
            request.whatIf.element = type;
            return true;
        }
    return false;
}

// What a slider moves, or as for `lw recompute --what-if`.
bool setWhatIf(TrainingRequest& request, const QStringList& words) {
    bool isNumber = false;
    const double value = words.value(1).toDouble(&isNumber);
    if (words.size() == 1) request.whatIf.more = words[0];
    if (words.size() == 1) return true;
    if (!isNumber || !(value > 0) || value > 1e15) return false;
    if (words[0] == QLatin1String("offchip"))
        request.whatIf.offChip = value;
    else if (words[0] == QLatin1String("vector"))
        request.whatIf.vector = value;
    else if (words[0] == QLatin1String("vmem"))
        request.keeps.vmemBudget = static_cast<std::uint64_t>(value);
    else
        return false;
    return true;
}

bool setPlace(TrainingRequest& request, const network::Network& network, const QStringList& words) {
    const auto value = network::findValue(network, words.value(0).toStdString());
    const auto place = oneOf(lower::kMemoryNames, words.value(1));
    if (value && place) request.keeps.places[*value] = static_cast<lower::Memory>(*place);
    return value && place;
}

// In the request; nothing: there is no such setting.
bool change(TrainingRequest& request, const network::Network& network, const QString& what,
            const QStringList& words) {
    if (what == QLatin1String("policy") || what == QLatin1String("budget"))
        return setPolicy(request, words.value(0));
    if (what == QLatin1String("element")) return setElement(request, words.value(0));
    if (what == QLatin1String("what-if")) return setWhatIf(request, words);
    if (what == QLatin1String("place")) return setPlace(request, network, words);
    if (what != QLatin1String("schedule")) return false;
    const auto schedule = oneOf(lower::kScheduleNames, words.value(0));
    if (schedule) request.keeps.schedule = static_cast<lower::Schedule>(*schedule);
    return schedule.has_value();
}

} // namespace

QString trainNetwork(ScriptRunner& runner, const QStringList& arguments) {
    if (arguments.isEmpty()) return ScriptRunner::tr("needs a network");
    TrainingRequest request{.network = runner.fileOf(arguments[0]), .machine = arguments.value(2)};
    request.keeps.policy = Policy::LocalRule;
    if (arguments.size() > 1 && !setPolicy(request, arguments[1]))
        return ScriptRunner::tr("%1 is not a policy").arg(arguments[1]);
    runner.window().trainNetwork(request);
    return {};
}

QString useTraining(ScriptRunner& runner, const QStringList& arguments) {
    recompute::RecomputeDesk& desk = runner.window().training();
    const QString what = arguments.value(0);
    const QStringList words = arguments.mid(1);
    if (!desk.facts()) return ScriptRunner::tr("no network is trained");
    if (what == QLatin1String("keep") || what == QLatin1String("choose")) {
        const auto value = network::findValue(*desk.facts()->network, words.value(0).toStdString());
        const auto way = oneOf(lower::kWayNames, words.value(1));
        if (!value || (what == QLatin1String("keep") && !way))
            return ScriptRunner::tr("training cannot do %1").arg(arguments.join(QLatin1Char(' ')));
        what == QLatin1String("keep") ? desk.keep(*value, static_cast<lower::Way>(*way))
                                      : desk.choose(*value);
        return {};
    }
    if (what == QLatin1String("run") || what == QLatin1String("debug")) {
        const auto steps = numberIn(words.value(0, QStringLiteral("1")), kMostSteps);
        if (!steps || *steps == 0) return notANumber(words.value(0));
        if (!desk.facts()->hasData())
            return ScriptRunner::tr("the network's file names no images and labels to train with");
        what == QLatin1String("run") ? desk.run() : desk.debug(*steps);
        return {};
    }
    if (what == QLatin1String("measure")) {
        auto* const view = runner.window().findChild<recompute::InverseView*>();
        if (view) view->measureButton().click();
        return {};
    }
    if (what == QLatin1String("compare")) {
        auto* const view = runner.window().findChild<recompute::GradientsView*>();
        const auto policy = oneOf(lower::recompute::kPolicyNames, words.value(0));
        if (!view || !policy || *policy >= static_cast<std::size_t>(view->policies().count()))
            return ScriptRunner::tr("training cannot do %1").arg(arguments.join(QLatin1Char(' ')));
        view->policies().setCurrentIndex(static_cast<int>(*policy));
        view->compareButton().click();
        return {};
    }
    TrainingRequest request = desk.facts()->request;
    if (!change(request, *desk.facts()->network, what, words))
        return ScriptRunner::tr("training cannot do %1").arg(arguments.join(QLatin1Char(' ')));
    desk.ask(request);
    return {};
}

} // namespace lw::ide
