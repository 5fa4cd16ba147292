/** The queries of the read models that decisions need. */

/** A query of the read models whose result a decision needs: sums over the books that no claim holds. */
export type ReadModelQuery =
  | {
      readonly of: 'commission';
      readonly salesman: number;
      readonly outlet: number;
      /** Last day of the period. */
      readonly to: string;
    }
  /** Balances of an outlet in foreign currency (cash, receivable, payable) at the end of a day. */
  | { readonly of: 'foreign_balances'; readonly outlet: number; readonly to: string }
  /** The tax that an outlet owes at the end of a day, less tax payments. */
  | { readonly of: 'tax'; readonly outlet: number; readonly to: string }
  /** Depreciation of purchased assets to date, and their sales. */
  | { readonly of: 'asset_lives'; readonly purchases: readonly number[] }
  /** Persons with pay for some days of a period, in approved payrolls, and what persons owe in each outlet on a day. */
  | {
      readonly of: 'paid_periods';
      readonly from: string;
      readonly until: string;
      readonly owing: readonly number[];
      readonly on: string;
    }
  /** The barcodes of active items that the label of a scale with one of these first two digits could be. */
  | { readonly of: 'codes_like_labels'; readonly prefixes: readonly string[] }
  /** Documents of these kinds that are in one of these states (`online_order: ['pending']`), the oldest first. */
  | { readonly of: 'documents_under_way'; readonly states: Readonly<Record<string, readonly string[]>> }
  /** Every batch of an item that documents moved, sold out or not. */
  | { readonly of: 'told_batches'; readonly item: number }
  /** The last sale of a piece by its serial number. */
  | { readonly of: 'sold_piece'; readonly item: number; readonly serial_number: string }
  /** What the whole business earned until the end of a day and did not distribute. */
  | { readonly of: 'earnings'; readonly until: string }
  /** What waits for bills or goods in each of these outlets: `goods-received-not-billed`, a credit below zero. */
  | { readonly of: 'unbilled'; readonly outlets: readonly number[] }
  /** What each line of a transfer cost when it was sent. */
  | { readonly of: 'sent_costs'; readonly document: string }
  /** What an account of money on its way holds, and what other remittances than this one expect of it. */
  | { readonly of: 'remitted_money'; readonly account: number; readonly own: number }
  /** Documents of these kinds with a number of one of these suppliers, but the one that is decided. */
  | {
      readonly of: 'supplier_numbers';
      readonly kinds: readonly string[];
      readonly suppliers: readonly number[];
      readonly own: string;
    }
  /** Number of levels of categories below one. */
  | { readonly of: 'levels_below'; readonly category: number }
  /** Other records of a kind with one of these names, which are folded, by field. */
  | {
      readonly of: 'same_names';
      readonly kind: string;
      readonly fields: readonly string[];
      readonly codeField: string;
      readonly names: Readonly<Record<string, string>>;
      readonly id: number | undefined;
    };

/** True for figures at the end of a day (commission, tax, foreign balances), which are wrong on another day. */
export const isOfADay = (query: ReadModelQuery | undefined): boolean => query !== undefined && 'to' in query;
