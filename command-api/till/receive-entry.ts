/**
 * Stores one till entry in the log. It is decided like every command; when a rule or a claim refuses it, it is decided
 * again with the violations as notes, until it is stored, because the payment has happened already
 * (docs/decisions/0074).
 */

import { FRACTION } from '../../domain/documents/whole-amounts.ts';
import type { BrokenRule, ChainedEntry } from '../../domain/till/device-entry.ts';
import type { DeviceMark } from '../../domain/till/device-mark.ts';
import { DRAWER } from '../../domain/till/drawer.ts';
import { instantOfMark, type MarkedEntry } from '../../domain/till/entry-moment.ts';
import { brokenRule } from '../../domain/till/receipts/broken-rules.ts';
import { defined } from '../../domain/values/defined.ts';
import { isObject, membersOf, objectsOf } from '../../domain/values/members.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import { clockOf } from '../handling/decision.ts';
import type { CommandAnswer } from '../handling/request.ts';
import { shopZone } from '../handling/shop-zone.ts';
import type { IdentityRoutes } from '../identity/answer.ts';
import { approvalOf } from './approval-of-entry.ts';
import type { EnrolledDevice } from './device-request.ts';
import { entryActor } from './entry-actor.ts';
import { commandIdOfEntry, type Plan, planOf } from './entry-commands.ts';
import type { ChainEnds } from './entry-moments.ts';
import { checkOutletOfEntry } from './entry-outlet.ts';

export interface Receiving {
  /** Without tickets no approval is proved. */
  readonly routes: Pick<IdentityRoutes, 'identity' | 'commands'> & Partial<Pick<IdentityRoutes, 'tickets'>>;
  readonly device: EnrolledDevice;
  /** Of a program that is the only one to receive entries of its devices; default those in the database. */
  readonly chains?: ChainEnds;
  readonly now: Date;
  readonly requestId: string;
}

/** Findings of earlier attempts. */
interface Known {
  readonly broken: readonly BrokenRule[];
  readonly wasPaid: boolean;
  readonly isBeside: boolean;
  /** The accounts of an opening that another drawer in use has. */
  readonly shared: readonly number[];
  readonly isSecond: boolean;
  readonly date: string;
}

export interface StoredEntry {
  readonly answer: CommandAnswer;
  readonly review: readonly BrokenRule[];
}

/** Maximum number of attempts; each handles one more kind of violation. */
const TRIES_MAX = 8;

/** `broken` are violations found before. Throws Refusal for a malformed or forged entry, and errors of the store. */
export async function receiveEntry(
  entry: MarkedEntry,
  broken: readonly BrokenRule[],
  receiving: Receiving,
): Promise<StoredEntry> {
  const { routes, device } = receiving;
  await checkOutletOfEntry(entry, device.outlet_fk, routes.commands);
  const approval = await approvalOf(entry, device, routes, receiving.now);
  const by = await entryActor(entry, approval, device.outlet_fk, routes.identity);
  const plan = await planOf(entry, routes.commands);
  const all = [...broken, ...by.broken, ...plan.broken];
  const start = {
    broken: all,
    wasPaid: false,
    isBeside: false,
    shared: [],
    isSecond: false,
    date: entry.content.date,
  };
  return attempts(entry, plan, start, by.actor, receiving);
}

async function attempts(
  entry: MarkedEntry,
  first: Plan,
  start: Known,
  actor: Awaited<ReturnType<typeof entryActor>>['actor'],
  receiving: Receiving,
): Promise<StoredEntry> {
  const { routes, device, requestId } = receiving;
  const { handler, kinds } = routes.commands;
  let [plan, known] = [first, start];
  for (let tries = 1; ; tries += 1) {
    const { kind, id, isNew, body } = plan;
    const received = { device: markOf(entry, device, plan, known), broken: known.broken };
    try {
      const answer = await handler.handle({
        declaration: defined(kinds.get(kind), kind).declaration,
        ...(id === undefined ? {} : { id }),
        ...(isNew ? { isNew } : {}),
        commands: [plan.command(received, known)],
        body,
        actor,
        commandId: commandIdOfEntry(entry.uuid),
        digest: entry.hash,
        confirmed: true,
        wasPaid: known.wasPaid,
        happenedMs: instantOfMark(entry),
        isOfTill: true,
        meta: { outlet: String(device.outlet_fk), device: `till-${device.till_id}`, correlationId: requestId },
      });
      return { answer, review: reviewOf(answer, entry) };
    } catch (error) {
      if (!(error instanceof Refusal) || tries === TRIES_MAX) throw error;
      const next = await after(error, { entry, plan, known }, receiving);
      if (!next) throw error;
      [plan, known] = next;
    }
  }
}

function markOf(entry: ChainedEntry, { till_id }: EnrolledDevice, { drawerUuid }: Plan, known: Known): DeviceMark {
  const { content: _, approval: _approval, sign_in: _signIn, ...signed } = entry;
  return {
    ...signed,
    till_fk: till_id,
    ...(drawerUuid === undefined ? {} : { drawer_uuid: drawerUuid }),
    ...(known.isSecond ? { is_second: true } : {}),
  };
}

