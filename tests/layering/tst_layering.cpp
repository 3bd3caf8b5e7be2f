// SPDX-License-Identifier: GPL-3.0-or-later
#include "rules.h"
#include "tests/support/run_test.h"
#include "tree_rules.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

using namespace lw::layering;

namespace {

bool isSource(const std::string& path) {
    return path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".hpp") || path.ends_with(".cc");
}

// Everything but what is hidden and what was built.
Tree project() {
    Tree out;
    const std::filesystem::path root = LW_ROOT;
    std::filesystem::recursive_directory_iterator walk(root);
    for (const auto& entry : walk) {
        const std::string name = entry.path().filename().string(),
                          path = entry.path().lexically_relative(root).generic_string();
        if (entry.is_directory()) {
            if (name.starts_with('.') || path.starts_with("build")) walk.disable_recursion_pending();
            out.folders.push_back(path);
        } else if (isSource(path) || name == "README.md") {
            std::ifstream file(entry.path(), std::ios::binary);
            out.files.push_back(
                {path, {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}});
        }
    }
    return out;
}

QString all(const std::vector<std::string>& lines) {
    QStringList out;
    for (const std::string& line : lines) out << QString::fromStdString(line);
    return out.join("; ");
}

// A project whose tables and includes are right.
Tree small() {
    Tree out;
    out.files = {
        {"README.md", "| folder | what is in it | may include |\n|---|---|---|\n"
                      "| `core/` | x | [its rooms](core/README.md#rooms) |\n"
                      "| `widgets/` | x | [its rooms](widgets/README.md) |\n"
                      "| `app/` | x | `core/`, `widgets/` |\n"},
        {"core/README.md", "| room | what is in it | may include |\n|---|---|---|\n"
                           "| `base` | x | nothing |\n"
                           "| `isa` | x | `base` |\n"
                           "| `chips/*` | x | `isa` |\n"
                           "| `lower` | x | `chips/*/config.h`, `isa` |\n"
                           "| `scene` | x | `lower` |\n"
                           "\n"
                           "| file | includes | until |\n|---|---|---|\n"},
        {"widgets/README.md", "| room | what is in it | may include |\n|---|---|---|\n"
                              "| all rooms | x | `core/scene` |\n"
                              "| `theme` | x | nothing |\n"
                              "| `paint` | x | `theme` |\n"},
        {"core/base/a.h", ""},
        {"core/isa/a.h", ""},
        {"core/isa/a.cpp", "#include \"core/base/a.h\"\n"},
        {"core/chips/one/config.h", "#include \"core/chips/one/inside.h\"\n"},
        {"core/chips/one/config.cpp", "#include \"core/isa/a.h\"\n"},
        {"core/chips/one/inside.h", ""},
        {"core/lower/a.h", "#include \"core/chips/one/config.h\"\n"},
        {"core/lower/a.cpp", "#include \"core/isa/a.h\"\n"},
        {"core/lower/plain.h", ""},
        {"core/scene/a.h", "#include \"core/lower/plain.h\"\n"},
        {"widgets/theme/a.h", ""},
        {"widgets/paint/a.cpp", "#include \"core/scene/a.h\"\n#include \"widgets/theme/a.h\"\n"},
        {"app/a.cpp", "#include \"core/base/a.h\"\n#include \"widgets/theme/a.h\"\n"},
    };
    for (const File& file : out.files)
        for (std::string folder = folderOf(file.path); !folder.empty(); folder = folderOf(folder))
            out.folders.push_back(folder);
    return out;
}

// The small project with one text in one file replaced; of no text, what is put at the end of it.
Tree smallWith(const QString& path, const QString& before, const QString& after) {
    Tree out = small();
    const auto file = std::find_if(out.files.begin(), out.files.end(),
                                   [&](const File& f) { return f.path == path.toStdString(); });
    if (file == out.files.end()) {
        out.files.push_back({path.toStdString(), after.toStdString()});
        return out;
    }
    QString text = QString::fromStdString(file->text);
    if (!before.isEmpty() && !text.contains(before)) qFatal("nothing to replace");
    file->text = (before.isEmpty() ? text + after : text.replace(before, after)).toStdString();
    return out;
}

