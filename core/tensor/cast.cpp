// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/cast.h"

#include "core/base/messages.h"
#include "core/base/stop.h"
#include "core/tensor/element.h"
#include "core/tensor/messages.h"

#include <cmath>
#include <limits>

namespace lw::tensor {
namespace {

// One element on its way from one type to another; integers keep all their bits.
struct Number {
    bool real = false;
    double value = 0;            // of a real number
    bool negative = false;       // of an integer, with ...
    std::uint64_t magnitude = 0; // ... its absolute value
};

template <typename Kind> Number numberOf(typename Kind::Stored stored) {
    if constexpr (Kind::kReal)
        return {true, Kind::value(stored), false, 0};
    else {
        using Wide = std::conditional_t<std::is_signed_v<typename Kind::Stored>, std::int64_t, std::uint64_t>;
        const bool negative = stored < 0;
        const auto bits = static_cast<std::uint64_t>(Wide{stored});
        return {false, 0, negative, negative ? 0 - bits : bits};
    }
}

constexpr std::uint64_t kBetweenLooks = 1 << 16; // elements between two looks at the flag

// An integer's sign and magnitude put into the type, if they fit.
template <typename Stored> bool storeInteger(bool negative, std::uint64_t magnitude, Stored& out) {
    using Limits = std::numeric_limits<Stored>;
    const auto most = static_cast<std::uint64_t>(Limits::max());
    if (!negative) {
        out = static_cast<Stored>(magnitude);
        return magnitude <= most;
    }
    out = static_cast<Stored>(0 - magnitude);
    return magnitude == 0 || (Limits::is_signed && magnitude <= most + 1);
}

template <typename Kind> bool store(const Number& number, typename Kind::Stored& out) {
    using Stored = typename Kind::Stored;
    if constexpr (std::is_same_v<Kind, BoolElement>) {
        out = number.real ? number.value != 0 : number.magnitude != 0;
        return true;
    } else if constexpr (std::is_floating_point_v<Stored>) {
        if (number.real)
            out = static_cast<Stored>(number.value);
        else
            out = number.negative ? -static_cast<Stored>(number.magnitude)
                                  : static_cast<Stored>(number.magnitude);
        return true;
    } else if constexpr (Kind::kReal) {
        out = number.real ? numeric::smallFloatBits(number.value, Kind::kFormat)
                          : numeric::smallFloatBits(numeric::Dyadic{number.negative, number.magnitude, 0},
                                                    Kind::kFormat);
        return true;
    } else {
        if (!number.real) return storeInteger(number.negative, number.magnitude, out);
        const double whole = std::trunc(number.value);
        if (!(std::fabs(whole) < 0x1p64)) return false; // NaN and infinity too
        return storeInteger(whole < 0, static_cast<std::uint64_t>(std::fabs(whole)), out);
    }
}

} // namespace

Result<Tensor> cast(const Tensor& tensor, DType to, const std::atomic<bool>* stop) {
    if (tensor.dtype() == to) return tensor;
    const auto bytes = bytesOf(tensor.shape(), sizeOf(to));
    if (!bytes) return Problem{&messages::kTooLarge, {shapeText(tensor.shape())}, {}, {}, {}};
    Tensor out(to, tensor.shape());
    const std::uint64_t count = tensor.count();
    const std::uint64_t failed = visit(tensor.dtype(), [&](auto from) {
        using From = decltype(from);
        return visit(to, [&](auto into) {
            using Into = decltype(into);
            for (std::uint64_t i = 0; i < count; ++i) {
                if (i % kBetweenLooks == 0 && isStopped(stop)) return i;
                typename Into::Stored stored{};
                if (!store<Into>(numberOf<From>(tensor.at<typename From::Stored>(i)), stored)) return i;
                out.set(i, stored);
            }
            return count;
        });
    });
    if (failed == count) return out;
    // Without a value that failed, or when nobody waits for it any more.
    if (isStopped(stop)) return Problem{&lw::messages::kInterrupted, {}, {}, {}, {}};
    return Problem{
        &messages::kDoesNotFit,
        {textAt(tensor, failed), shapeText(indexOf(tensor.shape(), failed)), std::string(nameOf(to))},
        {},
        {},
        {}};
}

Result<Tensor> cast(const Tensor& tensor, DType to) { return cast(tensor, to, nullptr); }

Result<Tensor> expectDType(Tensor tensor, DType wanted) {
    if (tensor.dtype() == wanted) return tensor;
    if (wanted == DType::Bf16 && tensor.dtype() == DType::U16)
        return reinterpreted(std::move(tensor), wanted);
    return Problem{&messages::kOtherType,
                   {std::string(nameOf(tensor.dtype())), std::string(nameOf(wanted))},
                   {},
                   {},
                   {}};
}

} // namespace lw::tensor
