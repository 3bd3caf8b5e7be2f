// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/lower/messages.h"
#include "core/lower/tiling/plan.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <variant>

using namespace lw;
using namespace lw::lower::tiling;

namespace {

network::Network example(const std::string& name) {
    source::DiskLoader disk;
    source::Files files(disk);
    auto out = project::loadNetwork(LW_ROOT "/examples/networks/" + name + ".json", files);
    LW_REQUIRE(bool(out), "an example is no network");
    return *std::move(out);
}
// A pooled value of half the size beside the one that it is made of.
network::Network twoScales() {
    network::Network out = example("tiles/e21");
    network::Layer pool;
    pool.kind = network::Kind::MaxPool;
    pool.name = "half";
    pool.kernel = pool.stride = {2, 2};
    pool.inputs = out.outputs;
    out.layers.push_back(std::move(pool));
    out.outputs.push_back(out.layers.size());
    LW_REQUIRE(bool(network::inferShapes(out)), "a network");
    return out;
}
TilingPlan planOf(const network::Network& network, const Size& picture, std::int64_t fixed,
                  std::optional<Fill> fill = {}, Overlap overlap = Overlap::Recompute) {
    auto plan = planTiles(network, picture, {fixed, fixed}, fill, Grid::Border, overlap);
    LW_REQUIRE(bool(plan), plan ? "" : textOf(plan.problem()).c_str());
    return *std::move(plan);
}
JsonValue parsed(const TilingPlan& plan) { return *parseJson(jsonOf(plan).text(2), 0); }
Result<TilingPlan> read(const JsonValue& json, const network::Network& network) {
    return planFromJson(jsonOf(json).text(2), 0, network);
}

// The value at a path of keys and numbers: "rows", "tiles", 1, "start".
JsonValue& at(JsonValue& json, std::initializer_list<std::variant<const char*, std::size_t>> path) {
    JsonValue* here = &json;
    for (const auto& step : path) {
        if (const auto* key = std::get_if<const char*>(&step)) {
            const auto found = std::ranges::find(here->keys, std::string(*key));
            here = &here->items[static_cast<std::size_t>(found - here->keys.begin())];
        } else {
            here = &here->items[std::get<std::size_t>(step)];
        }
    }
    return *here;
}

// Calls `check` with the whole after each way to damage one value of it, which is mended again.
void damageEach(JsonValue& here, std::string path, const std::function<void(const std::string&)>& check) {
    const JsonValue whole = here;
    const auto with = [&](const std::string& how, const std::function<void(JsonValue&)>& damage) {
        damage(here);
        check(path + " " + how);
        here = whole;
    };
    using Kind = JsonValue::Kind;
    for (const std::int64_t more : {1, -1, 1000, -1000})
        if (here.kind == Kind::Integer)
            with("with another number",
                 [&](JsonValue& value) { value.real = static_cast<double>(value.integer += more); });
    if (here.kind == Kind::Real) with("with another number", [](JsonValue& value) { value.real += 0.25; });
    if (here.kind == Kind::Text) with("with another text", [](JsonValue& value) { value.text += "x"; });
    if (here.kind == Kind::List || here.kind == Kind::Object) {
        const std::size_t first = here.kind == Kind::Object || here.items.empty() ? 0 : here.items.size() - 1;
        for (std::size_t i = first; i < here.items.size(); ++i)
            with(here.keys.empty() ? "without its last" : "without " + here.keys[i], [i](JsonValue& value) {
                const auto at = static_cast<std::ptrdiff_t>(i);
                value.items.erase(value.items.begin() + at);
                if (!value.keys.empty()) value.keys.erase(value.keys.begin() + at);
                if (!value.keyPlaces.empty()) value.keyPlaces.erase(value.keyPlaces.begin() + at);
            });
        with("with one more", [](JsonValue& value) {
            value.items.push_back(value.items.back());
            if (!value.keys.empty()) value.keys.push_back("more");
            if (!value.keyPlaces.empty()) value.keyPlaces.push_back({});
        });
        for (std::size_t i = 0; i < here.items.size(); ++i)
            damageEach(here.items[i], path + "/" + (here.keys.empty() ? std::to_string(i) : here.keys[i]),
                       check);
    }
    with("as nothing", [](JsonValue& value) { value = {}; });
    with("as another type", [](JsonValue& value) {
        const bool isText = value.kind == Kind::Text;
        value = {};
        value.kind = isText ? Kind::Bool : Kind::Text;
    });
}

} // namespace

