// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QTest>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

// What the C library's mathematics gives differs between hosts and versions, so no chip calls it: neither in
// the source nor by a call that the compiler puts in place of something else.
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> chipFiles() {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator(fs::path(LW_ROOT) / "core/chips"))
        if (entry.is_regular_file()) files.push_back(entry.path());
    return files;
}

const std::regex& forbiddenInSource() {
    static const std::regex pattern(
        R"(#include <(cmath|math\.h|complex|valarray|tgmath\.h)>|__builtin_(a?(sin|cos|tan)h?|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|erf|fma|rint|nearbyint|round|floor|ceil|trunc|ldexp|scalbn)[fl]?\b)");
    return pattern;
}

const std::set<std::string>& forbiddenInObjects() {
    static const std::set<std::string> names = [] {
        std::set<std::string> all;
        for (const char* base :
             {"sin",   "cos",  "tan",   "asin",  "acos",   "atan", "atan2",     "sinh",  "cosh",
              "tanh",  "exp",  "exp2",  "expm1", "log",    "log2", "log10",     "log1p", "pow",
              "sqrt",  "cbrt", "hypot", "erf",   "fma",    "rint", "nearbyint", "round", "roundeven",
              "floor", "ceil", "trunc", "ldexp", "scalbn", "fmod"})
            for (const char* suffix : {"", "f", "l"}) all.insert(std::string(base) + suffix);
        return all;
    }();
    return names;
}

// "file.cpp symbol" for every undefined symbol of the library.
std::vector<std::pair<std::string, std::string>> undefinedSymbols() {
    std::vector<std::pair<std::string, std::string>> found;
    std::FILE* pipe = popen("nm --undefined-only --format=posix \"" LW_CORE "\"", "r");
    if (!pipe) return found;
    std::string member;
    for (char line[4096]; std::fgets(line, sizeof line, pipe);) {
        const std::string text(line);
        std::smatch match;
        if (std::regex_search(text, match, std::regex(R"(\[(.*)\.o\]:)")))
            member = match[1];
        else
            found.emplace_back(member, text.substr(0, text.find_first_of(" @\n")));
    }
    return pclose(pipe) == 0 ? found : decltype(found){};
}

} // namespace

class TestNoLibm : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void sources() {
        QVERIFY(chipFiles().size() > 20);
        for (const fs::path& path : chipFiles()) {
            std::smatch match;
            const std::string text = textOf(path);
            QVERIFY2(!std::regex_search(text, match, forbiddenInSource()),
                     (path.string() + ": " + match.str()).c_str());
        }
        QVERIFY(std::regex_search(std::string("y = __builtin_expf(x);"), forbiddenInSource()));
        QVERIFY(!std::regex_search(std::string("y = __builtin_expect(x, 1);"), forbiddenInSource()));
    }

    void objects() {
        std::set<std::string> chips;
        for (const fs::path& path : chipFiles())
            if (path.extension() == ".cpp") chips.insert(path.filename().string());
        int symbols = 0;
        for (const auto& [member, symbol] : undefinedSymbols()) {
            if (!chips.contains(member)) continue;
            ++symbols;
            QVERIFY2(!forbiddenInObjects().contains(symbol), (member + " calls " + symbol).c_str());
        }
        QVERIFY2(symbols > 50, "nm listed too little to prove anything");
    }
};

int tst_no_libm(int argc, char** argv) { return lw::tests::run<TestNoLibm>(argc, argv); }
#include "tst_no_libm.moc"
