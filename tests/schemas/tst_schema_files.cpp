// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema_laws.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

using namespace lw;

class TestSchemaFiles : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void everySchemaIsOneAndSaysWhichOne() {
        const QStringList files = QDir(LW_ROOT "/resources/schemas").entryList(QDir::Files);
        QVERIFY(files.size() >= 17);
        for (const QString& file : files) {
            QVERIFY2(file.endsWith(".schema.json"), qPrintable(file));
            const std::string name = file.chopped(int(qstrlen(".schema.json"))).toStdString();
            const test::JsonSchema schema(name);
            QVERIFY2(schema.problems().empty(),
                     schema.problems().empty() ? "" : schema.problems()[0].c_str());
            QCOMPARE(schema.root().find("$id")->text, "urn:lanewright:schema:" + name);
            QCOMPARE(schema.root().find("$schema")->text,
                     std::string("https://json-schema.org/draft/2020-12/schema"));
        }
    }

    void theManualListsThem() {
        const QString manual =
            QString::fromStdString(test::contentsOf(LW_ROOT "/resources/manual/schemas.md"));
        QStringList listed;
        for (const QString& line : manual.split('\n')) {
            if (!line.startsWith("| `")) continue;
            auto names = QRegularExpression("`([a-z-]+)`").globalMatch(line.section('|', 1, 1));
            while (names.hasNext()) listed += names.next().captured(1) + ".schema.json";
        }
        listed.sort();
        QCOMPARE(listed, QDir(LW_ROOT "/resources/schemas").entryList(QDir::Files, QDir::Name));
    }
};

int tst_schema_files(int argc, char** argv) { return tests::run<TestSchemaFiles>(argc, argv); }

#include "tst_schema_files.moc"
