#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the eight unit colours of each theme and writes them into its JSON.

The rules, which tests/widgets/tst_theme.cpp checks with code of its own:
- at least 10 CIEDE2000 between every two unit colours and between units and state colours, in normal, deuteranopic
  and protanopic vision (by the matrices of Machado et al. 2009; here also by those of Vienot et al. 1999);
- 3:1 against surface and panel, as the edge of a fill;
- the lightness of every two differs, so that a grey print still separates them.
Within the rules the colours stay as near as they can to what one would choose by name. The search is seeded: the same
input gives the same colours. Run: python3 resources/themes/optimise.py [--check]
"""
import json, math, pathlib, random, re, sys

RULE = 10.0
LEAST_DIFFERENCE = 10.4  # what the search wants: a little more than the rule
LEAST_CONTRAST = 3.05
LIGHTNESS_STEP = {"dark": 3.6, "light": 2.6}  # a light surface leaves less room
# Hue window, chroma window, and the wish (L, C, h) per theme kind, in CIE LCh.
WISHES = {
    "unit.scalar": ((235, 290), (24, 75), {"dark": (62, 48, 268), "light": (42, 52, 270)}),
    "unit.vector": ((130, 190), (22, 75), {"dark": (66, 46, 152), "light": (48, 40, 155)}),
    "unit.memory": ((80, 112), (36, 90), {"dark": (84, 64, 96), "light": (58, 58, 95)}),
    "unit.matrix": ((46, 72), (45, 95), {"dark": (70, 68, 60), "light": (54, 68, 56)}),
    "unit.permute": ((320, 364), (30, 85), {"dark": (60, 60, 342), "light": (44, 58, 342)}),
    "unit.unary": ((290, 318), (30, 90), {"dark": (54, 62, 304), "light": (36, 66, 304)}),
    "unit.dma": ((15, 46), (20, 60), {"dark": (48, 38, 34), "light": (30, 36, 34)}),
    "unit.sync": ((230, 290), (0, 11), {"dark": (78, 7, 262), "light": (46, 8, 262)}),
}
STATES = ("accent", "error", "warning", "success")
NORMAL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
VISIONS = (
    NORMAL,
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
)
SEEDS = 40
WHITE = (0.95047, 1.0, 1.08883)
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
FROM_XYZ = ((3.2404542, -1.5371385, -0.4985314), (-0.9692660, 1.8760108, 0.0415560), (0.0556434, -0.2040259, 1.0572252))


def times(matrix, v):
    return tuple(row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in matrix)


def linear_of(hexed):
    return tuple(
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (int(hexed[i : i + 2], 16) / 255 for i in (1, 3, 5))
    )


def hex_of(linear):
    out = "#"
    for c in linear:
        c = min(1.0, max(0.0, c))
        c = 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055
        out += f"{round(c * 255):02X}"
    return out


def lab_of(linear):
    f = [
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (max(0.0, x) / w for x, w in zip(times(TO_XYZ, linear), WHITE))
    ]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def linear_of_lch(lightness, chroma, hue):
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    fy = (lightness + 16) / 116
    xyz = []
    for f, w in zip((fy + a / 500, fy, fy - b / 200), WHITE):
        xyz.append(w * (f**3 if f**3 > 216 / 24389 else (116 * f - 16) * 27 / 24389))
    return times(FROM_XYZ, xyz)


def difference(one, two):
    """CIEDE2000 of two colours in Lab."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    dl, dc = l2 - l1, c2 - c1
    dh, mean_h = 0.0, h1 + h2
    if c1 * c2 != 0:
        dh = h2 - h1
        if dh > 180:
            dh -= 360
        elif dh < -180:
            dh += 360
        if abs(h1 - h2) <= 180:
            mean_h /= 2
        else:
            mean_h = (mean_h + 360) / 2 if mean_h < 360 else (mean_h - 360) / 2
    big_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh) / 2)
    ml, mc = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    rotation = 30 * math.exp(-(((mean_h - 275) / 25) ** 2))
    rc = 2 * math.sqrt(mc**7 / (mc**7 + 25.0**7))
    sl = 1 + 0.015 * (ml - 50) ** 2 / math.sqrt(20 + (ml - 50) ** 2)
    sc, sh = 1 + 0.045 * mc, 1 + 0.015 * mc * t
    x, y, z = dl / sl, dc / sc, big_h / sh
    return math.sqrt(x * x + y * y + z * z - math.sin(math.radians(2 * rotation)) * rc * y * z)


def luminance(linear):
    return times(TO_XYZ, [min(1.0, max(0.0, c)) for c in linear])[1]


def contrast(one, two):
    high, low = max(one, two), min(one, two)
    return (high + 0.05) / (low + 0.05)


class Colour:
    def __init__(self, hexed, lch=None):
        self.hexed, self.lch = hexed, lch
        linear = linear_of(hexed)
        self.luminance = luminance(linear)
        self.seen = [lab_of(tuple(min(1.0, max(0.0, c)) for c in times(v, linear))) for v in VISIONS]


