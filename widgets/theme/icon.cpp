// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icon.h"

#include "core/base/check.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace lw::theme {

namespace {

// Our icons are drawn in "currentColor", which Qt's renderer does not know, so the colour is put in as text.
class RoleIcon : public QIconEngine {
  public:
    RoleIcon(const Theme& theme, QString name, Role role)
        : m_theme(theme), m_name(std::move(name)), m_role(role) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        QSvgRenderer renderer(svg(mode));
        renderer.render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        const QString key = QStringLiteral("lw/%1/%2/%3x%4")
                                .arg(m_name, colour(mode).name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap out;
        if (QPixmapCache::find(key, &out)) return out;
        out = QPixmap(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        paint(&painter, QRect(QPoint(), size), mode, state);
        QPixmapCache::insert(key, out);
        return out;
    }
    QIconEngine* clone() const override { return new RoleIcon(*this); }

  private:
    QColor colour(QIcon::Mode mode) const {
        if (mode == QIcon::Disabled) return mixed(m_theme[Role::Muted], m_theme[Role::Panel], 0.5);
        return m_theme[m_role];
    }
    QByteArray svg(QIcon::Mode mode) const {
        QFile file(QStringLiteral(":/icons/%1.svg").arg(m_name));
        LW_ASSERT(file.open(QIODevice::ReadOnly), "every icon is compiled in");
        return file.readAll().replace("currentColor", colour(mode).name().toLatin1());
    }

    const Theme& m_theme;
    QString m_name;
    Role m_role;
};

} // namespace

QIcon icon(const Theme& theme, const QString& name, Role role) {
    return QIcon(new RoleIcon(theme, name, role));
}

} // namespace lw::theme
