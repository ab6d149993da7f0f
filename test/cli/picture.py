# SPDX-License-Identifier: MIT
"""Looks at pictures without any library, so that the tests do not trust what they test.

    picture.py describe FILE         format, size, frames; for GIF the delays and loops
    picture.py pixel FILE X Y        red green blue alpha of a PNG
    picture.py find FILE R G B       exit status 0 when a PNG has a pixel of about that colour
    picture.py make FILE W H R G B   writes a PNG of one colour
"""

import struct
import sys
import zlib


def png_chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG"
    at, end = 8, False
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        crc = struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
        assert crc == zlib.crc32(kind + body), "wrong checksum"
        yield kind, body
        at += 12 + length
        end = kind == b"IEND"
    assert end and at == len(data), "no end, or more after it"


def png_pixels(data):
    """Width, height and rows of (r, g, b, a)."""
    width, height, depth, color = 0, 0, 0, 0
    packed, palette, alphas = b"", [], b""
    for kind, body in png_chunks(data):
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
        elif kind == b"PLTE":
            palette = [tuple(body[i:i + 3]) for i in range(0, len(body), 3)]
        elif kind == b"tRNS":
            alphas = body
        elif kind == b"IDAT":
            packed += body
    assert depth == 8, "only 8 bits"
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    raw, stride, rows = zlib.decompress(packed), width * channels, []
    before = bytes(stride)
    for y in range(height):
        kind = raw[y * (stride + 1)]
        line = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            if kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up),
                           (abs(guess - corner), 2, corner))[2]
            else:
                near = [0, left, up, (left + up) // 2][kind]
            line[i] = (line[i] + near) & 255
        before = bytes(line)
        pixels = [before[i:i + channels] for i in range(0, stride, channels)]
        if color == 3:
            pixels = [palette[p[0]] + (alphas[p[0]] if p[0] < len(alphas) else 255,)
                      for p in pixels]
        elif channels < 3:
            pixels = [(p[0],) * 3 + (p[1] if channels == 2 else 255,) for p in pixels]
        elif channels == 3:
            pixels = [tuple(p) + (255,) for p in pixels]
        else:
            pixels = [tuple(p) for p in pixels]
        rows.append(pixels)
    return width, height, rows


def describe_png(data):
    width = height = frames = 0
    for kind, body in png_chunks(data):
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        frames += kind == b"fcTL"
    return f"{'apng' if frames else 'png'} {width}x{height} {frames or 1}"


def skip_blocks(data, at):
    while data[at]:
        at += data[at] + 1
    return at + 1


def describe_gif(data):
    width, height, flags = struct.unpack("<HHB", data[6:11])
    at = 13 + (3 << (flags & 7) + 1 if flags & 128 else 0)
    frames, delays, loops = 0, [], "once"
    while data[at] != 0x3B:
        if data[at] == 0x2C:
            local = data[at + 9]
            at = skip_blocks(data, at + 11 + (3 << (local & 7) + 1 if local & 128 else 0))
            frames += 1
        else:
            assert data[at] == 0x21, "neither picture nor extension"
            if data[at + 1] == 0xF9:
                delays.append(struct.unpack("<H", data[at + 4:at + 6])[0])
            if data[at + 1] == 0xFF and data[at + 3:at + 14] == b"NETSCAPE2.0":
                loops = struct.unpack("<H", data[at + 16:at + 18])[0]
            at = skip_blocks(data, at + 2)
    assert at == len(data) - 1, "more after the end"
    return f"gif {width}x{height} {frames} {' '.join(map(str, delays))} loops {loops}"


def describe_webp(data):
    assert struct.unpack("<I", data[4:8])[0] + 8 == len(data), "wrong length"
    at, frames, width, height = 12, 0, 0, 0
    while at < len(data):
        kind, length = data[at:at + 4], struct.unpack("<I", data[at + 4:at + 8])[0]
        if kind == b"VP8X":
            width = int.from_bytes(data[at + 12:at + 15], "little") + 1
            height = int.from_bytes(data[at + 15:at + 18], "little") + 1
        frames += kind == b"ANMF"
        at += 8 + length + (length & 1)
    return f"webp {width}x{height} {frames}"


def describe(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"\x89PNG":
        return describe_png(data)
    if data[:4] == b"GIF8":
        return describe_gif(data)
    if data[8:12] == b"WEBP":
        return describe_webp(data)
    return "unknown"


def read_pixels(path):
    with open(path, "rb") as file:
        return png_pixels(file.read())


def make(path, width, height, color):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = (b"\0" + bytes(color) * width) * height
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def main():
    verb, path, *rest = sys.argv[1:]
    numbers = [int(word) for word in rest]
    if verb == "describe":
        print(describe(path))
    elif verb == "pixel":
        print(*read_pixels(path)[2][numbers[1]][numbers[0]])
    elif verb == "find":
        rows = read_pixels(path)[2]
        return 0 if any(max(abs(p[i] - numbers[i]) for i in range(3)) <= 24
                        for row in rows for p in row) else 1
    elif verb == "make":
        make(path, numbers[0], numbers[1], numbers[2:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
