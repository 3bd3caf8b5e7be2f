// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/beside_view.h"

#include "widgets/firmware/firmware_words.h"
#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/icon.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QSplitter>

#include <algorithm>
#include <set>

namespace lw::firmware {

using scene::firmware::Beside;
using Mark = LinesTable::Mark;
using theme::Role;

namespace {

constexpr int kMarkSize = 16;

// A heading for each layer and label, then the instructions.
std::vector<LinesTable::Line> firmwareLinesOf(const Beside& scene) {
    std::vector<LinesTable::Line> out;
    for (const scene::firmware::FirmwareLine& line : scene.firmware) {
        if (!line.layer.empty())
            out.push_back(
                {{}, BesideView::tr("Layer %1").arg(QString::fromStdString(line.layer)), -1, true, {}});
        for (const std::string& label : line.labels)
            out.push_back({{}, QString::fromStdString(label) + QLatin1Char(':'), -1, true, {}});
        out.push_back({QString::number(line.bundle),
                       QStringLiteral("    ") + QString::fromStdString(line.text), -1, false, line.bundle});
    }
    return out;
}

std::vector<LinesTable::Line> softwareTextOf(const Beside& scene) {
    std::vector<LinesTable::Line> out;
    const QString sign = scene.language == "cpp" ? QStringLiteral("// ") : QStringLiteral("# ");
    for (const scene::firmware::SoftwareLine& line : scene.software) {
        const QString text = QString::fromStdString(line.text);
        const bool isRemark = text.trimmed().startsWith(sign.trimmed());
        const int note = static_cast<int>(isRemark ? text.indexOf(sign.trimmed()) : text.lastIndexOf(sign));
        out.push_back(
            {QString::number(out.size() + 1), text, line.bundle || isRemark ? note : -1, false, line.bundle});
    }
    return out;
}

} // namespace

BesideView::BesideView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent)
    : FirmwareView(
          context, desk,
          tr("Firmware beside software that gives the same bits, in NumPy, PyTorch, C++ and TensorFlow: "
             "pick a line, and its other side is marked."),
          parent)
    , m_languages(new QTabBar(body()))
    , m_compare(new QPushButton(body()))
    , m_show(new QPushButton(tr("Show"), body()))
    , m_mark(new QLabel(body()))
    , m_message(new theme::WrappedLabel(2, body())) {
    bodyLayout()->addWidget(makeTools());
    auto* split = new QSplitter(body());
    split->setChildrenCollapsible(false);
    m_firmware = new LinesTable(theme(), tr("Firmware"), split);
    m_software = new LinesTable(theme(), tr("Software"), split);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 5);
    bodyLayout()->addWidget(split, 1);
    setFocusProxy(m_firmware);
    for (LinesTable* lines : {m_firmware, m_software})
        connect(lines, &LinesTable::bundlePicked, this,
                [this](std::uint32_t bundle) { viewContext().selectBundle(bundle); });
    connect(&viewContext().selection, &session::Selection::changed, this, &BesideView::mark);
    connect(&desk, &FirmwareDesk::factsChanged, this, &BesideView::take);
    connect(&desk, &FirmwareDesk::saved, m_message, &QLabel::setText);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { standAt(frame); });
    take();
}

QWidget* BesideView::makeTools() {
    auto* tools = new QWidget(body());
    auto* column = new QVBoxLayout(tools);
    column->setContentsMargins(8, 3, 8, 3);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    m_languages->setAccessibleName(tr("Language of the software"));
    m_languages->setDrawBase(false);
    m_languages->setExpanding(false);
    for (std::size_t i = 0; i < project::languages().size(); ++i) m_languages->addTab(languageText(i));
    connect(m_languages, &QTabBar::currentChanged, this,
            [this](int language) { desk().chooseLanguage(static_cast<std::size_t>(language)); });
    row->addWidget(m_languages, 1);
    auto* copyAll = new QPushButton(tr("Copy"), tools);
    copyAll->setToolTip(tr("All of the software, to the clipboard"));
    connect(copyAll, &QPushButton::clicked, this, &BesideView::copy);
    auto* saveAll = new QPushButton(tr("Save..."), tools);
    saveAll->setToolTip(tr("The software into a folder, with the arrays and the module that it needs"));
    connect(saveAll, &QPushButton::clicked, this, &BesideView::askForFolder);
    m_compare->setToolTip(tr("Runs the firmware and the software, and compares every number on the way"));
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (desk().isComparing())
            desk().cancel();
        else
            desk().compare();
    });
    connect(m_show, &QPushButton::clicked, this, &BesideView::showDifference);
    m_show->setToolTip(tr("The instruction that gives the first number that differs"));
    for (QPushButton* button : {m_compare, copyAll, saveAll}) row->addWidget(button);
    column->addLayout(row);
    auto* said = new QHBoxLayout;
    said->setSpacing(8);
    said->addWidget(m_mark, 0, Qt::AlignTop);
    said->addWidget(m_message, 1);
    said->addWidget(m_show, 0, Qt::AlignTop);
    column->addLayout(said);
    return tools;
}

