/**
 * The claims of a document's command: the difference of its postings before and after (docs/architecture.md, "Claims
 * come from postings"), the records that it refers to, and its number.
 */

import { mayGoBelowZero } from '../../domain/batches/negative-stock.ts';
import { accountOf, isCashAccount } from '../../domain/chart/chart.ts';
import type { Claim, CountClaim, LevelClaim, NumberClaim, UseClaim } from '../../domain/deciding/claim.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { ENTERED_BOOKS, LEFT_BOOKS, LINK_ADDED, LINK_REMOVED } from '../../domain/deciding/level-marks.ts';
import { besideFields } from '../../domain/documents/document-fields.ts';
import { systemCurrency } from '../../domain/documents/document-rules.ts';
import type { Posting } from '../../domain/entries/entry.ts';
import type { PostingRule } from '../../domain/entries/posting-rule.ts';
import { numberStyle } from '../../domain/registry/document-numbers.ts';
import {
  useOfAverageScope as averageScopeClaim,
  useOfSystemCurrency as systemCurrencyClaim,
} from '../../domain/registry/system-setting.record.ts';
import { validDate } from '../../domain/values/effective-date.ts';
import { membersOf } from '../../domain/values/members.ts';
import { printQuantity, toQuantity } from '../../domain/values/quantity.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type DocumentType,
  streamOf,
} from '../aggregates/aggregate-types.ts';
import { type Reference, referencesIn } from '../aggregates/references.ts';
import { creditLimit } from './credit-limit.ts';
import { checkKeptSeries } from './kept-series.ts';
import {
  ANY_DAY,
  type CountChange,
  changedDays,
  countChanges,
  type LevelChange,
  levelChanges,
  printDelta,
} from './level-changes.ts';
import { refuseLockedDays } from './locked-days.ts';
import { findPath, pathOf, stockField } from './member-paths.ts';
import { checkPartyCurrencies } from './party-currencies.ts';

export interface Change {
  readonly stream: string;
  readonly before: AggregateState;
  readonly after: AggregateState;
  readonly events: readonly DomainEvent[];
  readonly facts: Facts;
  /** Body of the request, whose fields refusals name. */
  readonly body: unknown;
  /** True in a replay: the command is stored already and cannot be refused. */
  readonly isStored?: true;
}

export function documentClaims(kinds: AggregateRegistry, kind: DocumentType, change: Change): Claim[] {
  const { stream, before, after, facts } = change;
  const bookedBefore = kind.declaration.postingsOf(before, stream);
  const bookedAfter = kind.declaration.postingsOf(after, stream);
  const days = changedDays(bookedBefore, bookedAfter);
  if (!change.isStored) {
    checkKeptSeries(kind, change);
    refuseLockedDays(kind, bookedBefore, bookedAfter, facts);
    checkPartyCurrencies(bookedBefore, bookedAfter, facts, (party, id) => {
      const namesParty = (field: string, value: unknown) => field.endsWith(`${party}_fk`) && value === id;
      // A later step may name another party than the document does.
      return findPath(change.body, namesParty) ?? findPath(kind.dataOf(after), namesParty);
    });
  }
  const context: Context = {
    ...change,
    kind,
    data: kind.dataOf(after),
    isReversal: bookedAfter.length === 0,
  };
  return [
    ...claimsOfUse(kinds, kind, change),
    ...levelChanges(bookedBefore, bookedAfter).map((levelChange) => levelClaim(levelChange, context)),
    ...countChanges(bookedBefore, bookedAfter).map((countChange) => countClaim(countChange, context)),
    ...linkClaims(kinds, context, bookedBefore.length > 0, bookedAfter.length > 0),
    ...(kind.declaration.claims?.(before, after, stream) ?? []),
    ...(kind.declaration.period
      ? []
      : claimedDays(bookedBefore, bookedAfter).map((day): Claim => ({ kind: 'period', day, field: 'date' }))),
    ...(days.length > 0 ? [systemCurrencyClaim(currencyOfBooks(context))] : []),
    ...([...bookedBefore, ...bookedAfter].some(movesGoods) ? [averageScopeClaim(facts)] : []),
    ...numberClaims(kind, change),
  ];
}

