/** A receipt of the outlet from the server, sold at any till, with its refunds at all tills. */
import type { Discount } from '../../../domain/pricing/totals.ts';
import type { PaymentEntry } from '../../../domain/till/device-entry.schema.ts';
import type { BatchQuantity } from '../../../domain/values/batch.ts';
import { ApiError } from '../../shared/api/error.ts';
import { read } from '../../shared/api/read.ts';
import type { Shape } from '../../shared/api/wire.ts';

/** A sold line of a receipt; amounts are decimal texts. */
export interface SoldLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
  /** Free goods. */
  readonly bonus_quantity?: string | null;
  readonly price: string;
  readonly discount?: Discount | null;
  readonly promotion_fk?: number | null;
  readonly note?: string | null;
  /** The sold batches in base units, in their order. */
  readonly batches?: readonly (Partial<BatchQuantity> & Pick<BatchQuantity, 'quantity'>)[] | null;
  readonly discount_amount: string;
  readonly tax_amount: string;
  readonly total_amount: string;
}

/** Foreign cash has its rate. */
type Payments = readonly Pick<PaymentEntry, 'method' | 'amount' | 'rate'>[];

/** The part of a receipt that a refund needs. */
export interface SoldReceipt {
  /** The discount of the whole receipt. */
  readonly discount?: Discount | null;
  /** Promotions of the whole receipt, which gave its discount. */
  readonly promotions?: readonly { readonly promotion_fk: number }[];
  readonly customer_fk?: number | null;
  readonly lines: readonly SoldLine[];
  readonly payments: Payments;
  /** Paid in the system currency; absent in the answer of an earlier version of the server. */
  readonly change?: string;
}

/** One refund of a receipt. */
export interface RefundedPart {
  /** UUID of the till's entry; null for a refund of the office. */
  readonly uuid: string | null;
  readonly lines: readonly (Pick<SoldLine, 'quantity' | 'bonus_quantity'> & {
    readonly line: number | null;
    /** The unit of the quantities; absent in the answer of an earlier version of the server: that of the line. */
    readonly unit_fk?: number;
    /** What was paid back for it; absent in the answer of an earlier version of the server. */
    readonly total_amount?: string;
  })[];
  readonly payments: Payments;
}

/** From the server, for any till of the outlet. */
export interface ServerReceipt extends SoldReceipt {
  readonly id: number;
  readonly number: string | null;
  readonly refunds: readonly RefundedPart[];
}

const RECEIPT: Shape<ServerReceipt> = {
  id: 'number',
  number: 'string',
  lines: 'list',
  payments: 'list',
  refunds: 'list',
};
/** Timeout of a look-up, while a customer waits. */
const LOOK_UP_MS_MAX = 6_000;

/** Undefined for an unknown number. Throws ApiError; 401 means that this device is no till. */
export async function requestReceipt(number: string): Promise<ServerReceipt | undefined> {
  const signal = AbortSignal.timeout(LOOK_UP_MS_MAX);
  try {
    return await read('till/receipts/:number', { params: { number }, anonymous: true, signal, shape: RECEIPT });
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return undefined;
    throw signal.aborted ? new ApiError(0, {}) : problem;
  }
}
