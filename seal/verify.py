#!/usr/bin/env python3
"""Checks an exported log of Daftar against its seal. Python 3, standard library only; shares no code with Daftar.

    python3 verify.py LOG SEAL [--root HEX] [--grown]

LOG   one event a line, as `npm run seal` exports it
SEAL  the seal of that log, made then or earlier
--root   the root that was written down when the seal was made: without it, whoever can change both files can
         make a new seal for a changed log
--grown  the log may have more events than the seal; they are counted and not judged

The hash of an event is SHA-256(0x00 + its line without the line break), that of two subtrees SHA-256(0x01 + left +
right), put together as in RFC 6962, section 2.1. Ends with 0 when everything is as it was sealed; else with 1 and
the first position that is not. What it means and what it does not is in docs/seal.md.
"""
import argparse
import hashlib
import json
import sys

MARK_DIGITS = 16


class Broken(Exception):
    pass


class Tree:
    """Roots of the perfect subtrees of what was added, smallest last."""

    def __init__(self):
        self.size = 0
        self.subtrees = []

    def add(self, leaf):
        carried, size = leaf, self.size
        while size & 1:
            carried = hashlib.sha256(b"\x01" + self.subtrees.pop() + carried).digest()
            size >>= 1
        self.subtrees.append(carried)
        self.size += 1

    def root(self):
        if not self.subtrees:
            return hashlib.sha256(b"").hexdigest()
        root = self.subtrees[-1]
        for left in reversed(self.subtrees[:-1]):
            root = hashlib.sha256(b"\x01" + left + root).digest()
        return root.hex()


def objects(lines):
    for number, line in enumerate(lines, 1):
        try:
            each = json.loads(line)
        except ValueError:
            raise Broken("the seal itself is damaged: line %d is not JSON" % number)
        if not isinstance(each, dict):
            raise Broken("the seal itself is damaged: line %d is not an object" % number)
        yield each


def read_seal(file):
    with open(file, "rb") as lines:
        seal = list(objects(lines))
    if not seal or seal[0].get("seal") != "daftar-seal-1":
        raise Broken("%s is not a seal of the format daftar-seal-1" % file)
    try:
        head, days = seal[0], [Day(each) for each in seal[1:]]
        if head["days"] != len(days):
            raise Broken("the seal itself is damaged: it has %d days and says %d" % (len(days), head["days"]))
        return head, days
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise Broken("the seal itself is damaged: %s" % error)


class Day:
    def __init__(self, line):
        self.day, self.events, self.root = line["day"], line["events"], line["root"]
        self.marks = line["marks"]
        positions = line["positions"]
        if isinstance(positions, dict):
            self.positions = range(int(positions["first"]), int(positions["last"]) + 1)
        else:
            self.positions = [int(each) for each in positions]
        if len(self.marks) != MARK_DIGITS * len(self.positions):
            raise ValueError("the marks of %s are not as many as its events" % self.day)

    def mark(self, index):
        return self.marks[MARK_DIGITS * index : MARK_DIGITS * (index + 1)]


def position_in(line):
    """The position that a line says it has, or None."""
    try:
        return int(json.loads(line)["position"])
    except (ValueError, KeyError, TypeError, OverflowError):
        return None


def differs(line, number, expected):
    found = position_in(line)
    if found is None:
        what = "is not an event"
    elif found == expected:
        what = "says something else than what was sealed"
    else:
        what = "is the event at position %d" % found
    return Broken("first bad position: %d (line %d of the log %s)" % (expected, number, what))


def check(log, head, days, grown):
    tree, number = Tree(), 0
    with open(log, "rb") as lines:
        for day in days:
            for index, expected in enumerate(day.positions):
                line, number = lines.readline(), number + 1
                if not line:
                    raise Broken("first bad position: %d (the log ends before it)" % expected)
                if not line.endswith(b"\n"):
                    raise Broken("first bad position: %d (line %d of the log is cut off)" % (expected, number))
                leaf = hashlib.sha256(b"\x00" + line[:-1]).digest()
                if leaf.hex()[:MARK_DIGITS] != day.mark(index):
                    raise differs(line, number, expected)
                tree.add(leaf)
            if tree.size != day.events or tree.root() != day.root:
                raise Broken("the root of %s is not that of its events: the seal itself was changed" % day.day)
        last = str(days[-1].positions[-1]) if days else "0"
        if (tree.size, tree.root(), last) != (head["events"], head["root"], head["last_position"]):
            raise Broken("the root of the whole is not that of its days: the seal itself was changed")
        rest = sum(1 for _ in lines) if grown else len(lines.readline())
        if rest and not grown:
            raise Broken("first bad position: after %s (line %d of the log was not sealed)" % (last, number + 1))
    return tree, rest


def main():
    parser = argparse.ArgumentParser(description="Checks an exported log of Daftar against its seal.")
    parser.add_argument("log")
    parser.add_argument("seal")
    parser.add_argument("--root", help="the root that was written down when the seal was made")
    parser.add_argument("--grown", action="store_true", help="the log may have more events than the seal")
    asked = parser.parse_args()
    try:
        head, days = read_seal(asked.seal)
        if asked.root and asked.root.lower() != head["root"]:
            raise Broken("the seal has the root %s, not the one that was written down" % head["root"])
        tree, later = check(asked.log, head, days, asked.grown)
    except (Broken, KeyError) as broken:
        print("BROKEN  %s" % broken)
        return 1
    print("holds   %d events in %d days, root %s" % (tree.size, len(days), tree.root()))
    if later:
        print("        and %d later events that this seal says nothing about" % later)
    return 0


if __name__ == "__main__":
    sys.exit(main())
