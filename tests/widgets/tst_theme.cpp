// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/colour_vision.h"
#include "widgets/theme/changed_delegate.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/unit_colours.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyleOption>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace lw;
using theme::Role;

using tests::ciede2000;
using tests::contrast;
using tests::kVisions;
using tests::labOf;
using tests::linearOf;
using tests::luminance;
using tests::seen;
using tests::Triple;
using tests::Vision;

namespace {

constexpr Role kUnits[] = {Role::UnitScalar,  Role::UnitVector, Role::UnitMemory, Role::UnitMatrix,
                           Role::UnitPermute, Role::UnitUnary,  Role::UnitDma,    Role::UnitSync};
constexpr Role kStates[] = {Role::Accent, Role::Error, Role::Warning, Role::Success};
constexpr Role kTexts[] = {Role::Text, Role::Muted, Role::Accent, Role::Error, Role::Warning, Role::Success};
constexpr Role kSurfaces[] = {Role::Surface, Role::Panel};

std::string nameOf(Role role) { return std::string(theme::kRoleNames[static_cast<std::size_t>(role)]); }

} // namespace

class TestTheme : public QObject {
    Q_OBJECT
    theme::Theme m_theme; // first, because it brings the resources

    static void themes() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"dark", "light", "print"}) QTest::newRow(name) << QString::fromLatin1(name);
    }

  private Q_SLOTS:
    void differenceIsThePublishedOne_data() {
        QTest::addColumn<QList<double>>("numbers"); // two colours in Lab, and their difference
        // From the table of test data that Sharma et al. publish: every branch of the hue arithmetic.
        QTest::newRow("1") << QList<double>{50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425};
        QTest::newRow("4") << QList<double>{50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000};
        QTest::newRow("7") << QList<double>{50, 0, 0, 50, -1, 2, 2.3669};
        QTest::newRow("9") << QList<double>{50, 2.49, -0.001, 50, -2.49, 0.0009, 7.1792};
        QTest::newRow("11") << QList<double>{50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195};
        QTest::newRow("13") << QList<double>{50, -0.001, 2.49, 50, 0.0009, -2.49, 4.8045};
        QTest::newRow("16") << QList<double>{50, 2.5, 0, 50, 0, -2.5, 4.3065};
        QTest::newRow("17") << QList<double>{50, 2.5, 0, 73, 25, -18, 27.1492};
        QTest::newRow("20") << QList<double>{50, 2.5, 0, 58, 24, 15, 19.4535};
        QTest::newRow("25") << QList<double>{60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644};
        QTest::newRow("28") << QList<double>{35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645};
        QTest::newRow("31") << QList<double>{90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381};
        QTest::newRow("33") << QList<double>{6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377};
        QTest::newRow("34") << QList<double>{2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082};
    }
    void differenceIsThePublishedOne() {
        QFETCH(QList<double>, numbers);
        const Triple p{numbers[0], numbers[1], numbers[2]}, q{numbers[3], numbers[4], numbers[5]};
        QVERIFY(std::abs(ciede2000(p, q) - numbers[6]) < 0.00006);
        QVERIFY(std::abs(ciede2000(q, p) - numbers[6]) < 0.00006);
    }
    void everyThemeHasExactlyTheRoles_data() { themes(); }
    void everyThemeHasExactlyTheRoles() {
        QFETCH(QString, name);
        QFile file(QStringLiteral(LW_ROOT "/resources/themes/%1.json").arg(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject theme = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(theme["name"].toString(), name);
        const QJsonObject roles = theme["roles"].toObject();
        QStringList wanted;
        for (const std::string_view role : theme::kRoleNames)
            wanted << QString::fromLatin1(role.data(), static_cast<qsizetype>(role.size()));
        wanted.sort();
        QCOMPARE(roles.keys(), wanted);
        for (const QJsonValue& value : roles) QVERIFY(QColor(value.toString()).isValid());
        const theme::Colours colours = theme::coloursOf(name);
        QCOMPARE(colours.dark, luminance(linearOf(colours[Role::Surface])) < 0.2);
    }
    void textCanBeReadOnBothSurfaces_data() { themes(); }
    void textCanBeReadOnBothSurfaces() {
        QFETCH(QString, name);
        const theme::Colours colours = theme::coloursOf(name);
        for (const Role text : kTexts)
            for (const Role surface : kSurfaces)
                QVERIFY2(contrast(colours[text], colours[surface]) >= 4.5, nameOf(text).c_str());
        for (const Role unit : kUnits) // and on fills
            QVERIFY2(contrast(colours[Role::Text],
                              theme::mixed(colours[unit], colours[Role::Surface], 0.25)) >= 4.5,
                     nameOf(unit).c_str());
    }
    void unitsAreSeenOnBothSurfaces_data() { themes(); }
    void unitsAreSeenOnBothSurfaces() {
        QFETCH(QString, name);
        const theme::Colours colours = theme::coloursOf(name);
        for (const Role unit : kUnits)
            for (const Role surface : kSurfaces)
                QVERIFY2(contrast(colours[unit], colours[surface]) >= 3, nameOf(unit).c_str());
    }
    void unitsAreToldApartByEveryEye_data() { themes(); }
    void unitsAreToldApartByEveryEye() {
        QFETCH(QString, name);
        const theme::Colours colours = theme::coloursOf(name);
        std::vector<Role> others(std::begin(kUnits), std::end(kUnits));
        others.insert(others.end(), std::begin(kStates), std::end(kStates));
        for (const Vision& vision : kVisions)
            for (std::size_t i = 0; i < std::size(kUnits); ++i)
                for (std::size_t j = i + 1; j < others.size(); ++j) {
                    const double d =
                        ciede2000(seen(colours[kUnits[i]], vision), seen(colours[others[j]], vision));
                    const std::string text = nameOf(kUnits[i]) + " and " + nameOf(others[j]) + " in " +
                                             vision.name + " vision: " + std::to_string(d);
                    QVERIFY2(d >= 10, text.c_str());
                }
    }
    void aGreyPrintSeparatesUnits_data() { themes(); }
    void aGreyPrintSeparatesUnits() {
        QFETCH(QString, name);
        const theme::Colours colours = theme::coloursOf(name);
        std::vector<double> lightness;
        for (const Role unit : kUnits) lightness.push_back(labOf(linearOf(colours[unit]))[0]);
        std::sort(lightness.begin(), lightness.end());
        for (std::size_t i = 1; i < lightness.size(); ++i)
            QVERIFY(lightness[i] - lightness[i - 1] >= 2.3); // a just noticeable difference
        QVERIFY(lightness.back() - lightness.front() >= 30);
    }
    void everyGroupHasItsOwnColourAndLetter() {
        QSet<int> roles;
        QSet<char> letters;
        for (int group = 0; group <= static_cast<int>(isa::UnitGroup::Sync); ++group) {
            roles << static_cast<int>(theme::roleOf(static_cast<isa::UnitGroup>(group)));
            letters << theme::letterOf(static_cast<isa::UnitGroup>(group));
        }
        QCOMPARE(roles.size(), 8);
        QCOMPARE(letters.size(), 8);
    }
    void everyIconIsDrawnInTheColourOfItsRole() {
        m_theme.choose(theme::Choice::Light);
        for (const QString& file : QDir(QStringLiteral(":/icons")).entryList()) {
            const QImage image = theme::icon(m_theme, file.section(QLatin1Char('.'), 0, 0), Role::Accent)
                                     .pixmap(32, 32)
                                     .toImage();
            bool isDrawn = false;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y).alpha() == 255)
                        isDrawn |= image.pixelColor(x, y).rgb() == m_theme[Role::Accent].rgb();
            QVERIFY2(isDrawn, qPrintable(file));
        }
    }
    void aScrollBarsThumbRunsFromEndToEnd() {
        const theme::Style style(m_theme);
        QStyleOptionSlider bar;
        bar.orientation = Qt::Vertical;
        bar.rect = QRect(0, 0, 12, 200);
        bar.maximum = 300;
        bar.pageStep = 100; // a quarter is in view
        const auto thumb = [&](int position) {
            bar.sliderPosition = position;
            return style.subControlRect(QStyle::CC_ScrollBar, &bar, QStyle::SC_ScrollBarSlider, nullptr);
        };
        QCOMPARE(thumb(0), QRect(0, 0, 12, 50));
        QCOMPARE(thumb(300), QRect(0, 150, 12, 50));
        QCOMPARE(thumb(150), QRect(0, 75, 12, 50));
        bar.pageStep = 1;
        QVERIFY(thumb(0).height() >= 20); // large enough to be grasped
        QVERIFY(
            style.subControlRect(QStyle::CC_ScrollBar, &bar, QStyle::SC_ScrollBarAddLine, nullptr).isEmpty());
        bar.maximum = 0; // nothing to scroll
        QCOMPARE(thumb(0), bar.rect);
    }
    void whatIsCutOffIsInTheToolTip() {
        QStandardItemModel model(1, 2);
        const QString longText = QStringLiteral("a place with a very long name").repeated(4);
        model.setItem(0, 0, new QStandardItem(QStringLiteral("ab")));
        model.setItem(0, 1, new QStandardItem(longText));
        QTableView table;
        table.setModel(&model);
        theme::dressTable(table, m_theme);
        auto* rows = qobject_cast<theme::RowDelegate*>(table.itemDelegate());
        QVERIFY(rows);
        QStyleOptionViewItem option;
        option.initFrom(&table);
        option.widget = &table;
        option.rect = QRect(0, 0, 100, 22);
        QCOMPARE(rows->tipOf(option, model.index(0, 0)), QString()); // it can be read
        QCOMPARE(rows->tipOf(option, model.index(0, 1)), longText);
        model.item(0, 1)->setToolTip(QStringLiteral("more about it"));
        QCOMPARE(rows->tipOf(option, model.index(0, 1)), longText + QStringLiteral("\nmore about it"));
        option.rect.setWidth(4000);
        QCOMPARE(rows->tipOf(option, model.index(0, 1)), QStringLiteral("more about it"));
        QCOMPARE(rows->sizeHint(option, model.index(0, 0)).height(), m_theme.rowHeight());
        theme::sayWhenEmpty(table, QStringLiteral("Nothing yet."));
        QCOMPARE(table.viewport()->findChild<QLabel*>()->font().family(), m_theme.text().family());

        theme::ElidedLabel label;
        label.setText(longText);
        label.resize(100, 22);
        QVERIFY(label.shown() != longText && label.shown().endsWith(QChar(0x2026)));
        QVERIFY(label.minimumSizeHint().width() < 20);
        label.resize(4000, 22);
        QCOMPARE(label.shown(), longText);
    }
    void aFieldToTypeInHasAnEdgeInEveryTheme() {
        const theme::Style style(m_theme);
        for (const auto choice : {theme::Choice::Light, theme::Choice::Dark}) {
            m_theme.choose(choice);
            QImage image(60, 22, QImage::Format_RGB32);
            image.fill(m_theme[Role::Panel]);
            QStyleOptionFrame field;
            field.rect = image.rect();
            QPainter painter(&image);
            style.drawPrimitive(QStyle::PE_FrameLineEdit, &field, &painter, nullptr);
            painter.end();
            QCOMPARE(image.pixelColor(30, 0).rgb(), m_theme[Role::Border].rgb());
            QCOMPARE(image.pixelColor(30, 11).rgb(), m_theme[Role::Panel].rgb());
        }
    }
    void iconsOnDiskAndInTheProgramAreTheSame() {
        QStringList there =
            QDir(QStringLiteral(LW_ROOT "/resources/icons")).entryList({"*.svg"}, QDir::Files);
        QStringList compiled = QDir(QStringLiteral(":/icons")).entryList();
        there.sort();
        compiled.sort();
        QCOMPARE(compiled, there);
    }
};

int tst_theme(int argc, char** argv) { return lw::tests::run<TestTheme, QApplication>(argc, argv); }
#include "tst_theme.moc"
