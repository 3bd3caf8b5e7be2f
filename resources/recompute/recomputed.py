

def image(x):
    """Channels last, as values of the network's file are."""
    return x.permute(0, 2, 3, 1)


def along(numbers, x):
    """One number for each channel, for a value of that shape."""
    return numbers.reshape([1, -1] + [1] * (x.dim() - 2))


def padded(layer, x, value=0.0):
    top, left, bottom, right = layer["pad"]
    return functional.pad(x, (left, right, top, bottom), value=value)


def activated(layer, x):
    return {"none": lambda v: v, "relu": torch.relu, "sigmoid": torch.sigmoid, "tanh": torch.tanh}[layer["activation"]](x)


def linear(layer, x, own):
    """Layers whose gradient needs nothing of what they read."""
    kind = layer["kind"]
    if kind == "conv":
        weights = own["weights"].permute(3, 2, 0, 1).contiguous()
        return functional.conv2d(padded(layer, x), weights, own.get("bias"), layer["stride"], 0, layer["dilation"], layer["groups"])
    if kind == "dense":
        return functional.linear(image(x).flatten(1) if x.dim() == 4 else x, own["weights"].T, own.get("bias"))
    if kind == "average_pool":
        sizes = layer["kernel"], layer["stride"]
        sums = functional.avg_pool2d(padded(layer, x), *sizes, ceil_mode=layer["ceil"] == 1, divisor_override=1)
        ones = padded(layer, torch.ones_like(x[:1, :1]), float(layer["count_include_pad"]))
        return sums / functional.avg_pool2d(ones, *sizes, ceil_mode=layer["ceil"] == 1, divisor_override=1)
    if kind == "flatten":
        return image(x).flatten(1) if x.dim() == 4 else x
    raise ValueError(kind)


def computed(layer, inputs, own, statistics):
    kind, x = layer["kind"], inputs[0]
    if kind == "batch_norm":
        mean, inverse = statistics
        return (x - along(mean, x)) * along(inverse, x) * along(own["scale"], x) + along(own["shift"], x)
    if kind in ("relu", "sigmoid", "tanh"):
        return activated({"activation": kind}, x)
    if kind == "leaky_relu":
        return functional.leaky_relu(x, layer["alpha"])
    if kind == "max_pool":
        return functional.max_pool2d(padded(layer, x, -float("inf")), layer["kernel"], layer["stride"], ceil_mode=layer["ceil"] == 1)
    if kind == "add":
        return activated(layer, sum(inputs[1:], x))
    if kind == "softmax":
        return torch.softmax(x, 1)
    if kind == "concat":
        return torch.cat(inputs, [2, 3, 1][layer["axis"]] if x.dim() == 4 else 1)
    return activated(layer, linear(layer, x, own))


def pulled(compute, x, gradient):
    """The gradient by x of what is computed of it."""
    with torch.enable_grad():
        x = x.detach().requires_grad_()
        return torch.autograd.grad(compute(x), x, gradient)[0]


def bits(truths):
    """Eight of them in a byte."""
    rows = functional.pad(truths.flatten().to(torch.uint8), (0, -truths.numel() % 8)).reshape(-1, 8)
    return (rows << torch.arange(8, dtype=torch.uint8, device=rows.device)).sum(1, dtype=torch.uint8)


def truths(bits, shape):
    rows = bits[:, None] >> torch.arange(8, dtype=torch.uint8, device=bits.device)
    return (rows & 1).flatten()[:shape.numel()].reshape(shape)


