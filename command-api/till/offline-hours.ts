/**
 * Every entry stands behind a sign-in of its cashier at the device: the server stores when a PIN was right at a till with
 * the network, and for how many hours afterwards the device may accept it without. An entry in the name of somebody who
 * did not sign in is stored with a note and waits for a review, because its money has moved (docs/decisions/0107).
 */
import type pg from 'pg';
import { recordStateOf } from '../../domain/records/record.ts';
import type { BrokenRule, ChainedEntry } from '../../domain/till/device-entry.ts';
import { madeMsOf } from '../../domain/till/entry-moment.ts';
import { readInstant } from '../../domain/till/instant.ts';
import { tillSetting } from '../../domain/till/till-setting.record.ts';
import type { Commands } from '../commands/open-commands.ts';
import type { TillTickets } from '../identity/at-tills/till-tickets.ts';
import type { EnrolledDevice } from './device-request.ts';

const SETTINGS_STREAM = 'till_setting-1';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** An entry that arrives within this time was entered online. */
const AT_ONCE_MS = 5 * MINUTE_MS;
/** Tolerated difference between the clocks of device and server. */
export const CLOCKS_APART_MS = 2 * MINUTE_MS;
/** With the network a cashier types the PIN at least once a day, also where nobody may sign in without it. */
const ONLINE_HOURS_MIN = 24;

interface Sources {
  readonly commands: Pick<Commands, 'pool' | 'handler'>;
  readonly tickets?: TillTickets | undefined;
}

/** When each entry happened, whatever the clock of its device says, and now. */
interface Moments {
  readonly now: Date;
  atMs(entry: ChainedEntry): number;
}

/** The notes of the entries that no sign-in of their cashier covers. */
export async function withoutSignIn(
  entries: readonly ChainedEntry[],
  device: EnrolledDevice,
  { commands, tickets }: Sources,
  { now, atMs }: Moments,
): Promise<ReadonlyMap<ChainedEntry, readonly BrokenRule[]>> {
  if (entries.length === 0) return new Map();
  const asked = await Promise.all(entries.map((entry) => askedOf(entry, atMs(entry), device, tickets)));
  const [signIns, hours] = await Promise.all([signInsOf(commands.pool, device, asked, now), offlineHours(commands)]);
  return new Map(entries.map((entry, index) => [entry, notesOf(atMs(entry), signIns[index], hours, now)]));
}

interface SignIn {
  readonly is_before_enrolment: boolean;
  /** Null when the PIN was never right here. */
  readonly at: Date | null;
  /** Another person has signed in since. */
  readonly is_over: boolean;
}

function notesOf(atMs: number, signIn: SignIn | undefined, hours: number, now: Date): readonly BrokenRule[] {
  const { is_before_enrolment = true, at = null, is_over = false } = signIn ?? {};
  const early: BrokenRule[] = is_before_enrolment ? [{ rule: 'before_enrolment', field: 'date' }] : [];
  const field = 'cashier_fk';
  if (at === null) return [...early, { rule: 'cashier_without_pin', field }];
  const isLate = now.getTime() - atMs > AT_ONCE_MS;
  const allowed = isLate ? hours : Math.max(hours, ONLINE_HOURS_MIN);
  const rule = isLate ? 'offline_too_long' : 'sign_in_too_old';
  const isOld = atMs - at.getTime() > allowed * HOUR_MS;
  return [
    ...early,
    ...(isOld ? [{ rule, field, values: { hours: `${allowed}` } }] : []),
    ...(is_over ? [{ rule: 'cashier_signed_out', field }] : []),
  ];
}

export async function offlineHours({ handler }: Pick<Commands, 'handler'>): Promise<number> {
  const states = await handler.states.read([SETTINGS_STREAM]);
  const state = recordStateOf(states.get(SETTINGS_STREAM)?.state);
  const data = state.status === 'none' ? {} : state.data;
  return Number(data['offline_hours'] ?? tillSetting.defaults['offline_hours']);
}

interface Asked {
  readonly cashier: number;
  /** By the clock of the device. */
  readonly made: Date;
  readonly happened: Date;
  /** The sign-in without a network that the entry proves, and when the PIN was right with one before it. */
  readonly offlineAt: Date | null;
  readonly keyAt: Date | null;
}

async function askedOf(
  entry: ChainedEntry,
  atMs: number,
  { enrolment }: EnrolledDevice,
  tickets: TillTickets | undefined,
): Promise<Asked> {
  const madeMs = madeMsOf(entry);
  const made = new Date(madeMs);
  const none = { cashier: entry.cashier_fk, made, happened: new Date(atMs), offlineAt: null, keyAt: null };
  const of = { kind: 'sign_in', enrolment, user_fk: entry.cashier_fk } as const;
  const ticket = await tickets?.read(entry.sign_in, of);
  const [at, key] = [readInstant(ticket?.at ?? ''), readInstant(ticket?.key ?? '')];
  // The server gave the key before the device signed with it, and the entry was made after that.
  const isPossible =
    at !== undefined && key !== undefined && key <= at + CLOCKS_APART_MS && at <= madeMs + CLOCKS_APART_MS;
  if (!isPossible) return none;
  return { ...none, offlineAt: new Date(at), keyAt: new Date(key) };
}

/**
 * The last time before each entry at which its cashier's PIN was right at this device with the network. An entry dated
 * before the enrolment needs one too, from any time until now.
 */
async function signInsOf(
  pool: pg.Pool,
  { till_id, enrolment }: EnrolledDevice,
  asked: readonly Asked[],
  now: Date,
): Promise<readonly SignIn[]> {
  const { rows } = await pool.query<SignIn>(
    `select a.is_early as is_before_enrolment, s.at,
       exists (
         select from identity.session o
         where o.till_id = $1 and o.way = 'pin' and o.user_id <> a.user_id
           and o.started_at > greatest(s.at, a.offline_at) and o.started_at < a.happened_at - make_interval(secs => $8)
       ) as is_over
     from identity.till_device d
     cross join lateral (
       select *, made_at < d.enrolled_at - make_interval(secs => $8) as is_early
       from unnest($3::int[], $4::timestamptz[], $9::timestamptz[], $5::timestamptz[], $6::timestamptz[]) with ordinality
         u (user_id, made_at, happened_at, offline_at, key_at, nth)
     ) a
     cross join lateral (
       select greatest(max(l.at), a.key_at) as at from identity.login_attempt l
       where l.till_id = $1 and l.user_id = a.user_id and l.outcome = 'signed_in' and l.way = 'pin'
         and l.at between d.enrolled_at
           and case when a.is_early then $7::timestamptz else a.happened_at end + make_interval(secs => $8)
     ) s
     where d.enrolment = $2 order by a.nth`,
    [
      till_id,
      enrolment,
      asked.map(({ cashier }) => cashier),
      asked.map(({ made }) => made),
      asked.map(({ offlineAt }) => offlineAt),
      asked.map(({ keyAt }) => keyAt),
      now,
      CLOCKS_APART_MS / 1000,
      asked.map(({ happened }) => happened),
    ],
  );
  return rows;
}