/**
 * The system currency that a document is posted in: the one of its last saving. A reversal, and a command of the log,
 * use that of the settings: documents of earlier versions may have been posted in another one.
 */
function currencyOfBooks({ data, facts, isReversal, isStored }: Context): number {
  const saved = data['system_currency_fk'];
  return typeof saved === 'number' && !isReversal && !isStored ? saved : systemCurrency(facts);
}

/** The changed days, without those before the books, of which the declaration takes claims. */
const claimedDays = (before: readonly Posting[], after: readonly Posting[]) => {
  const isInBooks = ({ isOpening }: Posting) => !isOpening;
  return changedDays(before.filter(isInBooks), after.filter(isInBooks));
};

const movesGoods = ({ movements }: Posting): boolean => movements.some(({ pool }) => pool.kind === 'stock');

interface Context extends Change {
  readonly kind: DocumentType;
  readonly data: Readonly<Record<string, unknown>>;
  /** True when the document is reversed: later issues of its goods or money may prevent that. */
  readonly isReversal: boolean;
}

function levelClaim(change: LevelChange, context: Context): LevelClaim {
  const at = change.at === undefined ? {} : { at: change.at };
  const base = { kind: 'level', key: change.key, day: change.day, ...at, delta: printDelta(change) } as const;
  const { facts, data, isReversal } = context;
  const words = context.kind.declaration.reversalRefusals;
  switch (change.of.level) {
    case 'stock':
    case 'batch':
      return { ...base, ...goodsFloor(change.of, context, 'quantity') };
    case 'piece': {
      const message = change.delta > 0n ? 'serial_in_stock' : 'serial_gone';
      const words = isReversal ? context.kind.declaration.reversalRefusals.stock : message;
      return { ...base, floor: '-1', ceiling: '1', message: words, field: stockField(change.of, data, 'batches') };
    }
    case 'cash': {
      const allowed = facts.record('cash', change.of.account)?.data['allow_overdraft'] === true;
      const field = findPath(data, namesCash(change.of.account)) ?? 'account_fk';
      const message = isReversal ? words.cash : 'no_enough_balance';
      return { ...base, ...(allowed ? {} : { floor: '0' }), field, message };
    }
    case 'debit': {
      const id = Number(change.of.party.split('-')[1]);
      const limit = creditLimit(id, change.delta, context);
      return { ...base, ...limit, field: pathOf(data, 'customer_fk', id), message: 'allowed_debit_exceeded' };
    }
    case 'residue':
    case 'undelivered':
    case 'due':
      return { ...base, field: '', message: 'protected' };
    case 'staff':
      return { ...base, floor: '0', ...staffRefusal(change.of, context) };
    default:
      // Amounts due never fall below zero and credits never rise above it: an allocation cannot exceed the open
      // amount, and a document with allocations cannot be reversed.
      return {
        ...base,
        ...(change.of.credit ? { ceiling: '0' } : { floor: '0' }),
        field: openField(change.of.document, context),
        message: openWord(context),
      };
  }
}

/** A person repays at most what they owe; a shortage that was repaid since cannot be reversed. */
function staffRefusal({ party, isRepaid }: Extract<LevelChange['of'], { level: 'staff' }>, { data }: Context) {
  const id = Number(party.split('-')[1]);
  return {
    field: isRepaid ? pathOf(data, 'user_fk', id) : '',
    message: isRepaid ? 'more_than_is_owed' : 'protected',
  };
}

/** A count keeps the level after later issues above zero, as receipts do. */
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

function goodsFloor(of: CountChange['of'], { facts, isReversal, kind, data }: Context, quantity: string) {
  const allowed = mayGoBelowZero(of.inventory, facts);
  const [field, short] = of.level === 'batch' ? ['batches', 'not_enough_of_batch'] : [quantity, 'not_enough_stock'];
  const message = isReversal ? kind.declaration.reversalRefusals.stock : short;
  return { ...(allowed ? {} : { floor: '0' }), message, field: stockField(of, data, field) };
}

function openWord({ isReversal, events, kind }: Context): string {
  const postings: Readonly<Record<string, PostingRule<never>>> = kind.declaration.postings;
  const words = events.flatMap(({ type }) => {
    const rule = postings[type];
    return rule?.does === 'reverse' && rule.settled ? [rule.settled] : [];
  });
  return words[0] ?? (isReversal ? 'protected' : 'more_than_is_open');
}

