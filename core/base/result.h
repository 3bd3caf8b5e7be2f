// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/base/problem.h"

#include <utility>
#include <variant>

namespace lw {

// A value, or the one problem that kept it from being made.
template <typename T> class [[nodiscard]] Result {
  public:
    Result(T value) : m_held(std::in_place_index<0>, std::move(value)) {}
    Result(Problem problem) : m_held(std::in_place_index<1>, std::move(problem)) {}

    explicit operator bool() const { return m_held.index() == 0; }
    T& operator*() & { return value(); }
    const T& operator*() const& { return const_cast<Result*>(this)->value(); }
    T&& operator*() && { return std::move(value()); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &**this; }
    Problem& problem() & { return failure(); }
    const Problem& problem() const& { return const_cast<Result*>(this)->failure(); }
    Problem&& problem() && { return std::move(failure()); }

  private:
    T& value() {
        LW_REQUIRE(m_held.index() == 0, "a result is looked at before it is known to hold a value");
        return std::get<0>(m_held);
    }
    Problem& failure() {
        LW_REQUIRE(m_held.index() == 1, "a problem is asked of a result that holds a value");
        return std::get<1>(m_held);
    }
    std::variant<T, Problem> m_held;
};

struct Done {};
using Outcome = Result<Done>;

} // namespace lw

#define LW_TRY_JOIN2(a, b) a##b
#define LW_TRY_JOIN(a, b) LW_TRY_JOIN2(a, b)
// LW_TRY(const auto value, mayFail()); returns the problem upwards, or continues with the value.
#define LW_TRY(declaration, ...)                                                                             \
    auto LW_TRY_JOIN(lwTried, __LINE__) = (__VA_ARGS__);                                                     \
    if (!LW_TRY_JOIN(lwTried, __LINE__)) return std::move(LW_TRY_JOIN(lwTried, __LINE__)).problem();         \
    declaration = *std::move(LW_TRY_JOIN(lwTried, __LINE__))
