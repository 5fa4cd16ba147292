/**
 * All input of a decision besides the state of the document, loaded before the decision: the records in `_fk`
 * fields of the command, the linked documents, the clock, the actor.
 */

import type { BatchNotes } from '../batches/batch-notes.ts';
import type { BatchPlace, Kits } from '../batches/batch-places.ts';
import type { Batch, BatchesOnHand } from '../values/batch.ts';
import type { EffectiveDate } from '../values/effective-date.ts';
import type { Year } from '../values/prior-period.ts';
import type { SameName } from './same-name.ts';
import type { SameNumber } from './supplier-number.ts';

export interface Actor {
  readonly user_id: number;
  /**
   * True for the super user and for anyone who holds one of the alternatives (`a##b`); for a permission that concerns
   * all outlets, only of who has all of them (decisions/0117).
   */
  can(permission: string): boolean;
  /** Whether the role gives the permission, also where the outlets do not suffice to use it: for granting it. */
  holds?(permission: string): boolean;
  /** True when another person, a supervisor, approved this one action at a till; absent where nobody can. */
  isAllowed?(permission: string): boolean;
  hasOutlet(outletId: number): boolean;
  hasInventory(inventoryId: number): boolean;
  /** True for who was given every outlet of the business: what belongs to all outlets is theirs to change. */
  readonly hasAllOutlets: boolean;
  /** True when the actor proved their identity recently (decisions/0057), and for programs of the server. */
  readonly hasRecentProof: boolean;
}

/** The records as they are now, for who may be served and for documents that change records. */
export const presentRecords = ({ record }: Pick<Facts, 'record'>): Pick<Facts, 'record'> => ({
  record: (kind, id) => record(kind, id, 'present'),
});

/** Whether the role gives the permission: for what stays with the actor's own outlets, and for granting it. */
export const isHeld = (actor: Pick<Actor, 'can' | 'holds'>, permission: string): boolean =>
  (actor.holds ?? actor.can)(permission);

/** A record as passed to a decision. */
export interface KnownRecord<Data = Readonly<Record<string, unknown>>> {
  readonly id: number;
  readonly active: boolean;
  readonly data: Data;
}

/** The open amount of one document of a party, in the document's currency. */
export interface OpenItem {
  /** Stream of the document: `sale-12`. */
  readonly document: string;
  /** Present when the open items of several parties are read. */
  readonly party?: string;
  readonly date: EffectiveDate;
  /** Present when open items of all currencies are read. */
  readonly currency?: number;
  /** The first day on which a part of it is due; absent without a stored due day, or unless the declaration requests it. */
  readonly due?: EffectiveDate;
  /** Decimal strings; the rate is the document's, null in the system currency. */
  readonly amount: string;
  readonly rate: string | null;
  /**
   * The sum of what its base amounts differ from its amount at its rate (domain/values/residue.ts); absent when it is
   * zero, and in the system currency.
   */
  readonly residue?: string | undefined;
  /** The outlet whose books contain it; undefined unless the declaration requests outlets. */
  readonly outlet?: number | undefined;
}

/** A rate record in force: IQD for 1 USD from its day on. */
export interface RateInForce {
  readonly id: number;
  readonly date: string;
  /** The out rate. */
  readonly rate: string;
  readonly in_rate: string;
}

export interface Facts {
  readonly today: EffectiveDate;
  /** `HH:MM:SS`, local time of the shop. */
  readonly now: string;
  readonly actor: Actor;
  /**
   * The record of a kind, including retired ones; undefined when there is none. For a document of an earlier day the
   * declared fields are those of that day (docs/decisions/0228), unless the present ones are asked for.
   */
  record<Data = Readonly<Record<string, unknown>>>(
    kind: string,
    id: number,
    at?: 'present',
  ): KnownRecord<Data> | undefined;
  /** The state of another document that the command refers to; undefined when there is none. */
  document<State>(kind: string, id: number): State | undefined;
  /** Total of a level claim under a prefix that the declaration's `levels` requested; '0' when there is none. */
  level(key: string): string;
  /** The keys of the levels under such a prefix that are not zero. */
  levelKeys?(prefix: string): readonly string[];
  /** Stock of an item by batch; absent when no item of the command has batches. */
  batchesOnHand?(item: number, inventory: number): BatchesOnHand;
  /** The batches of the item that are on hand in any inventory, by their names, or as events name them. */
  knownBatches?(item: number, as?: 'told'): readonly Batch[];
  /** What is noted of the batches of the item: their names since a correction. */
  batchNotes?(item: number): BatchNotes;
  /** What is inside of the kits that an item is sold as; undefined of an item that no batches were put into. */
  kits?(item: number): Kits | undefined;
  /**
   * The inventories of the actor that have a batch of the item, for what a refusal says; read only where goods of another
   * document leave again.
   */
  batchPlaces?(item: number): readonly BatchPlace[];
  /** Oldest first; loaded only for commands with a party, usually of one currency. */
  readonly openItems: readonly OpenItem[];
  /** Id of the decided record or document. */
  readonly ownId?: number;
  /** Ids of the other documents that the command creates, by kind; ids of created records, by field. */
  readonly newIds?: Readonly<Record<string, number>>;
  /** Numbers from the source that a record's declaration names, as many as it requested. */
  readonly numbers?: readonly number[];
  /** The pictures of the command that the actor uploaded. */
  readonly uploaded?: ReadonlySet<string>;
  /** The records that refer to the decided record, when its declaration requests them; undefined when not read. */
  readonly naming?: readonly KnownRecord[];
  /** What the command gives that others have: active records, where the names of their kind are unique, and documents in force. */
  readonly alike?: { readonly names?: readonly SameName[]; readonly numbers?: readonly SameNumber[] };
  /** The result of the query that the declaration's `measures` requested. */
  readonly queryResult?: unknown;
  /** True when the person confirmed the unusual values of the command. */
  readonly confirmed?: boolean;
  /** True when a person typed the command, which is neither a row of an import nor an entry of a device. */
  readonly isTyped?: boolean;
  /** All financial years, when the record's declaration requests them; undefined when not read. */
  readonly years?: readonly Year[];
  /** The first day of the first financial year; undefined before there is one. */
  readonly firstDay?: EffectiveDate;
  /**
   * The rate in force at the end of a day, without the decided record; undefined when there is none. Absent when rates
   * were not read, because no foreign currency is involved.
   */
  rateOn?(day: string): RateInForce | undefined;
  /**
   * For an entry of a till that arrives later: the facts with the records and rates as they were when it happened. Absent
   * where none of them was changed since.
   */
  readonly past?: Facts;
  /** The first open day after a day of a closed year; present only when a prior-period adjustment was requested. */
  openDay?(day: string): EffectiveDate | undefined;
}
