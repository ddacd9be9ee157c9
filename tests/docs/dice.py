"""Checks the dice of exported fights: made from docs/DICE.md alone, to show that the page says enough.

python3 dice.py FILE…  prints a line a file: `ok`, or where it breaks.
"""

import hashlib
import json
import struct
import sys

STREAMS = {"open": 0, "hidden": 1}


class Broken(Exception):
    pass


def must(holds, why):
    if not holds:
        raise Broken(why)


def block(key, counter, nonce):
    def quarter(x, a, b, c, d):
        for one, two, three, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = (x[one] + x[two]) & 0xFFFFFFFF
            turned = x[three] ^ x[one]
            x[three] = (turned << by | turned >> (32 - by)) & 0xFFFFFFFF

    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce))
    x = start[:]
    for _ in range(10):
        for column in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
            quarter(x, *column)
        for diagonal in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(x, *diagonal)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, start)))


def draw(key, stream, n):
    nonce = bytes(4) + struct.pack("<Q", 2 * n + STREAMS[stream])
    counter = 0
    while True:
        yield from block(key, counter, nonce)
        counter += 1


def key_of(seal):
    text = bytes.fromhex(seal["secret"])
    for salt in seal["salts"]:
        line = salt["line"].encode()
        text += struct.pack("<I", len(line)) + line
    return hashlib.sha256(text).digest()


def follows(fell, key):
    draws = draw(key, fell["stream"], fell["n"])
    if "die" in fell:
        sides = fell["die"]["sides"]
        byte = next(byte for byte in draws if byte < 256 - 256 % sides)
        return fell["die"]["face"] == 1 + byte % sides
    return bool(fell["left"]) and fell["card"] == next(byte for byte in draws if byte in fell["left"])


def what(fell):
    return {"die": fell["die"]} if "die" in fell else {"card": fell["card"]}


def would_do(waiting, fell):
    if waiting["stream"] != fell["stream"]:
        return False
    if "die" in fell:
        return "die" in waiting and waiting["die"]["sides"] == fell["die"]["sides"]
    return "card" in waiting and waiting["card"] in fell["left"]


def ends_with(all_of_it, end):
    return not end or all_of_it[-len(end):] == end


def check_seals(seals):
    must(seals, "there is no seal")
    first = seals[0]
    must(all(count == 0 for count in first["from"].values()), "the first seal begins late")
    for place, seal in enumerate(seals):
        name = first["name"] + (f"/{place + 1}" if place else "")
        must(seal["name"] == name, f"{seal['name']} is not {name}")
        if place:
            before = seals[place - 1]["from"]
            must(all(before[stream] <= count for stream, count in seal["from"].items()), "seals are out of order")
        if "secret" in seal:
            text = bytes.fromhex(seal["secret"]) + name.encode()
            must(hashlib.sha256(text).hexdigest() == seal["seal"], f"the seal of {name} does not fit")
        else:
            must(place == len(seals) - 1, f"the secret of {name} is missing")


def check(export):
    dice = export.get("dice")
    must(dice, "there are no sealed dice")
    must(dice["version"] == 1, "the version is not known")
    seals, rows = dice["seals"], dice.get("rows", [])
    check_seals(seals)
    must("drawn" in dice, "the GM keeps the dice")
    is_partial = "hidden" not in dice["drawn"]
    keys = [key_of(seal) if "secret" in seal else None for seal in seals]
    new, fallen = {"open": 0, "hidden": 0}, {}
    held, waiting, after = [], [], []
    for row in rows:
        number = row["row"]
        must(not after or after[-1][0] < number, f"row {number} is not in its place")
        if row["kind"] in ("undone", "redone"):
            back = [entry for entry in after if entry[0] <= row["back_to"]]
            then, waited = back[-1][1:] if back else ([], [])
            if row["kind"] == "undone":
                gone = [old for old in held if old["kind"] == "played" and old not in then]
                waited = [fell for old in gone for fell in old["fell"]] + waiting
            held, waiting = then, waited
        waiting = waiting[:]
        for fell in row["fell"]:
            must("n" in fell, f"row {number}: a die follows from no secret")
            stream, n = fell["stream"], fell["n"]
            is_known = stream == "open" or not is_partial
            if is_known:
                holds = [key for key, seal in zip(keys, seals) if seal["from"][stream] <= n]
                fits = holds and holds[-1] and follows(fell, holds[-1])
            else:
                fits = any(key and follows(fell, key) for key in keys)
            must(fits, f"row {number}: {stream} {n} does not follow")
            place = [(old["stream"], old["n"]) for old in waiting]
            if is_known and n == new[stream]:
                new[stream] += 1
                must(is_partial or not any(would_do(old, fell) for old in waiting), f"row {number}: another waits")
            elif is_known and n > new[stream]:
                raise Broken(f"row {number}: {stream} {new[stream]} is missing")
            elif (stream, n) in place:
                at = place.index((stream, n))
                is_card = "card" in fell
                must(
                    is_partial or is_card or not any(would_do(old, fell) for old in waiting[:at]),
                    f"row {number}: another waits longer",
                )
                del waiting[at]
            else:
                must(not is_known and (stream, n) not in fallen, f"row {number}: {stream} {n} falls twice")
            was = fallen.setdefault((stream, n), fell)
            must(what(was) == what(fell) and was.get("left") == fell.get("left"), f"row {number}: it was another")
        held = held + [row]
        after.append((number, held, waiting))
    for stream, drawn in dice["drawn"].items():
        must(new[stream] == drawn, f"{drawn} draws of {stream} are said, {new[stream]} are here")
    if not is_partial:
        def fell(some):
            return [what(one) for row in some for one in row["fell"]]

        for entry in export["log"]:
            beats = [beat for beat in entry.get("tape") or [] if isinstance(beat, dict)]
            tape = [beat for beat in beats if "die" in beat or "card" in beat]
            till = [one for one in after if one[0] <= entry["revision"]]
            stood = till[-1][1] if till else []
            here = [row for row in stood[-1:] if row["row"] == entry["revision"]]
            is_told = ends_with(fell(stood), tape) and ends_with(tape, fell(here))
            must(is_told, f"row {entry['revision']}: the log has other dice")


for file in sys.argv[1:]:
    try:
        with open(file, encoding="utf-8") as text:
            check(json.load(text))
        print("ok")
    except (Broken, KeyError, TypeError, ValueError) as why:
        print(f"broken: {why!r}")
