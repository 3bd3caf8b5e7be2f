// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/base/json_value.h"
#include "tests/support/run_test.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace lw;

namespace {

constexpr const char* kTree = R"({
 "a": [
  1,
  [],
  {}
 ],
 "b": {
  "x": null,
  "y": "z"
 }
})";
constexpr const char* kTreeAsAdded = R"({
    "b": {
        "y": "z",
        "x": null
    },
    "a": [
        1,
        [],
        {}
    ]
})";

// The same value for both libraries.
template <typename Theirs> struct Both {
    Json ours;
    Theirs theirs;
};

template <typename Theirs> class Trees {
  public:
    explicit Trees(std::uint32_t seed) : m_random(seed) {}

    Both<Theirs> tree(std::uint32_t depth) {
        const std::uint32_t kind = below(depth == 0 ? 7 : 9);
        if (kind == 7) return list(depth - 1);
        if (kind == 8) return object(depth - 1);
        return leaf(kind);
    }

  private:
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(m_random() % limit); }

    Both<Theirs> leaf(std::uint32_t kind) {
        switch (kind) {
        case 0: return {nullptr, nullptr};
        case 1: return same(m_random() % 2 == 0);
        case 2: return same(static_cast<std::int64_t>(m_random()) >> below(64));
        case 3: return same(m_random() >> below(64));
        case 4: return same(std::bit_cast<double>(m_random())); // NaN, infinite, subnormal among them
        case 5: return same(std::bit_cast<float>(static_cast<std::uint32_t>(m_random())));
        default: return same(text());
        }
    }
    template <typename Value> static Both<Theirs> same(const Value& value) { return {value, value}; }

    // Any bytes, or whole characters.
    std::string text() {
        constexpr std::string_view kPieces[] = {"a",
                                                "\"",
                                                "\\",
                                                "\n",
                                                "\x7f",
                                                "\xc3\xa9",
                                                "\xe2\x82\xac",
                                                "\xf0\x9f\x98\x80",
                                                "\xed\xa0\x80",
                                                "\xc3",
                                                "\xf4\x90"};
        std::string out;
        const bool anyBytes = below(2) == 0;
        for (std::uint32_t count = below(12); count > 0; --count)
            if (anyBytes)
                out += static_cast<char>(below(256));
            else
                out += kPieces[below(std::size(kPieces))];
        return out;
    }
    Both<Theirs> list(std::uint32_t depth) {
        Both<Theirs> out{Json::list(), Theirs::array()};
        for (std::uint32_t count = below(5); count > 0; --count) {
            const Both<Theirs> item = tree(depth);
            out.ours.push_back(item.ours);
            out.theirs.push_back(item.theirs);
        }
        return out;
    }
    Both<Theirs> object(std::uint32_t depth) {
        Both<Theirs> out{Json::object(), Theirs::object()};
        for (std::uint32_t count = below(6); count > 0; --count) {
            const std::string key =
                below(2) == 0 ? std::string(1, static_cast<char>('a' + below(4))) : text();
            const Both<Theirs> member = tree(depth);
            out.ours[key] = member.ours;
            out.theirs[key] = member.theirs;
        }
        return out;
    }

    std::mt19937_64 m_random;
};

template <typename Theirs> void compareTrees(Json::Order order) {
    for (std::uint32_t seed = 0; seed < 2000; ++seed) {
        const Both<Theirs> tree = Trees<Theirs>(seed).tree(4);
        const auto theirs = [&](int indent) {
            return tree.theirs.dump(indent, ' ', false, Theirs::error_handler_t::replace);
        };
        QCOMPARE(tree.ours.line(order), theirs(-1));
        for (const int indent : {0, 1, 2, 5})
            QCOMPARE(tree.ours.text(static_cast<std::size_t>(indent), order), theirs(indent));
    }
}

} // namespace

