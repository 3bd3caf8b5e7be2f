// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/config.h"
#include "core/program/program.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

// Programs of cores that send each other words and signals, wait for them and look at what came.
namespace lw::test {

// What a bundle of such a program does, if it does anything.
struct Act {
    enum class Kind : std::uint8_t {
        Nothing,
        Send,  // by descriptor `number`
        Wait,  // for flag `number` >= value
        Read,  // flag `number` into r2
        Store, // r2 into word `number`
        Value, // `value` into r2
        Load,  // word `number` into r2
        Halt,
    };
    Kind kind = Kind::Nothing;
    std::uint32_t number = 0;
    std::uint32_t value = 0;
};

// A transfer of scalar memory, from word `source` on into word `destination` of another core.
struct Letter {
    std::uint32_t to = 0, source = 0, destination = 0;
    std::uint32_t granules = 1; // 0: a signal
    std::uint32_t ownFlag = 0, farFlag = 0;
};

struct SendingCore {
    std::vector<Letter> letters;
    std::vector<Act> acts; // a bundle each, the last one halts
    std::vector<std::string> bundles() const;
    std::vector<std::uint32_t> descriptors() const;
};

struct SendingCores {
    training::Config config;
    std::vector<SendingCore> cores;

    SendingCores() = default;
    explicit SendingCores(std::uint64_t seed); // random ones
    std::vector<program::Program> programs() const;
};

// Words of scalar memory that the programs use as data; descriptors lie after them.
inline constexpr std::uint32_t kDataWords = 64 + 8 * 160;

} // namespace lw::test