// A line of a file, and what is said of it by the tables of this project.
struct Line {
    const char *path, *text, *sentence;
};
constexpr Line kEdges[] = {
    {"core/assembler/x.cpp", "#include \"core/source/token.h\"", ""},
    {"core/isa/x.cpp", "#include \"core/source/token.h\"",
     "core/isa may not include \"core/source/token.h\""},
    {"core/source/x.cpp", "#include \"core/isa/spec.h\"", "core/source may not include \"core/isa/spec.h\""},
    {"core/machine/x.cpp", "#include \"core/chips/catalog.h\"",
     "core/machine may not include \"core/chips/catalog.h\""},
    {"core/chips/training/x.cpp", "#include \"core/chips/training/y.h\"", ""},
    {"core/chips/training/x.cpp", "#include \"core/chips/nnp/y.h\"",
     "core/chips/* may not include \"core/chips/nnp/y.h\""},
    {"core/chips/training/x.cpp", "#include \"core/chips/catalog.h\"",
     "core/chips/* may not include \"core/chips/catalog.h\""},
    {"core/chips/catalog.cpp", "#include \"core/chips/nnp/y.h\"", ""},
    {"core/lower/x.cpp", "#include \"core/chips/nnp/config.h\"",
     "core/lower may not include \"core/chips/nnp/config.h\""},
    {"core/lower/tiling/x.cpp", "#include \"core/machine/circuit_limits.h\"", ""},
    {"core/lower/tiling/x.cpp", "#include \"core/machine/machine.h\"",
     "core/lower/* may not include \"core/machine/machine.h\""},
    {"core/lower/tiling/x.cpp", "#include \"core/lower/strips.h\"", ""},
    {"core/lower/tiling/x.cpp", "#include \"core/lower/striding/report.h\"",
     "core/lower/* may not include \"core/lower/striding/report.h\""},
    {"core/lower/x.cpp", "#include \"core/lower/striding/report.h\"",
     "core/lower may not include \"core/lower/striding/report.h\""},
    {"core/lower/x.cpp", "#include \"core/chips/nnp/isa.h\"",
     "core/lower may not include \"core/chips/nnp/isa.h\""},
    {"core/lower/x.cpp", "#include \"core/chips/config.h\"",
     "core/lower may not include \"core/chips/config.h\""},
    {"core/lower/x.cpp", "#include \"core/chips/nnp/nnp.h\"",
     "core/lower may not include \"core/chips/nnp/nnp.h\""},
    {"core/scene/tiling/x.cpp", "#include \"core/lower/tiling/report.h\"", ""},
    {"core/scene/tiling/x.cpp", "#include \"core/lower/tiling/masked.h\"",
     "core/scene/* may not include \"core/lower/tiling/masked.h\""},
    {"core/scene/tiling/x.cpp", "#include \"core/scene/striding/exactness.h\"",
     "core/scene/* may not include \"core/scene/striding/exactness.h\""},
    {"core/scene/tiling/x.cpp", "#include \"core/scene/circuit/array_picture.h\"", ""},
    {"core/scene/x.cpp", "#include \"core/lower/striding/report.h\"",
     "core/scene may not include \"core/lower/striding/report.h\""},
    {"widgets/state/x.cpp", "#include \"core/chips/catalog.h\"", ""},
    {"widgets/state/x.cpp", "#include \"core/chips/training/isa.h\"",
     "widgets/state may not include \"core/chips/training/isa.h\""},
    {"widgets/state/x.cpp", "#include \"core/circuit/line_buffer.h\"",
     "widgets/state may not include \"core/circuit/line_buffer.h\""},
    {"widgets/state/x.cpp", "#include \"widgets/paint/hatch.h\"", ""},
    {"widgets/paint/x.cpp", "#include \"widgets/state/memory_view.h\"",
     "widgets/paint may not include \"widgets/state/memory_view.h\""},
    {"widgets/theme/x.cpp", "#include \"widgets/session/frame.h\"",
     "widgets/theme may not include \"widgets/session/frame.h\""},
    {"widgets/cells/x.cpp", "#include \"app/ide/main_window.h\"",
     "widgets/cells may not include \"app/ide/main_window.h\""},
    {"core/scene/x.cpp", "#include \"widgets/theme/theme.h\"",
     "core/scene may not include \"widgets/theme/theme.h\""},
    {"app/cli/x.cpp", "#include \"core/scene/striding/exactness.h\"", ""},
    {"app/cli/x.cpp", "#include \"widgets/theme/theme.h\"",
     "app/cli may not include \"widgets/theme/theme.h\""},
    {"app/ide/x.cpp", "#include \"widgets/theme/theme.h\"", ""},
    {"app/ide/x.cpp", "#include \"core/chips/training/isa.h\"",
     "app/ide may not include \"core/chips/training/isa.h\""},
    {"tests/core/isa/x.cpp", "#include \"core/chips/training/isa.h\"", ""},
    {"tests/core/isa/x.cpp", "#include \"x.h\"", ""},
    {"tests/reference/x.cpp", "#include \"core/numeric/bf16.h\"",
     "tests/reference may not include \"core/numeric/bf16.h\""},
    {"examples/x.cpp", "#include \"core/base/check.h\"", "examples may not include \"core/base/check.h\""},
    {"core/base/x.cpp", "#include \"x.h\"", "includes \"x.h\", which names no room"},
    {"core/x.cpp", "", "is in no room"},
    {"core/rubbish/x.cpp", "", "is in no room"},
    {"widgets/x.cpp", "", "is in no room"},
    {"rubbish/x.cpp", "", "is in no room"},
    {"core/pch.h", "#include <vector>", ""},
    {"core/pch.h", "#include \"core/base/result.h\"", "is precompiled, and may only include libraries"},
    {"core/pch.h", "#include <QString>", "includes Qt's <QString>"},
    {"widgets/pch.h", "#include <QWidget>", ""},
    {"core/base/x.cpp", "#include \"core/pch.h\"", "includes \"core/pch.h\", which names no room"},
    {"rubbish/pch.h", "", "is in no room"},
    {"widgets/state/x.cpp", "#include \"moc_x.cpp\"", ""},
    {"widgets/state/x.cpp", "#include \"moc_y.cpp\"", "includes \"moc_y.cpp\", which names no room"},
};

