/** Facts about a document's items: stock, cost, and the party's last prices. */

import type { Reads } from '../../../api/read.ts';

export type TradeFacts = Reads['items/trade_facts'][number];
export type LastTrade = NonNullable<TradeFacts['last_sale']>;

/** Keyed by item. */
export type KnownTrade = ReadonlyMap<number, TradeFacts>;
