/** The stored events of a drawer. */
import type { DomainEvent } from '../kernel/event.ts';
import type { ByDevice, EntryMark, Review } from './device-mark.ts';
import type { WithRemoved } from './removed-lines.ts';

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

export interface Drawer extends ByDevice {
  readonly outlet_fk: number;
  readonly user_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly note: string | null;
  readonly accounts: readonly DrawerAccount[];
  /** Its cashier, or one of its accounts, was in a drawer that was in use; it stands beside that one. */
  readonly is_beside?: true;
}

/** Out of the account's safe. It is numbered together with the payouts. */
export interface PayIn extends ByDevice {
  readonly payin_id: number;
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly account: DrawerAccount;
  readonly amount: string;
  readonly note: string | null;
  /** As of a Payout. */
  readonly is_late?: true;
}

export interface Payout extends ByDevice {
  readonly payout_id: number;
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly account: DrawerAccount;
  readonly expense_type_fk: number;
  readonly amount: string;
  readonly note: string | null;
  /** The drawer was closed when it arrived: its cash was counted without it. */
  readonly is_late?: true;
}

export interface Denomination {
  /** Of one note or coin. */
  readonly value: string;
  readonly count: number;
}

export interface Counted {
  readonly account_fk: number;
  readonly counted_amount: string;
  readonly denominations?: readonly Denomination[];
}

export interface Count extends ByDevice {
  readonly date: string;
  readonly time: string | null;
  readonly accounts: readonly Counted[];
}

/** What was in the books when it was closed, what was counted, and what stays in the drawer. */
export interface ClosedAccount extends DrawerAccount {
  readonly expected_amount: string;
  readonly counted_amount: string;
  readonly left_amount: string;
  /** What the device printed as expected, where it was not what the books held. */
  readonly printed_amount?: string;
}

export interface Closing extends ByDevice, WithRemoved {
  /** Counted from 0: a drawer that was opened again is closed once more. */
  readonly closing: number;
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly accounts: readonly ClosedAccount[];
}

/** A till counted or closed a drawer that was not to be counted or closed any more: it is kept, and posts nothing. */
export interface NotedEntry extends ByDevice, WithRemoved {
  readonly date: string;
  readonly time: string | null;
  readonly accounts: readonly Counted[];
}

export type DrawerEvent =
  | DomainEvent<'drawer.opened', Drawer & { readonly number: string | null }>
  | DomainEvent<'drawer.paid_in', PayIn>
  | DomainEvent<'drawer.paid_out', Payout>
  | DomainEvent<'drawer.counted', Count>
  | DomainEvent<'drawer.closed', Closing>
  | DomainEvent<'drawer.unclosed', { readonly reason: string | null; readonly taken_back: Closing }>
  | DomainEvent<'drawer.approved', Record<string, never>>
  | DomainEvent<'drawer.noted', NotedEntry>
  | DomainEvent<'drawer.reviewed', Review>;

export type DrawerState =
  | { readonly status: 'none' }
  | {
      readonly status: 'open' | 'counted' | 'closed' | 'approved';
      readonly data: Drawer;
      readonly number: string | null;
      readonly payouts: readonly Payout[];
      readonly payins: readonly PayIn[];
      readonly count: Count | null;
      readonly closing: Closing | null;
      /** How often it was closed. */
      readonly closings: number;
      /** What tills entered of it. */
      readonly entries: readonly EntryMark[];
    };