// Plans as files: what is written is read, and nothing else than what holds.
class TestPlanFile : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void whatIsWrittenIsRead() {
        const network::Network one = example("tiles/e21"), two = example("tiles/e22"),
                               codes = example("tiles/e24"), scales = twoScales();
        for (const auto& [network, plan] :
             {std::pair{&one, planOf(one, {32, 32}, 16)}, std::pair{&two, planOf(two, {100, 101}, 32)},
              std::pair{&two, planOf(two, {9, 50}, 32, Fill::Ring)},
              std::pair{&codes, planOf(codes, {99, 40}, 44)},
              std::pair{&scales, planOf(scales, {41, 30}, 16)}}) {
            const auto back = read(parsed(plan), *network);
            QVERIFY2(back, back ? "" : textOf(back.problem()).c_str());
            QVERIFY(*back == plan);
        }
    }
    // Whatever is changed alone is refused, with its place. Two things may differ and are not tried here: who
    // chose the mode (below), and the order of keys.
    void damageInEveryFieldIsRefused() {
        const network::Network one = example("tiles/e21"), two = example("tiles/e22"), scales = twoScales();
        for (const auto& [network, plan] : {std::pair{&two, planOf(two, {60, 61}, 32)},
                                            {&two, planOf(two, {52, 30}, 32, Fill::Ring)},
                                            {&scales, planOf(scales, {20, 19}, 16)},
                                            {&one, planOf(one, {32, 20}, 16, {}, Overlap::Columns)},
                                            {&one, planOf(one, {32, 20}, 16, {}, Overlap::Both)}}) {
            JsonValue json = parsed(plan);
            int tried = 0;
            damageEach(json, "", [&, network = network, plan = plan](const std::string& what) {
                ++tried;
                const auto back = read(json, *network);
                QVERIFY2(!back, what.c_str());
                QVERIFY2(back.problem().place.line > 0, what.c_str());
            });
            QVERIFY2(tried > 200, qPrintable(QString::number(tried)));
        }
    }
    void otherVersionsAreRefused() {
        const network::Network one = example("tiles/e21");
        JsonValue json = parsed(planOf(one, {32, 32}, 16));
        at(json, {"version"}).integer = 1;
        const auto back = read(json, one);
        QVERIFY(!back && back.problem().message == &lower::messages::kOtherPlanVersion);
    }
    // Who chose the mode is not part of what is computed.
    void whoChoseTheModeCanBeChanged() {
        const network::Network one = example("tiles/e21");
        TilingPlan plan = planOf(one, {32, 32}, 16);
        JsonValue json = parsed(plan);
        at(json, {"wasChosen"}).truth = false;
        plan.wasFillChosen = false;
        QVERIFY(*read(json, one) == plan);
    }
    // Another tile that has them right may write elements, and tiles may start elsewhere.
    void otherStartsAndParts() {
        const network::Network one = example("tiles/e21");
        JsonValue json = parsed(planOf(one, {32, 32}, 16)); // starts 0, 12, 16; last written 13, 25, 31
        at(json, {"rows", "tiles", std::size_t{0}, "outputs", std::size_t{0}, "write", std::size_t{1}})
            .integer = 13;
        at(json, {"rows", "tiles", std::size_t{1}, "outputs", std::size_t{0}, "write", std::size_t{1}})
            .integer = 20;
        at(json, {"rows", "tiles", std::size_t{2}, "outputs", std::size_t{0}, "write", std::size_t{0}})
            .integer = 21;
        auto back = read(json, one);
        QVERIFY2(back, back ? "" : textOf(back.problem()).c_str());
        QCOMPARE(back->rows.tiles[1].outputs[0].until, std::int64_t{21});
        at(json, {"rows", "tiles", std::size_t{1}, "start"}).integer = 8;
        at(json, {"rows", "tiles", std::size_t{1}, "outputs", std::size_t{0}, "offset"}).integer = 8;
        back = read(json, one);
        QVERIFY2(back, back ? "" : textOf(back.problem()).c_str());
        QCOMPARE(back->rows.tiles[1].start, std::int64_t{8});
    }
    // Each law by itself.
    void brokenLaws_data() {
        QTest::addColumn<int>("tile");
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("low");
        QTest::addColumn<int>("high");
        QTest::addColumn<QString>("says");
        QTest::newRow("a gap") << 1 << "write" << 27 << 45 << "must go on at 26";
        QTest::newRow("an overlap") << 1 << "write" << 25 << 45 << "must go on at 26";
        QTest::newRow("not right") << 0 << "write" << 0 << 26 << "right up to 25";
        QTest::newRow("an end") << 4 << "write" << 86 << 98 << "the output ends at 99";
        QTest::newRow("phase") << 1 << "start" << 19 << 0 << "not a multiple of 2";
        QTest::newRow("order") << 2 << "start" << 20 << 0 << "not after that of the tile before it";
        QTest::newRow("beyond") << 3 << "start" << 70 << 0 << "reaches beyond the picture of 100";
        QTest::newRow("short") << 4 << "start" << 66 << 0 << "ends before the picture does";
        QTest::newRow("first") << 0 << "start" << 2 << 0 << "must begin at 0";
    }
    void brokenLaws() {
        QFETCH(int, tile);
        QFETCH(QString, key);
        QFETCH(int, low);
        QFETCH(int, high);
        QFETCH(QString, says);
        const network::Network two = example("tiles/e22");
        JsonValue json = parsed(planOf(two, {100, 100}, 32));
        const QByteArray name = key.toLatin1();
        JsonValue& one = at(json, {"columns", "tiles", static_cast<std::size_t>(tile)});
        JsonValue& value =
            key == "start" ? at(one, {"start"}) : at(one, {"outputs", std::size_t{0}, name.constData()});
        if (key == "start") {
            value.integer = low;
        } else {
            value.items[0].integer = low;
            value.items[1].integer = high;
        }
        const auto back = read(json, two);
        QVERIFY(!back);
        QVERIFY2(back.problem().message == &lower::messages::kPlanBroken &&
                     textOf(back.problem()).find(says.toStdString()) != std::string::npos,
                 textOf(back.problem()).c_str());
    }
    void anotherNetworkIsRefused() {
        const auto back = read(parsed(planOf(example("tiles/e21"), {32, 32}, 16)), example("tiles/e25"));
        QVERIFY(!back && back.problem().message == &lower::messages::kPlanDiffers);
    }
};

int tst_plan_file(int argc, char** argv) { return lw::tests::run<TestPlanFile>(argc, argv); }
#include "tst_plan_file.moc"
