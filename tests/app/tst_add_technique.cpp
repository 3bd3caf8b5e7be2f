// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "core/project/derivation.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/project/lowered_program.h"
#include "tests/app/doubling/lowering.h"
#include "tests/app/doubling/picture.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/manual/about_view.h"
#include "widgets/session/frame_feed.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

// A technique added as core/README.md says, to see that the recipe is whole: its lowering and picture are in
// tests/app/doubling, its desk and view here, and nothing else of the project knows of it but two tables.
namespace lw::doubling {

// What becomes of a network is written into a folder, with what it was made from.
Result<std::string> make(const QString& network, const QString& folder) {
    source::DiskLoader disk;
    source::Files files(disk);
    LW_TRY(const network::Network given, project::loadNetwork(network.toStdString(), files));
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed("inference-teaching"));
    LW_TRY(const lower::doubling::Plan plan, lower::doubling::planDoubling(given, circuit));
    const lower::doubling::Lowering lowering = lower::doubling::lowered(plan);
    const std::string to = folder.toStdString();
    LW_TRY([[maybe_unused]] const Done program, project::writeLowered(lowering, to));
    LW_TRY([[maybe_unused]] const Done report,
           project::writeReport(to, lower::doubling::reportJson(lowering.report)));
    LW_TRY([[maybe_unused]] const Done origin, project::writeOrigin(to, {.technique = "doubling",
                                                                         .network = network.toStdString(),
                                                                         .machine = circuit.name,
                                                                         .input = {},
                                                                         .range = {},
                                                                         .settings = {{"times", 2.0}}}));
    return source::pathIn(to, project::kLoweredProgram);
}

class Desk : public session::TechniqueDesk {
    Q_OBJECT
  public:
    explicit Desk(QObject* parent) : TechniqueDesk(parent) {}

    void keepIn(const QString&) override {}
    void setProgram(const QString& path) override {
        m_program.clear();
        const auto known = project::readDerivation(path.toStdString());
        if (known && known->origin.technique == "doubling") {
            const auto report = lower::doubling::reportFromJson(known->text);
            if (!report) return Q_EMIT notRead(QStringLiteral("the report is damaged"));
            m_program = path;
            m_report = *report;
            m_origin = known->origin;
        }
        Q_EMIT factsChanged();
    }
    QString program() const override { return m_program; }
    QString madeFrom() const override { return QString::fromStdString(m_origin.network); }
    bool isBusy() const override { return false; }

    const lower::doubling::Report& report() const { return m_report; }
    const project::Origin& origin() const { return m_origin; }

  private:
    QString m_program;
    lower::doubling::Report m_report;
    project::Origin m_origin;
};

class View : public QLabel {
    Q_OBJECT
  public:
    View(session::ViewContext context, Desk& desk) : m_context(context), m_desk(desk) {
        new session::FrameFeed(context, *this, [this](const session::FramePtr&) { update(); });
        connect(&desk, &Desk::factsChanged, this, &View::update);
    }

  private:
    void update() {
        const session::FramePtr& frame = m_context.session.frame();
        if (!frame || frame->loaded->path != m_desk.program()) return setText(QStringLiteral("no doubling"));
        const auto picture = scene::doubling::picture(m_desk.report(), frame->loaded->scope(), frame->state);
        LW_REQUIRE(bool(picture), "the report is of this program");
        setText(QStringLiteral("%1 of %2 doubled").arg(picture->doubled).arg(picture->elements));
    }

    session::ViewContext m_context;
    Desk& m_desk;
};

session::TechniqueDesk* makeDesk(QObject* parent) { return new Desk(parent); }
QWidget* makeView(const ide::ViewParts& parts) { return new View(parts.context, parts.desk<Desk>()); }

// The two tables with a row more each.
const ide::Catalog& catalog() {
    static const auto views = [] {
        std::vector<ide::ViewEntry> out(ide::catalog().views.begin(), ide::catalog().views.end());
        out.push_back({"doubling", "Doubling", makeView, {{ide::Workspace::Debug, ide::Area::Right}}, ""});
        return out;
    }();
    static const auto desks = [] {
        std::vector<ide::DeskEntry> out(ide::catalog().desks.begin(), ide::catalog().desks.end());
        out.push_back({makeDesk});
        return out;
    }();
    static const ide::Catalog catalog{views, desks};
    return catalog;
}

} // namespace lw::doubling

using namespace lw;
using ide::MainWindow;
using session::State;

