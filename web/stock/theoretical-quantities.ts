/** Loads the theoretical quantities for the lines of a count, in each line's unit. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { printQuantity, QUANTITY_ONE, readQuantity, toQuantity } from '../../domain/values/quantity.ts';
import { read } from '../shared/api/read.ts';
import { type Draft, type Fields, idOf, textOf } from '../shared/document/model/draft.ts';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { loadItem, unitsOf } from '../shared/document/model/goods/items.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { localToday } from '../shared/typing/date-words.ts';

/** Limit of one request. */
const ITEMS_MAX = 200;

interface Asked {
  readonly item: number;
  /** The moment of the line's count; `-` when it is that of the document. */
  readonly moment: string;
}

/**
 * The time of the count: the entered one, or that which the server keeps for a draft while no quantity changes. Undefined
 * is now, on the day of the count.
 */
export function timeOfCount(session: Pick<DocumentSession, 'read' | 'store'>, today: string): string | undefined {
  const { draft } = session.store.state;
  const { server, saved } = session.read();
  const typed = textOf(draft.header, 'time');
  const { date, time, is_timed, status } = server?.data ?? {};
  if (typed !== undefined || typeof time !== 'string' || is_timed === true || status !== 'draft') return typed;
  if (date !== draft.header['date']) return undefined;
  return date !== today || countedIn(draft) === countedIn(saved) ? time : undefined;
}

const COUNTED = ['item_fk', 'unit_fk', 'quantity', 'batches', 'counted_at'] as const;
const countedIn = ({ lines }: Draft): string =>
  JSON.stringify(
    lines
      .filter(({ fields }) => idOf(fields, 'item_fk') !== undefined)
      .map(({ fields }) => COUNTED.map((field) => fields[field] ?? null)),
  );

async function fetchTheoretical(header: Fields, items: readonly Asked[]): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  for (let from = 0; from < items.length; from += ITEMS_MAX) {
    const asked = items.slice(from, from + ITEMS_MAX);
    const counted = await read('inventory_adjustments/theoretical', {
      query: {
        inventory_fk: idOf(header, 'inventory_fk'),
        items: asked.map(({ item }) => item).join(','),
        moments: asked.map(({ moment }) => moment).join(','),
        date: textOf(header, 'date'),
        time: textOf(header, 'time'),
      },
    });
    for (const { item_fk, quantity } of counted) found.set(item_fk, quantity);
  }
  return found;
}

/** Keeps `theoretical_quantity` of every line equal to the books at the moment of the count. */
export function useTheoreticalQuantities(session: DocumentSession): void {
  const { draft } = useEditing(session.store);
  const header: Fields = { ...draft.header, time: timeOfCount(session, localToday(new Date())) ?? null };
  const byItem = new Map(
    draft.lines.map(({ fields }) => [idOf(fields, 'item_fk'), textOf(fields, 'counted_at') ?? '-']),
  );
  const items = [...byItem]
    .flatMap(([item, moment]): Asked[] => (item === undefined ? [] : [{ item, moment }]))
    .sort((a, b) => a.item - b.item);
  const place = ['inventory_fk', 'date', 'time'].map((field) => header[field] ?? null);
  const { data } = useQuery({
    queryKey: ['inventory_adjustments', 'theoretical', ...place, items],
    queryFn: () => fetchTheoretical(header, items),
    enabled: items.length > 0 && idOf(header, 'inventory_fk') !== undefined && textOf(header, 'date') !== undefined,
    staleTime: 10_000,
    meta: { quiet: true },
  });
  useEffect(() => {
    if (!data) return;
    let left = false;
    const show = async () => {
      const shown = await inUnits(draft, data);
      if (!left) keep(session, shown);
    };
    // After a failure the fields stay empty; counting does not need them.
    show().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [data, draft, session]);
}

/** By line key; without lines whose unit is not loaded. */
async function inUnits({ lines }: Draft, quantities: ReadonlyMap<number, string>): Promise<Map<number, string>> {
  const shown = new Map<number, string>();
  for (const { key, fields } of lines) {
    const id = idOf(fields, 'item_fk');
    if (id === undefined) continue;
    const unit = unitsOf(await loadItem(id)).find(({ unit_fk }) => unit_fk === fields['unit_fk']);
    const factor = readQuantity(unit?.base_unit_qty ?? '') ?? 0n;
    const held = readQuantity(quantities.get(id) ?? '0') ?? 0n;
    if (factor > 0n) shown.set(key, printQuantity(toQuantity(divideRounded(held * QUANTITY_ONE, factor))));
  }
  return shown;
}

/** Displayed values are no change of the document. */
function keep(session: DocumentSession, shown: ReadonlyMap<number, string>): void {
  const { store } = session;
  const untouched = !session.dirty;
  const changed = store.state.draft.lines.filter(
    ({ key, fields }) => shown.has(key) && fields['theoretical_quantity'] !== shown.get(key),
  );
  for (const { key } of changed) {
    const at = { table: 'lines', key, field: 'theoretical_quantity' } as const;
    store.edit({ do: 'set', at, value: shown.get(key) ?? null, quiet: true });
  }
  if (untouched && changed.length > 0) session.keepAsUnsaved(store.state.draft);
}
