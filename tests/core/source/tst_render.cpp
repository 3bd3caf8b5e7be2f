// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/render.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::source;

namespace {
constexpr Message kWrong{"E999", Severity::Error, "{0} is wrong", "Try again."};
constexpr Message kOdd{"W999", Severity::Warning, "odd", "Look twice."};
constexpr Message kHere{"", Severity::Error, "see here", ""};
} // namespace

class TestRender : public QObject {
    Q_OBJECT
  private:
    MemoryLoader m_loader;

    std::string picture(const std::string& text, Place place) {
        Files files(m_loader);
        place.file = files.add("f.lw", text);
        return render(Problem{&kOdd, {}, place, {}, {}}, files);
    }

  private Q_SLOTS:
    void everythingAtOnce() {
        Files files(m_loader);
        files.add("f.lw", "one\nadd rx, r2\n");
        const Problem problem{&kWrong, {"rx"}, {0, 2, 5, 2}, {{&kHere, {}, {0, 1, 1, 3}}}, "r1"};
        QCOMPARE(render(problem, files), std::string("f.lw:2:5: error E999: rx is wrong\n"
                                                     "    2 | add rx, r2\n"
                                                     "      |     ^~\n"
                                                     "help: did you mean 'r1'?\n"
                                                     "f.lw:1:1: note: see here\n"
                                                     "    1 | one\n"
                                                     "      | ^~~\n"));
    }
    void tabsAreWidened() {
        QCOMPARE(picture("\ta\tb", {0, 1, 4, 1}),
                 std::string("f.lw:1:4: warning W999: odd\n    1 |     a   b\n      |         ^\n"));
        QCOMPARE(picture("a\tb", {0, 1, 2, 1}),
                 std::string("f.lw:1:2: warning W999: odd\n    1 | a   b\n      |  ^~~\n"));
    }
    // A letter of several bytes is one column wide; columns in the heading stay bytes.
    void lettersOfSeveralBytes() {
        QCOMPARE(
            picture("# \xc3\xa4\xe2\x82\xac x", {0, 1, 9, 1}),
            std::string("f.lw:1:9: warning W999: odd\n    1 | # \xc3\xa4\xe2\x82\xac x\n      |      ^\n"));
    }
    void controlBytesAreDots() {
        QCOMPARE(picture(std::string("a\x01\x1b[b", 5), {0, 1, 2, 1}),
                 std::string("f.lw:1:2: warning W999: odd\n    1 | a..[b\n      |  ^\n"));
    }
    void longLinesAreCut() {
        const std::string text =
            picture(std::string(1'000'000, 'x') + "y" + std::string(1000, 'z'), {0, 1, 1'000'001, 1});
        QVERIFY(text.size() < 500);
        const std::size_t caret = text.rfind('^') - text.rfind('\n', text.rfind('^'));
        const std::size_t line = text.find("| ");
        QCOMPARE(text[text.rfind('\n', line) + caret], 'y');
    }
    void placesWithoutText() {
        QCOMPARE(picture("a", {0, 7, 1, 1}), std::string("f.lw:7:1: warning W999: odd\n"));
        QCOMPARE(picture("a", {0, 0, 0, 0}), std::string("f.lw: warning W999: odd\n"));
        QCOMPARE(picture("ab", {0, 1, 3, 1}),
                 std::string("f.lw:1:3: warning W999: odd\n    1 | ab\n      |   ^\n"));
        QCOMPARE(picture("ab", {0, 1, 2, 99}),
                 std::string("f.lw:1:2: warning W999: odd\n    1 | ab\n      |  ^\n"));
        Files files(m_loader);
        QCOMPARE(render(Problem{&kOdd, {}, {}, {}, {}}, files), std::string("warning W999: odd\n"));
    }
    void colours() {
        Files files(m_loader);
        files.add("f.lw", "x");
        const Problem problem{&kWrong, {"x"}, {0, 1, 1, 1}, {}, "y"};
        std::string coloured = render(problem, files, Colour::On);
        QVERIFY(coloured.find("\x1b[1;31m") != std::string::npos);
        for (std::size_t at; (at = coloured.find('\x1b')) != std::string::npos;)
            coloured.erase(at, coloured.find('m', at) - at + 1);
        QCOMPARE(coloured, render(problem, files));
    }
};

int tst_render(int argc, char** argv) { return lw::tests::run<TestRender>(argc, argv); }
#include "tst_render.moc"
