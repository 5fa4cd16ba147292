/** What is known of the items of a document beside its lines: stock, cost, and the last prices of its party. */

export interface LastTrade {
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly date: string;
  readonly currency_fk: number;
  readonly unit_fk: number;
  readonly unit_name: string | null;
  readonly price: string;
}

export interface TradeFacts {
  readonly item_fk: number;
  readonly item_type: string;
  readonly units: readonly {
    readonly unit_fk: number;
    readonly unit_name: string | null;
    readonly base_unit_qty: string;
  }[];
  /** In base units. */
  readonly stock: string;
  /** Of a base unit, in the system currency; null where it is not known, or not for this person. */
  readonly unit_cost: string | null;
  readonly last_sale: LastTrade | null;
  readonly last_purchase: LastTrade | null;
}

/** By item. */
export type KnownTrade = ReadonlyMap<number, TradeFacts>;
