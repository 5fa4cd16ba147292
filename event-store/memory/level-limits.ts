/** Whether changes of levels keep their limits: the rules of migrations/functions/claim.level_refusals.sql. */
import type { CountClaim, LevelClaim } from '../../domain/deciding/claim.ts';
import { printFixed } from '../../domain/values/fixed-point.ts';

/** A claim's change of a level on a day, or its effect on a later count. */
export interface ChangeOfLevel {
  readonly claim: LevelClaim | CountClaim;
  readonly key: string;
  readonly day: string;
  readonly at: string;
  /** False for a change without a moment, which is one of the beginning of its day. */
  readonly isKept: boolean;
  readonly delta: bigint;
  readonly floor?: bigint;
  readonly ceiling?: bigint;
}

/** A level without the changes. */
interface Stored {
  readonly total: bigint;
  /** The last day that was changed. */
  readonly lastDay: string;
  readonly days: ReadonlyMap<string, bigint>;
}

export interface LevelRefusal {
  readonly message: string;
  readonly params: Record<string, string>;
}

interface Broken extends LevelRefusal {
  readonly missing: bigint;
  readonly day: string;
}

const SCALE = 15;

/** By claim: of all days on which it breaks its limit, the worst, and the earliest of equal ones. */
export function refusedChanges(
  changes: readonly ChangeOfLevel[],
  levelOf: (key: string) => Stored | undefined,
): readonly (readonly [ChangeOfLevel['claim'], LevelRefusal])[] {
  if (!changes.some(isLimited)) return [];
  const worst = new Map<ChangeOfLevel['claim'], Broken>();
  for (const [key, own] of Map.groupBy(changes, (change) => change.key)) {
    const level = levelOf(key) ?? NOTHING;
    if (!own.some(isLimited) || suffices(own, level)) continue;
    for (const [claim, broken] of brokenOf(key, own, level)) {
      const known = worst.get(claim);
      if (!known || isWorse(broken, known)) worst.set(claim, broken);
    }
  }
  return [...worst].map(([claim, { message, params }]) => [claim, { message, params }]);
}

const NOTHING: Stored = { total: 0n, lastDay: '', days: new Map() };

const isLimited = ({ delta, floor, ceiling }: ChangeOfLevel): boolean =>
  (delta < 0n && floor !== undefined) || (delta > 0n && ceiling !== undefined);

const isWorse = (one: Broken, other: Broken): boolean =>
  one.missing > other.missing || (one.missing === other.missing && one.day < other.day);

/** The common case: no later change exists, and the level suffices without the other changes of the batch. */
function suffices(own: readonly ChangeOfLevel[], { total, lastDay }: Stored): boolean {
  let [down, up] = [0n, 0n];
  for (const { day, delta } of own) {
    if (day < lastDay) return false;
    if (delta < 0n) down += delta;
    else up += delta;
  }
  return own.every(({ delta, floor, ceiling }) => {
    if (delta < 0n) return floor === undefined || total + down >= floor;
    return delta === 0n || ceiling === undefined || total + up <= ceiling;
  });
}

function* brokenOf(
  key: string,
  own: readonly ChangeOfLevel[],
  { total, days }: Stored,
): Generator<readonly [ChangeOfLevel['claim'], Broken]> {
  const first = own.reduce((day, change) => (change.day < day ? change.day : day), own[0]?.day ?? '');
  const later = [...days.keys()].filter((day) => day > first);
  for (const day of new Set([...own.map((change) => change.day), ...later])) {
    const before = [...days].reduce((level, [other, net]) => (other > day ? level - net : level), total);
    const change = own.reduce((sum, { day: on, delta }) => (on <= day ? sum + delta : sum), 0n);
    for (const { claim, day: from, delta, floor, ceiling } of own) {
      if (day < from || delta === 0n) continue;
      const limit = delta < 0n ? floor : ceiling;
      const needed = delta < 0n ? -change : change;
      if (limit === undefined || needed <= 0n) continue;
      const available = delta < 0n ? before - limit : limit - before;
      if (available >= needed) continue;
      const params = { key, day, available: printFixed(available, SCALE), needed: printFixed(needed, SCALE) };
      yield [claim, { message: claim.message, params, missing: needed - available, day }];
    }
  }
}
