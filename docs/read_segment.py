#!/usr/bin/env python3
"""Prints the frames of a segment file (segment-format.md): binding time k channel id flags size data.
Checks every checksum and length. Needs Python 3.14, or the package zstandard."""
import math
import struct
import sys
import zlib
from itertools import accumulate

try:
    from compression.zstd import decompress
except ImportError:
    import zstandard

    def decompress(data):
        return zstandard.ZstdDecompressor().decompressobj().decompress(data)


REMOTE, GRID, CONSTANT, DELTA = 0x10, 1, 0, 2
# Chapter 3: name, part, type.
COLUMNS = [
    *((name, "runs", "d") for name in ("firstUs", "lastUs", "timeBaseUs", "timePeriodUs")),
    *((name, "runs", "I") for name in ("id", "timeLength", "timeCrc", "kLength", "kCrc", "groupLength", "groupCrc")),
    *((name, "planes", "I") for name in ("planeLength", "planeCrc")),
    *((name, "minutes", "I") for name in ("minute", "minuteFrames", "minuteFirst", "minuteLast")),
    ("count", "runs", "H"),
    *((name, "runs", "B") for name in ("channel", "flags", "size", "timeMode", "timeBits", "kBits")),
    *((name, "planes", "B") for name in ("planeMode", "planeOr", "planeAnd")),
]


def check(is_right, what):
    if not is_right:
        raise ValueError(what)


def unpack_block(stored, crc, raw_length):
    check(zlib.crc32(stored) == crc, "a checksum is wrong")
    raw = stored if len(stored) == raw_length else decompress(stored)
    check(len(raw) == raw_length, "a block has another length than it should")
    return raw


def read_footer(file, end):
    """Returns its columns and where it begins."""
    stored_length, raw_length, crc, magic = struct.unpack_from("<III4s", file, end - 16)
    check(magic == b"SEG1", "the segment does not end as one")
    begin = end - 16 - stored_length
    check(zlib.crc32(file[begin : end - 16]) == crc, "the footer's checksum is wrong")
    raw = decompress(file[begin : end - 16])
    check(len(raw) == raw_length, "the footer has another length than it says")
    version, binding, runs, planes, minutes = struct.unpack_from("<5I", raw)
    check(version == 1, f"version {version} is unknown")
    footer = {"binding": binding, "runs": runs}
    footer["frames"], footer["bytes"], footer["first"], footer["last"] = struct.unpack_from("<4d", raw, 24)
    at = 64
    for name, part, kind in COLUMNS:
        entries = {"runs": runs, "planes": planes, "minutes": minutes}[part]
        footer[name] = struct.unpack_from(f"<{entries}{kind}", raw, at)
        at += entries * struct.calcsize(kind)
    check(at == len(raw), "the footer has other columns")
    return footer, begin


def unpack_numbers(block, count, bits):
    """Chapter 4; `block` gives the raw bytes of so many."""
    if bits == 0:
        return [0] * count
    if 9 <= bits <= 12:
        low = bits - 8
        raw = block(count + (count * low + 7) // 8)
        rest = int.from_bytes(raw[count:], "little")
        return [raw[i] << low | rest >> (i * low) & ((1 << low) - 1) for i in range(count)]
    width = (bits + 7) // 8
    raw = block(width * count)
    return [sum(raw[byte * count + i] << 8 * byte for byte in range(width)) for i in range(count)]


def times_of(of, numbers):
    first, base, period = int(of("firstUs")), int(of("timeBaseUs")), of("timePeriodUs")
    if of("timeMode") == GRID:
        return [first + base + math.floor(i * period) + number for i, number in enumerate(numbers)]
    return list(accumulate((base + number for number in numbers[1:]), initial=first))


def plane_of(mode, same, stored):
    if mode == CONSTANT:
        return [same] * len(stored)
    return [byte & 255 for byte in accumulate(stored)] if mode == DELTA else stored


def read_run(file, footer, run, plane, at):
    """Returns its frames as (time, k, line), the next run's first plane, and where its bytes begin."""
    of = lambda name: footer[name][run]
    count, size = of("count"), of("size")
    payload = 0 if of("flags") & REMOTE else size

    def take(length, crc, raw_length):
        nonlocal at
        at += length
        return unpack_block(file[at - length : at], crc, raw_length)

    times = times_of(of, unpack_numbers(lambda n: take(of("timeLength"), of("timeCrc"), n), count, of("timeBits")))
    ks = unpack_numbers(lambda n: take(of("kLength"), of("kCrc"), n), count, of("kBits"))
    check(times[-1] == of("lastUs"), "the last time of a run is another one")
    own = range(plane, plane + payload)
    stored = sum(footer["planeMode"][i] != CONSTANT for i in own)  # planes that are not constant
    group = take(of("groupLength"), of("groupCrc"), stored * count) if of("groupLength") else None
    planes = []
    for i in own:
        mode, raw = footer["planeMode"][i], bytes(count)
        if mode != CONSTANT and group is not None:
            raw, group = group[:count], group[count:]
        elif mode != CONSTANT:
            raw = take(footer["planeLength"][i], footer["planeCrc"][i], count)
        planes.append(plane_of(mode, footer["planeOr"][i], raw))
    key = f"{of('channel')} {of('id')} {of('flags')} {size}"
    frames = [
        (times[i], ks[i], f"{footer['binding']} {times[i]} {ks[i]} {key} {bytes(p[i] for p in planes).hex() or '-'}")
        for i in range(count)
    ]
    return frames, plane + payload, at


def read_segment(file, end):
    """Returns its lines and where it begins."""
    footer, footer_at = read_footer(file, end)
    begin = footer_at - sum(sum(footer[name]) for name in ("timeLength", "kLength", "groupLength", "planeLength"))
    frames, plane, at = [], 0, begin
    for run in range(footer["runs"]):
        own, plane, at = read_run(file, footer, run, plane, at)
        frames += own
    frames.sort()  # (time, k) is never there twice
    check(len(frames) == footer["frames"] == sum(footer["minuteFrames"]), "the number of frames is another one")
    check(frames[0][0] == footer["first"] and frames[-1][0] == footer["last"], "first or last time is another one")
    return [line for _, _, line in frames], begin


def read_file(file):
    check(file[:8] == b"CANSEG\x01\x00", "this is no segment file of version 1")
    lines, end = [], len(file)
    while end > 8:
        own, end = read_segment(file, end)
        lines = own + lines
    return lines


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as given:
        sys.stdout.write("".join(f"{line}\n" for line in read_file(given.read())))
