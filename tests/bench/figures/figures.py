#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures that the README shows, host by host.

figures.py measure BIN NAME HOST   runs BIN/lw-bench and BIN/lanewright-bench and writes NAME.json beside this
                                   file; HOST says in words what the computer is
figures.py table README            writes the tables between the marks of the README
figures.py check README            ends with 1 if they are not what the files say
"""
import datetime
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"

# Heading, then rows: key of the bench, what is measured, what it is compared with ("": nothing), unit.
SECTIONS = [
    ("The training chip", [
        ("matmul_vs_sgemm", "a product of 1024 x 1024 matrices with all its DMA, loads, pushes, pops and stores",
         "OpenBLAS sgemm 1024", ""),
        ("push_vs_sgemm", "one push of 8 x 128 into the matrix unit", "the same, per operation", ""),
        ("scalar_timed", "scalar loops with clocks, stalls and counters", "a bare interpreter", ""),
        ("vector", "random vector programs", "the same over plain arrays", ""),
        ("digits_step", "a training step of the digits example", "plain loops, g++ -O3", ""),
        ("two_cores", "what two threads with a machine each gain over one",
         "two plain loops of the same memory traffic", ""),
        ("step_back_ms", "a step back in 10^7 bundles of the digits, worst of 1,500", "", "ms"),
        ("step_back_ms_matmul", "the same in matrix products", "", "ms"),
        ("step_back_ms_scalar", "the same in scalar loops", "", "ms"),
        ("asm_lines", "assembling, one thread", "GNU as for riscv64", ""),
    ]),
    ("The inference circuit", [
        ("int8_pass_vs_onednn", "a program that multiplies 4096 vectors of 256 int8 in the 256 x 256 array",
         "oneDNN's product of that size", ""),
        ("f32_pass_vs_sgemm", "the same in float32", "OpenBLAS sgemm", ""),
        ("int8_pass_made", "the same with making the machine and its tensors, int8", "oneDNN's product", ""),
        ("f32_pass_made", "the same, float32", "OpenBLAS sgemm", ""),
        ("int8_pass_to_host", "the same with all sums going back to the host, int8", "oneDNN's product", ""),
        ("f32_pass_to_host", "the same, float32", "OpenBLAS sgemm", ""),
        ("alexnet1", "AlexNet's first layer by mask and pooling, int8",
         "oneDNN's convolution with stride 1, mask and pooling in loops", ""),
        ("alexnet1_f32", "the same, float32", "the same", ""),
        ("array_cycles", "the 128 x 128 array, every cell in every clock", "a bare loop over the cells", ""),
        ("line_buffer_2x2", "pooling by the line buffer, windows of 2 x 2", "pooling in plain loops", ""),
        ("line_buffer_4x4", "the same, 4 x 4", "the same", ""),
    ]),
    ("Networks: ResNet-50, 102 MB of random weights", [
        ("network_run", "`lw net run`, one picture", "oneDNN's convolutions of that network", ""),
        ("network_verdict", "`lw stride`, from the file to the verdict", "the same", ""),
    ]),
    ("Tiles: super-resolution of 64 channels, 384 x 512 in 63 tiles of 64 x 64", [
        ("plan_tiles", "planning 10,000 tiles of 20 layers", "", "ms"),
        ("plan_tiles_json", "the same with the JSON of the plan", "", "ms"),
        ("tiled_overhead_f32", "clocks of all tiles with weights and transfers, float32",
         "vectors that the passes stream, one per clock", ""),
        ("tiled_overhead_int8", "the same, int8", "the same", ""),
        ("tiled_run_f32", "emulating them, float32", "oneDNN's convolutions of the same tiles", ""),
        ("tiled_run_int8", "the same, int8", "the same", ""),
        ("array_2x2", "2 x 2 circuits that share them, on two threads of the host",
         "one circuit on one thread", ""),
        ("two_machines_of_tiles", "two separate circuits on two threads", "one circuit on one thread", ""),
    ]),
    ("Training steps made by `lw train`", [
        ("conv_step", "a step of convolutions 1-32-64-64 on 64 images of 8 x 8", "plain loops, g++ -O3", ""),
        ("conv_step_torch", "the same step", "PyTorch, float32, one thread", ""),
        ("mxu_use", "clocks in which the matrix unit's port is held, 64 channels, `training`", "all clocks", ""),
        ("mxu_use_v2", "the same, `training-v2-observed`", "all clocks", ""),
        ("model_error", "modelled clocks of a whole step, at worst off by", "the emulated ones", ""),
        ("plan_optimum", "the proven optimum of a budget for 54 sublayers", "", "ms"),
    ]),
    ("The neural network processor", [
        ("bfp_mv", "products of a native matrix and a vector, 5 and 4 bits of mantissa",
         "the same by a plain int8 kernel", ""),
        ("bfp_mv_sgemv", "the same", "OpenBLAS sgemv", ""),
        ("lstm", "a step of an LSTM of 1024 cells", "OpenBLAS, float32", ""),
        ("small_chains", "chains on one vector of 400 numbers", "plain loops", ""),
        ("convert", "software out of 100,000 executed instructions", "", "ms"),
        ("convert_1e6", "software out of 1,000,000", "", "ms"),
        ("concord_cpp", "software in C++ of an LSTM", "the emulator", ""),
    ]),
    ("The window", [
        ("start.firstPaint", "processor time to the first paint with the digits example",
         "a window of Qt's own parts", ""),
        ("start.firstPaint.cpu", "the same", "", "ms"),
        ("step.default", "a step with the default layout, to the last pixel", "a full repaint of that window", ""),
        ("step.default.cpu.median", "the same", "", "ms"),
        ("step.everyDock", "a step with every view in sight at once", "a full repaint of that window", ""),
        ("step.everyDock.cpu.median", "the same", "", "ms"),
        ("tensor.frame.1px", "a picture of 16384 x 16384 numbers, one pixel each", "two images of its size", ""),
        ("tensor.frame.30px", "the same, with the numbers in sight",
         "two images and as many numbers as glyphs", ""),
        ("tiles.map.gives", "the map of 10,000 tiles while it is dragged",
         "an image, 2,000 rectangles and 200 texts", ""),
        ("start.idle.resident", "memory when idle", "", "MB"),
    ]),
]


def measured(folder):
    """Figures of both benches, by key; each bench of lw-bench in a process of its own, as with --only, so that none
    depends on the heap that others left."""
    def printed(program, *words):
        run = subprocess.run([str(pathlib.Path(folder) / program), *words], stdout=subprocess.PIPE, check=False)
        if run.returncode not in (0, 1):  # 1: a goal is missed
            sys.exit(f"figures.py: {program} ended with {run.returncode}")
        return run.stdout.decode()

    out = {}
    for name in printed("lw-bench", "--list").split():
        core = json.loads(printed("lw-bench", "--only", name, "--json"))
        for key, figure in core["figures"].items():
            value = core.get("ratios", {}).get(key, 0)
            out[key] = {"value": value, "low": figure["lowest"], "high": figure["highest"], "goal": figure["goal"],
                        "met": figure["met"]}
    for figure in json.loads(printed("lanewright-bench", "--json")):
        out[figure["name"]] = {key: figure[key] for key in ("value", "goal", "met")}
    return {"kernel": core["kernel"], "figures": {key: out[key] for key in sorted(out)}}


def digits(value):
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}" if value < 1 else f"{value:.3g}"


def cell(host, key, unit):
    figure = host["figures"].get(key)
    if not figure or figure["value"] == 0:
        return "-"
    text = digits(figure["value"]) + (f" {unit}" if unit else "")
    return text if figure.get("met", True) else f"{text} (goal {digits(figure['goal'])})"


def table():
    hosts = [json.loads(path.read_text()) for path in sorted(HERE.glob("*.json"))]
    lines = []
    for number, host in enumerate(hosts):
        lines.append(f"{chr(ord('A') + number)}. {host['host']}\n")
    columns = [chr(ord("A") + number) for number in range(len(hosts))]
    for heading, rows in SECTIONS:
        lines += [f"\n### {heading}\n\n", f"| emulated | compared with | {' | '.join(columns)} |\n",
                  "|---|---|" + "---|" * len(hosts) + "\n"]
        for key, what, beside, unit in rows:
            lines.append(f"| {what} | {beside} | {' | '.join(cell(host, key, unit) for host in hosts)} |\n")
    return "".join(lines) + "\n"


def main(arguments):
    if len(arguments) == 4 and arguments[0] == "measure":
        figures = measured(arguments[1])
        out = {"host": arguments[3], "measured": datetime.date.today().isoformat(), **figures}
        (HERE / f"{arguments[2]}.json").write_text(json.dumps(out, indent=1) + "\n")
        return 0
    if len(arguments) == 2 and arguments[0] in ("table", "check"):
        path = pathlib.Path(arguments[1])
        text = path.read_text()
        before, rest = text.split(BEGIN)
        wanted = before + BEGIN + "\n" + table() + END + rest.split(END)[1]
        if arguments[0] == "table":
            path.write_text(wanted)
        elif wanted != text:
            print(f"{path}: the figures are not those of tests/bench/figures: run `figures.py table {path}`")
            return 1
        return 0
    print(__doc__.strip(), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
