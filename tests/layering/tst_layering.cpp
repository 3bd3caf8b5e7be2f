// SPDX-License-Identifier: GPL-3.0-or-later
#include "rules.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace lw::layering;

namespace {

std::vector<File> sourceFiles() {
    std::vector<File> out;
    const std::filesystem::path root = LW_ROOT;
    for (const char* top : {"core", "widgets", "app", "tests", "examples"}) {
        if (!std::filesystem::exists(root / top)) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
            const std::string ending = entry.path().extension().string();
            if (!entry.is_regular_file() ||
                (ending != ".h" && ending != ".cpp" && ending != ".hpp" && ending != ".cc"))
                continue;
            std::ifstream file(entry.path(), std::ios::binary);
            out.push_back({std::filesystem::relative(entry.path(), root).generic_string(),
                           {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}});
        }
    }
    return out;
}

QString all(const std::vector<std::string>& lines) {
    QStringList out;
    for (const std::string& line : lines) out << QString::fromStdString(line);
    return out.join("; ");
}

constexpr const char* kLicence = "// SPDX-License-Identifier: GPL-3.0-or-later\n";

} // namespace

class TestLayering : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyFileKeepsTheRules() {
        const std::vector<File> files = sourceFiles();
        QVERIFY(files.size() > 20);
        QStringList wrong;
        for (const File& file : files)
            for (const std::string& sentence : violations(file))
                wrong << QString::fromStdString(file.path + " " + sentence);
        for (const auto* list : {&kLongFiles, &kLongFunctions})
            for (const Exception& exception : *list)
                if (std::none_of(files.begin(), files.end(),
                                 [&](const File& f) { return f.path == exception.file; }))
                    wrong << QString::fromStdString("the exception for " + std::string(exception.file) +
                                                    " names no file");
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join("\n")));
    }
    void brokenRulesAreNoticed_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* path, const char* line, const char* sentence) {
            QTest::newRow(qPrintable(QString("%1: %2").arg(path, line))) << path << line << sentence;
        };
        row("core/isa/x.cpp", "#include \"core/source/token.h\"", "");
        row("core/source/x.cpp", "#include \"core/isa/spec.h\"",
            "core/source may not include \"core/isa/spec.h\"");
        row("core/machine/x.cpp", "#include \"core/chips/catalog.h\"",
            "core/machine may not include \"core/chips/catalog.h\"");
        row("core/chips/training/x.cpp", "#include \"core/chips/training/y.h\"", "");
        row("core/chips/training/x.cpp", "#include \"core/chips/nnp/y.h\"",
            "core/chips/* may not include \"core/chips/nnp/y.h\"");
        row("core/chips/training/x.cpp", "#include \"core/chips/catalog.h\"",
            "core/chips/* may not include \"core/chips/catalog.h\"");
        row("core/chips/catalog.cpp", "#include \"core/chips/nnp/y.h\"", "");
        row("core/lower/x.cpp", "#include \"core/chips/nnp/isa.h\"", "");
        row("core/lower/x.cpp", "#include \"core/chips/nnp/nnp.h\"",
            "core/lower may not include \"core/chips/nnp/nnp.h\"");
        row("core/scene/x.cpp", "#include \"core/lower/report.h\"", "");
        row("core/scene/x.cpp", "#include \"core/lower/tiling.h\"",
            "core/scene may not include \"core/lower/tiling.h\"");
        row("widgets/state/x.cpp", "#include \"core/chips/catalog.h\"", "");
        row("widgets/state/x.cpp", "#include \"core/chips/training/isa.h\"",
            "widgets may not include \"core/chips/training/isa.h\"");
        row("core/base/x.cpp", "#include \"x.h\"", "includes \"x.h\", which names no room");
        row("core/base/x.cpp", "#include <QString>", "includes Qt's <QString>");
        row("core/base/x.cpp", "#include <nlohmann/json.hpp>", "");
        row("core/base/x.h", "#include <nlohmann/json.hpp>", "may not include <nlohmann/json.hpp>");
        row("core/scene/x.h", "#include <nlohmann/json_fwd.hpp>", "");
        row("core/isa/x.h", "#include <nlohmann/json_fwd.hpp>", "may not include <nlohmann/json_fwd.hpp>");
        row("core/tensor/x.h", "#include <zlib.h>", "may not include <zlib.h>");
        row("core/tensor/x.cpp", "a = reinterpret_cast<int*>(b);",
            "uses reinterpret_cast; only core/machine/state_store.h may");
        row("core/machine/state_store.h", "a = reinterpret_cast<int*>(b);", "");
        row("core/tensor/x.cpp", "a = strtod(b, c);", "uses strtod, which depends on the locale");
        row("core/tensor/x.cpp", "#include <sstream>",
            "includes <sstream>; numbers are read and written with from_chars and to_chars");
        row("core/x.cpp", "", "is in no room");
        row("core/rubbish/x.cpp", "", "is in no room");
    }
    void brokenRulesAreNoticed() {
        QFETCH(QString, path);
        QFETCH(QString, line);
        QFETCH(QString, sentence);
        QCOMPARE(all(violations({path.toStdString(), kLicence + line.toStdString() + "\n"})), sentence);
    }
    void lengthsAreNoticed() {
        std::string body;
        for (std::size_t i = 0; i < kMostFunctionLines - 2; ++i) body += "    work();\n";
        const std::string fits = std::string(kLicence) + "void f(int a) {\n" + body + "}\n";
        const std::string tooLong = std::string(kLicence) + "void f(int a,\n       int b) {\n" + body + "}\n";
        QCOMPARE(all(violations({"core/base/x.cpp", fits})), QString());
        QCOMPARE(all(violations({"core/base/x.cpp", tooLong})),
                 QString("has a function of 61 lines in line 2"));
        const std::string method =
            std::string(kLicence) + "class A {\n    void f() {\n    " + body + "        work();\n    }\n};\n";
        QCOMPARE(all(violations({"core/base/x.h", method})), QString("has a function of 61 lines in line 3"));
        const std::string file = kLicence + std::string(kMostLines, '\n');
        QCOMPARE(all(violations({"core/base/x.cpp", file})), QString("has 501 lines; at most 500"));
        QCOMPARE(all(violations({"core/base/x.cpp", "int a;\n"})),
                 QString("does not begin with its licence"));
    }
};

int tst_layering(int argc, char** argv) { return lw::tests::run<TestLayering>(argc, argv); }
#include "tst_layering.moc"
