// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/lower/striding/report_json.h"
#include "core/lower/tiling/plan.h"
#include "core/project/load_network.h"
#include "schema_laws.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using lower::tiling::Size;
using test::SchemaLaws;

namespace {

network::Network example(const std::string& name) {
    source::DiskLoader disk;
    source::Files files(disk);
    auto out = project::loadNetwork(LW_ROOT "/examples/networks/" + name + ".json", files);
    LW_REQUIRE(bool(out), "an example is no network");
    return *std::move(out);
}

Outcome readReports(const std::string& text) {
    LW_TRY([[maybe_unused]] const auto read, lower::striding::reportsFromJson(text));
    return Done{};
}

constexpr const char* kCauses = R"("causes": [{"cause": "negative lost", "elements": 1}])";
constexpr const char* kRejected = R"("rejected": [{"mode": "mask-max",
    "reason": {"rule": "r", "words": "w", "premises": ["p"], "exact": false}}])";
constexpr const char* kWrong = R"("wrongElements": [{"image": 0, "row": 1, "column": 2, "channel": 3,
    "cause": "mask rounds", "got": "0.5", "wanted": "nan"}])";

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    return at == text.npos ? std::string() : text.replace(at, what.size(), by);
}

} // namespace

class TestReportSchemas : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void tilePlans() {
        const network::Network network = example("tiles/e21");
        SchemaLaws laws("tile-plan", [&](const std::string& text) -> Outcome {
            LW_TRY([[maybe_unused]] const auto plan,
                   lower::tiling::planFromJson(text, Place::kNoFile, network));
            return Done{};
        });
        // Which kinds of tiles there are follows from the tiles, and a lag is there where columns are kept.
        std::set<std::string> free;
        for (const char* axis : {"rows", "columns"}) {
            free.insert(std::string("/") + axis + "/edges as {}");
            for (const char* kind : {"first", "inner", "last", "only"})
                free.insert(std::string("/") + axis + "/edges/" + kind + " left out");
        }
        for (const char* layer : {"0", "1", "2", "3"})
            free.insert(std::string("/columns/layers/") + layer + "/lag left out");
        // Where tiles keep columns, a start is compared before it is bounded.
        for (const char* tile : {"0", "1", "2"})
            free.insert(std::string("/columns/tiles/") + tile + "/start bounds");
        laws.mayAccept(free);
        struct Case {
            const char* name;
            Size picture, fixed;
            lower::tiling::Overlap overlap;
        };
        for (const Case& one :
             {Case{"masked", {45, 37}, {16, 16}, lower::tiling::Overlap::Recompute},
              Case{"one row of tiles", {12, 70}, {16, 16}, lower::tiling::Overlap::Recompute},
              Case{"kept columns", {45, 37}, {16, 16}, lower::tiling::Overlap::Columns}}) {
            auto plan = lower::tiling::planTiles(network, one.picture, one.fixed, lower::tiling::Fill::Masked,
                                                 lower::tiling::Grid::Border, one.overlap);
            if (!plan) QFAIL(textOf(plan.problem()).c_str());
            laws.holdFor(lower::tiling::jsonOf(*plan).text(2), one.name);
        }
        const std::string verdict = laws.verdict();
        if (!verdict.empty()) QFAIL(verdict.c_str());
    }
    // Those of the command line are of networks of their own.
    void everyTilePlanIsAccepted() {
        const test::JsonSchema schema("tile-plan");
        std::size_t plans = 0;
        for (const std::string& path : test::filesOfSchema("tests/cli", ".json", "lanewright.tiling")) {
            if (path.find("/tile-plan-old/") != path.npos || path.find("/tile-plan-broken/") != path.npos ||
                path.find("/tile-kept-no-lag/") != path.npos)
                continue; // that are refused
            const auto plan = parseJson(test::contentsOf(path), Place::kNoFile);
            const auto refused = schema.check(*plan);
            QVERIFY2(refused.empty(), (path + textOf(refused)).c_str());
            ++plans;
        }
        QVERIFY(plans >= 4);
    }

    void strideReports() {
        SchemaLaws laws("stride-report", readReports);
        laws.with({"E649"}).mayAccept(
            {"/reports/0/sums/0/requant/0 as 0", "/reports/0/sums/0/requant/1 as 0"});
        const std::string whole =
                              test::contentsOf(LW_ROOT "/tests/cli/cases/stride-folder/expected/report.json"),
                          parts = test::contentsOf(LW_ROOT
                                                   "/tests/cli/cases/stride-parts/expected/out/report.json");
        laws.holdFor(whole, "a report");
        laws.holdFor(parts, "reports of two programs");
        laws.holdFor(
            replaced(replaced(replaced(whole, "\"causes\": []", kCauses), "\"rejected\": []", kRejected),
                     "\"wrongElements\": []", kWrong),
            "a report of wrong elements");
        for (const char* by : {"[3, 4, 0]", "[[3, 5], [4, 0], -128]"})
            laws.holdFor(replaced(whole, "\"requant\": null", std::string("\"requant\": ") + by), by);
        for (const char* by : {"[3, 4]", "[0, 4, 0]", "[3, 63, 0]", "[3, 4, 128]", "[3, 4, [1, 2]]", "true"})
            laws.refuse(replaced(whole, "\"requant\": null", std::string("\"requant\": ") + by), by);
        const std::string verdict = laws.verdict();
        if (!verdict.empty()) QFAIL(verdict.c_str());
    }
};

int tst_report_schemas(int argc, char** argv) { return tests::run<TestReportSchemas>(argc, argv); }

#include "tst_report_schemas.moc"