class TestAddTechnique : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_folder;
    QString m_network, m_program;

    static QString shown(MainWindow& window) {
        auto* view =
            qobject_cast<QLabel*>(window.page(ide::Workspace::Debug)->raiseView(QStringLiteral("doubling")));
        return view ? view->text() : QStringLiteral("there is no view");
    }
    void open(MainWindow& window, const QString& program) {
        window.resize(1600, 1000);
        window.show();
        window.showWorkspace(ide::Workspace::Debug);
        window.startWith(program);
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Paused, 20000);
        QTRY_VERIFY(!window.session().isBusy());
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_folder.path());
        theme::apply(m_theme);
        m_network = m_folder.filePath(QStringLiteral("twice.json"));
        QFile json(m_network), readme(m_folder.filePath(QStringLiteral("README.md")));
        QVERIFY(json.open(QIODevice::WriteOnly) && readme.open(QIODevice::WriteOnly));
        json.write(R"({"schema": "lanewright.network", "version": 1, "name": "twice", "dtype": "f32",
            "input": {"name": "x", "shape": [3, 4, 1], "range": [0, 100]}, "outputs": ["y"],
            "layers": [{"name": "y", "kind": "add", "inputs": ["x", "x"]}]})");
        readme.write("# Twice as much\n");
        json.close();
        readme.close();
        const auto made = doubling::make(m_network, m_folder.filePath(QStringLiteral("made")));
        QVERIFY2(made, made ? "" : textOf(made.problem()).c_str());
        m_program = QString::fromStdString(*made);
    }
    void init() { QSettings().clear(); }

    // Its view follows the run, and its origin leads to the text beside the network.
    void itsProgramIsSeen() {
        MainWindow window(m_theme, doubling::catalog());
        open(window, m_program);
        QTRY_COMPARE(shown(window), QStringLiteral("0 of 12 doubled"));
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QTRY_COMPARE(shown(window), QStringLiteral("12 of 12 doubled"));
        window.actions()["stepBack"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Paused);
        auto* about = window.page(ide::Workspace::Debug)->findChild<manual::AboutView*>();
        QTRY_VERIFY(about->hasText());
        QVERIFY(about->text().toPlainText().startsWith(QLatin1String("Twice as much")));
        QVERIFY(!window.striding().facts()); // that is another technique
        // Of a program that nothing made nothing is known.
        open(window, QStringLiteral(LW_ROOT "/examples/training/first-bundle/program.lw"));
        QTRY_COMPARE(shown(window), QStringLiteral("no doubling"));
    }

    // In another window, and as often as one likes, the same comes out.
    void itsOriginOpensAgain() {
        MainWindow window(m_theme, doubling::catalog());
        open(window, m_program);
        auto& desk = ide::deskIn<doubling::Desk>(window.desks());
        QTRY_COMPARE(desk.program(), m_program);
        QCOMPARE(desk.madeFrom(), m_network);
        const double* times = desk.origin().find<double>("times");
        QVERIFY(times && *times == 2);
        const auto again = doubling::make(desk.madeFrom(), m_folder.filePath(QStringLiteral("again")));
        QVERIFY(again);
        QFile first(m_program), second(QString::fromStdString(*again));
        QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
        QCOMPARE(second.readAll(), first.readAll());
    }

    // Striding's programs are striding's still.
    void theOthersStayWhatTheyAre() {
        MainWindow window(m_theme, doubling::catalog());
        window.resize(1600, 1000);
        window.show();
        const QString examples = QStringLiteral(LW_ROOT "/examples/networks/worked-examples/");
        window.lowerNetwork({examples + QStringLiteral("e01.json"),
                             QStringLiteral("inference-teaching"),
                             lower::striding::Mode::MaskMax,
                             examples + QStringLiteral("e01.x.npy"),
                             {}});
        QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts(), 20000);
        QVERIFY(ide::deskIn<doubling::Desk>(window.desks()).program().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!window.striding().isBusy() && !window.session().isBusy(), 60000);
    }

    void whatItCannotDoIsRefused() {
        const auto other = doubling::make(
            QStringLiteral(LW_ROOT "/examples/networks/worked-examples/e01.json"), m_folder.path());
        QVERIFY(!other && other.problem().message == &lower::doubling::kNotADoubling);
    }
};

int tst_add_technique(int argc, char** argv) {
    return lw::tests::run<TestAddTechnique, QApplication>(argc, argv);
}
#include "tst_add_technique.moc"