class Run:
    """The steps of the plan one after the other, and what is there meanwhile."""

    def __init__(self, network, x, parameters, held):
        self.network, self.x, self.held, self.moved, self.gradients = network, x, held, {}, {}
        self.parameters = {}
        for (layer, part, _), tensor in zip(PARAMETERS, parameters):
            self.parameters.setdefault(layer, {})[part] = tensor

    def take(self, step):
        kind, value, reads, writes, released = step
        getattr(self, kind)(value, [tuple(one) for one in reads], [tuple(one) for one in writes])
        for one in released:
            self.held.pop(tuple(one), None)

    def own(self, value):
        return self.parameters.get(value, {})

    def value(self, value):
        return self.held[value, "value"]

    def gradient(self, value):
        return self.held[value, "gradient"]

    def give(self, value, gradient, reads, writes):
        """To what a reader before has given; a value that nothing before it is trained by gets none."""
        key = value, "gradient"
        if key in writes:
            self.held[key] = self.held[key] + gradient if key in reads else gradient

    def zeros(self, value):
        shape = SHAPES[value]
        return self.x.new_zeros([len(self.x)] + ([shape[2], shape[0], shape[1]] if len(shape) == 3 else shape))

    # ---- forward

    def forward(self, value, reads, writes):
        layer = LAYERS[value - 1]
        if layer["kind"] == "batch_norm":
            x = self.value(layer["inputs"][0])
            over = [i for i in range(x.dim()) if i != 1]
            mean, variance = x.mean(over), x.var(over, unbiased=False)
            self.network.note(value, mean, variance, x.numel() // x.shape[1])
            self.held[value, "statistics"] = torch.stack([mean, torch.rsqrt(variance + layer["epsilon"])])
        self.recompute(value, reads, writes)
        if (value, "mask") in writes:
            self.held[value, "mask"] = bits(self.value(value) > 0)

    def recompute(self, value, reads, writes):
        layer = LAYERS[value - 1]
        inputs = [self.value(one) for one in layer["inputs"]]
        result = computed(layer, inputs, self.own(value), self.held.get((value, "statistics")))
        self.held[value, "value"] = result
        if value == OUTPUT:
            self.out = result

    def spill(self, value, reads, writes):
        self.moved[reads[0]] = self.held[reads[0]]

    def fetch(self, value, reads, writes):
        self.held[writes[0]] = self.x if value == 0 else self.moved.pop(writes[0])

    def pack(self, value, reads, writes):
        self.held[value, "packed"] = self.value(value).to(torch.bfloat16)

    def unpack(self, value, reads, writes):
        self.held[value, "value"] = self.held[value, "packed"].to(self.x.dtype)

    # ---- backward

    def mask(self, value, reads, writes):
        layer, gradient = LAYERS[value - 1], self.gradient(value)
        if (value, "mask") in reads:
            of = truths(self.held[value, "mask"], gradient.shape)
        else:
            of = self.value(value if (value, "value") in reads else layer["inputs"][0])
        kind = layer["kind"] if layer["activation"] == "none" else layer["activation"]
        if kind == "relu":
            masked = torch.where(of > 0, gradient, torch.zeros_like(gradient))
        elif kind == "leaky_relu":
            masked = torch.where(of > 0, gradient, gradient * layer["alpha"])
        else:
            masked = gradient * (of * (1 - of) if kind == "sigmoid" else 1 - of * of)
        if layer["activation"] == "none":
            self.give(layer["inputs"][0], masked, reads, writes)
        else:
            self.held[value, "gradient"] = masked

    def normalised(self, value, reads):
        """From what the norm read, or, if that was not kept, back from what it gave."""
        layer, own, (mean, inverse) = LAYERS[value - 1], self.own(value), self.held[value, "statistics"]
        if (value, "value") in reads:
            z = self.value(value)
            return (z - along(own["shift"], z)) / along(own["scale"], z)
        y = self.value(layer["inputs"][0])
        return (y - along(mean, y)) * along(inverse, y)

    def norm_reduce(self, value, reads, writes):
        gradient, normalised = self.gradient(value), self.normalised(value, reads)
        over = [i for i in range(gradient.dim()) if i != 1]
        self.gradients[value] = {"shift": gradient.sum(over), "scale": (gradient * normalised).sum(over)}

    def norm_apply(self, value, reads, writes):
        gradient, normalised, sums = self.gradient(value), self.normalised(value, reads), self.gradients[value]
        share = gradient.shape[1] / gradient.numel()
        factor = along(self.own(value)["scale"] * self.held[value, "statistics"][1], gradient)
        rest = gradient - along(sums["shift"] * share, gradient) - normalised * along(sums["scale"] * share, gradient)
        self.give(LAYERS[value - 1]["inputs"][0], factor * rest, reads, writes)

    def data_gradient(self, value, reads, writes):
        layer, gradient, own = LAYERS[value - 1], self.gradient(value), self.own(value)
        inputs, given = layer["inputs"], list(reads)
        if layer["kind"] == "add":
            parts = [gradient] * len(inputs)
        elif layer["kind"] == "concat":
            axis = [2, 3, 1][layer["axis"]] if gradient.dim() == 4 else 1
            parts = gradient.split([self.zeros(one).shape[axis] for one in inputs], axis)
        elif layer["kind"] == "max_pool":
            parts = [pulled(lambda x: computed(layer, [x], own, None), self.value(inputs[0]), gradient)]
        else:
            parts = [pulled(lambda x: linear(layer, x, own), self.zeros(inputs[0]), gradient)]
        for one, part in zip(inputs, parts):
            self.give(one, part, given, writes)
            given.append((one, "gradient"))

    def weight_gradient(self, value, reads, writes):
        layer, own, x = LAYERS[value - 1], self.own(value), self.value(LAYERS[value - 1]["inputs"][0])
        self.gradients[value] = {
            part: pulled(lambda one: linear(layer, x, {**own, part: one}), own[part], self.gradient(value)) for part in own}


class Step(torch.autograd.Function):
    """The network as one function of autograd: what it saves is what the plan keeps."""

    @staticmethod
    def forward(ctx, network, x, *parameters):
        run = Run(network, x, parameters, {})
        for step in STEPS[:LOSS]:
            run.take(step)
        for one in STEPS[LOSS][4]:
            run.held.pop(tuple(one), None)
        ctx.network, ctx.kept, ctx.moved = network, list(run.held), list(run.moved)
        ctx.save_for_backward(x, *parameters, *run.held.values(), *run.moved.values())
        return run.out

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, gradient):
        x, *rest = ctx.saved_tensors
        parameters, rest = rest[:len(PARAMETERS)], rest[len(PARAMETERS):]
        run = Run(ctx.network, x, parameters, dict(zip(ctx.kept, rest)))
        run.moved = dict(zip(ctx.moved, rest[len(ctx.kept):]))
        del rest
        run.held[OUTPUT, "gradient"] = gradient
        for step in STEPS[LOSS + 1:]:
            run.take(step)
        return (None, None) + tuple(run.gradients.get(layer, {}).get(part) for layer, part, _ in PARAMETERS)


