/** Imports that were made, and what taking one back would do or has done. */

/**
 * - `running`: its job has not ended.
 * - `broken_off`: its job is gone without an end; what it has stored can be taken back.
 * - `nothing`: it was refused or cancelled, and made nothing.
 * - `partly`: a part of what it made is taken back, and the rest could not be.
 */
export type ImportState = 'running' | 'broken_off' | 'made' | 'nothing' | 'partly' | 'taken_back';

export interface ImportMade {
  readonly import_id: string;
  readonly format: string;
  readonly resource: string;
  readonly file_name: string | null;
  readonly user_fk: number;
  readonly user_name: string | null;
  /** ISO 8601 UTC. */
  readonly started_at: string;
  /** Rows of the file, rows that were stored, and rows that were left out; null before its end. */
  readonly rows: number;
  readonly made: number | null;
  readonly left_out: number | null;
  /** Of the stored rows those that changed a record, and rows whose record had their values; null before its end. */
  readonly updated: number | null;
  readonly unchanged: number | null;
  readonly state: ImportState;
  readonly taken_back_at: string | null;
  readonly taken_back_name: string | null;
}

/** The resources whose permission `import` allows a file to be stored. */
export const IMPORTED_RESOURCES = [
  'items',
  'customers',
  'suppliers',
  'categories',
  'brands',
  'units',
  'users',
  'promotions',
  'item_pricings',
  'opening_balances',
  'opening_items',
  'asset_purchases',
  'old_accounts',
] as const;
/** Whoever may import any kind of file sees the imports of such files. */
export const MAY_IMPORT = IMPORTED_RESOURCES.map((resource) => `${resource}/import`).join('##');

/** A record or document that an import has made. */
export interface MadeThing {
  readonly kind: string;
  readonly id: number;
  /** Number or name. */
  readonly title: string | null;
  readonly status: string;
  /** True for a record that was there and was changed. */
  readonly changed: boolean;
}

/** What is not taken back, with its reason; without a title when the person may not see it. */
export interface KeptThing {
  readonly kind: string;
  readonly id: number;
  readonly title: string | null;
  readonly message: string;
}

export interface TakeBackPreview {
  /** Number of records and documents that would be taken back. */
  readonly ready: number;
  /** Number of those that are gone already. */
  readonly gone: number;
  readonly kept: readonly KeptThing[];
  /** True when a document that has counted would be reversed, which needs a reason. */
  readonly reasoned: boolean;
}

export interface TakeBackResult {
  readonly import_id: string;
  /** Whose list is read again. */
  readonly resource: string;
  readonly taken_back: number;
  readonly gone: number;
  readonly kept: readonly KeptThing[];
  /** True when something would have been kept and the person had not agreed to a part: nothing was done. */
  readonly stopped: boolean;
  readonly cancelled: boolean;
  /** Position of the last stored command. */
  readonly position: string | null;
}
