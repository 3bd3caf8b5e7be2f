// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/striding/exactness.h"

namespace lw::scene::striding {

namespace {

Json jsonOf(const ExactnessColumn& mode) {
    Json causes = Json::list(), wrong = Json::list();
    for (const lower::striding::CauseCount& count : mode.causes)
        causes.push_back({{"cause", lower::striding::nameOf(count.cause)}, {"elements", count.elements}});
    for (const lower::striding::WrongElement& element : mode.wrongElements)
        wrong.push_back({{"image", element.image},
                         {"row", element.row},
                         {"column", element.column},
                         {"channel", element.channel},
                         {"cause", lower::striding::nameOf(element.cause)},
                         {"got", element.got},
                         {"wanted", element.wanted}});
    Json out = {{"mode", mode.mode},
                {"words", mode.words},
                {"refused", mode.refused},
                {"verdict", lower::striding::kVerdictNames[static_cast<std::size_t>(mode.verdict)]},
                {"rule", mode.reason.rule},
                {"ruleWords", mode.reason.words},
                {"premises", Json::list(mode.reason.premises)},
                {"isExact", mode.reason.exact},
                {"elements", mode.elements},
                {"wrong", mode.wrong},
                {"maximalError", mode.maximalError},
                {"causes", std::move(causes)},
                {"wrongElements", std::move(wrong)},
                {"hasInput", mode.hasInput},
                {"confirmed", mode.confirmed ? Json(*mode.confirmed) : Json()},
                {"unexpected", mode.unexpected},
                {"clocks", mode.clocks},
                {"instructionRows", mode.instructionRows},
                {"maskBytes", mode.maskBytes},
                {"poolingClocks", mode.poolingClocks},
                {"hostBytesAvoided", mode.hostBytesAvoided},
                {"wastedShare", mode.wastedShare},
                {"difference", jsonOf(mode.difference)}};
    if (mode.byNow)
        out["byNow"] = {{"elements", mode.byNow->elements},
                        {"computed", mode.byNow->computed},
                        {"wrong", mode.byNow->wrong},
                        {"others", mode.byNow->others}};
    return out;
}

} // namespace

Json jsonOf(const Exactness& scene) {
    Json modes = Json::list();
    for (const ExactnessColumn& mode : scene.modes) modes.push_back(jsonOf(mode));
    return {{"layer", scene.layer},     {"rows", scene.rows},         {"columns", scene.columns},
            {"channel", scene.channel}, {"channels", scene.channels}, {"modes", std::move(modes)}};
}

} // namespace lw::scene::striding
