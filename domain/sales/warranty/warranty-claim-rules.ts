/** Rules of a warranty claim: its piece, its customer, and what each step states. */
import { ONE_PIECE, pieceKey, pieceState } from '../../batches/pieces.ts';
import type { ItemData } from '../../catalogue/item.schema.ts';
import type { Facts } from '../../deciding/facts.ts';
import {
  checkAboveZero,
  checkPlace,
  known,
  settleCurrency,
  systemCurrency,
  timeFrom,
  timeOf,
} from '../../documents/document-rules.ts';
import { itemNames } from '../../pricing/item-names.ts';
import { type BatchQuantity, batchOf, hasSerials } from '../../values/batch.ts';
import { effectiveTime, readDate } from '../../values/effective-date.ts';
import { membersOf } from '../../values/members.ts';
import { Issues } from '../../values/refusal.ts';
import { askAboutPiece, checkSale, soldFacts } from './sold-piece.ts';
import type {
  CloseInput,
  ExchangeInput,
  SendInput,
  TakeBackInput,
  WarrantyClaimInput,
} from './warranty-claim.schema.ts';
import type {
  ClaimCredit,
  Ending,
  Exchange,
  MovedPiece,
  OpenClaim,
  ReceivedClaim,
  Sending,
  SupplierAnswer,
  WarrantyClaim,
} from './warranty-claim-events.ts';

/** The data of a draft. Throws Refusal. */
export function claimFacts(input: WarrantyClaimInput, facts: Facts): WarrantyClaim {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'customer_fk', 'customer', input.customer_fk);
  const item = known<ItemData>(facts, issues, 'item_fk', 'item', input.item_fk)?.data;
  if (item && item.item_type !== 'goods') issues.add('item_fk', 'goods_only');
  const serial_number = textOf(input.serial_number);
  if (item && hasSerials(item) && serial_number === null) issues.add('serial_number', 'required');
  if (item && !hasSerials(item) && serial_number !== null)
    issues.add('serial_number', 'no_batches_of_item', itemNames(item));
  if (input.sold_date && !readDate(input.sold_date)) issues.add('sold_date', 'date');
  else if (input.sold_date && input.sold_date > input.date)
    issues.add('sold_date', 'date_too_far_ahead', { value: input.date });
  const { outlet_fk, inventory_fk, date, item_fk, fault } = input;
  const claim: WarrantyClaim = {
    outlet_fk,
    inventory_fk,
    date,
    time: timeOf(input, facts),
    system_currency_fk: systemCurrency(facts),
    customer_fk: input.customer_fk ?? null,
    brought_by: textOf(input.brought_by),
    customer_mobile: textOf(input.customer_mobile),
    item_fk,
    serial_number,
    sale_fk: input.sale_fk ?? null,
    sold_date: input.sold_date ?? null,
    fault,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
  checkSale(claim, facts, issues);
  issues.throwIfAny();
  return claim;
}

const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

/** The claim as its piece is received: somebody must be told when it is done. */
export function receivedFacts(claim: WarrantyClaim, facts: Facts): ReceivedClaim {
  const issues = new Issues();
  if (claim.customer_fk === null && claim.brought_by === null) issues.add('customer_fk', 'claim_of_nobody');
  checkSale(claim, facts, issues);
  const sold = soldFacts(claim, facts);
  askAboutPiece(claim, sold, facts, issues);
  issues.throwIfAny();
  return { ...claim, ...sold };
}

interface StepInput {
  readonly date: string;
  readonly time?: string | null;
  readonly note?: string | null;
}

/** A step is not before the one that it follows. */
function stepFacts(input: StepInput, claim: OpenClaim, facts: Facts, issues: Issues) {
  const last = lastDay(claim);
  if (!readDate(input.date)) issues.add('date', 'date');
  else if (input.date < last) issues.add('date', 'date_too_early', { value: last });
  return { date: input.date, time: timeOf(input, facts), note: input.note ?? null };
}

/** A piece that comes for another one takes its cost, so its time is not before the exchange. */
function answerStep(input: StepInput, claim: OpenClaim, facts: Facts, issues: Issues) {
  const step = stepFacts(input, claim, facts, issues);
  if (!claim.exchange) return step;
  const exchanged = effectiveTime(claim.exchange.date, claim.exchange.time, 'out');
  const time = timeFrom(exchanged, input, 'in', facts);
  if (time === undefined && input.date >= claim.exchange.date)
    issues.add('time', 'date_too_early', { value: exchanged.slice(11, 16) });
  return { ...step, time: time ?? null };
}

function lastDay({ data, exchange, sending, answer, ending }: OpenClaim): string {
  const days = [data, exchange, sending, answer, ending].map((step) => step?.date ?? '');
  return days.reduce((last, day) => (day > last ? day : last));
}

export function sendingFacts(input: SendInput, claim: OpenClaim, facts: Facts): Sending {
  const issues = new Issues();
  const step = stepFacts(input, claim, facts, issues);
  known(facts, issues, 'sent_to_fk', 'supplier', input.sent_to_fk);
  issues.throwIfAny();
  return { ...step, sent_to_fk: input.sent_to_fk };
}

export function exchangeFacts(input: ExchangeInput, claim: OpenClaim, facts: Facts): Exchange {
  const issues = new Issues();
  const step = stepFacts(input, claim, facts, issues);
  const number = checkedNumber(input, claim, facts, issues);
  issues.throwIfAny();
  return { ...step, ...onePiece(claim, number === null ? [] : [pieceOf(number)], EXCHANGED_LINE, facts) };
}

