/** A receipt of the outlet as the server has it, whichever till sold it, and what came back of it at any of them. */
import type { Discount } from '../../../domain/sales/totals.ts';
import type { PaymentEntry } from '../../../domain/till/device-entry.ts';
import { get } from '../../shared/api/client.ts';
import { ApiError } from '../../shared/api/error.ts';
import type { Shape } from '../../shared/api/wire.ts';

/** A line of a receipt as it was sold; amounts are decimal texts. */
export interface SoldLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
  readonly price: string;
  readonly discount?: Discount | null;
  readonly promotion_fk?: number | null;
  readonly note?: string | null;
  readonly discount_amount: string;
  readonly tax_amount: string;
  readonly total_amount: string;
}

type Payments = readonly Pick<PaymentEntry, 'method' | 'amount'>[];

/** What a refund needs of the receipt that it is of. */
export interface SoldReceipt {
  /** Of the whole receipt. */
  readonly discount?: Discount | null;
  /** Those that reward the whole receipt: its discount is theirs. */
  readonly promotions?: readonly { readonly promotion_fk: number }[];
  readonly customer_fk?: number | null;
  readonly lines: readonly SoldLine[];
  readonly payments: Payments;
}

/** What came back of a receipt at some time. */
export interface RefundedPart {
  /** Of the entry of a till; null of a refund of the office. */
  readonly uuid: string | null;
  readonly lines: readonly { readonly line: number | null; readonly quantity: string }[];
  readonly payments: Payments;
}

/** As the server has it, whichever till of the outlet sold it. */
export interface ServerReceipt extends SoldReceipt {
  readonly id: number;
  readonly number: string;
  readonly refunds: readonly RefundedPart[];
}

const RECEIPT: Shape<ServerReceipt> = {
  ...{ id: 'number', number: 'string', lines: 'list', payments: 'list', refunds: 'list' },
};
/** So long somebody waits at the counter before they are told that the server is not reached. */
const LOOK_UP_MS_MAX = 6_000;

/** Undefined for a number that no receipt of the outlet has. Throws ApiError; with 401 this device is no till. */
export async function requestReceipt(number: string): Promise<ServerReceipt | undefined> {
  const signal = AbortSignal.timeout(LOOK_UP_MS_MAX);
  try {
    const path = `till/receipts/${encodeURIComponent(number)}`;
    return (await get<ServerReceipt>(path, { anonymous: true, signal, shape: RECEIPT })).data;
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return undefined;
    throw signal.aborted ? new ApiError(0, {}) : problem;
  }
}
