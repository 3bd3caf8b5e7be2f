# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether software in TensorFlow uses the operations that NOTES.md lists, each with its documentation, and no others, and whether the
stand-in has them. tensorflow_names.py NOTES.md STANDIN FILE..."""
import ast
import re
import sys

notes, stand_in, *files = (open(path).read() for path in sys.argv[1:])
listed = {}
for row in re.findall(r"^\| (`tf\..*)$", notes, re.MULTILINE):
    names, link = re.findall(r"`(tf\.[\w.]+)`", row), re.search(r"\(https://www\.tensorflow\.org/api_docs/python/(tf/[\w/]+)\) \|$", row)
    assert link, f"no documentation: {row}"
    assert len(names) > 1 or link[1] == names[0].replace(".", "/"), row
    listed.update(dict.fromkeys(names, link))


def chain(node):
    """"tf.math.is_nan" of what stands for it, else nothing."""
    if isinstance(node, ast.Name):
        return node.id
    before = chain(node.value) if isinstance(node, ast.Attribute) else None
    return before and f"{before}.{node.attr}"


used = set()
for tree in map(ast.parse, files):
    names = {chain(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)} - {None}
    used |= {name for name in names if name.startswith("tf.") and not any(other.startswith(name + ".") for other in names)}
    for node in ast.walk(tree):
        if isinstance(node, ast.alias) and node.name.startswith("tensorflow"):
            assert (node.name, node.asname) == ("tensorflow", "tf"), "under another name nobody would find what is used"
assert used, "no operation of TensorFlow"
assert used == set(listed), f"not on the list: {used - set(listed)}, not used: {set(listed) - used}"
space = {"__name__": "tensorflow"}
exec(compile(stand_in, "tensorflow_standin.py", "exec"), space)
for name in listed:
    first, *more = name.split(".")[1:]
    value = space[first]
    for word in more:
        value = getattr(value, word)
