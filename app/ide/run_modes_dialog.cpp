// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/run_modes_dialog.h"

#include "widgets/theme/to_qt.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSettings>

#include <algorithm>

namespace lw::ide {

namespace {

const QString kGroup = QStringLiteral("run/");

std::string wordOf(const char* key) {
    return QSettings().value(kGroup + QLatin1String(key)).toString().toStdString();
}

std::string fitting(const std::string& word, std::span<const std::string_view> words) {
    return std::find(words.begin(), words.end(), word) == words.end() ? std::string() : word;
}

} // namespace

chips::RunOptions readRunOptions() {
    return {wordOf("mode"), wordOf("dma"), QSettings().value(kGroup + QStringLiteral("seed")).toULongLong(),
            wordOf("uninit"), wordOf("kernel")};
}

void writeRunOptions(const chips::RunOptions& options) {
    QSettings settings;
    const auto set = [&](const char* key, const std::string& word) {
        settings.setValue(kGroup + QLatin1String(key), QString::fromStdString(word));
    };
    set("mode", options.mode);
    set("dma", options.dma);
    set("uninit", options.uninit);
    set("kernel", options.kernel);
    settings.setValue(kGroup + QStringLiteral("seed"), static_cast<qulonglong>(options.seed));
}

chips::RunOptions fittingOptions(const chips::RunOptions& options, const chips::Chip& chip) {
    const chips::RunChoices& choices = chip.choices;
    return {fitting(options.mode, choices.modes), fitting(options.dma, choices.dma), options.seed,
            fitting(options.uninit, choices.uninit), fitting(options.kernel, choices.kernels())};
}

QString textOf(const chips::RunOptions& options) {
    QStringList out;
    if (!options.mode.empty()) out << QString::fromStdString(options.mode);
    if (!options.dma.empty()) {
        QString text = RunModesDialog::tr("%1 DMA").arg(QString::fromStdString(options.dma));
        if (options.dma == "shuffled") text += QStringLiteral(" %1").arg(options.seed);
        out << text;
    }
    if (!options.uninit.empty())
        out << RunModesDialog::tr("never written: %1").arg(QString::fromStdString(options.uninit));
    if (!options.kernel.empty())
        out << RunModesDialog::tr("kernel %1").arg(QString::fromStdString(options.kernel));
    return out.join(QStringLiteral(", "));
}

RunModesDialog::RunModesDialog(const chips::Chip& chip, const chips::RunOptions& options,
                               const std::vector<assembler::Definition>& definitions, QWidget* parent)
    : QDialog(parent)
    , m_before(options)
    , m_seed(new QLineEdit(QString::number(options.seed), this))
    , m_constants(new QLineEdit(this)) {
    setWindowTitle(tr("Run Modes"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* form = new QFormLayout(this);
    const auto add = [&](const QString& text, const QString& tip, QWidget* box) {
        box->setToolTip(tip);
        box->setAccessibleName(text);
        form->addRow(text, box);
    };
    m_mode = makeBox(chip.choices.modes, options.mode);
    add(tr("When a value is not ready"),
        tr("interlocked: the bundle waits; strict: it is a fault, as on a chip without interlocks"), m_mode);
    m_dma = makeBox(chip.choices.dma, options.dma);
    add(tr("Transfers arrive"),
        tr("timed: as the machine's timing says; eager: at once; late: just before a wait; shuffled: at times "
           "drawn with the seed. A program without races gives the same in all of them."),
        m_dma);
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,19}")), m_seed));
    add(tr("Seed of shuffled transfers"), tr("The same seed gives the same times"), m_seed);
    m_uninit = makeBox(chip.choices.uninit, options.uninit);
    add(tr("Reading what was never written"), tr("fault: it stops there; zero: it reads 0"), m_uninit);
    const std::string usual(chip.choices.usualKernel());
    m_kernel = makeBox(chip.choices.kernels(), usual);
    m_usualKernel = m_kernel->currentIndex();
    if (!options.kernel.empty())
        m_kernel->setCurrentIndex(std::max(0, m_kernel->findText(QString::fromStdString(options.kernel))));
    add(tr("Code path that multiplies"),
        tr("All give the same bits; Restore Defaults chooses the fastest of this computer"), m_kernel);
    const auto seeds = [this] { m_seed->setEnabled(m_dma->currentText() == QLatin1String("shuffled")); };
    connect(m_dma, &QComboBox::currentIndexChanged, this, seeds);
    seeds();
    QStringList constants;
    for (const assembler::Definition& one : definitions)
        constants << QString::fromStdString(assembler::textOf(one));
    m_constants->setText(constants.join(QStringLiteral(", ")));
    m_constants->setPlaceholderText(QStringLiteral("N=16, RATE=0.5"));
    add(tr("Constants of this program"),
        tr("Numbers in place of those that .equ gives in the text, as NAME=NUMBER with commas between them"),
        m_constants);
    auto* note =
        new QLabel(tr("Changes restart the program. All but the constants apply to every program."), this);
    note->setWordWrap(true);
    form->addRow(note);
    auto* buttons = new QDialogButtonBox(
        QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    buttons->button(QDialogButtonBox::RestoreDefaults)->setText(tr("Restore Defaults"));
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] {
        for (QComboBox* box : {m_mode, m_dma, m_uninit}) box->setCurrentIndex(0);
        m_kernel->setCurrentIndex(m_usualKernel);
        m_seed->setText(QStringLiteral("0"));
    });
    form->addRow(buttons);
    const auto check = [this, buttons] {
        const auto count = m_constants->text().split(u',', Qt::SkipEmptyParts).size();
        buttons->button(QDialogButtonBox::Ok)
            ->setEnabled(this->definitions().size() == static_cast<std::size_t>(count));
    };
    connect(m_constants, &QLineEdit::textChanged, this, check);
}

std::vector<assembler::Definition> RunModesDialog::definitions() const {
    std::vector<assembler::Definition> out;
    for (const QString& part : m_constants->text().split(u',', Qt::SkipEmptyParts))
        if (auto one = assembler::definitionOf(part.trimmed().toStdString())) out.push_back(*std::move(one));
    return out;
}

QComboBox* RunModesDialog::makeBox(std::span<const std::string_view> words, const std::string& chosen) {
    auto* box = new QComboBox(this);
    for (const std::string_view word : words) box->addItem(toQt(word));
    box->setCurrentIndex(std::max(0, box->findText(QString::fromStdString(chosen))));
    box->setEnabled(words.size() > 1);
    return box;
}

// The default has no word: it stays the default when another chip or host has another one. A word that only
// another chip knows is kept for that one.
chips::RunOptions RunModesDialog::options() const {
    const auto word = [](const QComboBox* box, int usual, const std::string& before) {
        if (box->currentIndex() != usual) return box->currentText().toStdString();
        return box->findText(QString::fromStdString(before)) < 0 ? before : std::string();
    };
    return {word(m_mode, 0, m_before.mode), word(m_dma, 0, m_before.dma), m_seed->text().toULongLong(),
            word(m_uninit, 0, m_before.uninit), word(m_kernel, m_usualKernel, m_before.kernel)};
}

} // namespace lw::ide

#include "moc_run_modes_dialog.cpp"