// What is changed in the small project, and what is said of it.
struct Change {
    const char *name, *path, *before, *after, *sentences;
};
constexpr const char *kTop = "README.md", *kCore = "core/README.md", *kWidgets = "widgets/README.md";
// The first sentence; others may follow from it.
constexpr Change kBrokenTables[] = {
    {"right", kTop, "", "", ""},
    {"no table", kCore, "| room |", "| rooms |",
     "core/README.md: has no table \"room | what is in it | may include\""},
    {"a table without a line below its head", kCore, "|---|---|---|\n| `base`", "| `base`",
     "core/README.md: has no table \"room | what is in it | may include\""},
    {"a row of two cells", kCore, "| `isa` | x |", "| `isa` |",
     "core/README.md:4: is not a row of three cells"},
    {"a row that does not end", kCore, "| x | nothing |", "| x | nothing",
     "core/README.md:3: is not a row of three cells"},
    {"a room that is not described", kCore, "| `isa` | x |", "| `isa` | |",
     "core/README.md:4: is not a row of three cells"},
    {"a room without backquotes", kCore, "| `isa` |", "| isa |",
     "core/README.md:4: \"isa\" is not a room in backquotes"},
    {"a name without backquotes", kCore, "| `base` |\n", "| base |\n",
     "core/README.md:4: \"base\" is neither \"nothing\" nor a list of names in backquotes"},
    {"no comma", kCore, "`chips/*/config.h`, `isa`", "`chips/*/config.h` `isa`",
     "core/README.md:6: \"`chips/*/config.h` `isa`\" is neither \"nothing\" nor a list of names in "
     "backquotes"},
    {"a link to nothing", kTop, "(core/README.md#rooms)", "(core/ROOMS.md)",
     "README.md:3: links to another README than that of its folder"},
    {"a link to another folder", kTop, "(core/README.md#rooms)", "(widgets/README.md)",
     "README.md:3: links to another README than that of its folder"},
    {"all rooms of what has no table", kTop, "| `app/` |", "| all rooms |",
     "README.md:5: \"all rooms\" is not a room in backquotes"},
    {"an exception without a header", kCore, "", "| `core/lower/a.h` | it | soon |\n",
     "core/README.md:11: does not name one file and one header in backquotes"},
    {"an exception without a reason", kCore, "", "| `core/lower/a.h` | `core/isa/a.h` | |\n",
     "core/README.md:11: is not a row of three cells"},
    {"no folder", kCore, "| `scene` | x | `lower` |\n",
     "| `scene` | x | `lower` |\n| `concord` | x | nothing |\n",
     "core/README.md:8: `core/concord` has no folder"},
    {"two rows", kCore, "| `isa` | x | `base` |\n", "| `isa` | x | `base` |\n| `isa` | x | `base` |\n",
     "core/README.md:4: `core/isa` has two rows"},
    {"no such room", kCore, "| x | `lower` |", "| x | `lower`, `concord` |",
     "core/README.md:7: `core/concord` is neither a room nor a header"},
    {"no such header", kCore, "| x | `lower` |", "| x | `lower/b.h` |",
     "core/README.md:7: `core/lower/b.h` is neither a room nor a header"},
    {"twice", kCore, "| x | `lower` |", "| x | `lower`, `lower` |",
     "core/README.md:7: `core/scene` names `core/lower` twice"},
    {"twice, once for all", kWidgets, "| x | `theme` |", "| x | `core/scene`, `theme` |",
     "widgets/README.md:5: `widgets/paint` names `core/scene` twice"},
    {"itself", kCore, "| x | `lower` |", "| x | `lower`, `scene` |",
     "core/README.md:7: `core/scene` names `core/scene`, which is not above it: a circle, or the "
     "wrong order"},
    {"a circle", kCore, "| x | nothing |", "| x | `isa` |",
     "core/README.md:3: `core/base` names `core/isa`, which is not above it: a circle, or the wrong "
     "order"},
    {"a circle by a header", kCore, "| x | nothing |", "| x | `lower/plain.h` |",
     "core/README.md:3: `core/base` names `core/lower`, which is not above it: a circle, or the wrong "
     "order"},
    {"a circle through the other table", kCore, "| x | `lower` |", "| x | `lower`, `widgets/paint` |",
     "core/README.md:7: `core/scene` names `widgets/paint`, which is not above it: a circle, or the "
     "wrong order"},
    {"a circle of rooms of the window", kWidgets, "| `theme` | x | nothing |", "| `theme` | x | `paint` |",
     "widgets/README.md:4: `widgets/theme` names `widgets/paint`, which is not above it: a circle, or "
     "the wrong order"},
    {"a name that nothing needs", kCore, "| x | `lower` |", "| x | `lower`, `base` |",
     "core/README.md:7: no file of `core/scene` includes `core/base`"},
    {"a header that nothing needs", kCore, "| x | `lower` |", "| x | `lower`, `isa/a.h` |",
     "core/README.md:7: no file of `core/scene` includes `core/isa/a.h`"},
    {"a folder of rooms that nothing needs", "app/a.cpp", "#include \"core/base/a.h\"", "",
     "README.md:5: no file of `app` includes `core`"},
    {"a name for all rooms that nothing needs", kWidgets, "| `core/scene` |", "| `core/isa`, `core/scene` |",
     "widgets/README.md:3: no file of `widgets` includes `core/isa`"},
};
constexpr const char* kChip =
    "core/scene/b.cpp: reaches \"core/chips/one/config.h\" through \"core/lower/a.h\"; "
    "`core/scene` may not";
