// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/manual/page_text.h"

#include "widgets/manual/bit_picture.h"

#include <QCoreApplication>
#include <QImage>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace lw::manual {

using theme::Role;

namespace {

// Pictures are beside the pages, in the resources too, each also in a version for dark themes.
const QRegularExpression kPicture(QStringLiteral(R"(\]\(pictures/([\w-]+)\.png\))"));
const QString kLight = QStringLiteral("](:/manual/pictures/\\1.png)"),
              kDark = QStringLiteral("](:/manual/pictures/\\1-dark.png)");
const QString kBitsPlace = QStringLiteral("BITS-OF-THIS-INSTRUCTION");

// A letter or digit of a product. Chinese has no spaces around words that are emphasised.
bool isOfFactor(QChar letter) { return letter.isLetterOrNumber() && letter.script() != QChar::Script_Han; }

// "n0*n1*n2" is a product, and no part of it may be emphasised. Code is between backticks, one or three.
QString withoutInnerStress(const QString& text) {
    QString out;
    bool isCode = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('`')) isCode = !isCode;
        const bool isInner = text[i] == QLatin1Char('*') && i > 0 && i + 1 < text.size() &&
                             isOfFactor(text[i - 1]) && isOfFactor(text[i + 1]);
        if (isInner && !isCode) out += QLatin1Char('\\');
        out += text[i];
    }
    return out;
}

// Markdown with a place for the picture of the bits, and with the links below the example.
QString markdownOf(const Page& page, const theme::Theme& theme) {
    QString out = withoutInnerStress(QString::fromStdString(page.text));
    out.replace(kPicture, theme.isDark() ? kDark : kLight);
    const auto begin = out.indexOf(QStringLiteral("```bits\n"));
    const QString fence = QStringLiteral("\n```\n");
    if (page.op != isa::kNoOp && begin >= 0)
        out.replace(begin, out.indexOf(fence, begin + 7) + fence.size() - begin,
                    kBitsPlace + QLatin1Char('\n'));
    if (page.example.empty()) return out;
    const QString example = QString::fromStdString(page.example);
    const auto at = out.indexOf(example);
    const auto behind = at < 0 ? -1 : out.indexOf(fence, at);
    if (behind >= 0)
        out.insert(behind + fence.size(),
                   QStringLiteral("\n[%1](%2), [%3](%4)\n")
                       .arg(QCoreApplication::translate("Manual", "Copy"), kCopyLink,
                            QCoreApplication::translate("Manual", "Insert into the program"), kInsertLink));
    return out;
}

QTextCharFormat dressed(const QTextCharFormat& given, int heading, const theme::Theme& theme) {
    QTextCharFormat out = given;
    QFont font = heading > 0 ? theme.title() : theme.text();
    if (heading > 2) font.setPointSizeF(theme.text().pointSizeF() * 1.1);
    if (given.fontFixedPitch()) {
        font = theme.monospace();
        if (heading > 0) font.setPointSizeF(theme.title().pointSizeF());
    }
    if (given.fontWeight() > QFont::Normal && heading == 0) font.setWeight(QFont::DemiBold);
    font.setItalic(given.fontItalic());
    out.setFont(font);
    out.setForeground(theme[given.isAnchor() ? Role::Accent : Role::Text]);
    out.setFontUnderline(false);
    return out;
}

