// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_file.h"
#include "core/base/file.h"
#include "core/lower/recompute/operation_counts.h"
#include "core/project/derivation.h"
#include "core/project/foreign_values.h"
#include "core/project/project_file.h"
#include "core/project/workload.h"
#include "schema_laws.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <regex>

using namespace lw;
using test::SchemaLaws;

namespace {

template <auto Parse> Outcome readOwnAs(const std::string& text) {
    LW_TRY([[maybe_unused]] const auto read, Parse(text, Place::kNoFile));
    return Done{};
}
Outcome readNames(const std::string& text) {
    LW_TRY([[maybe_unused]] const auto read, project::readNameMap(text, "names.json"));
    return Done{};
}
// An origin that cannot be read is none, without a reason.
Outcome readOrigin(const std::string& text) {
    const QTemporaryDir folder;
    const std::string root = folder.path().toStdString();
    LW_TRY([[maybe_unused]] const Done report, writeFileAtomically(root + "/report.json", "{}"));
    LW_TRY([[maybe_unused]] const Done origin, writeFileAtomically(root + "/origin.json", text));
    LW_TRY(const project::Derivation read, project::readDerivation(root + "/program.lw"));
    static constexpr Message kDamaged{"E0", Severity::Error, "the origin is damaged", "A program writes it."};
    if (read.isOriginDamaged) return Problem{&kDamaged, {}, {}, {}, {}};
    return Done{};
}

// The first example of a chapter.
std::string exampleOf(const std::string& chapter) {
    const std::string manual = test::contentsOf(LW_ROOT "/resources/manual/" + chapter + ".md");
    std::smatch found;
    return std::regex_search(manual, found, std::regex("```json\n([^`]*)```")) ? found[1].str() : "";
}

void verify(const std::string& verdict) {
    if (!verdict.empty()) QFAIL(verdict.c_str());
}
std::string withCores(const std::string& cores) {
    return R"({"schema": "lanewright workload", "version": 1, "machine": "m", "cores": [{"cores": ")" +
           cores + R"(", "program": "p.lw"}]})";
}

// What the examples of the manual do not say.
constexpr const char* kProjectOfCores = R"({"schema": "lanewright project", "version": 2, "focus": 1,
    "breakpoints": [{"at": "loop", "core": 63}],
    "views": {"layouts": [{"workspace": "debug", "state": "", "views": ["registers#2"]}]}})";
constexpr const char* kWorkloadOfCasts = R"({"schema": "lanewright workload", "version": 1, "machine": "m",
    "cores": [{"cores": "0", "program": "p.lw", "set": {"x": {"file": "x.npy", "cast": true}}}]})";
constexpr const char* kCheckOfFault = R"({"schema": "lanewright check", "version": 1, "cases": [
    {"name": "n", "program": "p.lw", "expect": {"fault": "race"}, "reads": ["lib"]}]})";

} // namespace

class TestOwnFiles : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void projects() {
        SchemaLaws laws("project", readOwnAs<project::parseProject>);
        laws.with({"E730", "E731", "E732"});
        laws.holdFor(exampleOf("project"), "the manual's project");
        laws.holdFor(kProjectOfCores, "a project of cores");
        const auto files = test::filesOfSchema("tests", ".lwp", "lanewright project");
        QVERIFY(files.size() >= 3);
        for (const std::string& path : files) laws.acceptIfRead(test::contentsOf(path), path);
        verify(laws.verdict());
    }

    void workloads() {
        SchemaLaws laws("workload", readOwnAs<project::parseWorkload>);
        laws.with({"E732", "E736", "E738", "E739"});
        laws.holdFor(exampleOf("workload"), "the manual's workload");
        laws.holdFor(kWorkloadOfCasts, "an input that is converted");
        for (const char* cores : {"0-3", "c1", "0, 2-3", "c0_0-c0_2", " 1 , 2"})
            laws.accept(withCores(cores), cores);
        for (const char* cores : {"", "c", "0-", "0,", "a", "0 1"}) laws.refuse(withCores(cores), cores);
        std::size_t files = 0;
        for (const char* folder : {"examples", "tests"})
            for (const std::string& path : test::filesOfSchema(folder, ".lww", "lanewright workload"))
                files += laws.acceptIfRead(test::contentsOf(path), path) ? 1 : 0;
        QVERIFY(files >= 10);
        verify(laws.verdict());
    }

    void checkFiles() {
        SchemaLaws laws("check", readOwnAs<cli::parseChecks>);
        laws.with({"E707", "E720", "E721", "E722", "E723"});
        laws.holdFor(exampleOf("check"), "the manual's check file");
        laws.holdFor(kCheckOfFault, "a fault");
        std::size_t files = 0;
        for (const char* folder : {"examples", "tests/cli"})
            for (const std::string& path : test::filesOfSchema(folder, ".json", "lanewright check"))
                files += laws.acceptIfRead(test::contentsOf(path), path) ? 1 : 0;
        QVERIFY(files >= 25);
        verify(laws.verdict());
    }

    void operationCounts() {
        SchemaLaws laws("operation-counts", readOwnAs<lower::recompute::countsFromJson>);
        laws.holdFor(test::contentsOf(LW_ROOT "/resources/recompute/operations.json"), "operations.json");
        verify(laws.verdict());
    }

    void mapsOfNames() {
        SchemaLaws laws("name-map", readNames);
        laws.holdFor(test::contentsOf(LW_ROOT "/tests/cli/cases/concord-against/map.json"), "map.json");
        laws.holdFor(R"({"y": {"array": "out", "layout": "nchw"}, "x": "in"})", "with a layout");
        laws.refuse(R"({"y": 1})", "a number");
        laws.refuse("[]", "a list");
        verify(laws.verdict());
    }

    void origins() {
        SchemaLaws laws("origin", readOrigin);
        laws.with({"E0"});
        for (const char* folder :
             {"nnp-small/expected/out", "stride-folder/expected", "tile-folder/expected/out"}) {
            const std::string path = std::string(LW_ROOT "/tests/cli/cases/") + folder + "/origin.json";
            laws.holdFor(test::contentsOf(path), path);
        }
        laws.holdFor(R"({"technique": "striding", "network": "n", "machine": "m", "input": "", "range": "",
                         "from": "a", "until": "b", "images": 3, "fold": true, "mode": "direct"})",
                     "an origin of a cut network");
        verify(laws.verdict());
    }
};

int tst_own_files(int argc, char** argv) { return tests::run<TestOwnFiles>(argc, argv); }

#include "tst_own_files.moc"