/** Fields that only one answer of the supplier has. */
const OF_ANSWER = [
  { of: 'replaced', fields: ['serial_number'] },
  { of: 'credited', fields: ['amount', 'currency_fk', 'rate', 'rate_fk'] },
] as const;

/** A field that would be ignored is refused: what was meant by it does not happen. */
function refuseOther(fields: readonly string[], input: object, issues: Issues): void {
  const typed = membersOf(input);
  for (const field of fields) if ((typed[field] ?? null) !== null) issues.add(field, 'not_asked_here');
}

export function answerFacts(input: TakeBackInput, claim: OpenClaim, facts: Facts): SupplierAnswer {
  const issues = new Issues();
  const { answered_as } = input;
  const step = answerStep(input, claim, facts, issues);
  refuseOther(
    OF_ANSWER.filter(({ of }) => of !== answered_as).flatMap(({ fields }) => fields),
    input,
    issues,
  );
  const number = answered_as === 'replaced' ? checkedNumber(input, claim, facts, issues) : null;
  const credit = answered_as === 'credited' ? creditFacts(input, claim, facts, issues) : undefined;
  const told = { ...step, answered_as, serial_number: number };
  const answer: SupplierAnswer = credit === undefined ? told : { ...told, credit };
  const isGoods = answered_as === 'repaired' || answered_as === 'replaced';
  if (claim.exchange && isGoods) {
    issues.throwIfAny();
    const own = number ?? claim.data.serial_number;
    const gone = (claim.exchange.batches ?? []).map((batch) => ({ ...batchOf(batch), quantity: batch.quantity }));
    return { ...answer, ...onePiece(claim, own === null ? gone : [pieceOf(own)], ANSWERED_LINE, facts) };
  }
  const piece = number === null ? undefined : pieceForCustomer(number, claim, facts, issues);
  issues.throwIfAny();
  return piece === undefined ? answer : { ...answer, piece };
}

/** A piece that never was in stock goes to the customer: its number must not be that of a piece that is here. */
function pieceForCustomer(number: string, claim: OpenClaim, facts: Facts, issues: Issues): 'new' | 'known' {
  const { item_fk } = claim.data;
  const item = facts.record<ItemData>('item', item_fk)?.data;
  const state = pieceState(facts.level(pieceKey(item_fk, number)));
  const params = { ...(item ? itemNames(item) : {}), batch: number };
  if (state === 'in_stock') issues.add('serial_number', 'serial_in_stock', params);
  if (state === 'gone' && !facts.confirmed) issues.ask('serial_number', 'replacement_was_gone', params);
  return state === 'gone' ? 'known' : 'new';
}

function creditFacts(input: TakeBackInput, claim: OpenClaim, facts: Facts, issues: Issues): ClaimCredit {
  const { amount, rate, rate_fk, currency_fk } = input;
  if (!amount) issues.add('amount', 'required');
  else checkAboveZero(amount, 'amount', issues);
  const named = {
    currency_fk: currency_fk ?? claim.data.system_currency_fk,
    rate: rate ?? null,
    rate_fk: rate_fk ?? null,
  };
  const settled = settleCurrency(named, 'out', facts, issues);
  return {
    ...settled,
    outlet_fk: claim.data.outlet_fk,
    supplier_fk: claim.sending?.sent_to_fk ?? 0,
    amount: amount ?? '0',
  };
}

export function endingFacts(input: CloseInput, claim: OpenClaim, facts: Facts): Ending {
  const issues = new Issues();
  const step = stepFacts(input, claim, facts, issues);
  const ended_as = claim.exchange ? 'exchanged' : (claim.answer?.answered_as ?? input.ended_as);
  if (!ended_as) issues.add('ended_as', 'required');
  if (input.ended_as !== ended_as) refuseOther(['ended_as'], input, issues);
  issues.throwIfAny();
  return { ...step, ended_as: ended_as ?? 'refused' };
}

/** The number of another piece: required of items with serial numbers, and not that of the piece itself. */
function checkedNumber(
  { serial_number }: { readonly serial_number?: string | null },
  { data }: OpenClaim,
  facts: Facts,
  issues: Issues,
): string | null {
  const item = facts.record<ItemData>('item', data.item_fk)?.data;
  const number = textOf(serial_number);
  if (item && hasSerials(item) && number === null) issues.add('serial_number', 'required');
  if (item && !hasSerials(item) && number !== null) issues.add('serial_number', 'no_batches_of_item', itemNames(item));
  return number;
}

/** Numbers of the movements of a claim: what leaves, and what comes in for it. */
const EXCHANGED_LINE = 1;
const ANSWERED_LINE = 2;

const pieceOf = (batch_number: string): BatchQuantity => ({ batch_number, expire_date: null, quantity: ONE_PIECE });

/** One base unit of the item. */
function onePiece({ data }: OpenClaim, batches: readonly BatchQuantity[], line_id: number, facts: Facts): MovedPiece {
  const { outlet_fk, inventory_fk, system_currency_fk, item_fk } = data;
  const units = facts.record<ItemData>('item', item_fk)?.data.item_units ?? [];
  const base = units.find(({ is_base }) => is_base) ?? units[0];
  const line = { line_id, item_fk, unit_fk: base?.unit_fk ?? 0, unit_factor: '1', quantity: ONE_PIECE };
  return { outlet_fk, inventory_fk, system_currency_fk, lines: [batches.length === 0 ? line : { ...line, batches }] };
}
