// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/onednn.h"

#ifdef LW_HAS_ONEDNN

#include <oneapi/dnnl/dnnl.hpp>

#include <unordered_map>

namespace lw::bench {

namespace {

using dnnl::memory;
using Tag = memory::format_tag;

constexpr auto kAny = Tag::any;

template <typename T> constexpr memory::data_type kTypeOf = memory::data_type::undef;
template <> constexpr memory::data_type kTypeOf<std::int8_t> = memory::data_type::s8;
template <> constexpr memory::data_type kTypeOf<std::int32_t> = memory::data_type::s32;
template <> constexpr memory::data_type kTypeOf<float> = memory::data_type::f32;

struct Host {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
};
Host& host() {
    static Host one;
    return one;
}

// oneDNN's handles are not const, though it only reads them.
template <typename T> memory over(const memory::dims& shape, Tag tag, const T* values) {
    return {{shape, kTypeOf<T>, tag}, host().engine, const_cast<T*>(values)};
}

memory inForm(memory given, const memory::desc& wanted) {
    memory out(wanted, host().engine);
    dnnl::reorder(given, out).execute(host().stream, given, out);
    host().stream.wait();
    return out;
}

std::function<void()> callOf(dnnl::primitive primitive, std::unordered_map<int, memory> arguments) {
    return [primitive = std::move(primitive), arguments = std::move(arguments)] {
        primitive.execute(host().stream, arguments);
        host().stream.wait();
    };
}

template <typename Input, typename Sum>
std::function<void()> convolution(const ConvolutionShape& shape, const Input* x, const Input* w,
                                  const Sum* bias, Sum* y) {
    const std::int64_t out = shape.outputSide();
    const memory::dims image{1, shape.channels, shape.side, shape.side},
        kernels{shape.kernels, shape.channels, shape.kernel, shape.kernel},
        result{1, shape.kernels, out, out}, one{shape.kernels};
    dnnl::post_ops after;
    after.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(after);
    const dnnl::convolution_forward::primitive_desc description({dnnl::prop_kind::forward_inference,
                                                                 dnnl::algorithm::convolution_direct,
                                                                 {image, kTypeOf<Input>, Tag::nhwc},
                                                                 {kernels, kTypeOf<Input>, kAny},
                                                                 {one, kTypeOf<Sum>, Tag::x},
                                                                 {result, kTypeOf<Sum>, Tag::nhwc},
                                                                 {shape.stride, shape.stride},
                                                                 {shape.pad, shape.pad},
                                                                 {shape.pad, shape.pad}},
                                                                attributes, host().engine);
    return callOf(dnnl::convolution_forward(description),
                  {{DNNL_ARG_SRC, over(image, Tag::nhwc, x)},
                   {DNNL_ARG_WEIGHTS, inForm(over(kernels, Tag::hwio, w), description.weights_desc())},
                   {DNNL_ARG_BIAS, over(one, Tag::x, bias)},
                   {DNNL_ARG_DST, over(result, Tag::nhwc, y)}});
}

} // namespace

std::function<void()> oneDnnMatmul(std::size_t n, const float* a, const float* b, float* c) {
    const auto side = static_cast<dnnl_dim_t>(n);
    return [=] { dnnl_sgemm('N', 'N', side, side, side, 1.0f, a, side, b, side, 0.0f, c, side); };
}

std::function<void()> oneDnnProduct(const ProductShape& shape, const std::int8_t* x, const std::int8_t* w,
                                    std::int32_t* y) {
    const memory::dims left{shape.m, shape.k}, right{shape.k, shape.n}, result{shape.m, shape.n};
    const dnnl::matmul::primitive_desc description({{left, kTypeOf<std::int8_t>, Tag::ab},
                                                    {right, kTypeOf<std::int8_t>, kAny},
                                                    {result, kTypeOf<std::int32_t>, Tag::ab}},
                                                   host().engine);
    return callOf(dnnl::matmul(description),
                  {{DNNL_ARG_SRC, over(left, Tag::ab, x)},
                   {DNNL_ARG_WEIGHTS, inForm(over(right, Tag::ab, w), description.weights_desc())},
                   {DNNL_ARG_DST, over(result, Tag::ab, y)}});
}

std::function<void()> oneDnnConvolution(const ConvolutionShape& shape, const std::int8_t* x,
                                        const std::int8_t* w, const std::int32_t* bias, std::int32_t* y) {
    return convolution(shape, x, w, bias, y);
}
std::function<void()> oneDnnConvolution(const ConvolutionShape& shape, const float* x, const float* w,
                                        const float* bias, float* y) {
    return convolution(shape, x, w, bias, y);
}

} // namespace lw::bench

#else

namespace lw::bench {

std::function<void()> oneDnnMatmul(std::size_t, const float*, const float*, float*) { return {}; }
std::function<void()> oneDnnProduct(const ProductShape&, const std::int8_t*, const std::int8_t*,
                                    std::int32_t*) {
    return {};
}
std::function<void()> oneDnnConvolution(const ConvolutionShape&, const std::int8_t*, const std::int8_t*,
                                        const std::int32_t*, std::int32_t*) {
    return {};
}
std::function<void()> oneDnnConvolution(const ConvolutionShape&, const float*, const float*, const float*,
                                        float*) {
    return {};
}

} // namespace lw::bench

#endif
