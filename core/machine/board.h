// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::machine {

// The state of all cores of a machine: its bytes, and the words for them.
struct BoardState {
    StateTree tree;
    std::vector<Region> regions; // of the cores described so far
    std::unique_ptr<StateStore> store;

    // The node that the next of so many cores is described below, and the first byte of its region.
    NodeId rootOfNext(std::size_t cores);
    std::uint64_t nextByte() const { return regions.empty() ? 0 : regions.back().end; }
    // When all cores are described.
    void makeStore() { store = std::make_unique<StateStore>(regions); }
};

// Where a core is in the state of its board, which outlives it.
struct CorePlace {
    CoreId id;
    NodeId root;
    BoardState& state;
};

// A core as its board drives it. It works on cells below its root, and nowhere else.
class BoardCore : public Core {
  public:
    explicit BoardCore(const CorePlace& place)
        : Core(place.id, "c" + std::to_string(place.id.index), CoreTree(place.state.tree, place.root))
        , m_store(*place.state.store) {}

    virtual std::uint64_t clock() const = 0;
    virtual Stop run(const RunLimit& limit) = 0;
    virtual void setTriggers(std::vector<Trigger> triggers) = 0;
    virtual void setRecorder(Recorder* recorder) = 0;
    // Its cells were restored or written from outside: drop what is derived from them.
    virtual void stateReplaced() = 0;
    // Elements [first, first + count) of a node were written by hand: what follows from them is brought up to
    // date.
    virtual void edited(NodeId node, std::uint64_t first, std::uint64_t count) = 0;

  protected:
    StateStore& store() const { return m_store; }

  private:
    StateStore& m_store;
};

// The machine of every chip: it owns the state and the cores, and keeps them on one clock.
class Board final : public Machine {
  public:
    Board(std::unique_ptr<BoardState> state, std::vector<std::unique_ptr<BoardCore>> cores,
          std::string_view kernel);
    ~Board() override;

    StateStore& store() override { return *m_state->store; }
    const StateTree& tree() const override { return m_state->tree; }
    std::uint64_t clock() const override;
    std::string_view kernel() const override { return m_kernel; }
    Stop run(const RunLimit& limit) override;
    void setTriggers(std::vector<Trigger> triggers) override;
    void stateReplaced() override;
    void poke(NodeId node, std::uint64_t first, std::span<const std::byte> bytes) override;
    void setRecorder(Recorder* recorder) override;

  private:
    struct Window;
    Stop runTogether(const RunLimit& limit);
    std::uint64_t windowEnd(const RunLimit& limit) const;
    Stop runWindow(const RunLimit& limit, const std::vector<bool>& leaves);
    Stop stopOf(const Window& window, std::uint64_t end, std::optional<CoreId> counted);
    void addBundleTriggers(const BoardCore& core, Stop& stop) const;
    bool standsAtTrigger(const BoardCore& core) const;
    Stop standing(StopKind kind, std::optional<CoreId> core) const;
    void passEventsOn();

    std::unique_ptr<BoardState> m_state;
    std::vector<std::unique_ptr<BoardCore>> m_cores;
    std::string m_kernel;
    std::vector<Trigger> m_triggers;
    Recorder* m_recorder = nullptr;
    std::vector<std::unique_ptr<Recorder>> m_recorders; // of each core, where there are several
};

} // namespace lw::machine
