/** The layers of goods that leave first in, first out, just before a movement and as known at a position. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { groupOf, layersFrom, layersIn } from '../../../domain/costing/book-layers.ts';
import type { PostedMovement } from '../../../domain/costing/movement.ts';
import { type Part, total } from '../../../domain/costing/parts.ts';
import type { CostRules } from '../../../domain/costing/rules.ts';
import type { Movement } from '../../../domain/entries/entry.ts';
import { toTime } from '../../../domain/values/effective-date.ts';
import { type Money, money, printMoney, toMoney } from '../../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { Person } from '../../../identity/person.ts';
import type { Snapshot } from '../../database/reader.ts';
import { allOf, rowScope } from '../../http/scope.ts';

const NamedDocument = Type.Object({
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Type.Union([Type.String(), Type.Null()]),
});
/** Null for a document that the person may not see, and for stock from before the layers. */
export const DocumentOrNone = Type.Union([NamedDocument, Type.Null()]);

export const LayerSchema = Type.Object({ of: DocumentOrNone, quantity: Type.String(), value: Type.String() });

/** A layer with the stream of its document, which the person may not see. */
export interface HeldLayer {
  readonly stream: string;
  readonly quantity: bigint;
  readonly value: Money;
  readonly shown: Static<typeof LayerSchema>;
}

interface Place {
  readonly item: number;
  readonly effectiveAt: string;
  readonly position: string;
  readonly line: number;
  readonly knownAt: string;
  readonly inventory: number;
}

interface Row {
  readonly effective: string;
  readonly move_position: string;
  readonly move_line: string;
  readonly inventory_fk: number;
  readonly outlet_fk: number;
  readonly is_share: boolean;
  readonly document: string;
  readonly quantity: string;
  readonly value: string;
  readonly valued: string | null;
  readonly like_document: string | null;
  readonly seen: boolean;
}

export async function layersBefore(
  snapshot: Snapshot,
  person: Person,
  { item, effectiveAt, position, line, knownAt, inventory }: Place,
  rules: CostRules,
): Promise<HeldLayer[]> {
  const seen = allOf(rowScope(person, { outlet: sql`j.outlet_fk`, inventory: sql`j.inventory_fk` }));
  const { rows } = await sql<Row>`
    select j.effective_at::text as effective, j.move_position, j.move_line, j.inventory_fk, min(j.outlet_fk) as outlet_fk,
      j.kind = 'share' as is_share, min(j.document) as document, sum(j.quantity)::text as quantity, sum(j.value)::text as value,
      min(j.valued) as valued, min(j.like_document) as like_document, bool_or(${seen}) as seen
    from read.stock_line j
    where j.item_fk = ${item} and j.position <= ${knownAt}::bigint and j.effective_at <= ${effectiveAt}::timestamp
      and (j.effective_at, j.move_position, j.move_line) < (${effectiveAt}::timestamp, ${position}::bigint, ${line}::bigint)
    group by j.effective_at, j.move_position, j.move_line, j.inventory_fk, j.kind = 'share'
    order by j.effective_at, j.move_position, j.move_line, is_share`.execute(snapshot);
  const own: Part = { pool: { kind: 'stock', item, inventory }, outlet: 0, quantity: 0n, value: 0n };
  const parts = new Map([[inventory, own]]);
  for (const { inventory_fk, outlet_fk: outlet } of rows) {
    parts.set(inventory_fk, {
      pool: { kind: 'stock', item, inventory: inventory_fk },
      outlet,
      quantity: 0n,
      value: 0n,
    });
  }
  const all = [...parts.values()];
  const known = layersFrom(new Map(), all, movementsOf(item, rows), rules);
  // Stock from before the method began is one layer.
  const group = groupOf(rules, all, parts.get(inventory) ?? own, effectiveAt);
  const layers = layersIn(known, group, total(group.members));
  const visible = new Set(rows.filter((row) => row.seen && !row.is_share).map(({ document }) => document));
  const named = await documentsOf(
    snapshot,
    layers.map(({ document }) => document).filter((document) => visible.has(document)),
  );
  return layers.map(({ document, quantity: count, value }) => ({
    stream: document,
    quantity: count,
    value: toMoney(value),
    shown: {
      of: named.get(document) ?? null,
      quantity: printQuantity(toQuantity(count)),
      value: printMoney(toMoney(value)),
    },
  }));
}

/** The rows of a movement, with what it changed in other inventories. Reversed movements add up to nothing. */
function movementsOf(item: number, rows: readonly Row[]): PostedMovement[] {
  const places = Map.groupBy(rows, (row) => `${row.effective} ${row.move_position} ${row.move_line}`);
  return [...places.values()].flatMap((all): PostedMovement[] => {
    const own = all.find((row) => !row.is_share);
    if (!own) return [];
    const shares = all.filter((row) => row.is_share);
    return [
      {
        pool: { kind: 'stock', item, inventory: own.inventory_fk },
        effective: toTime(own.effective.replace(' ', 'T')),
        position: BigInt(own.move_position),
        line: Number(own.move_line),
        document: own.document,
        quantity: quantity(own.quantity),
        value: money(own.value),
        valued: valuedBy(own),
        shares: shares.map(({ inventory_fk: inventory, outlet_fk: outlet, value }) => {
          return { inventory, outlet, value: money(value) };
        }),
        ...NOT_READ,
      },
    ];
  });
}

/** Fields of a movement that layers do not depend on. */
const NOT_READ = {
  variance: money('0'),
  posted: money('0'),
  contra: { key: 'purchase-variance' },
  outlet: 0,
  baseCurrency: 0,
} as const;

/** What layers depend on: whether the value came with the goods, and whose layers leave first. */
function valuedBy({ valued, like_document }: Row): Movement['valued'] {
  if (valued === 'average') return { by: 'average', ...(like_document === null ? {} : { origin: like_document }) };
  return valued === 'count' ? { by: 'average' } : { by: 'statedCost' };
}

export async function documentsOf(
  snapshot: Snapshot,
  streams: readonly string[],
): Promise<ReadonlyMap<string, Static<typeof NamedDocument>>> {
  const asked = [...new Set(streams)].flatMap((stream) => {
    const [, kind, id] = /^(.+)-(\d+)$/.exec(stream) ?? [];
    return kind === undefined ? [] : [{ document: stream, document_kind: kind, document_id: Number(id) }];
  });
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ stream: string; number: string | null }>`
    select d.kind || '-' || d.id as stream, d.number from read.document d
    join unnest(${asked.map(({ document_kind }) => document_kind)}::text[], ${asked.map(({ document_id }) => document_id)}::int[])
      a (kind, id) on a.kind = d.kind and a.id = d.id`.execute(snapshot);
  const numbers = new Map(rows.map(({ stream, number }) => [stream, number]));
  return new Map(asked.map((named) => [named.document, { ...named, number: numbers.get(named.document) ?? null }]));
}
