// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/python_module.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/beside_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using firmware::BesideView;
using ide::MainWindow;
using Mark = firmware::LinesTable::Mark;

namespace {

const QString kTwoPortions = QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw");
constexpr int kPatienceMs = 60'000;

BesideView& besideIn(MainWindow& window) {
    window.resize(1280, 800);
    window.show();
    window.showWorkspace(ide::Workspace::Firmware);
    auto* view = window.page(ide::Workspace::Firmware)->findChild<BesideView*>();
    LW_REQUIRE(view, "the workspace has it");
    return *view;
}

QStringList marked(const firmware::LinesTable& lines, Mark mark) {
    QStringList out;
    for (std::size_t i = 0; i < lines.lines().size(); ++i)
        if (lines.markOf(i) == mark) out << lines.lines()[i].text.trimmed();
    return out;
}

int rowOf(const firmware::LinesTable& lines, const QString& text) {
    for (std::size_t i = 0; i < lines.lines().size(); ++i)
        if (lines.lines()[i].text.contains(text)) return static_cast<int>(i);
    return -1;
}

void click(firmware::LinesTable& lines, const QString& text) {
    const QModelIndex index = lines.model()->index(rowOf(lines, text), 1);
    QVERIFY(index.isValid());
    lines.scrollTo(index);
    const QRect box = lines.visualRect(index);
    QTest::mouseClick(lines.viewport(), Qt::LeftButton, {}, QPoint(box.left() + 30, box.center().y()));
}

} // namespace

