/** Loads the theoretical quantities for the lines of a count, in base units. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NO_QUANTITY, printQuantity, type Quantity, readQuantity } from '../../domain/values/quantity.ts';
import { read } from '../shared/api/read.ts';
import { type Draft, type Fields, idOf, textOf, type Value } from '../shared/document/model/draft.ts';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { knownItemOn, loadItem, unitsOf } from '../shared/document/model/goods/items.ts';
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

/** In base units; `undelivered` is the part of the quantity that is sold and not delivered. */
interface Theoretical {
  readonly quantity: string;
  readonly undelivered: string;
}

async function fetchTheoretical(header: Fields, items: readonly Asked[]): Promise<ReadonlyMap<number, Theoretical>> {
  const found = new Map<number, Theoretical>();
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
    for (const { item_fk, ...own } of counted) found.set(item_fk, own);
  }
  return found;
}

/** Keeps `theoretical_quantity` of every line, and what of it is sold, equal to the books at the moment of the count. */
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
      const shown = await byLine(draft, data);
      if (!left) keep(session, shown);
    };
    // After a failure the fields stay empty; counting does not need them.
    show().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [data, draft, session]);
}

/** One unit of a line in base units on the day of the count; undefined while the item is not loaded. */
export function unitOfLine(fields: Fields, day: Value | undefined): Quantity | undefined {
  const units = unitsOf(knownItemOn(idOf(fields, 'item_fk') ?? 0, day));
  const size = readQuantity(units.find(({ unit_fk }) => unit_fk === fields['unit_fk'])?.base_unit_qty ?? '');
  return size === undefined || size <= 0n ? undefined : size;
}

/** By line key; without lines whose unit is not loaded. */
async function byLine(
  { header, lines }: Draft,
  quantities: ReadonlyMap<number, Theoretical>,
): Promise<Map<number, Fields>> {
  const shown = new Map<number, Fields>();
  for (const { key, fields } of lines) {
    const id = idOf(fields, 'item_fk');
    if (id === undefined) continue;
    await loadItem(id, header['date']);
    if (unitOfLine(fields, header['date']) === undefined) continue;
    const inBase = (text = '0') => printQuantity(readQuantity(text) ?? NO_QUANTITY);
    const { quantity, undelivered } = quantities.get(id) ?? {};
    const sold = inBase(undelivered);
    shown.set(key, { theoretical_quantity: inBase(quantity), undelivered: sold === '0' ? null : sold });
  }
  return shown;
}

/** Displayed values are no change of the document. */
function keep(session: DocumentSession, shown: ReadonlyMap<number, Fields>): void {
  const { store } = session;
  const untouched = !session.dirty;
  const changed = store.state.draft.lines.flatMap(({ key, fields }) =>
    Object.entries(shown.get(key) ?? {})
      .filter(([field, value]) => (fields[field] ?? null) !== value)
      .map(([field, value]) => ({ at: { table: 'lines', key, field } as const, value })),
  );
  for (const { at, value } of changed) store.edit({ do: 'set', at, value, quiet: true });
  if (untouched && changed.length > 0) session.keepAsUnsaved(store.state.draft);
}
