#!/usr/bin/env python3
"""Checks an exported log of Daftar against its seal. Python 3, standard library only; shares no code with Daftar.

    python3 verify.py LOG SEAL [--root HEX] [--grown] [--code CODE]
    python3 verify.py --proof PROOF [--root HEX] [--code CODE]

LOG   the exported log: one event a line, as `npm run seal -- --log` writes it
SEAL  a seal of that log, from the same time as the log or from before
--root   the root that was written down when the seal was created. Without it, a person who can change both files
         can create a new seal for a changed log
--grown  accepts a log with events after the seal; these events are counted and not checked
--code   the code that is printed on a document: the position and the mark of the event that completed it
PROOF the events of one document and their audit paths to the root, as `npm run seal -- prove NUMBER` writes them

The hash of an event is SHA-256(0x00 + its line without the line break). The hash of two subtrees is SHA-256(0x01 +
left + right). The tree is that of RFC 6962, section 2.1. The exit code is 0 when all events are unchanged; otherwise
it is 1, and the first wrong position is printed. docs/seal.md describes the format and the limits of a seal.
"""
import argparse
import hashlib
import json
import sys

MARK_DIGITS = 16


class Broken(Exception):
    pass


class Tree:
    """The roots of the perfect subtrees of the added leaves, the smallest last."""

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
    """The position in the text of a line, or None."""
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


def read_code(text):
    """Returns the position and the mark."""
    position, _, mark = text.strip().lower().partition("-")
    if not position.isdigit() or len(mark) != MARK_DIGITS:
        raise Broken("%s is not the code of a document: POSITION-MARK" % text)
    return int(position), mark


def check_code(code, mark_at):
    """mark_at: returns the sealed mark of a position, or None."""
    position, mark = read_code(code)
    if mark_at(position) != mark:
        raise Broken("the code %s is of no event that was sealed: position %d says something else" % (code, position))


def sealed_mark(days, position):
    for day in days:
        if position in day.positions:
            return day.mark(day.positions.index(position))
    return None


def root_above(leaf, index, size, path):
    """Computes the root from a leaf and its audit path (RFC 9162, section 2.1.3.2)."""
    place, last, root = index, size - 1, leaf
    for beside in path:
        if last == 0:
            raise Broken("the proof is longer than the way to the root")
        if place & 1 or place == last:
            root = hashlib.sha256(b"\x01" + beside + root).digest()
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            root = hashlib.sha256(b"\x01" + root + beside).digest()
        place, last = place >> 1, last >> 1
    if last != 0:
        raise Broken("the proof is shorter than the way to the root")
    return root.hex()


def check_proof(file, code):
    with open(file, "rb") as text:
        try:
            proof = json.load(text)
            if proof["proof"] != "daftar-proof-1":
                raise ValueError("it is of another format")
            marks, events = {}, []
            for each in proof["proven"]:
                line, index = each["line"].encode("utf-8"), each["index"]
                if not 0 <= index < proof["events"]:
                    raise ValueError("an event is not among those of the log")
                leaf = hashlib.sha256(b"\x00" + line).digest()
                event = json.loads(line)
                path = [bytes.fromhex(beside) for beside in each["path"]]
                if root_above(leaf, index, proof["events"], path) != proof["root"]:
                    raise Broken("the event at position %s was not sealed as it stands here" % event["position"])
                marks[int(event["position"])] = leaf.hex()[:MARK_DIGITS]
                events.append(event)
            check_streams(events, proof["number"])
            said = [shown(event) for event in events]
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            raise Broken("%s is not a whole proof: %s" % (file, error))
    if not events:
        raise Broken("%s proves no event" % file)
    if code:
        check_code(code, marks.get)
    return proof, said


def check_streams(events, number):
    """Every stream is complete up to its last event here, and an event of it assigned the number."""
    revisions, numbered = {}, set()
    for event in events:
        stream, revision = event["stream"], event["revision"]
        expected = revisions.get(stream, 0)
        if revision != expected:
            raise Broken("event %d of %s is missing: event %s follows" % (expected, stream, revision))
        revisions[stream] = expected + 1
        if own_number(event) == number:
            numbered.add(stream)
    for stream in revisions:
        if stream not in numbered:
            raise Broken("no event of %s has the number %s" % (stream, number))


def own_number(event):
    return event["data"].get("number") if isinstance(event["data"], dict) else None


def shown(event):
    said = "        %s  %s  %s  %s" % (event["position"], event["recorded_at"], event["type"], event["stream"])
    number = own_number(event)
    return said if number is None else "%s  %s" % (said, number)


def verify_proof(asked):
    proof, said = check_proof(asked.proof, asked.code)
    if asked.root and asked.root.lower() != proof["root"]:
        raise Broken("the proof is of the root %s, not of the one that was written down" % proof["root"])
    print("holds   %s is in the log of %d events, root %s" % (proof["number"], proof["events"], proof["root"]))
    print("\n".join(said))


def verify_log(asked):
    head, days = read_seal(asked.seal)
    if asked.root and asked.root.lower() != head["root"]:
        raise Broken("the seal has the root %s, not the one that was written down" % head["root"])
    tree, later = check(asked.log, head, days, asked.grown)
    if asked.code:
        check_code(asked.code, lambda position: sealed_mark(days, position))
    print("holds   %d events in %d days, root %s" % (tree.size, len(days), tree.root()))
    if later:
        print("        and %d later events that this seal says nothing about" % later)


def main():
    parser = argparse.ArgumentParser(description="Checks an exported log of Daftar against its seal, or a proof.")
    parser.add_argument("log", nargs="?")
    parser.add_argument("seal", nargs="?")
    parser.add_argument("--proof", help="the proof of one document, instead of a log and its seal")
    parser.add_argument("--root", help="the root that was written down when the seal was made")
    parser.add_argument("--code", help="the code that is printed on the document")
    parser.add_argument("--grown", action="store_true", help="the log may have more events than the seal")
    asked = parser.parse_args()
    if (asked.proof is None) == (asked.seal is None):
        parser.error("either LOG and SEAL, or --proof PROOF")
    try:
        (verify_log if asked.proof is None else verify_proof)(asked)
    except (Broken, KeyError) as broken:
        print("BROKEN  %s" % broken)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
