/** The receipt that somebody brings back: of this device, or of another till where there is a network. */
import type { EntryReference, ReceiptEntry, RefundEntry } from '../../../domain/till/device-entry.ts';
import type { TillDevice } from '../device/device.ts';

export interface FoundReceipt {
  readonly number: string;
  readonly reference: EntryReference;
  readonly receipt: ReceiptEntry;
  /** What came back of it before, as far as this device knows. */
  readonly refunds: readonly RefundEntry[];
}

/** Of all that are kept, so that no refund of thirty days is overlooked. */
const ENTRIES_MAX = 20_000;

export async function findReceipt({ journal }: TillDevice, number: string): Promise<FoundReceipt | undefined> {
  const kept = await journal.byNumber(number);
  const content = kept?.entry.content;
  if (!kept || content?.kind !== 'receipt') return undefined;
  const { uuid } = kept.entry;
  const refunds = (await journal.recent(ENTRIES_MAX)).flatMap(({ entry }) =>
    entry.content.kind === 'refund' && isOf(entry.content, uuid, kept.answer?.id ?? null) ? [entry.content] : [],
  );
  return { number, reference: { uuid }, receipt: content, refunds };
}

const isOf = ({ receipt }: RefundEntry, uuid: string, id: number | null): boolean =>
  receipt !== null && ('uuid' in receipt ? receipt.uuid === uuid : receipt.id === id);
