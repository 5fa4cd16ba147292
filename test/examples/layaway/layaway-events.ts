/** The stored events of a layaway. */

import type { DomainEvent } from '../../../domain/deciding/event.ts';
import type { DraftStored } from '../../../domain/documents/draft.ts';
import type { EventsOf, Numbered } from '../../../domain/documents/lifecycle-events.ts';
import type {
  Delivery,
  OnlineOrder,
  Prepayment,
  Reasoned,
  Refund,
} from '../../../domain/sales/orders/online-order-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

/** Stream: `layaway-<id>` */
export const LAYAWAY = 'layaway';

/** An order whose goods are kept for its customer until a day. Its prepayment is the deposit. */
export interface Layaway extends OnlineOrder {
  readonly prepayment: Prepayment;
  /** The last day on which the goods are handed over. */
  readonly expire_date: string;
  /** What the deposit becomes when the goods are not collected; absent when it is returned. */
  readonly income_type_fk?: number;
}

export interface Opened extends Layaway {
  /** True when its goods are reserved. */
  readonly reserves: boolean;
}

export interface Cancelled extends Reasoned {
  /** The deposit, with the day on which it is returned or kept. */
  readonly refund: Refund;
  /** The type of income that the kept deposit is; null when it is returned. */
  readonly income_type_fk: number | null;
}

export type LayawayEvent =
  | EventsOf<typeof LAYAWAY, DraftStored<Layaway>>
  | DomainEvent<'layaway.opened', Numbered<Opened>>
  | DomainEvent<'layaway.completed', Delivery>
  | DomainEvent<'layaway.reopened', Reasoned>
  | DomainEvent<'layaway.cancelled', Cancelled>;
