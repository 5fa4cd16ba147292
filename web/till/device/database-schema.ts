/**
 * The database schema of a till's device. Stored on devices: a change needs a new version with an upgrade in
 * `database.ts`.
 */
import type { DBSchema } from 'idb';
import type { ChainedEntry } from '../../../domain/till/device-entry.ts';
import type { BarcodePlace, NameBucket } from './catalogue/catalogue-index.ts';
import type { TableRow, TillCustomer, TillItem } from './catalogue/catalogue-rows.ts';

/** The enrolment of this device, as last reported by the server. */
export interface TillIdentity {
  readonly enrolment: string;
  readonly till_id: number;
  readonly till_name: string;
  /** `T3`: the number on paper is `T3-000127`. */
  readonly number_prefix: string;
  readonly outlet_id: number;
  readonly outlet_name: string | null;
  readonly inventory_id: number | null;
  readonly login_option: 'name' | 'code';
}

/** The last entry of an enrolment. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

export interface CataloguePointer {
  /** Rows are stored under a generation: a new snapshot is written beside the current one. */
  readonly generation: number;
  readonly position: string;
  /** Server time, ISO. */
  readonly as_of: string;
  readonly items: number;
  /** The inventory of the quantities of goods, if the server named it. */
  readonly inventory?: number;
}

export type EntryState = 'waiting' | 'stored' | 'refused';

/** The server's answer to an entry. */
export interface KeptAnswer {
  readonly id: number | null;
  readonly number: string | null;
  readonly review: readonly unknown[];
  readonly errors: readonly unknown[];
}

export interface KeptEntry {
  readonly entry: ChainedEntry;
  /** Number on the paper: `T3-000127`. */
  readonly number: string;
  readonly kind: ChainedEntry['content']['kind'];
  readonly state: EntryState;
  /** The drawer of the entry: the UUID of its opening, or its id at the server as text. */
  readonly drawer: string;
  readonly answer: KeptAnswer | null;
  readonly reprints: number;
  /** The latest corrected time when it was written, ISO; entries of earlier versions have none. */
  readonly written_at?: string;
}

/** The printed form of an entry. */
export interface PrintedForm {
  readonly html: string;
  readonly text?: readonly string[];
  readonly language: string;
}

/** `cart` belongs to the selling screen: plain JSON. */
export interface ParkedSale {
  readonly uuid: string;
  readonly parked_at: string;
  readonly cashier_fk: number;
  readonly label: string;
  readonly total: string;
  readonly cart: unknown;
  /** Id of the parked receipt at the server, once stored there. */
  readonly id: number | null;
  /** The server has it, so that other tills of the outlet can resume it. */
  readonly handed?: true;
}

/** A cashier's right to sign in here offline. Neither the PIN nor a hash that could be attacked elsewhere is stored. */
export interface OfflineRight {
  readonly user_id: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  readonly proof: ArrayBuffer;
  /** The server's key of this PIN, which only the PIN opens, and when it was given. */
  readonly sealed?: { readonly iv: Uint8Array<ArrayBuffer>; readonly data: ArrayBuffer };
  readonly key_issued_at?: string;
  /** Server time of the last online sign-in, ISO. */
  readonly verified_at: string;
  readonly wrong: number;
}

export interface KeptSession {
  readonly cashier_id: number;
  readonly locked: boolean;
  readonly signed_in: 'online' | 'offline';
  readonly since: string;
  /** The ticket of a sign-in without a network, which every entry of the session carries. */
  readonly ticket?: string;
  /** The PIN was entered in the office on this device: signing out there also ends the till's session. */
  readonly of_office?: true;
}

export interface KeptClock {
  readonly offset_ms: number;
  readonly measured_at: string | null;
  /** The latest corrected time seen, ISO: setting the clock back extends no right. */
  readonly latest: string;
  /** The time zone of the shop; absent until the server has told it. */
  readonly zone?: string;
}

export type SendingReason = 'sending' | 'offline' | 'server_failed' | 'revoked' | 'told_to_wait';

export interface KeptSending {
  readonly reason: SendingReason | null;
  readonly retry_at: string | null;
}

/** The key of stores with one value. */
export const OWN = 'own';

type Bucket = [generation: number, bucket: number];

export interface TillSchema extends DBSchema {
  identity: { key: string; value: TillIdentity };
  heads: { key: string; value: ChainHead };
  catalogue: { key: string; value: CataloguePointer };
  items: { key: Bucket; value: readonly TillItem[] };
  names: { key: Bucket; value: NameBucket };
  barcodes: { key: Bucket; value: readonly BarcodePlace[] };
  customers: { key: Bucket; value: readonly TillCustomer[] };
  customer_names: { key: Bucket; value: NameBucket };
  tables: { key: [generation: number, name: string]; value: readonly TableRow[] };
  entries: {
    key: [enrolment: string, sequence: number];
    value: KeptEntry;
    indexes: {
      uuid: string;
      number: string;
      state: [state: string, made_at: string];
      drawer: string;
      kind: string;
      made_at: string;
    };
  };
  printed: { key: string; value: PrintedForm };
  parked: { key: string; value: ParkedSale };
  rights: { key: number; value: OfflineRight };
  keys: { key: string; value: CryptoKey };
  session: { key: string; value: KeptSession };
  clock: { key: string; value: KeptClock };
  sending: { key: string; value: KeptSending };
}
