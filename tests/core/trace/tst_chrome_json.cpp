// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrome_json.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <limits>
#include <nlohmann/json.hpp>

using namespace lw::trace;
using nlohmann::json;

namespace {
std::string jsonText(std::string_view text) {
    std::string out;
    appendJsonString(text, out);
    return out;
}
} // namespace

class TestChromeJson : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void spansLanesAndArguments() {
        std::string text;
        ChromeTrace trace([&](std::string_view piece) { text += piece; }, "a \"run\"");
        trace.lane("mxu");
        const TraceArgument arguments[] = {{"bundle", std::uint64_t{18446744073709551615u}},
                                           {"delta", std::int64_t{-3}},
                                           {"text", std::string_view("s0: add\n")},
                                           {"loss", 0.5},
                                           {"bad", std::numeric_limits<double>::infinity()}};
        trace.span({"push", "scalar", 10, 18, arguments});
        trace.span({"pop", "mxu", 20, 20, {}});
        trace.instant("halt", "scalar", 30);
        trace.counter("queue", 31, 2);
        trace.finish();
        const json parsed = json::parse(text);
        const json& events = parsed.at("traceEvents");
        QCOMPARE(events.size(), std::size_t{9});
        QCOMPARE(events[0].at("args").at("name").get<std::string>(), std::string("a \"run\""));
        QCOMPARE(events[1].at("args").at("name").get<std::string>(), std::string("mxu"));
        QCOMPARE(events[2].at("args").at("sort_index").get<int>(), 1);
        const json& push = events[5];
        QCOMPARE(push.at("ph").get<std::string>(), std::string("X"));
        QCOMPARE(push.at("tid").get<int>(), 2);
        QCOMPARE(push.at("ts").get<int>(), 10);
        QCOMPARE(push.at("dur").get<int>(), 8);
        QCOMPARE(push.at("args").at("bundle").get<std::uint64_t>(), std::uint64_t{18446744073709551615u});
        QCOMPARE(push.at("args").at("delta").get<int>(), -3);
        QCOMPARE(push.at("args").at("text").get<std::string>(), std::string("s0: add\n"));
        QCOMPARE(push.at("args").at("loss").get<double>(), 0.5);
        QCOMPARE(push.at("args").at("bad").get<std::string>(), std::string("inf"));
        QCOMPARE(events[6].at("tid").get<int>(), 1);
        QCOMPARE(events[6].at("dur").get<int>(), 0);
        QCOMPARE(events[7].at("ph").get<std::string>(), std::string("i"));
        QCOMPARE(events[8].at("args").at("value").get<double>(), 2.0);
    }

    void emptyTracesAreValid() {
        std::string text;
        ChromeTrace trace([&](std::string_view piece) { text += piece; }, "");
        trace.finish();
        QCOMPARE(json::parse(text).at("traceEvents").size(), std::size_t{1});
    }

    // Every single byte, and every UTF-8 letter at the edges of its form,
    // gives text that an independent reader accepts.
    void textsAreEscaped() {
        QCOMPARE(jsonText("a\"b\\c\n\x01"), std::string("\"a\\\"b\\\\c\\u000a\\u0001\""));
        for (int byte = 0; byte < 256; ++byte) {
            const std::string text = "x" + std::string(1, char(byte)) + "y";
            const std::string back = json::parse(jsonText(text)).get<std::string>();
            QCOMPARE(back, byte < 128 ? text : std::string("x\xef\xbf\xbdy"));
        }
        for (const char* letter : {"\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                                   "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
            QCOMPARE(json::parse(jsonText(letter)).get<std::string>(), std::string(letter));
        for (const char* broken : {"\xc0\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                   "\xf4\x90\x80\x80", "\xe2\x82", "\xf5\x80\x80\x80"})
            QVERIFY(json::parse(jsonText(broken)).get<std::string>().starts_with("\xef\xbf\xbd"));
    }

    // A long trace leaves in pieces: memory does not grow with it.
    void longTracesAreHandedOutInPieces() {
        std::size_t pieces = 0, largest = 0, bytes = 0;
        std::string text;
        ChromeTrace trace(
            [&](std::string_view piece) {
                ++pieces;
                largest = std::max(largest, piece.size());
                bytes += piece.size();
                text += piece;
            },
            "long");
        for (std::uint64_t clock = 0; clock < 10000; ++clock)
            trace.span({"add", "scalar", clock, clock + 1, {}});
        trace.finish();
        QVERIFY(pieces > 5);
        QVERIFY(largest < 70000);
        QCOMPARE(json::parse(text).at("traceEvents").size(), std::size_t{10003});
    }
};

int tst_chrome_json(int argc, char** argv) { return lw::tests::run<TestChromeJson>(argc, argv); }
#include "tst_chrome_json.moc"
