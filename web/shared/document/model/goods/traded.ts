/** Facts about a document's items: stock, cost, and the party's last prices. */

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
  /** The cost of a base unit in the system currency; null when unknown, or without the permission. */
  readonly unit_cost: string | null;
  readonly last_sale: LastTrade | null;
  readonly last_purchase: LastTrade | null;
}

/** Keyed by item. */
export type KnownTrade = ReadonlyMap<number, TradeFacts>;