constexpr Change kReaching[] = {
    {"an ordinary header", "core/scene/b.cpp", "", "#include \"core/lower/plain.h\"\n", ""},
    {"a chip's header", "core/scene/b.cpp", "", "#include \"core/lower/a.h\"\n", kChip},
    {"more of a chip by the header that is named", "core/lower/b.cpp", "",
     "#include \"core/chips/one/config.h\"\n", ""},
    {"a chip's header that another chip brings along", "core/chips/two/b.h", "",
     "#include \"core/lower/a.h\"\n",
     "core/chips/two/b.h: reaches \"core/chips/one/config.h\" through \"core/lower/a.h\"; "
     "`core/chips/*` may not"},
    // Told where it begins, not again in core/scene/a.h's users: widgets/paint/a.cpp.
    {"told once", "core/scene/a.h", "", "#include \"core/lower/a.h\"\n",
     "core/scene/a.h: reaches \"core/chips/one/config.h\" through \"core/lower/a.h\"; `core/scene` "
     "may not"},
    {"folders of rooms are without the chips", "app/b.cpp", "", "#include \"core/lower/a.h\"\n",
     "app/b.cpp: reaches \"core/chips/one/config.h\" through \"core/lower/a.h\"; `app` may not"},
    {"a room two steps away", "core/lower/plain.h", "", "#include \"core/isa/a.h\"\n",
     "widgets/paint/a.cpp: reaches \"core/isa/a.h\" through \"core/scene/a.h\"; `widgets/paint` may "
     "not"},
    {"an exception that nothing needs", "core/README.md", "",
     "| `core/scene/a.h` | `core/lower/plain.h` | soon |\n",
     "core/README.md:11: `core/scene/a.h` needs its exception no longer"},
};
void addRows(std::span<const Change> changes) {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("sentences");
    for (const Change& c : changes) QTest::newRow(c.name) << c.path << c.before << c.after << c.sentences;
}

