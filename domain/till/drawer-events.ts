/** What happens to a drawer, as it is stored. */
import type { DomainEvent } from '../kernel/event.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

/** The rate is null in the system currency. */
export interface DrawerAccount {
  readonly account_fk: number;
  readonly account_type: number;
  readonly safe_account_fk: number;
  readonly safe_account_type: number;
  readonly currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
  readonly float_amount: string;
}

export interface Drawer {
  readonly outlet_fk: number;
  readonly user_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly note: string | null;
  readonly accounts: readonly DrawerAccount[];
}

export interface Payout {
  readonly payout_id: number;
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly account: DrawerAccount;
  readonly expense_type_fk: number;
  readonly amount: string;
  readonly note: string | null;
}

export interface Counted {
  readonly account_fk: number;
  readonly counted_amount: string;
}

export interface Count {
  readonly date: string;
  readonly time: string | null;
  readonly accounts: readonly Counted[];
}

/** What was in the books when it was closed, what was counted, and what stays in the drawer. */
export interface ClosedAccount extends DrawerAccount {
  readonly expected_amount: string;
  readonly counted_amount: string;
  readonly left_amount: string;
}

export interface Closing {
  /** Counted from 0: a drawer that was opened again is closed once more. */
  readonly closing: number;
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly accounts: readonly ClosedAccount[];
}

export type DrawerEvent =
  | DomainEvent<'drawer.opened', Drawer & { readonly number: string | null }>
  | DomainEvent<'drawer.paid_out', Payout>
  | DomainEvent<'drawer.counted', Count>
  | DomainEvent<'drawer.closed', Closing>
  | DomainEvent<'drawer.unclosed', { readonly reason: string | null; readonly taken_back: Closing }>
  | DomainEvent<'drawer.approved', Record<string, never>>;

export type DrawerState =
  | { readonly status: 'none' }
  | {
      readonly status: 'open' | 'counted' | 'closed' | 'approved';
      readonly data: Drawer;
      readonly number: string | null;
      readonly payouts: readonly Payout[];
      readonly count: Count | null;
      readonly closing: Closing | null;
      /** How often it was closed. */
      readonly closings: number;
    };