void dressBlock(QTextBlock block, const theme::Theme& theme) {
    const int heading = block.blockFormat().headingLevel();
    QTextBlockFormat format = block.blockFormat();
    const bool isCode = format.hasProperty(QTextFormat::BlockCodeLanguage);
    const bool isInTable = QTextCursor(block).currentTable();
    format.setLineHeight(isCode ? 100 : 118, QTextBlockFormat::ProportionalHeight);
    if (isCode) {
        format.setBackground(theme[Role::Panel]);
        format.setLeftMargin(8);
        format.setRightMargin(8);
    } else if (!isInTable) {
        format.setTopMargin(heading > 0 ? 14 : block.textList() ? 2 : 6);
        format.setBottomMargin(heading > 0 ? 6 : block.textList() ? 2 : 6);
    }
    QTextCursor cursor(block);
    cursor.setBlockFormat(format);
    struct Stretch {
        int from, to;
        QTextCharFormat format;
    };
    QVector<Stretch> stretches;
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        const QTextFragment fragment = it.fragment();
        QTextCharFormat given = fragment.charFormat();
        if (isCode) given.setFontFixedPitch(true);
        stretches.append(
            {fragment.position(), fragment.position() + fragment.length(), dressed(given, heading, theme)});
    }
    for (Stretch& one : stretches) {
        cursor.setPosition(one.from);
        cursor.setPosition(one.to, QTextCursor::KeepAnchor);
        cursor.setCharFormat(one.format);
    }
}

void dressTables(QTextFrame* frame, const theme::Theme& theme) {
    for (QTextFrame* child : frame->childFrames()) {
        dressTables(child, theme);
        auto* table = qobject_cast<QTextTable*>(child);
        if (!table) continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderBrush(theme[Role::Border]);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderCollapse(true);
        format.setCellPadding(5);
        format.setCellSpacing(0);
        format.setTopMargin(8);
        format.setBottomMargin(8);
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell cell = table->cellAt(0, column);
            QTextCharFormat head = cell.format();
            head.setBackground(theme[Role::Panel]);
            cell.setFormat(head);
            QTextCursor words(cell.firstCursorPosition());
            words.setPosition(cell.lastCursorPosition().position(), QTextCursor::KeepAnchor);
            QTextCharFormat small;
            small.setFont(theme.small());
            small.setForeground(theme[Role::Muted]);
            words.mergeCharFormat(small);
        }
    }
}

void putBits(QTextDocument& document, const Page& page) {
    QTextCursor place = document.find(kBitsPlace);
    if (place.isNull()) return;
    QTextCharFormat picture;
    picture.setObjectType(BitPicture::kType);
    picture.setProperty(BitPicture::kOp, int{page.op});
    picture.setToolTip(
        QCoreApplication::translate("Manual", "The bits of the slot, the highest at the left"));
    place.insertText(QString(QChar::ObjectReplacementCharacter), picture);
}

} // namespace

void fill(QTextDocument& document, const Page& page, const theme::Theme& theme) {
    document.setUndoRedoEnabled(false);
    document.setDefaultFont(theme.text());
    document.setDocumentMargin(12);
    // Nothing in a page is HTML: "<<" is a shift.
    document.setMarkdown(markdownOf(page, theme),
                         QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                             QTextDocument::MarkdownNoHTML);
    QTextCursor all(&document);
    all.beginEditBlock();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) dressBlock(block, theme);
    dressTables(document.rootFrame(), theme);
    putBits(document, page);
    all.endEditBlock();
}

void fitPictures(QTextDocument& document, int width, qreal pixelRatio) {
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QVector<std::pair<int, QTextImageFormat>> pictures; // changing one ends the walk through the block
        for (auto it = block.begin(); !it.atEnd(); ++it)
            if (it.fragment().charFormat().isImageFormat())
                pictures.append({it.fragment().position(), it.fragment().charFormat().toImageFormat()});
        for (auto& [position, format] : pictures) {
            const QImage whole(format.name());
            if (whole.isNull()) continue;
            const int shown = std::clamp(width, 1, whole.width());
            QImage scaled = whole.scaledToWidth(qRound(shown * pixelRatio), Qt::SmoothTransformation);
            scaled.setDevicePixelRatio(pixelRatio);
            // Under the name by which the document looks for it.
            document.addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("qrc") + format.name()),
                                 scaled);
            format.setWidth(shown);
            format.setHeight(scaled.height() / pixelRatio);
            cursor.setPosition(position);
            cursor.setPosition(position + 1, QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
        }
    }
    cursor.endEditBlock();
}

} // namespace lw::manual
