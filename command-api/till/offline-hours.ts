/**
 * Checks the hours for which an online sign-in is valid offline when entries arrive. The device enforces them itself
 * (`web/till/device/offline-rights.ts`); violations are noted for a review, never refused. An approval is checked whenever
 * its entry arrives: the entry names the supervisor, and only the sign-ins of the server prove that their PIN was typed.
 */
import type pg from 'pg';
import { recordStateOf } from '../../domain/kernel/record.ts';
import type { BrokenRule, ChainedEntry } from '../../domain/till/device-entry.ts';
import { tillSetting } from '../../domain/till/till-setting.record.ts';
import type { Commands } from '../handling/open-commands.ts';
import type { EnrolledDevice } from './device-request.ts';

const SETTINGS_STREAM = 'till_setting-1';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An entry that arrives within this time was entered online. */
const AT_ONCE_MS = 5 * MINUTE_MS;
/** Tolerated difference between the clocks of device and server. */
const CLOCKS_APART_MS = 2 * MINUTE_MS;

/** The users whose PIN was typed: the cashier, and the approving supervisor. */
const PEOPLE = ['cashier_fk', 'approved_by_fk'] as const;

interface Asked {
  readonly entry: ChainedEntry;
  readonly field: (typeof PEOPLE)[number];
  readonly person: number;
  readonly madeMs: number;
}

/** Notes by entry; empty for entries in time. */
export async function enteredTooLate(
  entries: readonly ChainedEntry[],
  device: EnrolledDevice,
  { pool, handler }: Pick<Commands, 'pool' | 'handler'>,
  now: Date,
): Promise<ReadonlyMap<ChainedEntry, readonly BrokenRule[]>> {
  const isLate = ({ madeMs }: Asked): boolean => now.getTime() - madeMs > AT_ONCE_MS;
  const asked = entries.flatMap(askedOf).filter((each) => each.field === 'approved_by_fk' || isLate(each));
  if (asked.length === 0) return new Map();
  const [signedIn, states] = await Promise.all([
    signInsBefore(pool, device, asked),
    handler.states.read([SETTINGS_STREAM]),
  ]);
  const hours = offlineHours(states.get(SETTINGS_STREAM)?.state);
  const unproved = asked.filter(({ madeMs }, index) => {
    const before = signedIn[index];
    if (before === undefined) return false;
    return before === null || madeMs - before.getTime() > hours * HOUR_MS;
  });
  const broken = (of: Asked): BrokenRule => ({
    rule: isLate(of) ? 'offline_too_long' : 'approval_without_pin',
    ...{ field: of.field, values: { hours: `${hours}` } },
  });
  const grouped = Map.groupBy(unproved, ({ entry }) => entry);
  return new Map([...grouped].map(([entry, own]) => [entry, own.map(broken)]));
}

function askedOf(entry: ChainedEntry): Asked[] {
  const madeMs = Date.parse(entry.made_at) + entry.clock_offset;
  return PEOPLE.flatMap((field) => {
    const person = entry[field];
    return person === null ? [] : [{ entry, field, person, madeMs }];
  });
}

function offlineHours(settings: unknown): number {
  const state = recordStateOf(settings);
  const data = state.status === 'none' ? {} : state.data;
  return Number(data['offline_hours'] ?? tillSetting.defaults['offline_hours']);
}

/**
 * The last online PIN sign-in of each user at this device: null when there was none, undefined for entries from before
 * the enrolment, which cannot be checked.
 */
async function signInsBefore(
  pool: pg.Pool,
  { till_id, enrolment }: EnrolledDevice,
  asked: readonly Asked[],
): Promise<readonly (Date | null | undefined)[]> {
  const { rows } = await pool.query<{ nth: number; at: Date | null }>(
    `select a.nth::int as nth, l.at
     from unnest($3::int[], $4::timestamptz[]) with ordinality a (user_id, made_at, nth)
     join identity.till_device d on d.enrolment = $2 and d.enrolled_at <= a.made_at
     left join lateral (
       select max(l.at) as at from identity.login_attempt l
       where l.till_id = $1 and l.user_id = a.user_id and l.outcome = 'signed_in' and l.way = 'pin'
         and l.at between d.enrolled_at and a.made_at + make_interval(secs => $5)
     ) l on true`,
    [
      till_id,
      enrolment,
      asked.map(({ person }) => person),
      asked.map(({ madeMs }) => new Date(madeMs)),
      CLOCKS_APART_MS / 1000,
    ],
  );
  const found = new Map(rows.map(({ nth, at }) => [nth, at]));
  return asked.map((_, index) => found.get(index + 1));
}
