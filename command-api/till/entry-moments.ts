/** Moves the entries of a batch to moments that are possible, from what is stored of their device and their drawers. */
import type pg from 'pg';
import type { EntryReference } from '../../domain/till/device-entry.schema.ts';
import type { ChainedEntry } from '../../domain/till/device-entry.ts';
import { DRAWER_CLAIMS } from '../../domain/till/device-mark.ts';
import { DRAWER } from '../../domain/till/drawer.ts';
import type { DrawerState } from '../../domain/till/drawer-events.ts';
import { type EntryMoment, instantOfMark, madeMsOf, momentOfEntry, openingOf } from '../../domain/till/entry-moment.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { streamOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { shopZone } from '../handling/shop-zone.ts';
import type { EnrolledDevice } from './device-request.ts';
import { commandIdOfEntry } from './entry-commands.ts';

/** What is stored of a device's chain. */
export interface ChainEnd {
  readonly enrolledMs: number | null;
  /** The last entry since this is stored; null before it. */
  readonly sequence: number | null;
  readonly lastMs: number | null;
}

/** The last stored entry of each device, which the next batch follows. */
export interface ChainEnds {
  of(enrolment: string): Promise<ChainEnd>;
  keep(enrolment: string, sequence: number, atMs: number): Promise<void>;
}

interface Sources extends Pick<Commands, 'store' | 'handler'> {
  readonly chains: ChainEnds;
}

interface Arrival {
  readonly now: Date;
  /** True for an entry that was stored before. */
  readonly isStored: (entry: ChainedEntry) => boolean;
}

/** `entries` are in the order of their sequence. */
export async function momentsOf(
  entries: readonly ChainedEntry[],
  { enrolment }: EnrolledDevice,
  sources: Sources,
  { now, isStored }: Arrival,
): Promise<ReadonlyMap<ChainedEntry, EntryMoment>> {
  const zone = await shopZone(sources.handler.states);
  const [chain, opened, booked] = await Promise.all([
    sources.chains.of(enrolment),
    openingsOf(entries, sources, zone),
    bookedMoments(entries.filter(isStored), sources),
  ]);
  const isAfter = (sequence: number) => chain.sequence === null || sequence > chain.sequence;
  const next = nextMoments(entries, chain, now.getTime());
  let previousMs: number | null = null;
  const moments = new Map<ChainedEntry, EntryMoment>();
  for (const entry of entries) {
    const isNext = isAfter(entry.sequence);
    const before = isNext ? Math.max(previousMs ?? 0, chain.lastMs ?? 0) : previousMs;
    const bounds = {
      enrolledMs: chain.enrolledMs,
      openedMs: opened.get(drawerKey(entry)) ?? null,
      previousMs: before,
      nextMs: isNext ? (next.get(entry) ?? null) : chain.lastMs,
      arrivedMs: now.getTime(),
    };
    const decided = momentOfEntry(entry, bounds, zone);
    const moment = { ...decided, atMs: booked.get(entry) ?? decided.atMs };
    moments.set(entry, moment);
    // An entry of another device is refused.
    if (entry.enrolment === enrolment) previousMs = moment.atMs;
  }
  return moments;
}

/**
 * When entries that were stored before are booked, by their events. A process may have ended after it stored an entry and
 * before it kept the end of the chain; its till sends the entry again, later.
 */
async function bookedMoments(
  entries: readonly ChainedEntry[],
  { handler, store }: Pick<Commands, 'handler' | 'store'>,
): Promise<ReadonlyMap<ChainedEntry, number>> {
  const booked = await Promise.all(
    entries.map(async (entry) => {
      const [stream = ''] = (await store.findCommand(commandIdOfEntry(entry.uuid)))?.streams ?? [];
      const atMs = bookedIn((await handler.states.read([stream])).get(stream)?.state, entry);
      return atMs === undefined ? [] : ([[entry, atMs]] as const);
    }),
  );
  return new Map(booked.flat());
}

/** When the entry happened, by its mark among those of a document. */
function bookedIn(state: unknown, { uuid }: Pick<ChainedEntry, 'uuid'>): number | undefined {
  const mark = objectsOf(membersOf(state)['entries']).find((each) => each['uuid'] === uuid);
  if (!mark) return undefined;
  const { made_at, clock_offset, booked_at } = mark;
  const booked = typeof booked_at === 'string' ? { booked_at } : {};
  return instantOfMark({ made_at: String(made_at), clock_offset: Number(clock_offset), ...booked });
}

/** For each entry the clock of the next one that is possible: a clock that was ahead once does not move those after it. */
function nextMoments(
  entries: readonly ChainedEntry[],
  { enrolledMs, lastMs }: ChainEnd,
  arrivedMs: number,
): ReadonlyMap<ChainedEntry, number> {
  const earliestMs = Math.max(enrolledMs ?? 0, lastMs ?? 0);
  const next = new Map<ChainedEntry, number>();
  let possible: number | undefined;
  for (const entry of entries.toReversed()) {
    if (possible !== undefined) next.set(entry, possible);
    const madeMs = madeMsOf(entry);
    if (madeMs >= earliestMs && madeMs <= arrivedMs) possible = madeMs;
  }
  return next;
}

export const chainEndsIn = (pool: pg.Pool): ChainEnds => ({
  async of(enrolment) {
    const { rows } = await pool.query<{ enrolled_at: Date; last_sequence: number | null; last_moment: Date | null }>(
      'select enrolled_at, last_sequence, last_moment from identity.till_device where enrolment = $1',
      [enrolment],
    );
    const [row] = rows;
    return {
      enrolledMs: row?.enrolled_at.getTime() ?? null,
      sequence: row?.last_sequence ?? null,
      lastMs: row?.last_moment?.getTime() ?? null,
    };
  },
  async keep(enrolment, sequence, atMs) {
    await pool.query(
      `update identity.till_device set last_sequence = $2, last_moment = $3
       where enrolment = $1 and coalesce(last_sequence, 0) < $2`,
      [enrolment, sequence, new Date(atMs)],
    );
  },
});

const keyOf = (reference: EntryReference): string => ('id' in reference ? `${reference.id}` : reference.uuid);
const drawerKey = ({ content }: ChainedEntry): string => ('drawer' in content ? keyOf(content.drawer) : '');

/** When the stored drawers of these entries were opened. One that comes with them is an entry before them. */
async function openingsOf(
  entries: readonly ChainedEntry[],
  { store, handler }: Pick<Commands, 'store' | 'handler'>,
  zone: string,
): Promise<ReadonlyMap<string, number>> {
  const drawers = entries.flatMap(({ content }) => ('drawer' in content ? [content.drawer] : []));
  const named = new Map(drawers.map((drawer) => [keyOf(drawer), drawer]));
  const uuids = [...named.values()].flatMap((drawer) => ('id' in drawer ? [] : [drawer.uuid]));
  const owners = uuids.length === 0 ? new Map<string, string>() : await store.ownersOf(DRAWER_CLAIMS, uuids);
  const streams = [...named].flatMap(([key, drawer]) => {
    const stream = 'id' in drawer ? streamOf(DRAWER, drawer.id) : owners.get(drawer.uuid);
    return stream === undefined ? [] : [[key, stream] as const];
  });
  const states = await handler.states.read(streams.map(([, stream]) => stream));
  return new Map(
    streams.flatMap(([key, stream]) => {
      const state = states.get(stream)?.state as DrawerState | undefined;
      return state === undefined || state.status === 'none' ? [] : [[key, openingOf(state, zone)] as const];
    }),
  );
}
