// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sending_cores.h"

#include "tests/support/random_programs.h"
#include "tests/support/tiny_program.h"
#include "tests/support/up_to.h"

#include "core/chips/training/remote.h"

#include <iterator>
#include <span>

namespace lw::test {

namespace {

constexpr std::uint32_t kLetters = 10;
constexpr std::uint32_t kInbox = 64, kOwnFlags = 16;

training::Config configOf(std::mt19937_64& random) {
    training::Config config = teachingMachine();
    config.smemWords = 2048;
    config.cores = 2 + upTo(random, random() % 4 == 0 ? 6 : 2);
    constexpr std::uint32_t kLatencies[] = {1, 2, 3, 17, 90};
    constexpr machine::Rate kRates[] = {{16, 1}, {64, 1}, {4, 1}, {24, 5}};
    config.way.latency = kLatencies[upTo(random, 4)];
    config.way.rate = kRates[upTo(random, 3)];
    return config;
}

SendingCore coreOf(std::mt19937_64& random, std::uint32_t self, std::uint32_t cores) {
    SendingCore out;
    for (std::uint32_t i = 0; i < kLetters; ++i) {
        Letter letter;
        letter.to = (self + 1 + upTo(random, cores - 2)) % cores;
        letter.granules = upTo(random, 4);
        // Each letter has a place of its own at the others, mostly.
        letter.source = 4 * upTo(random, 3);
        const std::uint32_t sender = random() % 64 == 0 ? upTo(random, 7) : self;
        letter.destination = kInbox + (sender * kLetters + i) * 16;
        letter.ownFlag = kOwnFlags + i;
        letter.farFlag = upTo(random, 7);
        out.letters.push_back(letter);
    }
    std::vector<std::uint32_t> sent(kLetters);
    const std::uint32_t length = 20 + upTo(random, 100);
    const auto add = [&](Act::Kind kind, std::uint32_t number = 0, std::uint32_t value = 0) {
        out.acts.push_back({kind, number, value});
    };
    std::uint32_t next = 0;
    while (out.acts.size() < length) {
        std::uint32_t letter = upTo(random, kLetters - 1);
        switch (upTo(random, 9)) {
        case 0:
        case 1:
            // Mostly each once: what arrives again where nobody has waited is a race.
            if (random() % 32 != 0) letter = next++;
            if (letter >= kLetters) break;
            add(Act::Kind::Send, letter);
            sent[letter] += out.letters[letter].granules;
            break;
        case 2:
            if (sent[letter] != 0) add(Act::Kind::Wait, kOwnFlags + letter, sent[letter]);
            break;
        case 3:
            if (upTo(random, 3) == 0) add(Act::Kind::Wait, upTo(random, 7), upTo(random, 2));
            break;
        case 4:
            add(Act::Kind::Read, upTo(random, 7));
            add(Act::Kind::Store, 32 + upTo(random, 31));
            break;
        case 5:
            add(Act::Kind::Value, 0, static_cast<std::uint32_t>(random() % 10000));
            add(Act::Kind::Store, random() % 24 == 0 ? upTo(random, kDataWords - 1) : 32 + upTo(random, 31));
            break;
        default:
            for (std::uint32_t i = upTo(random, 6); i != 0; --i) add(Act::Kind::Nothing);
        }
    }
    add(Act::Kind::Halt);
    return out;
}

} // namespace

std::vector<std::string> SendingCore::bundles() const {
    std::vector<std::string> out{"s0 movi r0 0 ; s1 movi r2 0"};
    for (const Act& act : acts) {
        const std::string number = std::to_string(act.number), value = std::to_string(act.value);
        switch (act.kind) {
        case Act::Kind::Nothing: out.emplace_back(); break;
        case Act::Kind::Send:
            out.push_back("s0 dma.remote r0 " +
                          std::to_string(kDataWords + act.number * training::kFarDescriptorWords));
            break;
        case Act::Kind::Wait: out.push_back("s0 sync.wait f" + number + " " + value); break;
        case Act::Kind::Read: out.push_back("s0 sync.read r2 f" + number); break;
        case Act::Kind::Store: out.push_back("s0 st r0 " + number + " r2"); break;
        case Act::Kind::Load: out.push_back("s0 ld r2 r0 " + number); break;
        case Act::Kind::Value: out.push_back("s0 movi r2 " + value); break;
        case Act::Kind::Halt: out.emplace_back("s0 halt"); break;
        }
    }
    return out;
}

std::vector<std::uint32_t> SendingCore::descriptors() const {
    std::vector<std::uint32_t> out;
    for (const Letter& letter : letters) {
        constexpr auto kSmem = static_cast<std::uint32_t>(training::kSmem);
        const std::uint32_t place = letter.to | kSmem << training::kToShift | kSmem << training::kFromShift;
        const std::uint32_t words[training::kFarDescriptorWords] = {letter.source,
                                                                    letter.destination,
                                                                    letter.ownFlag,
                                                                    letter.granules,
                                                                    4,
                                                                    4,
                                                                    1,
                                                                    0,
                                                                    0,
                                                                    1,
                                                                    0,
                                                                    0,
                                                                    1,
                                                                    0,
                                                                    0,
                                                                    place,
                                                                    letter.farFlag};
        out.insert(out.end(), std::begin(words), std::end(words));
    }
    return out;
}

SendingCores::SendingCores(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    config = configOf(random);
    for (std::uint32_t i = 0; i < config.cores; ++i) cores.push_back(coreOf(random, i, config.cores));
}

std::vector<program::Program> SendingCores::programs() const {
    std::vector<program::Program> out;
    for (const SendingCore& core : cores) {
        out.push_back(tinyProgram(core.bundles(), training::targetOf(config)));
        const std::vector<std::uint32_t> words = core.descriptors();
        const auto bytes = std::as_bytes(std::span(words));
        out.back().data.push_back({training::kSmem, kDataWords * 4, {bytes.begin(), bytes.end()}});
    }
    return out;
}

} // namespace lw::test
