// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/picture_files.h"

#include "widgets/paint/tr.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QImage>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace lw::paint {

namespace {

constexpr int kDotsPerInch = 96;                          // one unit of an SVG on paper
constexpr double kPngScale = 3;                           // pixels per unit: about 300 to the inch
constexpr double kMostPngPixels = 6e7, kMostSide = 32000; // of a PNG: what viewers can handle
constexpr int kPaperMargin = 8;

QSize paperOf(const PaperPicture& picture) {
    return picture.size + QSize(2 * kPaperMargin, 2 * kPaperMargin);
}

// At its own size. A painter that enlarges it enlarges letters and lines alike, whereas on a screen these
// have a largest size.
void paintPaper(QPainter& painter, const PaperPicture& picture) {
    theme::Theme print;
    print.choose(theme::Choice::Print);
    painter.fillRect(QRect(QPoint(), paperOf(picture)), print[theme::Role::Surface]);
    picture.paint(painter, print, QPointF(kPaperMargin, kPaperMargin));
}

} // namespace

std::optional<QString> wrongWith(const QString& path, const session::NotSaved& reason) {
    if (!reason) return {};
    return tr("%1 cannot be written: %2").arg(path, *reason);
}

std::optional<QString> writeSvg(const QString& path, const PaperPicture& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes); // the generator opens it
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kDotsPerInch);
    generator.setSize(paperOf(picture));
    generator.setViewBox(QRect(QPoint(), paperOf(picture)));
    generator.setTitle(picture.title);
    QPainter painter(&generator);
    paintPaper(painter, picture);
    painter.end();
    return wrongWith(path, session::saveBytes(path, bytes));
}

std::optional<QString> writePng(const QString& path, const PaperPicture& picture) {
    const QSizeF size = paperOf(picture);
    const double scale = std::min({kPngScale, kMostSide / std::max(size.width(), size.height()),
                                   std::sqrt(kMostPngPixels / (size.width() * size.height()))});
    QImage image((size * scale).toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    painter.scale(scale, scale);
    paintPaper(painter, picture);
    painter.end();
    return wrongWith(path, session::saveImage(path, image, "PNG"));
}

void addExports(QMenu& menu, QWidget* parent, const QString& name, std::function<PaperPicture()> picture,
                std::function<void(const QString& wrong)> tell) {
    const auto add = [&](const QString& item, const QString& title, const QString& filter,
                         const QString& suffix, auto write) {
        menu.addAction(item, parent, [=] {
            auto* dialog = new QFileDialog(parent, title, name + QLatin1Char('.') + suffix, filter);
            dialog->setAcceptMode(QFileDialog::AcceptSave);
            dialog->setDefaultSuffix(suffix);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            QObject::connect(dialog, &QFileDialog::fileSelected, parent, [=](const QString& path) {
                if (const auto wrong = write(path, picture())) tell(*wrong);
            });
            dialog->open();
        });
    };
    add(tr("Export as SVG..."), tr("Export as SVG"), tr("SVG pictures (*.svg)"), QStringLiteral("svg"),
        writeSvg);
    add(tr("Export as PNG..."), tr("Export as PNG"), tr("PNG pictures (*.png)"), QStringLiteral("png"),
        writePng);
}

} // namespace lw::paint
