// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/blas.h"

#include <cblas.h>

#if __has_include(<oneapi/dnnl/dnnl.hpp>) && defined(LW_HAS_ONEDNN)
#include <omp.h>
#include <oneapi/dnnl/dnnl.hpp>
#endif

extern "C" {
void openblas_set_num_threads(int threads);
char* openblas_get_corename(void);
}

namespace lw::bench {

void sgemm(std::size_t m, std::size_t n, std::size_t k, const float* a, const float* b, float* c) {
    static const bool oneThread = [] {
        openblas_set_num_threads(1);
        return true;
    }();
    (void)oneThread;
    const auto i = [](std::size_t x) { return static_cast<int>(x); };
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, i(m), i(n), i(k), 1.0f, a, i(k), b, i(n), 0.0f, c,
                i(n));
}

std::string blasCore() { return openblas_get_corename(); }

#if defined(LW_HAS_ONEDNN)

bool hasOneDnn() { return true; }

void oneDnnMatmul(std::size_t n, const float* a, const float* b, float* c) {
    const auto side = static_cast<dnnl_dim_t>(n);
    dnnl_sgemm('N', 'N', side, side, side, 1.0f, a, side, b, side, 0.0f, c, side);
}

#else

bool hasOneDnn() { return false; }
void oneDnnMatmul(std::size_t, const float*, const float*, float*) {}

#endif

} // namespace lw::bench