function openField(document: string, { body }: Context): string {
  const path = findPath(body, (field, value) => field === 'document' && value === document);
  return path?.replace(/document$/, 'amount') ?? '';
}

/** A field that names the cash account, by id or by number of its ledger account. */
function namesCash(id: number): (field: string, value: unknown) => boolean {
  return (field, value) => {
    if (field.endsWith('account_fk')) return value === id;
    const account = field === 'account' && typeof value === 'number' ? accountOf(value) : undefined;
    return account !== undefined && isCashAccount(account) && account.of === id;
  };
}

/** Every newly referenced record must exist and be active. */
function claimsOfUse(kinds: AggregateRegistry, kind: DocumentType, { before, after, body }: Change): Claim[] {
  const already = new Set(recordsIn(kinds, kind, before).map((reference) => streamOf(reference.kind, reference.id)));
  const claims = new Map<string, Claim>();
  for (const reference of recordsIn(kinds, kind, after)) {
    const record = streamOf(reference.kind, reference.id);
    if (already.has(record) || claims.has(record)) continue;
    claims.set(record, reference.isOfStep ? claimOfStep(record, reference, body) : claimOn(record, reference.path));
  }
  return [...claims.values()];
}

interface UsedRecord extends Reference {
  /** True when only a later step names it: a payment, an applied cost, money paid out of a drawer. */
  readonly isOfStep: boolean;
}

function recordsIn(kinds: AggregateRegistry, kind: DocumentType, state: AggregateState): UsedRecord[] {
  const used = (value: unknown, isOfStep: boolean) =>
    referencesIn(value, kind.referenced).map((reference): UsedRecord => ({ ...reference, isOfStep }));
  return [...used(kind.dataOf(state), false), ...used(besideFields(kind.declaration, state), true)].filter(
    (reference) => kinds.get(reference.kind)?.is === 'record',
  );
}

/** A record that the step took from elsewhere was not chosen now, so it may have been retired since. */
function claimOfStep(record: string, { field, id, path }: UsedRecord, body: unknown): UseClaim {
  const typed = findPath(body, (name, value) => name === field && value === id);
  return typed === undefined ? { ...claimOn(record, path), paid: true } : claimOn(record, typed);
}

const claimOn = (record: string, field: string): UseClaim => ({ kind: 'use', record, field });

/**
 * Link claims between documents: a posted document that refers to another one (a return to its sale) prevents the
 * reversal of the other, and cannot be posted when the other was just reversed. `link:<document>` counts the posted
 * documents that refer to the document. While the document has a number but no postings (reversed, or not yet
 * received), its level is above any count. The level is a sum of present facts and never negative.
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
    // The replaced document is reversed together with this change; a document that changes with this one knows of it.
    if (reference.field === kind.declaration.replaces || kind.changes.has(reference.field)) return false;
    const target = kinds.get(reference.kind);
    if (target?.is !== 'document' || target.declaration.numbered?.inForceBeforePosting) return false;
    const state = facts.document<AggregateState>(reference.kind, reference.id);
    return (
      state !== undefined && target.declaration.postingsOf(state, streamOf(reference.kind, reference.id)).length > 0
    );
  });
}

/** The store writes the next number of (kind, outlet, financial year) into an event without one. */
function numberClaims({ declaration }: DocumentType, { after, events, facts }: Change): NumberClaim[] {
  const { numbered, kind } = declaration;
  if (!numbered) return [];
  const settings = facts.record('system_setting', 1)?.data;
  return events.flatMap((event, index) => {
    const takes = event.type === numbered.event || event.type === numbered.alsoAt;
    if (!takes || membersOf(event.data).number !== null) return [];
    const { outlet, date } = numbered.of(after);
    const of = { series: `${kind}:${outlet}`, day: validDate(date) };
    const { code } = membersOf(facts.record('outlet', outlet)?.data);
    const style = numberStyle(kind, numbered.prefix, settings, code);
    return [{ kind: 'number', ...of, ...style, write: 0, event: index }];
  });
}
