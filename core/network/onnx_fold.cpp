// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold.h"

#include "core/network/onnx_fold_pieces.h"
#include "core/numeric/elementary.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

// Making and changing numbers, and the list of everything.
namespace lw::network::onnx {

namespace {

using namespace fold;

Outcome constantOfShape(Use& use) {
    LW_TRY(const Numbers extents, wholeNumbers(use, 0));
    LW_TRY(const std::optional<Tensor> given, use.tensor("value"));
    const Tensor value = given.value_or(Tensor(DType::F32, {1}));
    if (value.count() != 1) return use.wrong("its value is not one number");
    Shape shape;
    for (const std::int64_t extent : extents) {
        if (extent < 0) return use.wrong("it has a negative extent");
        shape.push_back(static_cast<std::uint64_t>(extent));
    }
    LW_TRY(Tensor out,
           gathered(use, value, std::move(shape), [](std::uint64_t) { return std::uint64_t{0}; }));
    return use.give(std::move(out));
}

// Hosts produce NaN with different bits.
template <typename T> T sameOnAllHosts(T value) {
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(value)) return std::bit_cast<T>(std::uint32_t{0x7fc00000});
    return value;
}

Outcome castOperator(Use& use) {
    LW_TRY(const std::int64_t to, use.integer("to", 0));
    const std::optional<DType> dtype = dtypeOf(to);
    if (!dtype || *dtype == DType::Bf16) return use.wrong("it casts to " + elementTypeName(to));
    return castTo(use, *dtype);
}
Outcome castLike(Use& use) {
    LW_TRY(const Tensor* const like, use.anyConstant(1));
    return castTo(use, like->dtype());
}

// Extents of two tensors, repeated to fit each other.
Result<Shape> together(const Use& use, Shape a, Shape b) {
    const std::string both = tensor::shapeText(a) + " and " + tensor::shapeText(b);
    if (a.size() < b.size()) std::swap(a, b);
    b.insert(b.begin(), a.size() - b.size(), 1);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i] && a[i] != 1 && b[i] != 1) return use.wrong(both + " do not fit together");
        if (a[i] == 1) a[i] = b[i];
    }
    return a;
}

// A constant input, repeated to a shape that it fits.
Result<Tensor> repeatedTo(const Use& use, const Tensor& given, const Shape& shape) {
    Shape own = given.shape();
    own.insert(own.begin(), shape.size() - own.size(), 1);
    return gathered(use, given, shape, [&](std::uint64_t i) {
        std::uint64_t source = 0, step = 1;
        for (std::size_t axis = shape.size(); axis-- > 0; i /= shape[axis]) {
            if (own[axis] != 1) source += i % shape[axis] * step;
            step *= own[axis];
        }
        return source;
    });
}

Outcome expand(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY(const Numbers extents, wholeNumbers(use, 1));
    Shape wanted;
    for (const std::int64_t extent : extents) {
        if (extent < 0) return use.wrong("it has a negative extent");
        wanted.push_back(static_cast<std::uint64_t>(extent));
    }
    LW_TRY(const Shape shape, together(use, given->shape(), std::move(wanted)));
    LW_TRY(Tensor out, repeatedTo(use, *given, shape));
    return use.give(std::move(out));
}

enum class Sign : std::uint8_t { Add, Sub, Mul, Div };

// In the arithmetic of the type: whole numbers wrap, and division is toward zero; floats are rounded once.
template <typename T> std::optional<T> computed(Sign sign, T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        const auto x = static_cast<U>(a), y = static_cast<U>(b);
        if (sign == Sign::Div) {
            if (b == 0) return std::nullopt;
            return b == -1 ? static_cast<T>(U{0} - x) : a / b;
        }
        return static_cast<T>(sign == Sign::Add ? x + y : sign == Sign::Sub ? x - y : x * y);
    } else {
        switch (sign) {
        case Sign::Add: return a + b;
        case Sign::Sub: return a - b;
        case Sign::Mul: return a * b;
        case Sign::Div: return a / b;
        }
        return std::nullopt;
    }
}

template <typename T> Outcome arithmeticOf(Use& use, Sign sign, Tensor a, const Tensor& b) {
    for (std::uint64_t i = 0; i < a.count(); ++i) {
        const std::optional<T> value = computed(sign, a.at<T>(i), b.at<T>(i));
        if (!value) return use.wrong("it divides by 0");
        a.set(i, sameOnAllHosts(*value));
    }
    return use.give(std::move(a));
}

