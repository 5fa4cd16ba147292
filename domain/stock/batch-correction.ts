/**
 * The correction of a batch: another number, another day of expiry, or both, with a reason (docs/decisions/0141). It moves
 * no goods and no money. It holds for all inventories and for all that was ever told of the batch, sold out or not, from
 * the moment at which it is known. A correction that was wrong is reversed, and the name before it is back.
 */

import { BatchNames } from '../batches/batch-names.ts';
import { NO_NOTES } from '../batches/batch-notes.ts';
import { pieceKey, pieceState } from '../batches/pieces.ts';
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import { type AtOnceDecider, type AtOnceEvent, type AtOnceState, atOnceDecider } from '../documents/immediate.ts';
import { itemNames } from '../pricing/item-names.ts';
import {
  type Batch,
  batchOf,
  batchTitle,
  hasSerials,
  isNamed,
  isSameBatch,
  isSameNumber,
  knownAs,
  tracksBatches,
} from '../values/batch.ts';
import { readDate } from '../values/effective-date.ts';
import { listOf } from '../values/members.ts';
import { Issues } from '../values/refusal.ts';
import type { BatchCorrectionInput } from './batch-correction.schema.ts';

/** Stream: `batch_correction-<id>` */
export const BATCH_CORRECTION = 'batch_correction';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

/** A batch as documents told it; its name is the one with the highest step of all corrections that stand. */
export interface CorrectedBatch extends Batch {
  readonly step: number;
}

export interface BatchCorrection {
  readonly date: string;
  readonly item_fk: number;
  /** The name before. */
  readonly batch_number: string | null;
  readonly expire_date: string | null;
  readonly new_batch_number: string | null;
  readonly new_expire_date: string | null;
  readonly reason: string;
  /** All that are called so: several when former spellings or corrections made them one. */
  readonly told: readonly CorrectedBatch[];
}

export type BatchCorrectionEvent = AtOnceEvent<typeof BATCH_CORRECTION, BatchCorrection>;
export type BatchCorrectionState = AtOnceState<BatchCorrection>;

export const batchCorrection: AtOnceDecider<typeof BATCH_CORRECTION, BatchCorrectionInput, BatchCorrection> =
  atOnceDecider(BATCH_CORRECTION, correctionFacts);

function correctionFacts(input: BatchCorrectionInput, facts: Facts): BatchCorrection {
  const issues = new Issues();
  const { item_fk, reason } = input;
  const { item, told, name, others } = namedBatch(input, facts, issues);
  const { new_batch_number = name.batch_number, new_expire_date = name.expire_date } = input;
  const typed: Batch = { batch_number: new_batch_number?.trim() || null, expire_date: new_expire_date };
  const next = knownAs(others, typed) ?? typed;
  if (item) checkNext(item, { name, next, others }, facts, issues);
  if (item && hasSerials(item)) checkPiece(item, { item_fk, next, told, others }, facts, issues);
  issues.throwIfAny();
  return {
    date: facts.today,
    item_fk,
    ...name,
    new_batch_number: next.batch_number,
    new_expire_date: next.expire_date,
    reason,
    told: told.map((batch) => ({ ...batchOf(batch), step: nextStep(item_fk, batch, facts) })),
  };
}

/**
 * The batch that a body names: what documents told of it, its name, and the names of the other batches of its item. Adds
 * an issue when the item has no such batch.
 */
export function namedBatch(
  {
    item_fk,
    batch_number = null,
    expire_date = null,
  }: Pick<BatchCorrectionInput, 'item_fk' | 'batch_number' | 'expire_date'>,
  facts: Facts,
  issues: Issues,
) {
  const item = facts.record<ItemData>('item', item_fk)?.data;
  const typed: Batch = { batch_number, expire_date };
  if (!item) issues.add('item_fk', 'unknown_record');
  else if (!tracksBatches(item)) issues.add('item_fk', 'item_has_no_batches');
  const names = new BatchNames(facts);
  const all = everTold(item_fk, facts).map((told) => ({ told, name: names.called(item_fk, told) }));
  const name = knownAs(
    all.map((batch) => batch.name),
    typed,
  );
  if (item && tracksBatches(item) && !name)
    issues.add('batch_number', 'unknown_batch', { ...itemNames(item), batch: batchTitle(typed) });
  const isIt = (other: Batch) => name !== undefined && isSameBatch(other, name);
  return {
    item,
    name: name ?? typed,
    told: all.filter((batch) => isIt(batch.name)).map(({ told }) => told),
    others: all.map((batch) => batch.name).filter((other) => !isIt(other)),
  };
}

/** Every batch of the item that documents told, sold out or not. */
function everTold(item: number, facts: Facts): readonly Batch[] {
  const before = listOf(facts.queryResult).map(batchOf);
  const noted = (facts.batchNotes?.(item) ?? NO_NOTES).called.map(({ told }) => told);
  const all = [...(facts.knownBatches?.(item, 'told') ?? []), ...before, ...noted].filter(isNamed);
  return all.filter((batch, index) => all.findIndex((other) => isSameBatch(other, batch)) === index);
}

interface Names {
  readonly name: Batch;
  readonly next: Batch;
  readonly others: readonly Batch[];
}

function checkNext(item: ItemData, { name, next, others }: Names, facts: Facts, issues: Issues): void {
  const { batch_number, expire_date } = next;
  const words = { ...itemNames(item), batch: batchTitle(next) };
  if (isSameBatch(name, next)) issues.add('new_batch_number', 'batch_unchanged');
  if (!isNamed(next) || (item.has_batch_number && batch_number === null)) issues.add('new_batch_number', 'required');
  if (expire_date === null ? item.has_expire : !readDate(expire_date))
    issues.add('new_expire_date', expire_date === null ? 'required' : 'date');
  if (facts.confirmed || hasSerials(item)) return;
  if (others.some((other) => isSameBatch(other, next))) issues.ask('new_batch_number', 'batches_become_one', words);
  const ofNumber = others.find((other) => knownAs([{ ...other, expire_date }], next));
  const value = ofNumber?.expire_date;
  if (batch_number !== null && value && value !== expire_date)
    issues.ask('new_expire_date', 'batch_known_of_day', { ...words, value });
}

interface PieceNames extends Pick<Names, 'next' | 'others'> {
  readonly item_fk: number;
  readonly told: readonly Batch[];
}

/** A serial number is of one piece (docs/decisions/0144): it can not become that of another one, and has no day. */
function checkPiece(item: ItemData, { item_fk, next, told, others }: PieceNames, facts: Facts, issues: Issues): void {
  const { batch_number: number, expire_date } = next;
  if (expire_date !== null) issues.add('new_expire_date', 'piece_has_no_day', itemNames(item));
  if (number === null) {
    issues.add('new_batch_number', 'required');
    return;
  }
  const isOwn = told.some((batch) => isSameNumber(batch.batch_number, number));
  const called = new BatchNames(facts).toldAs(item_fk, { batch_number: number, expire_date: null });
  const isKnown = pieceState(facts.level(pieceKey(item_fk, called.batch_number ?? number))) !== 'unknown';
  if (others.some((other) => isSameNumber(other.batch_number, number)) || (isKnown && !isOwn))
    issues.add('new_batch_number', 'serial_of_another', { ...itemNames(item), batch: number });
}

const nextStep = (item: number, told: Batch, facts: Facts): number =>
  Math.max(
    0,
    ...(facts.batchNotes?.(item) ?? NO_NOTES).called
      .filter((note) => isSameBatch(note.told, told))
      .map(({ step }) => step),
  ) + 1;