class TestJson : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void valuesAreWrittenAsTheyAre_data() {
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char* name, const Json& value, const char* wanted) {
            QTest::newRow(name) << QByteArray::fromStdString(value.line()) << QByteArray(wanted);
        };
        row("null", Json(), "null");
        row("null pointer", nullptr, "null");
        row("true", true, "true");
        row("false", false, "false");
        row("int", -7, "-7");
        row("8 bits without a sign", std::uint8_t{200}, "200");
        row("8 bits with a sign", std::int8_t{-100}, "-100");
        row("least", std::numeric_limits<std::int64_t>::min(), "-9223372036854775808");
        row("greatest", std::numeric_limits<std::uint64_t>::max(), "18446744073709551615");
        row("whole double", 3.0, "3.0");
        row("minus zero", -0.0, "-0.0");
        row("tenth", 0.1, "0.1");
        row("tenth of 32 bits", 0.1f, "0.10000000149011612");
        row("large double", 1e22, "1e+22");
        row("greatest double", std::numeric_limits<double>::max(), "1.7976931348623157e+308");
        row("least double", std::numeric_limits<double>::denorm_min(), "5e-324");
        row("infinite", std::numeric_limits<double>::infinity(), "null");
        row("not a number", std::numeric_limits<double>::quiet_NaN(), "null");
        row("text", "a", "\"a\"");
        row("empty text", std::string(), "\"\"");
        row("text of another type", std::string_view("ab").substr(1), "\"b\"");
        row("escapes", "\"\\/\b\f\n\r\t\x01\x1f\x7f", "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"");
        row("a zero byte", std::string(1, '\0'), "\"\\u0000\"");
        row("not ASCII", "\xc3\xa9\xf0\x9f\x98\x80", "\"\xc3\xa9\xf0\x9f\x98\x80\"");
        row("not UTF-8", "a\xff\x62", "\"a\xef\xbf\xbd\x62\"");
        row("cut off", "a\xe2\x82", "\"a\xef\xbf\xbd\"");
        row("list", Json::list({1, "a", nullptr, Json::list()}), "[1,\"a\",null,[]]");
        row("list of values", Json::list(std::vector<std::string>{"a", "b"}), "[\"a\",\"b\"]");
        row("object", {{"b", 1}, {"a", Json::object()}}, "{\"a\":{},\"b\":1}");
        row("object with one member", {{"a", "b"}}, "{\"a\":\"b\"}");
        row("pairs of texts are members", {{"a", "b"}, {"c", "d"}}, "{\"a\":\"b\",\"c\":\"d\"}");
        row("key with escapes", {{"\"\xff", 1}}, "{\"\\\"\xef\xbf\xbd\":1}");
    }
    void valuesAreWrittenAsTheyAre() {
        QFETCH(QByteArray, written);
        QFETCH(QByteArray, wanted);
        QCOMPARE(written, wanted);
    }
    void linesAreIndented() {
        const Json tree{{"b", {{"y", "z"}, {"x", nullptr}}},
                        {"a", Json::list({1, Json::list(), Json::object()})}};
        QCOMPARE(tree.text(1), std::string(kTree));
        QCOMPARE(tree.text(4, Json::Order::AsAdded), std::string(kTreeAsAdded));
        QCOMPARE(tree.line(Json::Order::AsAdded), std::string(R"({"b":{"y":"z","x":null},"a":[1,[],{}]})"));
        QCOMPARE(Json::list().text(2), std::string("[]"));
        QCOMPARE(Json::object().text(2), std::string("{}"));
    }
    void isBuiltPieceByPiece() {
        Json out;
        QVERIFY(out.isNull());
        out["z"]["deep"].push_back(1);
        out["z"]["deep"].push_back({{"k", 2}});
        out["a"] = "first";
        out["b"];
        out["a"] = Json::list({3}); // in its place
        QVERIFY(!out.isNull() && !Json::object().isNull() && !Json::list().isNull());
        QCOMPARE(out.line(Json::Order::AsAdded),
                 std::string(R"({"z":{"deep":[1,{"k":2}]},"a":[3],"b":null})"));
        Json copy = out;
        copy["z"] = false;
        QCOMPARE(out.line(), std::string(R"({"a":[3],"b":null,"z":{"deep":[1,{"k":2}]}})"));
        QCOMPARE(copy.line(), std::string(R"({"a":[3],"b":null,"z":false})"));
        const Json taken = std::move(out["z"]);
        QCOMPARE(taken.line(), std::string(R"({"deep":[1,{"k":2}]})"));
    }
    // The members of an initializer list are taken, not copied.
    void membersAreTaken() {
        const std::string long80(80, 'x');
        Json inner = Json::list({long80});
        Json outer{{"inner", std::move(inner)}};
        QCOMPARE(outer["inner"].line(), "[\"" + long80 + "\"]");
        QCOMPARE(inner.line(), std::string("[]"));
    }
    void isWrittenAsTheOtherLibraryDoes() {
        compareTrees<nlohmann::json>(Json::Order::ByKey);
        compareTrees<nlohmann::ordered_json>(Json::Order::AsAdded);
    }
    void everyByteIsWrittenAsTheOtherLibraryDoes() {
        for (int first = 0; first < 256; ++first)
            for (int second = 0; second < 256; ++second) {
                const std::string text{static_cast<char>(first), static_cast<char>(second)};
                using Theirs = nlohmann::json;
                QCOMPARE(Json(text).line(),
                         Theirs(text).dump(-1, ' ', false, Theirs::error_handler_t::replace));
            }
    }
    void whatWasReadCanBeWritten_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"null", "true", "-5", "9223372036854775807", "0.1", "1e+300", "\"a\\n\"",
                                 "[]", "{}", R"({"z":[1,{"b":2,"a":[]}],"a":""})"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatWasReadCanBeWritten() {
        QFETCH(QByteArray, text);
        const auto value = parseJson(text.toStdString(), Place::kNoFile);
        QVERIFY(bool(value));
        QCOMPARE(QString::fromStdString(jsonOf(*value).line(Json::Order::AsAdded)), QString::fromUtf8(text));
    }
};

int tst_json(int argc, char** argv) { return lw::tests::run<TestJson>(argc, argv); }
#include "tst_json.moc"
