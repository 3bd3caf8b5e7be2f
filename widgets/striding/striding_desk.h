// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"
#include "core/lower/striding/report.h"
#include "core/network/cut.h"
#include "core/network/image_order.h"
#include "core/scene/striding/exactness.h"
#include "core/scene/striding/patch_picture.h"
#include "widgets/session/technique_desk.h"

#include <QDateTime>
#include <QString>
#include <QTemporaryDir>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lw::striding {

// A network that becomes a program.
struct StridingRequest {
    QString network; // .json or .onnx
    QString machine; // a built-in one's name or a path; empty: the smallest that holds it
    std::optional<lower::striding::Mode> mode{}; // nothing: for each layer the first that is provably exact
    QString input{};                             // .npy or a picture; empty: none yet
    QString folder{}; // into which the program is written; empty: one of its own, kept with the session
    QString range{};  // for the input's elements, "LOW,HIGH"; empty: what the network's file states
    std::optional<network::ImageOrder> order{}; // for an array as its input; nothing: not given
    QString mean{}, scale{};                    // for its bytes, as read by network::setNormalise()
    network::Section section{};                 // where it begins and ends, if not as its file says
    bool fold = true;                           // as in lower::striding::Options
    double maskFactor = 0;                      // likewise
    std::uint64_t part = 1; // among several programs the one that is opened, counted as in reports
    lower::striding::Options options() const; // in its mode
};

// What belongs to the loaded program, if it was made from a network.
struct StridingFacts {
    QString program; // its path
    lower::striding::Report report;
    StridingRequest origin; // what it was made from; no network: not known, so that nothing can be compared
    QDateTime written;      // when it was made
    // The modes of each strided layer, in the report's order; those compared so far.
    std::vector<std::vector<scene::striding::ModeOutcome>> modes;
    int compared = 0, toCompare = 0;
    bool isComparing() const { return compared < toCompare; }
    bool hasStrides() const { return !report.layers.empty(); }
    bool canCompare() const { return hasStrides() && !origin.network.isEmpty() && !origin.input.isEmpty(); }
    // The layer in the mode of the program, with its verdict for the input if known.
    const lower::striding::LayerReport& layer(std::size_t index) const;
};
using FactsPtr = std::shared_ptr<const StridingFacts>;

// Lowers networks, runs them in every mode and compares, all on another thread, and holds
// what is known about the loaded program: the report in its folder and what was compared.
// What it hands out does not change.
class StridingDesk : public session::TechniqueDesk {
    Q_OBJECT
  public:
    explicit StridingDesk(QObject* parent = nullptr);
    ~StridingDesk() override;

    // Without it, programs are gone with the window.
    void keepIn(const QString& folder) override { m_folder = folder; }
    // Answers by lowered() or failed().
    void lowerNetwork(const StridingRequest& request);
    // Lowers the network of the program again, in that mode or automatically for each layer, into a folder of
    // the desk's own. Layer, channel and element stay chosen.
    void switchMode(std::optional<lower::striding::Mode> mode);
    bool isSwitching() const { return m_kept.has_value(); }
    void endSwitch() { m_kept.reset(); } // it failed, or nobody wants it any more
    bool isBusy() const override { return m_underWay > 0; }
    void setProgram(const QString& path) override;
    QString program() const override { return m_facts ? m_facts->program : QString(); }
    QString madeFrom() const override { return m_facts ? m_facts->origin.network : QString(); }
    const FactsPtr& facts() const { return m_facts; } // null: it was not made from a network
    // The network being looked at: the one opened last, whether it is lowered yet, or ever, or not; or
    // that of the loaded program. No network: neither.
    void showNetwork(const StridingRequest& request);
    const StridingRequest& shown() const { return m_shown; }
    // Why it could not be lowered; nothing: nobody tried, or it could.
    const std::optional<Problem>& refusal() const { return m_refusal; }
    // Another one for each program, and for each other report of the same one.
    int reportNumber() const { return m_reportNumber; }
    // Every mode is lowered, run on the input and compared with the strided layer.
    void compareModes();
    void cancel();

    // The layer and its channel being looked at: every view shows them, as far as it has them.
    // For another report it is the first strided layer, or without one the first of all.
    struct Choice {
        QString layer;
        std::uint64_t channel = 0;
        bool operator==(const Choice&) const = default;
    };
    const Choice& choice() const { return m_choice; }
    void choose(const Choice& choice);

    // An element being looked at: every view of the layer shows it.
    struct Element {
        QString layer;
        scene::striding::PatchPlace place;
        bool operator==(const Element&) const = default;
    };
    const std::optional<Element>& element() const { return m_element; }
    // Chooses its layer and channel too; one that does not exist changes nothing.
    void showElement(const Element& element);

  Q_SIGNALS:
    void switching(); // the mode; lowered() or failed() follows
    // tensor: the one that gets the input's file; both empty without an input
    void lowered(const QString& program, const QString& tensor, const QString& file);
    // What cannot be read may be cut off: `ways` are requests for what is left.
    void failed(const QString& text, const std::vector<StridingRequest>& ways = {});
    void networkShown(); // another one, or what is known about its lowering
    void choiceChanged();
    void elementShown();

  private:
    void takeFacts(FactsPtr facts);
    void takeShown(const StridingRequest& request, bool isOpened);
    void refuse(const StridingRequest& request, const Problem& problem);
    void chooseFirst();
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void start(std::function<void(const Stop& stop)> work);
    void takeOutcomes(const Stop& stop, const std::vector<scene::striding::ModeOutcome>& outcomes);
    template <typename Call> void answer(Call call);

    QString m_folder;
    std::unique_ptr<QTemporaryDir> m_temporary;
    FactsPtr m_facts;
    StridingRequest m_shown;
    bool m_isOpened = false; // the one shown, and no program of it is loaded yet
    std::optional<Problem> m_refusal;
    int m_reportNumber = 0;
    Choice m_choice;
    std::optional<Element> m_element;
    struct Kept {
        Choice choice;
        std::optional<Element> element;
    };
    std::optional<Kept> m_kept; // while the mode is being switched
    Stop m_stop = std::make_shared<std::atomic<bool>>(false);
    int m_underWay = 0;
    QThreadPool m_pool;
};

} // namespace lw::striding
