/** The stored events of opening balances. */

import type { OwnAccountKey } from '../chart/chart.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { DraftStored } from '../documents/draft.ts';
import type { MovesBatches, NamesBatches } from '../values/batch.ts';
import type { DueDay } from '../values/due-day.ts';
import type { OPENING_ACCOUNTS } from './opening-balance.schema.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a posting.

export interface OpeningCash {
  readonly account_fk: number;
  readonly account_type: number;
  readonly currency_fk: number;
  readonly rate: string | null;
  readonly amount: string;
}

/** An amount due has a due day, which may be before the opening. */
export interface OpeningParty extends DueDay {
  readonly customer_fk: number | null;
  readonly supplier_fk: number | null;
  /** Present on what a person of the staff owes. */
  readonly user_fk?: number;
  readonly currency_fk: number;
  readonly rate: string | null;
  readonly amount: string;
}

export interface OpeningStock extends NamesBatches {
  /** This and the note are absent when none was entered. */
  readonly expire_date?: string;
  readonly note?: string;
  readonly line_id: number;
  readonly inventory_fk: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_factor: string;
  readonly quantity: string;
  readonly value: string;
}

export interface OpeningAccount {
  /** Earlier opening balances may name `in-transit`, which is no longer accepted. */
  readonly account: (typeof OPENING_ACCOUNTS)[number] | 'in-transit' | OwnAccountKey;
  /** For a custom account. */
  readonly ledger_account_fk?: number;
  /** For the account of a type, or the capital of a holder. */
  readonly expense_type_fk?: number;
  readonly income_type_fk?: number;
  readonly stockholder_fk?: number;
  /** Present in a foreign currency. */
  readonly currency_fk?: number;
  readonly rate?: string;
  readonly amount: string;
}

export interface OpeningBalance extends MovesBatches {
  readonly outlet_fk: number;
  readonly financial_year_fk: number;
  readonly system_currency_fk: number;
  /** The first open day; the balances are posted on the day before it. */
  readonly first_day: string;
  readonly date: string;
  readonly note: string | null;
  readonly cashes: readonly OpeningCash[];
  readonly parties: readonly OpeningParty[];
  readonly stock: readonly OpeningStock[];
  readonly accounts: readonly OpeningAccount[];
}

export type OpeningBalanceEvent =
  | DomainEvent<'opening_balance.drafted', OpeningBalance>
  | DomainEvent<'opening_balance.draft_changed', OpeningBalance>
  | DomainEvent<'opening_balance.discarded', DraftStored<OpeningBalance>['discarded']>
  | DomainEvent<'opening_balance.finished', OpeningBalance & { readonly number: string | null }>
  | DomainEvent<'opening_balance.reopened', { readonly reason: string | null }>;
