

def to_bits(values, bits, least):
    """Rounded to nearest even once: so many bits, of which none counts less than 2 ** least."""
    finite = where(is_finite(values), values, 0.0)
    unit = clip(exponents_of(finite) - bits, least, math.inf)
    return where(is_finite(values), nearest(finite * power(-unit)) * power(unit), values)


def to_half(values):
    """(A conversion that goes by way of float32 rounds twice.)"""
    return to_bits(values, 11, -24)
