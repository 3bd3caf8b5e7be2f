// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/comparison.h"
#include "core/scene/firmware/beside.h"
#include "core/scene/firmware/register_files.h"
#include "widgets/session/frame.h"
#include "widgets/session/technique_desk.h"

#include <QString>
#include <QTemporaryDir>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lw::firmware {

// What is known of a firmware that is loaded, before anything runs.
struct FirmwareFacts {
    std::shared_ptr<const session::Loaded> loaded;
    project::Software software;
    std::vector<scene::firmware::Beside> beside; // one for each of project::languages()
};
using FactsPtr = std::shared_ptr<const FirmwareFacts>;

// What it gives from its beginning to its end.
struct FirmwareValues {
    project::Observed observed;
    concord::NodeNumbers numbers;
    scene::firmware::RegisterFiles files;
};
using ValuesPtr = std::shared_ptr<const FirmwareValues>;

// Software out of the firmware that is loaded, and how far it gives the same bits, found on another thread.
// Every firmware has it, whoever made it.
class FirmwareDesk : public session::TechniqueDesk {
    Q_OBJECT
  public:
    explicit FirmwareDesk(QObject* parent = nullptr);
    ~FirmwareDesk() override;

    void keepIn(const QString&) override {} // software goes where a person saves it
    void setProgram(const QString&) override {}
    QString program() const override { return {}; } // it makes none
    QString madeFrom() const override { return {}; }
    bool isBusy() const override { return m_underWay > 0; }

    // The debugger's machine at another moment, or none: another firmware has other software, and what is
    // in memory before the first clock is what both begin with.
    void follow(const session::Frames& frames);
    const FactsPtr& facts() const { return m_facts; } // null: no firmware is loaded
    const QString& refusal() const {
        return m_refusal;
    } // why it has no software; empty: no program, or it has

    // What a person looks at: every view shows it.
    std::size_t language() const { return m_language; }
    void chooseLanguage(std::size_t language);

    // Compares that program once, as soon as it is loaded.
    void compareOnceLoaded(const QString& program) { m_compareOnce = program; }
    // Runs firmware and software, or ends that; what came of it for each language.
    void compare();
    void cancel();
    bool isComparing() const { return m_isComparing; }
    struct Verdict {
        std::optional<project::Comparison> found{};
        QString failed{}; // why there is nothing to compare
        std::shared_ptr<const project::SoftwareValues> software{};
        bool isStandIn = false; // what ran it: not the library that it is for
    };
    const std::optional<Verdict>& verdict() const { return m_verdicts[m_language]; }

    // What the firmware gives; null: nobody has asked, or it is under way.
    const ValuesPtr& values() const { return m_values; }
    void askForValues();

    // The software in the language that is looked at, with what it needs beside it. Answers by saved().
    void save(const QString& folder);

  Q_SIGNALS:
    void comparesOnce(); // as asked for, now that it is loaded
    void saved(const QString& text);

  private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void start(std::function<void(const Stop& stop)> work);
    template <typename Call> void answer(Call call);
    void take(const std::shared_ptr<const session::Loaded>& loaded);
    void forgetRuns();
    void observe(); // for those who wait for values

    FactsPtr m_facts;
    std::shared_ptr<const session::Loaded> m_loaded;
    std::shared_ptr<const machine::Snapshot> m_begin;
    QString m_refusal, m_compareOnce;
    std::size_t m_language = 0;
    std::vector<std::optional<Verdict>> m_verdicts;
    ValuesPtr m_values;
    bool m_isComparing = false, m_isObserving = false, m_areValuesWanted = false;
    std::unique_ptr<QTemporaryDir> m_temporary;
    Stop m_stop = std::make_shared<std::atomic<bool>>(false);
    int m_underWay = 0;
    QThreadPool m_pool;
};

} // namespace lw::firmware