/** Refused for every other command (`document-bounds.ts`): the money of an entry has moved. */
const NOTABLE: ReadonlySet<string> = new Set([FRACTION]);

interface Attempted {
  readonly entry: ChainedEntry;
  readonly plan: Plan;
  readonly known: Known;
}

/** Days before the first year of the books, and a shop whose server is wrong about the year. */
const OUT_OF_REACH: ReadonlySet<string> = new Set(['date_too_early', 'date_too_far_ahead', 'date_ahead']);

/** The findings for the next attempt; undefined when the entry is refused permanently. */
async function after(
  refusal: Refusal,
  { entry, plan, known }: Attempted,
  { routes, now }: Receiving,
): Promise<readonly [Plan, Known] | undefined> {
  const { code, issues } = refusal;
  if (code === 'claim' || code === 'protected') {
    const again = issues.some(({ field }) => field === 'drawer') ? await planOf(entry, routes.commands) : plan;
    return [again, claimed(known, { plan, entry }, issues)];
  }
  if (code === 'validation' && issues.every(({ message }) => OUT_OF_REACH.has(message) || NOTABLE.has(message))) {
    const isOfDay = issues.some(({ message }) => OUT_OF_REACH.has(message));
    if (isOfDay && known.date !== entry.content.date) return undefined;
    const zone = await shopZone(routes.commands.handler.states);
    const date = isOfDay ? clockOf(now, zone).today : known.date;
    return [plan, { ...known, date, broken: [...known.broken, ...issues.map(brokenRule)] }];
  }
  // The held receipt is paid or discarded, or the refunded receipt is unknown in this outlet: the entry becomes a
  // document of its own.
  const isGone = code === 'not_found' || code === 'wrong_state';
  if (!isGone || plan.kind === DRAWER || plan.id === undefined) return undefined;
  const { id: _, ...alone } = plan;
  const rule = entry.content.kind === 'receipt' ? 'held_is_gone' : 'receipt_unknown';
  return [alone, { ...known, broken: [...known.broken, { rule }] }];
}

const LACKS_CASH: ReadonlySet<string> = new Set(['no_enough_balance', 'no_enough_balance_unseen']);

/**
 * A refund whose cash is tendered for the goods that are sold in its place: the cash does not leave the drawer, which need
 * not hold in its own currency what was paid in another one.
 */
const isKeptCash = ({ content }: ChainedEntry): boolean =>
  content.kind === 'refund' &&
  content.payments.every(({ method, is_exchanged }) => method !== 'cash' || is_exchanged === true);

/** A refused claim becomes a note: the next attempt claims without limits. */
function claimed(known: Known, { plan, entry }: Pick<Attempted, 'plan' | 'entry'>, issues: readonly Issue[]): Known {
  const isSequence = ({ field }: Issue) => field === 'sequence';
  const isInUse = ({ field }: Issue) => field === 'user_fk' || field.endsWith('.account_fk');
  const noted = issues
    .filter((issue) => issue.field !== 'drawer' && !(isKeptCash(entry) && LACKS_CASH.has(issue.message)))
    .map((issue) => (isSequence(issue) ? { rule: 'sequence_taken', field: 'sequence' } : brokenRule(issue)));
  return {
    ...known,
    broken: [...known.broken, ...noted],
    wasPaid: true,
    isSecond: known.isSecond || issues.some(isSequence),
    isBeside: known.isBeside || (plan.kind === DRAWER && issues.some(isInUse)),
    shared: [...known.shared, ...accountsIn(entry, issues)],
  };
}

/** The accounts of an opening at whose fields the issues are. */
function accountsIn({ content }: ChainedEntry, issues: readonly Issue[]): readonly number[] {
  if (content.kind !== 'open_drawer') return [];
  const fields = new Set(issues.map(({ field }) => field));
  return content.accounts.flatMap(({ account_fk }, index) =>
    fields.has(`accounts.${index}.account_fk`) ? [account_fk] : [],
  );
}

/** The entry's violations pending a review. Throws Refusal when another content is stored under its UUID. */
function reviewOf({ state }: CommandAnswer, entry: ChainedEntry): readonly BrokenRule[] {
  const own = objectsOf(membersOf(state)['entries']).find((mark) => mark['uuid'] === entry.uuid);
  if (!own || own['hash'] !== entry.hash)
    throw new Refusal('validation', [{ field: 'hash', message: 'changed_entry' }]);
  if (own['review'] !== null) return [];
  return objectsOf(own['broken']).map((broken) => ({
    rule: String(broken['rule']),
    ...(typeof broken['field'] === 'string' ? { field: broken['field'] } : {}),
    ...(isObject(broken['values']) ? { values: textsOfValues(broken['values']) } : {}),
  }));
}

const textsOfValues = (values: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
