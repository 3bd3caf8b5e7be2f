// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema_laws.h"
#include "tests/support/json_schema.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using test::JsonSchema;

namespace {

const QString kExamples = QStringLiteral(LW_ROOT "/examples/"),
              kCases = QStringLiteral(LW_ROOT "/tests/cli/cases/");

// Texts of a format that is only written: all are as the schema says, and together have every key of it but
// those of `rare`, which it takes more than a small program to get.
class Written {
  public:
    explicit Written(const std::string& schema) : m_schema(schema), m_faults(m_schema.problems()) {}

    void add(const JsonValue& value, const std::string& name) {
        if (const auto refused = m_schema.check(value, &m_met); !refused.empty())
            m_faults.push_back(name + " is refused by the schema: " + textOf(refused));
    }
    void add(const std::string& text, const std::string& name) {
        const auto json = parseJson(text, Place::kNoFile);
        if (json)
            add(*json, name);
        else
            m_faults.push_back(name + ": " + textOf(json.problem()));
    }
    void verify(const std::set<std::string>& rare = {}) const {
        std::string out;
        for (const std::string& fault : m_faults) out += fault + "\n";
        for (const auto& [place, keys] : m_schema.closed())
            for (const std::string& key : keys)
                if (!m_met.contains(place + "/" + key) && !rare.contains(place + "/" + key))
                    out += "never written: " + place + "/" + key + "\n";
        if (!out.empty()) QFAIL(out.c_str());
    }

  private:
    JsonSchema m_schema;
    std::vector<std::string> m_faults;
    std::set<std::string> m_met{};
};

// Runs lw in a folder, whatever it ends with.
QByteArray run(const QString& folder, const QStringList& words) {
    QProcess lw;
    lw.setWorkingDirectory(folder);
    lw.start(QStringLiteral(LW_BIN "/lw"), words);
    return lw.waitForFinished(240'000) ? lw.readAllStandardOutput() : QByteArray();
}

class Folder {
  public:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    std::string text(const QString& name) const { return test::contentsOf(path(name).toStdString()); }
    void copy(const QString& from, const QString& to) const {
        QDir().mkpath(QFileInfo(path(to)).path());
        QVERIFY(QFile::copy(from, path(to)));
    }

  private:
    QTemporaryDir m_folder;
};

} // namespace

class TestWrittenSchemas : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void manifests() {
        const Folder made;
        Written all("manifest");
        // One that halts, one that ends in a fault, one with a constant from outside, two cores, and two
        // cores before their end.
        const std::pair<QString, QStringList> runs[] = {
            {"training/read-before-write", {"program.lw", "--set", "x=x.npy"}},
            {"training/one-trip-too-many", {"program.lw"}},
            {"training/softmax", {"program.lw", "-D", "ROWS=64"}},
            {"training/ping-pong", {"ping-pong.lww"}},
            {"training/ping-pong", {"ping-pong.lww", "--limit-bundles", "20"}}};
        for (const auto& [folder, words] : runs) {
            const QString file = made.path("manifest.json");
            QFile::remove(file);
            run(kExamples + folder, QStringList{"run"} + words + QStringList{"--manifest", file});
            all.add(made.text("manifest.json"), folder.toStdString());
        }
        all.verify({"#/$defs/fault/core", "#/$defs/fault/other", "#/$defs/fault/otherCore",
                    "#/properties/stop/otherFaults"});
    }

    void checkResults() {
        const Folder made;
        Written all("check-results");
        const QString hidden = kCases + "check-hidden/";
        made.copy(hidden + "good.json", "teacher/good.json");
        made.copy(hidden + "hidden/hidden.json", "teacher/hidden/hidden.json");
        made.copy(hidden + "count.lw", "class/one/count.lw");
        QDir().mkpath(made.path("class/two"));
        QDir().mkpath(made.path("class/.kept"));
        run(made.path(""), {"check", "--checks", "teacher/good.json", "--hidden",
                            "teacher/hidden/hidden.json", "--each", "class", "--results", "graded.json"});
        all.add(made.text("graded.json"), "a class");
        run(kExamples + "training/saxpy", {"check", ".", "--results", made.path("own.json")});
        all.add(made.text("own.json"), "an example");
        all.verify();
    }

