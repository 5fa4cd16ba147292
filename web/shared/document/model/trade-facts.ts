/** What the server tells of the items of a document: stock, cost, and the last prices of its party. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { listThatFits } from '../../api/wire.ts';
import { type Draft, idOf } from './draft.ts';
import { useEditing } from './editing-store.ts';
import type { DocumentSession } from './session.ts';
import type { KnownTrade, TradeFacts } from './traded.ts';

const NOTHING: KnownTrade = new Map();
const FRESH_MS = 30_000;
/** As many as the server answers at once. */
const ITEMS_MAX = 200;

const PARTY = { customer: 'customer_fk', supplier: 'supplier_fk' } as const;

/** Of the items that stand in the lines; empty for a document that trades with nobody, and until the answer has come. */
export function useTradeFacts({ declaration: { trades }, store }: DocumentSession): KnownTrade {
  const { draft } = useEditing(store);
  const queries = trades === undefined ? [] : queriesOf(draft, PARTY[trades]);
  const answers = useQueries({ queries });
  const found = answers.flatMap(({ data }) => data ?? []);
  return found.length === 0 ? NOTHING : new Map(found.map((facts) => [facts.item_fk, facts]));
}

function queriesOf({ header, lines }: Draft, party: 'customer_fk' | 'supplier_fk') {
  const items = [...new Set(lines.flatMap(({ fields }) => idOf(fields, 'item_fk') ?? []))].sort((a, b) => a - b);
  const of = { inventory_fk: idOf(header, 'inventory_fk'), [party]: idOf(header, party) };
  const chunks = Array.from({ length: Math.ceil(items.length / ITEMS_MAX) }, (_, at) =>
    items.slice(at * ITEMS_MAX, (at + 1) * ITEMS_MAX),
  );
  return chunks.map((chunk) => ({
    queryKey: ['items', 'trade_facts', of, chunk.join()],
    queryFn: async () => {
      const { data } = await get<unknown>('items/trade_facts', { query: { ...of, items: chunk.join() } });
      return listThatFits<TradeFacts>(data, { item_fk: 'number', units: 'list', stock: 'string' });
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  }));
}