class Search:
    def __init__(self, theme):
        roles = theme["roles"]
        self.kind = "dark" if theme["dark"] else "light"
        self.step = LIGHTNESS_STEP[self.kind]
        self.grounds = [Colour(roles[r]).luminance for r in ("surface", "panel")]
        self.states = [Colour(roles[r]) for r in STATES]
        self.units = list(WISHES)

    def pair(self, one, two, step):
        lack = sum(max(0.0, LEAST_DIFFERENCE - difference(a, b)) ** 2 for a, b in zip(one.seen, two.seen))
        return lack + (2 * max(0.0, step - abs(one.seen[0][0] - two.seen[0][0])) ** 2 if step else 0)

    def cost(self, i, colour, all_colours):
        """What this colour breaks of the rules, and how far it is from the wish."""
        broken = sum(40 * max(0.0, LEAST_CONTRAST - contrast(colour.luminance, g)) ** 2 for g in self.grounds)
        broken += sum(self.pair(colour, s, 0) for s in self.states)
        broken += sum(self.pair(colour, c, self.step) for j, c in enumerate(all_colours) if j != i)
        wish = WISHES[self.units[i]][2][self.kind]
        away = ((colour.lch[0] - wish[0]) / 10) ** 2 + ((colour.lch[1] - wish[1]) / 12) ** 2
        away += ((colour.lch[2] - wish[2]) / 15) ** 2
        return broken, away

    def make(self, i, lch):
        hues, chromas, _ = WISHES[self.units[i]]
        lch = (
            min(95.0, max(12.0, lch[0])),
            min(chromas[1], max(chromas[0], lch[1])),
            min(hues[1], max(hues[0], lch[2])),
        )
        linear = linear_of_lch(*lch)
        if min(linear) < -0.002 or max(linear) > 1.002:
            return None
        return Colour(hex_of(linear), lch)

    def start(self, dice):
        out = []
        for i, unit in enumerate(self.units):
            wish, colour = WISHES[unit][2][self.kind], None
            while colour is None:
                colour = self.make(i, (wish[0] + dice.gauss(0, 12), wish[1] * dice.uniform(0.5, 1.1), wish[2]))
            out.append(colour)
        return out

    def run(self, seed, moves):
        dice = random.Random(seed)
        colours = self.start(dice)
        for move in range(moves):
            heat = (1 - move / moves) ** 2
            i = dice.randrange(len(colours))
            size = 0.5 + 9 * heat
            tried = self.make(i, tuple(x + dice.gauss(0, size) for x in colours[i].lch))
            if tried is None:
                continue
            old, new = self.cost(i, colours[i], colours), self.cost(i, tried, colours)
            rise = (new[0] - old[0]) * 3 + (new[1] - old[1]) * 0.4
            if rise < 0 or dice.random() < math.exp(-rise / (0.02 + 4 * heat)):
                colours[i] = tried
        costs = [self.cost(i, c, colours) for i, c in enumerate(colours)]
        return sum(c[0] for c in costs), sum(c[1] for c in costs), colours


def measure(search, colours):
    """The least difference, step of lightness and contrast."""
    least = min(
        difference(a, b)
        for i, c in enumerate(colours)
        for d in colours[i + 1 :] + search.states
        for a, b in zip(c.seen, d.seen)
    )
    light = sorted(c.seen[0][0] for c in colours)
    step = min(b - a for a, b in zip(light, light[1:]))
    return least, step, min(contrast(c.luminance, g) for c in colours for g in search.grounds)


def rank(search, result):
    """Whether a rule is broken comes first, then how far the colours are from the wish."""
    broken, away, colours = result
    least, step, low = measure(search, colours)
    ok = least >= RULE + 0.05 and low >= 3 and step >= search.step - 0.3
    return (0, away) if ok else (1, broken)


def main():
    folder = pathlib.Path(__file__).parent
    found = {}
    for name in ("dark", "light", "print"):
        path = folder / f"{name}.json"
        text = path.read_text()
        theme = json.loads(text)
        search = Search(theme)
        colours = [Colour(theme["roles"][unit]) for unit in search.units]
        if "--check" not in sys.argv:
            given = tuple(theme["roles"][role] for role in ("surface", "panel") + STATES)
            if given not in found:
                found[given] = min((search.run(seed, 16000) for seed in range(SEEDS)), key=lambda r: rank(search, r))[2]
            colours = found[given]
            for unit, colour in zip(search.units, colours):
                text = re.sub(rf'("{unit}": ")#[0-9A-Fa-f]{{6}}', rf"\g<1>{colour.hexed}", text)
            path.write_text(text)
        least, step, low = measure(search, colours)
        print(f"{name}: difference {least:.2f}, lightness step {step:.2f}, contrast {low:.2f}", *(c.hexed for c in colours))


if __name__ == "__main__":
    main()