    void recomputeReports() {
        Written all("recompute-report");
        const QString residual = kExamples + "networks/residual-digits/residual.json";
        for (const QString& how :
             {QString("net.json --batch 8 --policy masks"), QString("net.json --batch 8 --policy bn-stored"),
              QString("net.json --batch 8 --policy autograd"), QString("net.json --batch 8 --budget 800KiB"),
              residual + " --policy bf16-all --schedule s1"}) {
            const QByteArray out = run(kCases + "recompute-budget",
                                       QStringList{"recompute", "--json"} + QProcess::splitCommand(how));
            const auto json = parseJson(out.toStdString(), Place::kNoFile);
            QVERIFY2(json && json->find("report"), qPrintable(how));
            all.add(*json->find("report"), how.toStdString());
        }
        all.verify({"#/properties/sublayers/items/gradientMemory"});
    }

    void processorReports() {
        Written all("processor-report");
        for (const char* name : {"nnp-small", "nnp-verdict"})
            all.add(test::contentsOf(kCases.toStdString() + name + "/expected/out/report.json"), name);
        const QByteArray out = run(kCases + "nnp-not-finite", {"nnp", "net.json", "--json"});
        const auto json = parseJson(out.toStdString(), Place::kNoFile);
        QVERIFY(json && json->find("report"));
        all.add(*json->find("report"), "nnp-not-finite");
        all.verify();
    }

    void formatSearches() {
        Written all("format-search");
        for (const char* share : {"2%", "10%"}) {
            const QByteArray out = run(kExamples + "nnp/quantised-digits",
                                       {"nnp", "digits.json", "--search", "bfp3-bfp6", "--data", "held.x.npy",
                                        "--labels", "held.y.npy", "--lose", share, "--json"});
            const auto json = parseJson(out.toStdString(), Place::kNoFile);
            QVERIFY(json && json->find("search"));
            all.add(*json->find("search"), share);
        }
        all.verify();
    }

    void valueGraphs() {
        const Folder made;
        Written all("value-graph");
        all.add(test::contentsOf(kCases.toStdString() + "concord-graph/expected/out/one_chain.graph.json"),
                "one chain");
        // Windows of pictures, and layers that hints name.
        run(made.path(""), {"nnp", kExamples + "networks/worked-examples/e01.json", "--output", "e01"});
        run(made.path(""), {"concord", "e01/program.lw", "--to", "graph", "--output", "graphs"});
        all.add(made.text("graphs/program.graph.json"), "a convolution");
        // Loops.
        run(made.path(""), {"nnp", kExamples + "nnp/lstm/lstm.onnx", "--output", "lstm"});
        run(made.path(""), {"concord", "lstm/program.lw", "--to", "graph", "--output", "recurrent"});
        all.add(made.text("recurrent/program.graph.json"), "a recurrent network");
        // Weights that are some rows of an array.
        QFile firmware(made.path("rows.lw"));
        QVERIFY(firmware.open(QIODevice::WriteOnly));
        firmware.write(R"(.chip nnp, "nnp-teaching"
.tensor A, f16, [1, N, N], mdram = 1
.tensor x, f16, [1, N], netin = 0.5
.tensor y, f16, [1, N], netout
;@weight w mat 4x4 at Dram[0] of W[2, 0:4]
m_rd Dram, 0
m_wr MatrixRf, 0
end_chain
v_rd NetQ, 0
mv_mul 0
v_wr NetQ, 0
end_chain
halt
)");
        firmware.close();
        run(made.path(""), {"concord", "rows.lw", "--to", "graph", "--output", "rows"});
        all.add(made.text("rows/rows.graph.json"), "some rows of an array");
        const std::string node = "#/properties/nodes/items/", operation = "#/$defs/operation/",
                          rounding = "#/properties/nodes/items/properties/rounding/anyOf/1/",
                          drawn = "#/$defs/operation/properties/rounding/anyOf/1/";
        all.verify({node + "rounding", node + "length", node + "mantissaBits", rounding + "seed",
                    rounding + "executed", operation + "rounding", operation + "length", drawn + "seed",
                    drawn + "executed", drawn + "moves"});
    }
};

int tst_written_schemas(int argc, char** argv) { return tests::run<TestWrittenSchemas>(argc, argv); }

#include "tst_written_schemas.moc"
