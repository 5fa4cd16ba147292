/**
 * Finds the receipt for a refund: of this device, or from the server for other tills of the outlet. Only the server has
 * refunds of other tills, so while online it is also requested for receipts of this device.
 */

import type { EntryReference, RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { isSameNumber } from '../../../domain/values/batch.ts';
import { ApiError } from '../../shared/api/error.ts';
import type { KeptEntry } from '../device/database-schema.ts';
import type { TillDevice } from '../device/device.ts';
import { type RefundedPart, requestReceipt, type ServerReceipt, type SoldReceipt } from '../device/server-receipt.ts';

export interface FoundReceipt {
  readonly number: string;
  readonly reference: EntryReference;
  readonly receipt: SoldReceipt;
  /** Earlier refunds. */
  readonly refunds: readonly RefundedPart[];
  /** False when the server was not reached: other tills may have refunded more. */
  readonly isAllKnown: boolean;
}

/**
 * `not_here`: unknown to this device, and the server is not reached; `no_till`: the server does not accept this device
 * any more.
 */
export type LookedUp = FoundReceipt | 'unknown' | 'not_here' | 'no_till';

/** All stored entries, so that refunds of thirty days are included. */
const ENTRIES_MAX = 20_000;

export async function findReceipt(device: TillDevice, number: string): Promise<LookedUp> {
  const kept = await keptReceipt(device, number);
  const asked = await askServer(device, kept?.number ?? number, kept !== undefined);
  const stored = typeof asked === 'object' ? asked : undefined;
  const here = await refundsHere(device, kept?.uuid, kept?.id ?? stored?.id);
  const known = new Set(stored?.refunds.map(({ uuid }) => uuid));
  const refunds = [...(stored?.refunds ?? []), ...here.filter(({ uuid }) => !known.has(uuid))];
  const isAllKnown = asked !== 'not_here' && asked !== 'no_till';
  // Their units and prices are needed for gifts that stay.
  await device.catalogue.items((kept?.receipt ?? stored)?.lines.map(({ item_fk }) => item_fk) ?? []);
  if (kept) return { number: kept.number, reference: { uuid: kept.uuid }, receipt: kept.receipt, refunds, isAllKnown };
  if (stored) {
    const own = stored.number ?? number;
    return { number: own, reference: { id: stored.id }, receipt: stored, refunds, isAllKnown };
  }
  return typeof asked === 'object' ? 'unknown' : asked;
}

interface KeptReceipt {
  readonly uuid: string;
  readonly number: string;
  /** Id at the server, once it has answered. */
  readonly id: number | null;
  readonly receipt: SoldReceipt;
}

async function keptReceipt({ journal }: TillDevice, number: string): Promise<KeptReceipt | undefined> {
  const kept = (await journal.byNumber(number)) ?? (await soldPiece(journal, number));
  const content = kept?.entry.content;
  if (!kept || content?.kind !== 'receipt') return undefined;
  return { uuid: kept.entry.uuid, number: kept.number, id: kept.answer?.id ?? null, receipt: content };
}

/** The last receipt of this device that sold the piece with a serial number. */
async function soldPiece(journal: TillDevice['journal'], number: string): Promise<KeptEntry | undefined> {
  const names = ({ entry: { content } }: KeptEntry) =>
    content.kind === 'receipt' &&
    content.lines.some(({ batches }) => batches?.some(({ batch_number = null }) => isSameNumber(batch_number, number)));
  return (await journal.recent(ENTRIES_MAX)).find(names);
}

/** For a receipt of this device, skips the server if the last request failed. */
async function askServer(
  { network }: TillDevice,
  number: string,
  isKept: boolean,
): Promise<ServerReceipt | Exclude<LookedUp, FoundReceipt>> {
  if (isKept && network.current() === 'offline') return 'not_here';
  try {
    return (await requestReceipt(number)) ?? 'unknown';
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    return problem.status === 401 ? 'no_till' : 'not_here';
  }
}

/** Refunds of this device that the server has not refused. */
async function refundsHere(
  { journal }: TillDevice,
  uuid: string | undefined,
  id: number | undefined,
): Promise<readonly RefundedPart[]> {
  const isOf = ({ receipt }: RefundEntry) =>
    receipt !== null && ('uuid' in receipt ? receipt.uuid === uuid : receipt.id === id);
  const partOf = ({ entry, state }: KeptEntry): readonly RefundedPart[] => {
    const { content } = entry;
    return content.kind === 'refund' && state !== 'refused' && isOf(content) ? [{ ...content, uuid: entry.uuid }] : [];
  };
  return (await journal.recent(ENTRIES_MAX)).flatMap(partOf);
}
