// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_value.h"
#include "tests/support/run_test.h"

#include "core/base/closest_word.h"

#include <QTest>

using namespace lw;

namespace {
constexpr std::string_view kKeys[] = {"lanes", "sublanes", "title"};

std::string errorOf(std::string_view text) {
    const auto value = parseJson(text, 3);
    if (!value) {
        const Problem& problem = value.problem();
        return std::string(problem.message->code) + " " + std::to_string(problem.place.line) + ":" +
               std::to_string(problem.place.column);
    }
    const auto object = JsonObject::of(*value, "", std::span(kKeys).first(1), std::span(kKeys).subspan(1));
    if (!object) {
        const Problem& problem = object.problem();
        return std::string(problem.message->code) + " " + std::to_string(problem.place.line) + ":" +
               std::to_string(problem.place.column) + " " + problem.replacement;
    }
    const auto lanes = object->integer("lanes", 1, 128);
    if (!lanes) {
        const Problem& problem = lanes.problem();
        return std::string(problem.message->code) + " " + std::to_string(problem.place.line) + ":" +
               std::to_string(problem.place.column) + "+" + std::to_string(problem.place.length);
    }
    return "fine";
}
} // namespace

class TestJsonValue : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyValueKnowsItsPlace() {
        const auto read = parseJson("{\n  \"a\": [1, -2.5e1,true,null],\n \"b\" :{\"c\":\"x\\\"y\"} }", 7);
        QVERIFY(read);
        const JsonValue& a = read->items[0];
        QCOMPARE(read->keys[0], std::string("a"));
        QCOMPARE(a.kind, JsonValue::Kind::List);
        QCOMPARE(a.place, (Place{7, 2, 8, 1}));
        QCOMPARE(a.items[0].integer, std::int64_t(1));
        QCOMPARE(a.items[0].place, (Place{7, 2, 9, 1}));
        QCOMPARE(a.items[1].real, -25.0);
        QCOMPARE(a.items[1].place, (Place{7, 2, 12, 6}));
        QCOMPARE(a.items[2].place, (Place{7, 2, 19, 4}));
        QCOMPARE(a.items[3].place, (Place{7, 2, 24, 4}));
        QCOMPARE(read->keyPlaces[1], (Place{7, 3, 2, 3}));
        QCOMPARE(read->items[1].items[0].text, std::string("x\"y"));
        QCOMPARE(read->items[1].items[0].place, (Place{7, 3, 12, 6}));
    }
    void whatIsWrongIsRefusedAtItsPlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("error");
        QTest::newRow("empty") << QByteArray("") << QByteArray("E600 1:1");
        QTest::newRow("cut off") << QByteArray("{\"lanes\": ") << QByteArray("E600 1:11");
        QTest::newRow("comma") << QByteArray("{\"lanes\": 1,\n}") << QByteArray("E600 2:1");
        QTest::newRow("comment") << QByteArray("{\"lanes\": 1 // no\n}") << QByteArray("E600 1:13");
        QTest::newRow("zero byte") << QByteArray("{\"lanes\": 1}\n\0", 14) << QByteArray("E600 2:1");
        QTest::newRow("trailing") << QByteArray("{\"lanes\": 1} 2") << QByteArray("E600 1:14");
        QTest::newRow("bad utf-8") << QByteArray("{\"lanes\": \"\xff\"}") << QByteArray("E600 1:12");
        QTest::newRow("twice") << QByteArray("{\"lanes\": 1,\n \"lanes\": 2}") << QByteArray("E601 2:2");
        QTest::newRow("unknown") << QByteArray("{\"lanes\": 1,\n  \"sublane\": 2}")
                                 << QByteArray("E604 2:3 sublanes");
        QTest::newRow("missing") << QByteArray("{\n}") << QByteArray("E605 1:1 ");
        QTest::newRow("no object") << QByteArray(" [1]") << QByteArray("E606 1:2 ");
        QTest::newRow("wrong type") << QByteArray("{\"lanes\":\"many\"}") << QByteArray("E606 1:10+6");
        QTest::newRow("fraction") << QByteArray("{\"lanes\": 1.5}") << QByteArray("E606 1:11+3");
        QTest::newRow("absurd") << QByteArray("{\"lanes\": 100000000000000000000}")
                                << QByteArray("E606 1:11+21");
        QTest::newRow("out of range") << QByteArray("{\"lanes\":\n129}") << QByteArray("E607 2:1+3");
        QTest::newRow("fine") << QByteArray("{\"lanes\": 128, \"title\": \"x\"}") << QByteArray("fine");
    }
    void whatIsWrongIsRefusedAtItsPlace() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, error);
        QCOMPARE(QByteArray::fromStdString(errorOf({text.data(), std::size_t(text.size())})), error);
    }
    void hostileSizesAreRefused() {
        QCOMPARE(errorOf(std::string(100'000, '[')), std::string("E602 1:65"));
        std::string keys = "{";
        for (int i = 0; i < 2000; ++i) keys += "\"k" + std::to_string(i) + "\":0,";
        QCOMPARE(errorOf(keys + "\"end\":0}").substr(0, 4), std::string("E603"));
        std::string values = "[0";
        for (int i = 0; i < 1'000'001; ++i) values += ",0";
        QCOMPARE(errorOf(values + "]").substr(0, 4), std::string("E603"));
    }
    void misspeltWordsFindTheirNeighbour() {
        QCOMPARE(closestWord("lanse", kKeys), std::string_view("lanes"));
        QCOMPARE(closestWord("sublan", kKeys), std::string_view("sublanes"));
        QCOMPARE(closestWord("LANES", kKeys), std::string_view("lanes"));
        QCOMPARE(closestWord("colour", kKeys), std::string_view());
        QCOMPARE(closestWord("", kKeys), std::string_view());
    }
};

int tst_json_value(int argc, char** argv) { return lw::tests::run<TestJsonValue>(argc, argv); }
#include "tst_json_value.moc"
