/** The server's facts about the items of a document: stock, cost, and the party's last prices. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { read } from '../../../api/read.ts';
import { type Draft, idOf } from '../draft.ts';
import { useEditing } from '../editing-store.ts';
import type { DocumentSession } from '../session.ts';
import type { KnownTrade } from './traded.ts';

const NOTHING: KnownTrade = new Map();
const FRESH_MS = 30_000;
/** The limit of one request. */
const ITEMS_MAX = 200;

const PARTY = { customer: 'customer_fk', supplier: 'supplier_fk' } as const;

/** For the items in the lines; empty for a document without a trading party, and while loading. */
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
    queryFn: () => read('items/trade_facts', { query: { ...of, items: chunk.join() } }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  }));
}