constexpr const char* kLicence = "// SPDX-License-Identifier: GPL-3.0-or-later\n";

} // namespace

class TestLayering : public QObject {
    Q_OBJECT

    const Tree m_project = project();
    const Tables m_tables = readTables(m_project);

  private Q_SLOTS:
    void everyFileKeepsTheRules() {
        QVERIFY(m_project.files.size() > 20);
        QStringList wrong;
        for (const File& file : m_project.files)
            if (isSource(file.path))
                for (const std::string& sentence : violations(file, m_tables))
                    wrong << QString::fromStdString(file.path + " " + sentence);
        for (const auto* list : {&kLongFiles, &kLongFunctions})
            for (const Exception& exception : *list)
                if (!m_project.find(exception.file))
                    wrong << QString::fromStdString("the exception for " + std::string(exception.file) +
                                                    " names no file");
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join("\n")));
    }
    void theTablesAreRight() {
        QCOMPARE(m_tables.folders, (std::vector<std::string>{"core", "widgets"}));
        QVERIFY(m_tables.rooms.size() > 20);
        QStringList wrong;
        for (const std::string& sentence : treeFaults(m_project, m_tables))
            wrong << QString::fromStdString(sentence);
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join("\n")));
    }
    void brokenRulesAreNoticed_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* path, const char* line, const char* sentence) {
            QTest::newRow(qPrintable(QString("%1: %2").arg(path, line))) << path << line << sentence;
        };
        for (const Line& l : kEdges) row(l.path, l.text, l.sentence);
        row("core/base/x.cpp", "#include <QString>", "includes Qt's <QString>");
        row("core/base/json.cpp", "#include <nlohmann/json.hpp>", "");
        row("core/base/json.h", "#include <nlohmann/json.hpp>", "may not include <nlohmann/json.hpp>");
        row("core/scene/x.cpp", "#include <nlohmann/json.hpp>", "may not include <nlohmann/json.hpp>");
        row("core/scene/x.h", "#include <nlohmann/json_fwd.hpp>", "may not include <nlohmann/json_fwd.hpp>");
        row("app/cli/x.cpp", "#include <nlohmann/json.hpp>", "may not include <nlohmann/json.hpp>");
        row("widgets/paint/x.cpp", "#include <nlohmann/json.hpp>", "may not include <nlohmann/json.hpp>");
        row("app/ide/x.cpp", "#include <nlohmann/json.hpp>", "may not include <nlohmann/json.hpp>");
        row("core/base/x.cpp", "#include <core/isa/spec.h>",
            "includes <core/isa/spec.h>, which belongs in quotes");
        const std::string comment = "    // " + std::string(104, 'x');
        row("core/base/x.cpp", (comment + "\n").c_str(),
            ("has a comment beyond column 110: " + comment).c_str());
        row("core/base/x.cpp", (comment.substr(1) + "\n").c_str(), "");
        row("core/tensor/x.h", "#include <zlib.h>", "may not include <zlib.h>");
        row("widgets/charts/curve_view.cpp", "#include <QChart>", "");
        row("widgets/paint/x.cpp", "#include <QChartView>",
            "includes <QChart>, which only widgets/charts may");
        row("app/ide/x.cpp", "#include <QLineSeries>",
            "includes <QLineSeries>, which only widgets/charts may");
        row("core/tensor/x.cpp", "a = reinterpret_cast<int*>(b);",
            "uses reinterpret_cast; only core/machine/state_store.h may");
        row("core/machine/state_store.h", "a = reinterpret_cast<int*>(b);", "");
        row("core/tensor/x.cpp", "a = strtod(b, c);", "uses strtod, which depends on the locale");
        row("core/tensor/x.cpp", "#include <sstream>",
            "includes <sstream>; numbers are read and written with from_chars and to_chars");
    }
    void brokenRulesAreNoticed() {
        QFETCH(QString, path);
        QFETCH(QString, line);
        QFETCH(QString, sentence);
        QCOMPARE(all(violations({path.toStdString(), kLicence + line.toStdString() + "\n"}, m_tables)),
                 sentence);
    }
    void brokenTablesAreNoticed_data() { addRows(kBrokenTables); }
    void brokenTablesAreNoticed() {
        QFETCH(QString, path);
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, sentences);
        const Tree tree = smallWith(path, before, after);
        const std::vector<std::string> faults = treeFaults(tree, readTables(tree));
        QCOMPARE(faults.empty() ? QString() : QString::fromStdString(faults.front()), sentences);
    }
    void whatHeadersBringAlongIsNoticed_data() { addRows(kReaching); }
    void whatHeadersBringAlongIsNoticed() {
        QFETCH(QString, path);
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, sentences);
        const Tree tree = smallWith(path, before, after);
        QCOMPARE(all(treeFaults(tree, readTables(tree))), sentences);
    }
    void anExceptionIsGranted() {
        Tree tree = smallWith(QStringLiteral("core/README.md"), {},
                              QStringLiteral("| `core/scene/b.h` | `core/lower/a.h` | soon |\n"));
        tree.files.push_back({"core/scene/b.h", "#include \"core/lower/a.h\"\n"});
        tree.files.push_back({"core/scene/b.cpp", "#include \"core/scene/b.h\"\n"});
        tree.files.push_back({"widgets/paint/b.cpp", "#include \"core/scene/b.h\"\n"});
        QCOMPARE(all(treeFaults(tree, readTables(tree))), QString());
        // For that include only.
        tree.files.push_back({"core/scene/c.cpp", "#include \"core/lower/a.h\"\n"});
        QCOMPARE(all(treeFaults(tree, readTables(tree))),
                 QString("core/scene/c.cpp: reaches \"core/chips/one/config.h\" through \"core/lower/a.h\"; "
                         "`core/scene` may not"));
    }
    void lengthsAreNoticed() {
        std::string body;
        for (std::size_t i = 0; i < kMostFunctionLines - 2; ++i) body += "    work();\n";
        const std::string fits = std::string(kLicence) + "void f(int a) {\n" + body + "}\n";
        const std::string tooLong = std::string(kLicence) + "void f(int a,\n       int b) {\n" + body + "}\n";
        QCOMPARE(all(violations({"core/base/x.cpp", fits}, m_tables)), QString());
        QCOMPARE(all(violations({"core/base/x.cpp", tooLong}, m_tables)),
                 QString("has a function of 61 lines in line 2"));
        const std::string method =
            std::string(kLicence) + "class A {\n    void f() {\n    " + body + "        work();\n    }\n};\n";
        QCOMPARE(all(violations({"core/base/x.h", method}, m_tables)),
                 QString("has a function of 61 lines in line 3"));
        const std::string file = kLicence + std::string(kMostLines, '\n');
        QCOMPARE(all(violations({"core/base/x.cpp", file}, m_tables)), QString("has 501 lines; at most 500"));
        QCOMPARE(all(violations({"core/base/x.cpp", "int a;\n"}, m_tables)),
                 QString("does not begin with its licence"));
    }
};

int tst_layering(int argc, char** argv) { return lw::tests::run<TestLayering>(argc, argv); }
#include "tst_layering.moc"
