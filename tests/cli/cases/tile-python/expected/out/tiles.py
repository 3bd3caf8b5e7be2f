#!/usr/bin/env python3
# Written by `lw tile --to python`; needs numpy, nothing else.
"""A picture of another size through a network that is compiled for tiles of one size.

    import tiles
    output = tiles.run(picture, call)

`picture` is an array of the shape PICTURE. `call` is the network on your own runtime: it gets a tile of the shape TILE and
gives what the network makes of it, [rows, columns, channels]; of a network with several outputs a list of them, as NAMES
names them, and then run gives such a list as well. MASKED says whether `call` gets masks:

    call(tile)                     in the modes exact and ring
    call(tile, masks, divisors)    in the mode masked

`masks` has by the name of a layer (fill, mask): what this layer reads must be fill where mask, of the shape
[rows, columns, 1], is 0: np.where(mask, value, fill). Where fill is "edge", the last row and column of the picture are
repeated instead: edged(value, mask). `divisors` has by the name of an average pool by what the sum of each
of its windows is divided.
"""
import numpy as np

PICTURE = (1, 1, 1)
TILE = (1, 3, 1)
NAMES = ["l2"]
OUTPUTS = [(1, 1, 1)]
TILE_OUTPUTS = [(1, 3, 1)]
ZERO = 0
# For each tile: where it begins in the picture, elements beyond its end, and of each output where that of the
# tile begins in the whole, and from where until where it gives the whole, the end not included.
ROWS = [(0, 0, [(0, 0, 1)])]
COLUMNS = [(0, 2, [(0, 0, 1)])]
MASKED = True
# Along one direction, for the elements of a tile.
LINES = [
    [1],
    [1, 0, 0],
]
# Of a layer: what stands where the mask is 0, what all numbers have in common, then by row and by column of tiles the line.
MASKS = [
    ("l1", 0.0, 1, [0], [1]),
    ("l2", 0.0, 1, [0], [1]),
]
DIVISORS = [
]


def cut(picture, row, column):
    """The tile in this place of the plan; beyond the picture it has the code of zero."""
    (top, below, _), (left, beside, _) = ROWS[row], COLUMNS[column]
    rows, columns = TILE[0] - below, TILE[1] - beside
    tile = np.full(TILE, ZERO, picture.dtype)
    tile[:rows, :columns] = picture[top:top + rows, left:left + columns]
    return tile


def table(entries, row, column):
    """One number for each pixel: a number of the row times one of the column."""
    out = {}
    for layer, fill, common, by_row, by_column in entries:
        numbers = np.outer(LINES[by_row[row]], LINES[by_column[column]]) // common
        out[layer] = numbers[..., None] if fill is None else (fill, numbers[..., None])
    return out


def edged(value, mask):
    """Beyond the picture what its last row and column have."""
    rows, columns = mask[:, 0, 0].sum(), mask[0, :, 0].sum()
    return value[np.minimum(np.arange(len(mask)), rows - 1)][:, np.minimum(np.arange(mask.shape[1]), columns - 1)]


def run(picture, call):
    """What the network gives of the whole picture, tile after tile."""
    picture = np.asarray(picture)
    if picture.shape != PICTURE:
        raise ValueError("the plan is for a picture of the shape %s, this one has %s" % (PICTURE, picture.shape))
    outputs = [None] * len(NAMES)
    for row, (_, _, down) in enumerate(ROWS):
        for column, (_, _, across) in enumerate(COLUMNS):
            tile = cut(picture, row, column)
            given = call(tile, table(MASKS, row, column), table(DIVISORS, row, column)) if MASKED else call(tile)
            for number, one in enumerate(given if len(NAMES) > 1 else [given]):
                one = np.asarray(one)
                if one.shape != TILE_OUTPUTS[number]:
                    raise ValueError("a tile must give the shape %s, not %s" % (TILE_OUTPUTS[number], one.shape))
                if outputs[number] is None: outputs[number] = np.empty(OUTPUTS[number], one.dtype)
                (top, first, end), (left, begin, stop) = down[number], across[number]
                outputs[number][first:end, begin:stop] = one[first - top:end - top, begin - left:stop - left]
    return outputs if len(NAMES) > 1 else outputs[0]
