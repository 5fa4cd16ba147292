/**
 * All input of a decision besides the state of its own document, loaded before the decision: the records named by
 * `_fk` fields of the command, the documents it links to, the clock, the person.
 */
import type { BatchesOnHand } from '../stock/batch.ts';
import type { EffectiveDate } from './effective-date.ts';
import type { Year } from './prior-period.ts';

export interface Actor {
  readonly user_id: number;
  /** True for the super user and for anyone who holds one of the alternatives (`a##b`). */
  can(permission: string): boolean;
  hasOutlet(outletId: number): boolean;
  hasInventory(inventoryId: number): boolean;
  /** They have just proved who they are (decisions/0057); true of programs of the server, which no session steers. */
  readonly hasRecentProof: boolean;
}

/** A record as a decision sees it. */
export interface KnownRecord<Data = Readonly<Record<string, unknown>>> {
  readonly id: number;
  readonly active: boolean;
  readonly data: Data;
}

/** What a party still owes (or is owed) on one document, in the document's currency. */
export interface OpenItem {
  /** Stream of the document: `sale-12`. */
  readonly document: string;
  readonly date: EffectiveDate;
  /** Where open items of all currencies are read. */
  readonly currency?: number;
  /** Decimal strings; the rate is that of the document, null in the system currency. */
  readonly amount: string;
  readonly rate: string | null;
  /** In whose books it is open; undefined where the document's declaration does not ask for it. */
  readonly outlet?: number | undefined;
}

/** A rate record in force: what 1 USD is in IQD from its day on. */
export interface RateInForce {
  readonly id: number;
  readonly date: string;
  /** The out rate. */
  readonly rate: string;
  readonly in_rate: string;
}

export interface Facts {
  readonly today: EffectiveDate;
  /** `HH:MM:SS`, the shop's local time. */
  readonly now: string;
  readonly actor: Actor;
  /** The record of a kind, retired ones included; undefined when there is none. */
  record<Data = Readonly<Record<string, unknown>>>(kind: string, id: number): KnownRecord<Data> | undefined;
  /** The state of another document that the command names; undefined when there is none. */
  document<State>(kind: string, id: number): State | undefined;
  /** Total of a level claim under a prefix that the declaration's `levels` asked for; '0' when there is none. */
  level(key: string): string;
  /** What is on hand of an item that is kept by batches; left out where nothing of the command is kept by them. */
  batchesOnHand?(item: number, inventory: number): BatchesOnHand;
  /** Oldest first; only for commands that name a party, and mostly a currency. */
  readonly openItems: readonly OpenItem[];
  /** Number of the record or document that is decided on. */
  readonly ownId?: number;
  /** Ids of the documents that the command makes beside its own, by kind; of records that are created with one, by their field. */
  readonly newIds?: Readonly<Record<string, number>>;
  /** Numbers of the source that a record's declaration names, as many as it asked for. */
  readonly numbers?: readonly number[];
  /** Of the pictures that the command names, those that the actor uploaded. */
  readonly uploaded?: ReadonlySet<string>;
  /** The records that name the one that is decided on, where its declaration asks for them; undefined when unread. */
  readonly naming?: readonly KnownRecord[];
  /** The answer to what the declaration's `measures` asked for. */
  readonly queryResult?: unknown;
  /** Whether the person confirmed the unusual values of the command. */
  readonly confirmed?: boolean;
  /** All financial years, where the record's declaration reads them; undefined when unread. */
  readonly years?: readonly Year[];
  /** The first day of the first financial year; undefined before there is one. */
  readonly firstDay?: EffectiveDate;
  /**
   * The rate that is in force at the end of a day, without the record that is decided on; undefined where there is none.
   * Left out where the rates were not read: the command has nothing to do with a foreign currency.
   */
  rateOn?(day: string): RateInForce | undefined;
  /** Only where a prior-period adjustment was asked for: the first open day after a day of a closed year. */
  openDay?(day: string): EffectiveDate | undefined;
}
