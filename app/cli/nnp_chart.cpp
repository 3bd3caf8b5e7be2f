// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/nnp_chart.h"

#include "app/cli/check_reports.h"
#include "app/cli/number_text.h"

#include <algorithm>

namespace lw::cli {

namespace {

constexpr double kLabel = 9, kCapitals = 8; // from a dot to its label, and the height of that
constexpr double kBeside = 0.08;            // of the bytes that differ, free on both sides
constexpr double kWidth = 720, kHeight = 400, kLeft = 64, kRight = 40, kTop = 40, kBottom = 56;

std::string fixed(double value) { return fixedText(value, 1); }

struct Point {
    double x = 0, y = 0;
};

// From bytes and shares, in per cent, to the picture.
class Axes {
  public:
    explicit Axes(const project::FormatSearch& search) : m_items(static_cast<double>(search.items)) {
        std::uint64_t fewest = search.fewestRight, least = search.bytesAtFirst;
        for (const project::TriedFormat& one : search.tried) {
            fewest = std::min(fewest, one.right);
            least = std::min(least, one.bytes);
        }
        m_low = std::max(0.0, std::min(shareOf(fewest), shareOf(search.rightAtFirst)) - 1);
        const auto most = static_cast<double>(search.bytesAtFirst);
        const double beside = kBeside * std::max(most - static_cast<double>(least), 1.0);
        m_least = static_cast<double>(least) - beside;
        m_most = most + beside;
    }
    double shareOf(std::uint64_t right) const {
        return m_items == 0 ? 0 : 100 * static_cast<double>(right) / m_items;
    }
    Point at(std::uint64_t bytes, std::uint64_t right) const {
        return {xOf(static_cast<double>(bytes)), yOf(shareOf(right))};
    }
    double xOf(double bytes) const {
        return kLeft + (kWidth - kLeft - kRight) * (bytes - m_least) / (m_most - m_least);
    }
    double yOf(double share) const {
        return kHeight - kBottom - (kHeight - kTop - kBottom) * (share - m_low) / (100 - m_low);
    }
    double low() const { return m_low; }
    double bytes(double share) const { return m_least + (m_most - m_least) * share; }

  private:
    double m_items, m_low = 0, m_least = 0, m_most = 1;
};

std::string line(Point from, Point to, const char* style) {
    return "<line x1=\"" + fixed(from.x) + "\" y1=\"" + fixed(from.y) + "\" x2=\"" + fixed(to.x) +
           "\" y2=\"" + fixed(to.y) + "\" " + style + "/>\n";
}
std::string text(Point at, const std::string& words, const char* anchor = "start") {
    return "<text x=\"" + fixed(at.x) + "\" y=\"" + fixed(at.y) + "\" text-anchor=\"" + anchor + "\">" +
           escaped(words) + "</text>\n";
}
// What is said of it is shown where the mouse rests.
std::string dot(Point at, const std::string& words, bool isTaken) {
    return "<circle cx=\"" + fixed(at.x) + "\" cy=\"" + fixed(at.y) + "\" r=\"4\" fill=\"" +
           (isTaken ? "#2563c9" : "#ffffff") + "\" stroke=\"#2563c9\"><title>" + escaped(words) +
           "</title></circle>\n";
}

std::string scales(const project::FormatSearch& search, const Axes& axes) {
    constexpr int kSteps = 4;
    constexpr const char* kGrid = "stroke=\"#d0d4da\"";
    std::string out;
    for (int i = 0; i <= kSteps; ++i) {
        const double share = axes.low() + (100 - axes.low()) * i / kSteps;
        const double bytes = axes.bytes(static_cast<double>(i) / kSteps);
        const double x = axes.xOf(bytes), y = axes.yOf(share);
        out += line({kLeft, y}, {kWidth - kRight, y}, kGrid);
        out += text({kLeft - 8, y + 4}, fixed(share), "end");
        out += text({x, kHeight - kBottom + 18}, groupedText(static_cast<std::uint64_t>(bytes)), "middle");
    }
    out += text({kLeft - 48, kTop - 14}, "% right of " + search.network);
    out += text({kWidth - kRight, kHeight - 12}, "bytes of all native matrices", "end");
    const double least = axes.yOf(axes.shareOf(search.fewestRight));
    return out +
           line({kLeft, least}, {kWidth - kRight, least}, "stroke=\"#b45309\" stroke-dasharray=\"5 4\"");
}

} // namespace

std::string chartOf(const project::FormatSearch& search) {
    const Axes axes(search);
    std::string others, taken, joined;
    Point last = axes.at(search.bytesAtFirst, search.rightAtFirst);
    taken += dot(last, "all " + std::to_string(search.widest) + " bits", true);
    bool isAbove = false; // labels of neighbours are on different sides
    for (const project::TriedFormat& one : search.tried) {
        const Point at = axes.at(one.bytes, one.right);
        const std::string words = search.layers[one.layer] + " " + std::to_string(one.bits) + " bits";
        (one.isTaken ? taken : others) +=
            dot(at, words + ": " + std::to_string(one.right) + " of " + std::to_string(search.items),
                one.isTaken);
        if (!one.isTaken) continue;
        isAbove = !isAbove;
        joined += line(last, at, "stroke=\"#2563c9\" stroke-width=\"1.5\"");
        joined += text({at.x, at.y + (isAbove ? -kLabel : kLabel + kCapitals)}, words, "middle");
        last = at;
    }
    const std::string size = "width=\"" + fixed(kWidth) + "\" height=\"" + fixed(kHeight) + "\"";
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size +
           " font-family=\"sans-serif\" font-size=\"12\" fill=\"#1f2430\">\n<rect " + size +
           " fill=\"#ffffff\"/>\n" + scales(search, axes) + joined + others + taken + "</svg>\n";
}

} // namespace lw::cli