const Beside* BesideView::scene() const {
    const FactsPtr& facts = desk().facts();
    return facts ? &facts->beside[desk().language()] : nullptr;
}

void BesideView::take() {
    m_languages->setCurrentIndex(static_cast<int>(desk().language()));
    if (desk().facts() != m_shown || desk().language() != m_language) showLines();
    showVerdict();
}

void BesideView::showVerdict() {
    const auto& verdict = desk().verdict();
    const QString name = languageText(desk().language());
    m_compare->setText(desk().isComparing() ? tr("Stop") : tr("Compare"));
    m_show->setVisible(verdict && verdict->found && verdict->found->first && verdict->found->first->node);
    const bool isEqual = verdict && verdict->found && !verdict->found->first;
    m_mark->setVisible(verdict && !desk().isComparing());
    m_mark->setPixmap(theme::icon(theme(), isEqual ? QStringLiteral("success") : QStringLiteral("error"),
                                  isEqual ? Role::Success : Role::Error)
                          .pixmap(kMarkSize));
    if (!desk().facts()) return;
    if (desk().isComparing())
        m_message->setText(tr("The firmware runs, then the software in %1.").arg(name));
    else if (verdict)
        m_message->setText(verdictText(*desk().facts(), *verdict));
    else
        m_message->setText(tr("Compare runs both and says whether %1 gives the same bits.").arg(name));
}

void BesideView::showLines() {
    const bool isOther = m_shown != desk().facts();
    m_shown = desk().facts();
    m_language = desk().language();
    const Beside* shown = scene();
    if (isOther) m_firmware->show(shown ? firmwareLinesOf(*shown) : std::vector<LinesTable::Line>());
    m_software->show(shown ? softwareTextOf(*shown) : std::vector<LinesTable::Line>());
    mark();
    standAt(m_frame);
}

// The instruction that is next has an arrow.
void BesideView::standAt(const session::FramePtr& frame) {
    m_frame = frame;
    const bool isOfShown = frame && m_shown && frame->loaded == m_shown->loaded;
    m_firmware->standAt(isOfShown ? frame->next() : std::nullopt);
}

// Of the instruction that is selected its lines, and its chain more faintly.
void BesideView::mark() {
    const Beside* shown = scene();
    if (!shown) return;
    const auto bundle = viewContext().selectedBundle();
    const auto chainOf = [&](const LinesTable::Line& line) {
        return line.bundle ? shown->firmware[*line.bundle].chain : std::nullopt;
    };
    const bool isHere = bundle && *bundle < shown->firmware.size();
    const auto chain = isHere ? shown->firmware[*bundle].chain : std::nullopt;
    const auto inChain = [&](const LinesTable::Line& line) {
        return chain && chainOf(line) == chain ? Mark::Chain : Mark::None;
    };
    m_firmware->mark([&](const LinesTable::Line& line) {
        return isHere && line.bundle == bundle ? Mark::Own : inChain(line);
    });
    const bool hasOwn = isHere && !scene::firmware::softwareLinesOf(*shown, *bundle).areOfChain;
    m_software->mark([&](const LinesTable::Line& line) {
        if (isHere && hasOwn && line.bundle == bundle) return Mark::Own;
        return !hasOwn && inChain(line) != Mark::None ? Mark::Own : inChain(line);
    });
}

void BesideView::copy() const {
    const Beside* shown = scene();
    if (!shown) return;
    QString text;
    for (const scene::firmware::SoftwareLine& line : shown->software)
        text += QString::fromStdString(line.text) + QLatin1Char('\n');
    QApplication::clipboard()->setText(text);
}

void BesideView::askForFolder() {
    auto* dialog = new QFileDialog(this, tr("Folder for the Software"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, &desk(), &FirmwareDesk::save);
    dialog->open();
}

void BesideView::showDifference() {
    const auto& verdict = desk().verdict();
    if (!verdict || !verdict->found || !verdict->found->first || !verdict->found->first->node) return;
    const project::Software& software = desk().facts()->software;
    const concord::Node& node = software.graph.nodes[*verdict->found->first->node];
    viewContext().selectBundle(software.stream.chains[node.chain].ops[node.op].bundle);
}

} // namespace lw::firmware

#include "moc_beside_view.cpp"
