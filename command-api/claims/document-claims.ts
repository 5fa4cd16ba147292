/**
 * The claims of a document's command: the difference between what it has in the books before and after
 * (docs/architecture.md, "Claims come from postings"), the records that it names, and its number.
 */

import type { Claim, CountClaim, LevelClaim, NumberClaim } from '../../domain/kernel/claim.ts';
import { systemCurrency } from '../../domain/kernel/document-rules.ts';
import { validDate } from '../../domain/kernel/effective-date.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { Facts } from '../../domain/kernel/facts.ts';
import { ENTERED_BOOKS, LEFT_BOOKS, LINK_ADDED, LINK_REMOVED } from '../../domain/kernel/level-marks.ts';
import { membersOf, objectsOf } from '../../domain/kernel/members.ts';
import { printQuantity, toQuantity } from '../../domain/kernel/quantity.ts';
import { accountOf, isCashAccount } from '../../domain/ledger/chart.ts';
import { numberStyle } from '../../domain/organisation/document-numbers.ts';
import {
  useOfAverageScope as averageScopeClaim,
  useOfSystemCurrency as systemCurrencyClaim,
} from '../../domain/organisation/system-setting.record.ts';
import type { Posting } from '../../domain/posting/entry.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type DocumentType,
  streamOf,
} from '../handling/aggregate-types.ts';
import { type Reference, referencesIn } from '../handling/references.ts';
import {
  type CountChange,
  changedDays,
  countChanges,
  type LevelChange,
  levelChanges,
  printDelta,
} from './level-changes.ts';
import { checkPartyCurrencies } from './party-currencies.ts';

export interface Change {
  readonly stream: string;
  readonly before: AggregateState;
  readonly after: AggregateState;
  readonly events: readonly DomainEvent[];
  readonly facts: Facts;
  /** Of the request: refusals name its fields. */
  readonly body: unknown;
  /** It is in the log: nothing of it is left to refuse. */
  readonly isStored?: true;
}

export function documentClaims(kinds: AggregateRegistry, kind: DocumentType, change: Change): Claim[] {
  const { stream, before, after, facts } = change;
  const bookedBefore = kind.declaration.postingsOf(before, stream);
  const bookedAfter = kind.declaration.postingsOf(after, stream);
  const days = changedDays(bookedBefore, bookedAfter);
  if (!change.isStored) {
    checkPartyCurrencies(bookedBefore, bookedAfter, facts, (party, id) =>
      findPath(kind.dataOf(after), (field, value) => field.endsWith(`${party}_fk`) && value === id),
    );
  }
  const context: Context = {
    ...change,
    kind,
    data: kind.dataOf(after),
    takenBack: bookedAfter.length === 0,
  };
  return [
    ...claimsOfUse(kinds, kind, change),
    ...levelChanges(bookedBefore, bookedAfter).map((levelChange) => levelClaim(levelChange, context)),
    ...countChanges(bookedBefore, bookedAfter).map((countChange) => countClaim(countChange, context)),
    ...linkClaims(kinds, context, bookedBefore.length > 0, bookedAfter.length > 0),
    ...(kind.declaration.claims?.(before, after, stream) ?? []),
    ...(kind.declaration.period ? [] : days.map((day): Claim => ({ kind: 'period', day, field: 'date' }))),
    ...(days.length > 0 ? [systemCurrencyClaim(systemCurrency(facts))] : []),
    ...([...bookedBefore, ...bookedAfter].some(movesGoods) ? [averageScopeClaim(facts)] : []),
    ...numberClaims(kind, change),
  ];
}

const movesGoods = ({ movements }: Posting): boolean => movements.some(({ pool }) => pool.kind === 'stock');

interface Context extends Change {
  readonly kind: DocumentType;
  readonly data: Readonly<Record<string, unknown>>;
  /** The document leaves the books: what was taken from it since stands in its way. */
  readonly takenBack: boolean;
}