class Network(nn.Module):
    """The layers with their parameters; images are [batch, channels, rows, columns]."""

    def __init__(self):
        super().__init__()
        folder = pathlib.Path(__file__).resolve().parent
        self.weights = nn.ParameterList(nn.Parameter(torch.from_numpy(np.load(folder / file))) for _, _, file in PARAMETERS)
        for layer, part, file in RUNNING:
            self.register_buffer("%s%d" % (part, layer), torch.from_numpy(np.load(folder / file)))

    def named(self):
        """Parameters by (layer, part): ("conv1", "weights") ..."""
        return {(LAYERS[layer - 1]["name"], part): one for (layer, part, _), one in zip(PARAMETERS, self.weights)}

    def note(self, layer, mean, variance, count):
        """The running statistics of a batch norm go on."""
        for part, new in (("mean", mean), ("variance", variance * (count / max(count - 1, 1)))):
            running = getattr(self, "%s%d" % (part, layer))
            running.copy_(running * (1 - MOMENTUM) + new * MOMENTUM)

    def forward(self, x):
        if self.training:
            return Step.apply(self, x, *self.weights)
        run = Run(self, x, list(self.weights), {(0, "value"): x})
        for value, layer in enumerate(LAYERS[:OUTPUT], 1):
            if layer["kind"] == "batch_norm":
                mean, variance = getattr(self, "mean%d" % value), getattr(self, "variance%d" % value)
                run.held[value, "statistics"] = torch.stack([mean, torch.rsqrt(variance + layer["epsilon"])])
            run.recompute(value, [], [])
        return run.out