Outcome arithmetic(Use& use, Sign sign) {
    LW_TRY(const Tensor* const left, use.anyConstant(0));
    LW_TRY(const Tensor* const right, use.anyConstant(1));
    if (left->dtype() != right->dtype()) return use.wrong("its inputs are of different types");
    LW_TRY(const Shape shape, together(use, left->shape(), right->shape()));
    LW_TRY(Tensor a, repeatedTo(use, *left, shape));
    LW_TRY(const Tensor b, repeatedTo(use, *right, shape));
    switch (a.dtype()) {
    case DType::F32: return arithmeticOf<float>(use, sign, std::move(a), b);
    case DType::I64: return arithmeticOf<std::int64_t>(use, sign, std::move(a), b);
    case DType::I32: return arithmeticOf<std::int32_t>(use, sign, std::move(a), b);
    default: return use.wrong("it computes in " + std::string(tensor::nameOf(a.dtype())));
    }
}
Outcome add(Use& use) { return arithmetic(use, Sign::Add); }
Outcome sub(Use& use) { return arithmetic(use, Sign::Sub); }
Outcome mul(Use& use) { return arithmetic(use, Sign::Mul); }
Outcome div(Use& use) { return arithmetic(use, Sign::Div); }

// One number from one.
template <typename T, typename Function>
Outcome eachOf(Use& use, const Tensor& given, const Function& function) {
    LW_TRY(Tensor out, gathered(use, given, given.shape(), [](std::uint64_t i) { return i; }));
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, sameOnAllHosts<T>(function(out.at<T>(i))));
    return use.give(std::move(out));
}
Outcome each(Use& use, float (*function)(float)) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    if (given->dtype() == DType::F32) return eachOf<float>(use, *given, function);
    return use.wrong("it computes in " + std::string(tensor::nameOf(given->dtype())));
}

template <typename T> Outcome negated(Use& use, const Tensor& given) {
    return eachOf<T>(use, given, [](T x) { return *computed<T>(Sign::Sub, T{0}, x); });
}
Outcome negate(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    if (given->dtype() == DType::I64) return negated<std::int64_t>(use, *given);
    if (given->dtype() == DType::I32) return negated<std::int32_t>(use, *given);
    return each(use, [](float x) { return -x; }); // 0 - 0 is not -0
}
Outcome squareRoot(Use& use) {
    return each(use, [](float x) { return std::sqrt(x); });
}
Outcome exponential(Use& use) {
    return each(use, [](float x) { return static_cast<float>(numeric::exponential(double{x})); });
}
Outcome logarithm(Use& use) {
    return each(use, [](float x) { return static_cast<float>(numeric::logarithm(double{x})); });
}
Outcome roundDown(Use& use) {
    return each(use, [](float x) { return std::floor(x); });
}
Outcome roundUp(Use& use) {
    return each(use, [](float x) { return std::ceil(x); });
}

} // namespace

Outcome fold::castTo(Use& use, DType dtype) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY([[maybe_unused]] const Done counted, countResult(use, given->shape()));
    auto out = tensor::cast(*given, dtype);
    if (!out)
        return use.wrong("it makes " + std::string(tensor::nameOf(dtype)) + " of a number that does not fit");
    if (isHalf(dtype)) return use.give(widened(use.import(), *std::move(out)));
    if (dtype == DType::F32)
        for (std::uint64_t i = 0; i < out->count(); ++i) out->set(i, sameOnAllHosts(out->at<float>(i)));
    return use.give(*std::move(out));
}

namespace {

constexpr std::string_view kOfConstants = "of constants; computed while the file is read";

constexpr std::array kFoldings{
    Operator{"Add", add, kOfConstants},
    Operator{"Cast", castOperator, kOfConstants},
    Operator{"CastLike", castLike, kOfConstants},
    Operator{"Ceil", roundUp, kOfConstants},
    Operator{"Concat", concat, kOfConstants},
    Operator{"ConstantOfShape", constantOfShape, kOfConstants},
    Operator{"Div", div, kOfConstants},
    Operator{"Exp", exponential, kOfConstants},
    Operator{"Expand", expand, kOfConstants},
    Operator{"Floor", roundDown, kOfConstants},
    Operator{"Gather", gather, kOfConstants},
    Operator{"Identity", identity, kOfConstants},
    Operator{"Log", logarithm, kOfConstants},
    Operator{"Mul", mul, kOfConstants},
    Operator{"Neg", negate, kOfConstants},
    Operator{"Range", range, kOfConstants},
    Operator{"Reshape", reshape, kOfConstants},
    Operator{"Shape", shapeOperator, "computed while the file is read"},
    Operator{"Size", sizeOperator, "computed while the file is read"},
    Operator{"Slice", slice, kOfConstants},
    Operator{"Sqrt", squareRoot, kOfConstants},
    Operator{"Squeeze", squeeze, kOfConstants},
    Operator{"Sub", sub, kOfConstants},
    Operator{"Transpose", transpose, kOfConstants},
    Operator{"Unsqueeze", unsqueeze, kOfConstants},
};

} // namespace

std::span<const Operator> foldings() { return kFoldings; }

} // namespace lw::network::onnx