function levelClaim(change: LevelChange, context: Context): LevelClaim {
  const at = change.at === undefined ? {} : { at: change.at };
  const base = { kind: 'level', key: change.key, day: change.day, ...at, delta: printDelta(change) } as const;
  const { facts, data, takenBack } = context;
  const words = context.kind.declaration.reversalRefusals;
  switch (change.of.level) {
    case 'stock':
    case 'batch':
      return { ...base, ...goodsFloor(change.of, context, 'quantity') };
    case 'cash': {
      const allowed = facts.record('cash', change.of.account)?.data['allow_overdraft'] === true;
      const field = findPath(data, namesCash(change.of.account)) ?? 'account_fk';
      const message = takenBack ? words.cash : 'no_enough_balance';
      return { ...base, ...(allowed ? {} : { floor: '0' }), field, message };
    }
    case 'debit': {
      const id = Number(change.of.party.split('-')[1]);
      const ceiling = facts.record('customer', id)?.data['allowed_debit_amount'];
      const limit = typeof ceiling === 'string' ? { ceiling } : {};
      return { ...base, ...limit, field: pathOf(data, 'customer_fk', id), message: 'allowed_debit_exceeded' };
    }
    default:
      // What is due never falls below zero and a credit never rises above it: an allocation closes no more than is
      // open, and a document with allocations is not taken back under them.
      return {
        ...base,
        ...(change.of.credit ? { ceiling: '0' } : { floor: '0' }),
        field: openField(change.of.document, context),
        message: openWord(context),
      };
  }
}

/** What was counted keeps what was taken out since above zero, as goods that come in do. */
function countClaim({ key, at, of, real }: CountChange, context: Context): CountClaim {
  const counted = real === null ? null : printQuantity(toQuantity(real));
  return {
    kind: 'count',
    key,
    at,
    real: counted,
    ...goodsFloor(of, context, 'real_quantity'),
  };
}

function goodsFloor(of: CountChange['of'], { facts, takenBack, kind, data }: Context, quantity: string) {
  const allowed = facts.record('system_setting', 1)?.data['allow_negative_stock'] === true;
  const [field, short] = of.level === 'batch' ? ['batches', 'not_enough_of_batch'] : [quantity, 'not_enough_stock'];
  const message = takenBack ? kind.declaration.reversalRefusals.stock : short;
  return { ...(allowed ? {} : { floor: '0' }), message, field: stockField(of, data, field) };
}

const openWord = (context: Context) => (context.takenBack ? 'protected' : 'more_than_is_open');

function openField(document: string, { body }: Context): string {
  const path = findPath(body, (field, value) => field === 'document' && value === document);
  return path?.replace(/document$/, 'amount') ?? '';
}

/** The quantity of the line that moves the goods; lines of goods given free are numbered apart from their own. */
function stockField(
  of: { readonly item: number; readonly line: number },
  data: Context['data'],
  field: string,
): string {
  const byLine = linesOf(data).get(`${of.line} ${of.item}`) ?? linesOf(data).get(`${of.item}`);
  return byLine !== undefined ? `lines.${byLine}.${field}` : pathOf(data, 'item_fk', of.item);
}

/** A cash account is named by its id, or by the number of its account. */
function namesCash(id: number): (field: string, value: unknown) => boolean {
  return (field, value) => {
    if (field.endsWith('account_fk')) return value === id;
    const account = field === 'account' && typeof value === 'number' ? accountOf(value) : undefined;
    return account !== undefined && isCashAccount(account) && account.of === id;
  };
}

/** The places of the lines of a document, by line and item and by item alone; a large one is looked through once. */
const linesOf = once((data) => {
  const lines = objectsOf(data['lines']);
  const places = new Map<string, number>();
  for (const [index, { line_id, item_fk }] of lines.entries()) {
    for (const name of [`${line_id} ${item_fk}`, `${item_fk}`]) if (!places.has(name)) places.set(name, index);
  }
  return places;
});

/** The paths of every value in a document, with the fields that hold them. */
const pathsOf = once((data) => {
  const paths = new Map<unknown, { readonly field: string; readonly path: string }[]>();
  findPath(data, (field, value, path) => {
    const known = paths.get(value);
    if (known) known.push({ field, path });
    else paths.set(value, [{ field, path }]);
    return false;
  });
  return paths;
});

function pathOf(data: Context['data'], suffix: string, id: number): string {
  return (
    pathsOf(data)
      .get(id)
      ?.find(({ field }) => field.endsWith(suffix))?.path ?? suffix
  );
}