class TestBesideView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings;

    void open(MainWindow& window) {
        window.openFile(kTwoPortions);
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().facts(), kPatienceMs);
    }
    void compare(MainWindow& window, BesideView& view) {
        view.compareButton().click();
        QVERIFY(window.firmware().isComparing());
        QTRY_VERIFY_WITH_TIMEOUT(!window.firmware().isComparing(), kPatienceMs);
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }

    void eachSideMarksTheOther() {
        MainWindow window(m_theme);
        BesideView& view = besideIn(window);
        open(window);
        click(view.firmwareLines(), QStringLiteral("mv_mul 1"));
        QCOMPARE(window.selection().item().bundle->bundle, 18U);
        QCOMPARE(marked(view.firmwareLines(), Mark::Own), QStringList{QStringLiteral("mv_mul 1")});
        QCOMPARE(marked(view.firmwareLines(), Mark::Chain).size(), qsizetype{4});
        QCOMPARE(marked(view.softwareLines(), Mark::Own).size(), qsizetype{1});
        QVERIFY(marked(view.softwareLines(), Mark::Own).front().startsWith(QStringLiteral("v6 = f.mv_mul(")));
        QCOMPARE(marked(view.softwareLines(), Mark::Chain).size(), qsizetype{2});
        click(view.softwareLines(), QStringLiteral("v10 = f.block"));
        QCOMPARE(marked(view.firmwareLines(), Mark::Own),
                 QStringList{QStringLiteral("v_wr.q AddSubVrf0, 1")});
        click(view.firmwareLines(), QStringLiteral("v_rd NetQ")); // moves a vector: nothing is computed
        QVERIFY(marked(view.softwareLines(), Mark::Own).isEmpty());
    }

    // Where the machine stands is seen here too, forwards and backwards.
    void theNextInstructionHasAnArrow() {
        MainWindow window(m_theme);
        BesideView& view = besideIn(window);
        open(window);
        QTRY_COMPARE(view.firmwareLines().standsAt(), std::optional<std::uint32_t>(0));
        window.session().perform(machine::StepBundle{30});
        QTRY_COMPARE(view.firmwareLines().standsAt(), std::optional<std::uint32_t>(30));
        const int row = rowOf(view.firmwareLines(), QStringLiteral("vv_add AddSubVrf1, 1"));
        const QRect box = view.firmwareLines().visualRect(view.firmwareLines().model()->index(row, 0));
        QVERIFY(view.firmwareLines().viewport()->rect().contains(box.center()));
        const QImage arrow = view.firmwareLines().viewport()->grab(box).toImage();
        QCOMPARE(arrow.pixelColor(7, box.height() / 2), m_theme[theme::Role::Accent]);
        window.session().perform(machine::StepBack{1});
        QTRY_COMPARE(view.firmwareLines().standsAt(), std::optional<std::uint32_t>(29));
    }

    void everyLanguageHasATab() {
        MainWindow window(m_theme);
        BesideView& view = besideIn(window);
        open(window);
        view.languages().setCurrentIndex(2);
        QVERIFY(rowOf(view.softwareLines(), QStringLiteral("const Vectors v7 = f.sum(v6, v5);")) > 0);
        view.copy();
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("// Written by `lw concord`")));
        view.languages().setCurrentIndex(1);
        QVERIFY(rowOf(view.softwareLines(), QStringLiteral("import blockfloat_torch")) > 0);
        view.languages().setCurrentIndex(3);
        QVERIFY(rowOf(view.softwareLines(), QStringLiteral("import blockfloat_tensorflow")) > 0);
    }

    // 10 values of 4 numbers, and both portions.
    void bothGiveTheSameBits() {
        if (!tests::hasPythonModule("numpy")) QSKIP("python3 has no NumPy");
        MainWindow window(m_theme);
        BesideView& view = besideIn(window);
        open(window);
        compare(window, view);
        QCOMPARE(view.message(),
                 QStringLiteral("Equal bits: 40 of 40 numbers on the way, and all 2 vectors to the "
                                "network."));
        QVERIFY(!view.showButton().isVisible());
        view.languages().setCurrentIndex(2);
        QVERIFY(view.message().startsWith(QStringLiteral("Compare runs both")));
        compare(window, view);
        QVERIFY2(view.message().startsWith(QStringLiteral("Equal bits: 40 of 40")),
                 qPrintable(view.message()));
    }

    // Where there is no TensorFlow the verdict says what ran.
    void theStandInIsNamed() {
        if (!tests::hasPythonModule("numpy")) QSKIP("python3 has no NumPy");
        MainWindow window(m_theme);
        BesideView& view = besideIn(window);
        open(window);
        view.languages().setCurrentIndex(3);
        compare(window, view);
        const QString end = QStringLiteral("(Run by the stand-in, not by TensorFlow.)");
        QVERIFY2(view.message().startsWith(QStringLiteral("Equal bits: 40 of 40")),
                 qPrintable(view.message()));
        QCOMPARE(view.message().endsWith(end), !tests::hasPythonModule("tensorflow"));
    }

    // A Python that changes one statement before it runs the software: the sum of the first portion is
    // rounded to a block once more.
    void aMutationIsFoundAtItsInstruction() {
        if (!tests::hasPythonModule("numpy")) QSKIP("python3 has no NumPy");
        QTemporaryDir folder;
        QFile python(folder.filePath(QStringLiteral("python3")));
        QVERIFY(python.open(QIODevice::WriteOnly));
        python.write("#!/bin/sh\n"
                     "[ -f \"$2\" ] && sed -i 's/f.half(v6 + v5)/f.block(f.half(v6 + v5), bits=5)/' \"$2\"\n"
                     "exec /usr/bin/python3 \"$@\"\n");
        python.setPermissions(python.permissions() | QFile::ExeOwner);
        python.close();
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", folder.path().toUtf8() + ':' + before);
        MainWindow window(m_theme);
        BesideView& view = besideIn(window);
        open(window);
        compare(window, view);
        qputenv("PATH", before);
        const auto& verdict = window.firmware().verdict();
        QVERIFY(verdict && verdict->found && verdict->found->first);
        QVERIFY2(view.message().contains(QStringLiteral("instruction 19 (vv_add AddSubVrf0, 0), vector 0")),
                 qPrintable(view.message()));
        QVERIFY2(view.message().contains(QStringLiteral("Likely T3")), qPrintable(view.message()));
        QVERIFY(view.showButton().isVisible());
        view.showButton().click();
        QCOMPARE(marked(view.firmwareLines(), Mark::Own),
                 QStringList{QStringLiteral("vv_add AddSubVrf0, 0")});
        QVERIFY(marked(view.softwareLines(), Mark::Own).front().startsWith(QStringLiteral("v7 = ")));
    }

    void softwareIsSaved() {
        MainWindow window(m_theme);
        BesideView& view = besideIn(window);
        open(window);
        QTemporaryDir folder;
        window.firmware().save(folder.path());
        QTRY_VERIFY(view.message().contains(QStringLiteral("is saved")));
        for (const char* name : {"program_numpy.py", "blockfloat.py", "netin.npy", "vdram.npy", "mdram.npy"})
            QVERIFY2(QFile::exists(folder.filePath(QLatin1String(name))), name);
    }

    void otherChipsHaveNone() {
        MainWindow window(m_theme);
        BesideView& view = besideIn(window);
        window.openFile(QStringLiteral(LW_ROOT "/examples/training/first-bundle/program.lw"));
        QTRY_VERIFY(!window.firmware().refusal().isEmpty());
        QVERIFY(!window.firmware().facts());
        QVERIFY(!view.compareButton().isVisible());
        window.startWith(kTwoPortions);
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().facts(), kPatienceMs);
        QVERIFY(view.compareButton().isVisible());
    }
};

int tst_beside_view(int argc, char** argv) {
    return lw::tests::run<TestBesideView, QApplication>(argc, argv);
}
#include "tst_beside_view.moc"
