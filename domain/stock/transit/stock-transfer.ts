/**
 * Goods moved between two inventories at their cost. The transfer is pending, sent, and received in parts or
 * completely; goods reported missing are a loss of the sender.
 */
import type { Facts } from '../../deciding/facts.ts';
import { Issues } from '../../values/refusal.ts';
import type { StockTransferInput } from './stock-transfer.schema.ts';
import { transitDecider } from './transit.ts';
import type { Transit, TransitEvent, TransitLine } from './transit-events.ts';
import { transitLines, transitPlace } from './transit-rules.ts';

/** Stream: `stock_transfer-<id>` */
export const STOCK_TRANSFER = 'stock_transfer';

// Data of the events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface StockTransferLine extends TransitLine {
  readonly note: string | null;
}

export interface StockTransfer extends Transit {
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly StockTransferLine[];
}

export type StockTransferEvent = TransitEvent<typeof STOCK_TRANSFER, StockTransfer>;

export const stockTransfer = transitDecider<typeof STOCK_TRANSFER, StockTransferInput, StockTransfer>(STOCK_TRANSFER, {
  facts: transferFacts,
});

function transferFacts(input: StockTransferInput, facts: Facts, before?: StockTransfer): StockTransfer {
  const issues = new Issues();
  const place = transitPlace(input, facts, issues);
  const lines = transitLines(input.lines, facts, issues, before?.lines).map(({ line, goods }) => ({
    ...goods,
    note: line.note ?? null,
  }));
  issues.throwIfAny();
  const { reference_number = null, note = null } = input;
  return { ...place, reference_number, note, lines };
}