function findPath(
  value: unknown,
  matches: (field: string, value: unknown, path: string) => boolean,
  path = '',
  field = '',
): string | undefined {
  if (typeof value !== 'object' || value === null) return matches(field, value, path) ? path : undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = findPath(inner, matches, path === '' ? name : `${path}.${name}`, Array.isArray(value) ? field : name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Calculated from the document's content on first use. */
function once<Found extends object>(work: (data: Context['data']) => Found): (data: Context['data']) => Found {
  const known = new WeakMap<Context['data'], Found>();
  return (data) => {
    const found = known.get(data) ?? work(data);
    known.set(data, found);
    return found;
  };
}

/** Every record that the new state names and the old one did not must be there and active. */
function claimsOfUse(kinds: AggregateRegistry, kind: DocumentType, { before, after }: Change): Claim[] {
  const named = (state: AggregateState) => recordsIn(kinds, kind, state);
  const already = new Set(named(before).map((reference) => streamOf(reference.kind, reference.id)));
  const claims = new Map<string, Claim>();
  for (const reference of named(after)) {
    const record = streamOf(reference.kind, reference.id);
    if (!already.has(record) && !claims.has(record)) claims.set(record, { kind: 'use', record, field: reference.path });
  }
  return [...claims.values()];
}

function recordsIn(kinds: AggregateRegistry, kind: DocumentType, state: AggregateState): Reference[] {
  return referencesIn(kind.dataOf(state), kind.referenced).filter(
    (reference) => kinds.get(reference.kind)?.is === 'record',
  );
}

const ANY_DAY = validDate('1900-01-01');

/**
 * A document in the books that names another (a return its sale) keeps the other from being taken back, and is
 * not booked when the other has just been: `link:<document>` counts those that stand on the document, and is
 * above any count while the document has a number and nothing in the books: it was taken back, or nothing of it has
 * come yet. It is a sum of what is so, and never below nothing.
 */
function linkClaims(kinds: AggregateRegistry, context: Context, wasBooked: boolean, isPosted: boolean): Claim[] {
  const level = { kind: 'level', day: ANY_DAY, message: 'protected' } as const;
  const links = wasBooked === isPosted ? [] : bookedDocuments(kinds, context);
  return [
    ...links.map((reference): Claim => {
      const link = { ...level, key: `link:${streamOf(reference.kind, reference.id)}`, field: reference.path };
      return { ...link, ...(isPosted ? LINK_ADDED : LINK_REMOVED) };
    }),
    ...ownLink(context, wasBooked, isPosted).map((own): Claim => {
      return { ...level, key: `link:${context.stream}`, field: '', ...own };
    }),
  ];
}

function ownLink({ kind, before, after, ...change }: Context, wasBooked: boolean, isPosted: boolean) {
  if (kind.declaration.numbered?.inForceBeforePosting) return [];
  const hasNumber = (state: AggregateState) => typeof membersOf(state).number === 'string';
  const wasOut = !wasBooked && hasNumber(before);
  const isOut =
    !isPosted && (wasBooked || hasNumber(after) || numberClaims(kind, { ...change, before, after }).length > 0);
  if (wasOut === isOut) return [];
  return [isOut ? LEFT_BOOKS : ENTERED_BOOKS];
}

function bookedDocuments(kinds: AggregateRegistry, { data, kind, facts }: Context): Reference[] {
  return referencesIn(data, kind.referenced).filter((reference) => {
    // What it takes the place of leaves the books with it.
    if (reference.field === kind.declaration.replaces) return false;
    const target = kinds.get(reference.kind);
    if (target?.is !== 'document' || target.declaration.numbered?.inForceBeforePosting) return false;
    const state = facts.document<AggregateState>(reference.kind, reference.id);
    return (
      state !== undefined && target.declaration.postingsOf(state, streamOf(reference.kind, reference.id)).length > 0
    );
  });
}

/** The store writes the next number of (kind, outlet, year) into an event that has none yet. */
function numberClaims({ declaration }: DocumentType, { after, events, facts }: Change): NumberClaim[] {
  const { numbered, kind } = declaration;
  if (!numbered) return [];
  const settings = facts.record('system_setting', 1)?.data;
  return events.flatMap((event, index) => {
    const takes = event.type === numbered.event || event.type === numbered.alsoAt;
    if (!takes || membersOf(event.data).number !== null) return [];
    const { outlet, date } = numbered.of(after);
    const series = `${kind}:${outlet}:${date.slice(0, 4)}`;
    const { code } = membersOf(facts.record('outlet', outlet)?.data);
    const style = numberStyle(kind, numbered.prefix, settings, code);
    return [{ kind: 'number', series, ...style, write: 0, event: index }];
  });
}
