/** The stored events of a drawer. */
import type { DomainEvent } from '../deciding/event.ts';
import type { OwedShortage } from '../organisation/drawer-shortage.ts';
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
  /** The amount in the drawer after the opening. */
  readonly float_amount: string;
  /**
   * The part of the float that was in the account in the books already, such as the amount left at the last closing:
   * only the rest comes from the safe. Absent for none, and in events from before this field.
   */
  readonly carried_amount?: string;
  /**
   * Only of a reopened drawer: what others, such as a later drawer, moved in the account while this one was closed. It
   * is not expected at the next closing. Absent for nothing, and in events from before this field.
   */
  readonly moved_amount?: string;
}

export interface Drawer extends ByDevice {
  readonly outlet_fk: number;
  readonly user_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly note: string | null;
  readonly accounts: readonly DrawerAccount[];
  /** True when the cashier or one of the accounts already had a drawer in use when a till opened this one. */
  readonly is_beside?: true;
}

/** Money from the account's safe. Pay-ins and payouts share one number sequence. */
export interface PayIn extends ByDevice {
  readonly payin_id: number;
  readonly outlet_fk: number;
  readonly system_currency_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly account: DrawerAccount;
  readonly amount: string;
  readonly note: string | null;
  /** As in Payout. */
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
  /** True when it arrived after the drawer was closed: the count does not include it. */
  readonly is_late?: true;
}

export interface Denomination {
  /** Value of one note or coin. */
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

/** The book balance at the closing, the counted amount, and the amount that remains in the drawer. */
export interface ClosedAccount extends DrawerAccount, OwedShortage {
  readonly expected_amount: string;
  readonly counted_amount: string;
  readonly left_amount: string;
  /** The expected amount that the device printed, when it differs from the books. */
  readonly printed_amount?: string;
}

export interface Closing extends ByDevice, WithRemoved {
  /** Counted from 0: a reopened drawer is closed again with the next number. */
  readonly closing: number;
  readonly outlet_fk: number;
  /** The cashier; present when they owe a shortage. */
  readonly user_fk?: number;
  readonly system_currency_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly accounts: readonly ClosedAccount[];
  /** Why the count differs; absent when nobody said it, and in events from before this field. */
  readonly difference_reason?: string;
}

/**
 * A count or closing from a till for a drawer that cannot be counted or closed any more: it is stored and posts
 * nothing.
 */
export interface NotedEntry extends ByDevice, WithRemoved {
  readonly date: string;
  readonly time: string | null;
  readonly accounts: readonly Counted[];
}

export interface Reopening {
  readonly reason: string | null;
  readonly taken_back: Closing;
  /** The accounts in which others moved money while the drawer was closed; absent when there are none. */
  readonly accounts?: readonly (Pick<DrawerAccount, 'account_fk'> & { readonly moved_amount: string })[];
}

export type DrawerEvent =
  | DomainEvent<'drawer.opened', Drawer & { readonly number: string | null }>
  | DomainEvent<'drawer.paid_in', PayIn>
  | DomainEvent<'drawer.paid_out', Payout>
  | DomainEvent<'drawer.counted', Count>
  | DomainEvent<'drawer.closed', Closing>
  | DomainEvent<'drawer.unclosed', Reopening>
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
      /** Number of closings. */
      readonly closings: number;
      /** Entries of tills. */
      readonly entries: readonly EntryMark[];
    };
