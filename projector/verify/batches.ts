/**
 * What each batch and each piece holds, added up from what moved of it: what came in is what went out and what is on hand,
 * and no batch is below zero while another of the same goods has them.
 */
import type pg from 'pg';
import { pieceKey } from '../../domain/batches/pieces.ts';
import { KINDS_NUMBERED_BY_TILLS } from '../../domain/registry/document-numbers.ts';
import { batchCode, batchOfKey } from '../../domain/values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Answer } from '../rebuild/invariants.ts';

const SHOWN = 20;

interface Held {
  readonly item_fk: number;
  readonly inventory_fk: number;
  /** Both null: goods of no named batch. */
  readonly batch_number: string | null;
  readonly expire_date: string | null;
  /** Since the last count of its stock, with what was counted then. */
  readonly came: string;
  readonly went: string;
  readonly held: string;
  readonly is_piece: boolean;
}

/** Every named batch of an inventory: what was counted last and moved since, less what was sold and not delivered then. */
const HELD = `
  with counts as (
    select item_fk, inventory_fk, max(effective_at) as last from (
      select item_fk, inventory_fk, effective_at from {s}.batch_line where kind = 'count'
      group by 1, 2, 3 having sum(quantity) > 0
    ) standing group by 1, 2
  ), parts as (
    select l.item_fk, l.inventory_fk, l.batch_number, l.expire_date,
      case when c.last is null or l.effective_at >= c.last then l.quantity else -l.undelivered end as part
    from {s}.batch_line l left join counts c using (item_fk, inventory_fk) where l.kind <> 'count'
  ), held as (
    select item_fk, inventory_fk, batch_number, expire_date, coalesce(sum(part) filter (where part > 0), 0) as came,
      coalesce(-sum(part) filter (where part < 0), 0) as went, sum(part) as held
    from parts group by 1, 2, 3, 4
  )`;

/** The same, and a row of the goods that are of no batch. */
const ALL_GOODS = `${HELD}, goods as (
    select item_fk, inventory_fk, batch_number, expire_date, held from held
    union all
    select item_fk, inventory_fk, null, null, s.quantity - sum(h.held)
    from held h join {s}.stock_level s using (item_fk, inventory_fk) group by 1, 2, s.quantity
  )`;

const nameOf = ({ batch_number, expire_date }: Pick<Held, 'batch_number' | 'expire_date'>): string =>
  batch_number === null && expire_date === null
    ? 'goods of no batch'
    : `batch ${[batch_number, expire_date].filter((part) => part !== null).join(' of ')}`;

const placeOf = ({ item_fk, inventory_fk }: Pick<Held, 'item_fk' | 'inventory_fk'>): string =>
  `item ${item_fk} in inventory ${inventory_fk}`;

const plain = (count: bigint): string => printQuantity(toQuantity(count));

export async function checkBatches(client: pg.ClientBase, schema: string): Promise<Answer[]> {
  const { rows } = await client.query<Held>(
    `${HELD.replaceAll('{s}', schema)}
    select h.item_fk, h.inventory_fk, h.batch_number, h.expire_date::text as expire_date, h.came::text as came,
      h.went::text as went, h.held::text as held, coalesce(i.data ->> 'serial_numbers' <> 'none', false) as is_piece
    from held h left join ${schema}.record i on i.kind = 'item' and i.id = h.item_fk
    order by 1, 2, 4, 3`,
  );
  const claimed = await levelsOf(client, 'batch');
  const pieces = await levelsOf(client, 'serial');
  return [
    {
      name: 'of each batch in each inventory, what came in is what went out and what is claimed to be on hand',
      findings: otherThanClaimed(rows, claimed).slice(0, SHOWN),
    },
    {
      name: 'each piece is in stock once or not at all, over all inventories, and is claimed so',
      findings: piecesElsewhere(rows, pieces).slice(0, SHOWN),
    },
    {
      name: 'what moved of the batches of a line is what moved of its goods, or a part of it',
      findings: await findings(client, MORE_THAN_MOVED.replaceAll('{s}', schema)),
    },
    {
      name: 'no batch is below zero while another of the same goods is above, where nothing allowed it',
      findings: (await belowZero(client, schema)).filter((goods) => !goods.is_allowed).map(sentenceBelow),
    },
  ];
}

async function levelsOf(client: pg.ClientBase, level: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await client.query<{ key: string; total: string }>(
    'select key, total::text as total from claim.level where key ^@ $1 and total <> 0',
    [`${level}:`],
  );
  return new Map(rows.map(({ key, total }) => [key, quantity(total)]));
}

function otherThanClaimed(rows: readonly Held[], claimed: ReadonlyMap<string, bigint>): string[] {
  const left = new Map(claimed);
  const wrong = rows.flatMap((row) => {
    const key = `batch:${row.item_fk}:${row.inventory_fk}:${batchCode(row)}`;
    const claim = left.get(key) ?? 0n;
    left.delete(key);
    if (claim === quantity(row.held)) return [];
    const figures = [row.came, row.went, row.held].map((figure) => plain(quantity(figure)));
    return [
      `${placeOf(row)}, ${nameOf(row)}: ${figures[0]} in - ${figures[1]} out = ${figures[2]} on hand, ${plain(claim)} claimed`,
    ];
  });
  const unknown = [...left].map(([key, claim]) => {
    const [, item_fk, inventory_fk] = key.split(':').map(Number);
    const place = placeOf({ item_fk: item_fk ?? 0, inventory_fk: inventory_fk ?? 0 });
    return `${place}, ${nameOf(batchOfKey(key))}: nothing moved, ${plain(claim)} claimed`;
  });
  return [...wrong, ...unknown];
}

function piecesElsewhere(rows: readonly Held[], claimed: ReadonlyMap<string, bigint>): string[] {
  const ONE = quantity('1');
  const own = rows.filter(({ is_piece, batch_number }) => is_piece && batch_number !== null);
  const lives = Map.groupBy(own, ({ item_fk, batch_number }) => pieceKey(item_fk, batch_number ?? ''));
  const wrong = [...lives].flatMap(([key, places]) => {
    const there = places.filter(({ held }) => quantity(held) !== 0n);
    const isOne = there.length === 1 && there.every(({ held }) => quantity(held) === ONE);
    const isClaimed = (claimed.get(key) ?? 0n) > 0n;
    if (isClaimed ? isOne : there.length === 0) return [];
    const [piece] = places;
    const figures = there.map(({ inventory_fk, held }) => `${plain(quantity(held))} in inventory ${inventory_fk}`);
    const held = figures.length === 0 ? 'nowhere' : figures.join(' and ');
    return [
      `item ${piece?.item_fk}, piece ${piece?.batch_number}: ${held}, claimed ${isClaimed ? 'in stock' : 'not in stock'}`,
    ];
  });
  const unknown = [...claimed].filter(([key, claim]) => claim > 0n && !lives.has(key));
  return [...wrong, ...unknown.map(([key]) => `${key}: claimed in stock, and it never moved`)];
}

/** An event that takes goods back and moves others of the same line has both in its sums, so it is not compared. */
const MORE_THAN_MOVED = `
  select format('%s at position %s: item %s in inventory %s moves %s, its batches %s', b.document, position, item_fk,
      inventory_fk, trim_scale(s.quantity), trim_scale(b.quantity)) as finding
  from (
    select position, item_fk, inventory_fk, move_line, max(document) as document, sum(quantity) as quantity
    from {s}.batch_line where kind = 'movement' group by 1, 2, 3, 4
  ) b
  left join (
    select position, item_fk, inventory_fk, move_line, sum(quantity) as quantity, bool_or(kind = 'reversal') as is_turned
    from {s}.stock_line where kind in ('movement', 'reversal') group by 1, 2, 3, 4
  ) s using (position, item_fk, inventory_fk, move_line)
  where s.is_turned is not true
    and (s.quantity is null or sign(b.quantity) * sign(s.quantity) < 0 or abs(b.quantity) > abs(s.quantity))`;

interface Below {
  readonly item_fk: number;
  readonly inventory_fk: number;
  readonly batch_number: string | null;
  readonly expire_date: string | null;
  readonly held: string;
  readonly other_number: string | null;
  readonly other_day: string | null;
  readonly other_held: string;
  /** Stock was ever allowed to be below zero, a till sold of the goods, or they are of no batch, which has no floor. */
  readonly is_allowed: boolean;
}

const BY_TILLS = `array['${KINDS_NUMBERED_BY_TILLS.join("','")}']`;

const BELOW_ZERO = `${ALL_GOODS}
  select g.item_fk, g.inventory_fk, g.batch_number, g.expire_date::text as expire_date, trim_scale(g.held)::text as held,
    o.batch_number as other_number, o.expire_date::text as other_day, trim_scale(o.held)::text as other_held,
    g.batch_number is null and g.expire_date is null
      or exists (
        select from {s}.event e where e.kind in ('system_setting', 'outlet')
          and (e.data::jsonb @? '$.**.allow_negative_stock ? (@ == true)' or e.data::jsonb @? '$.**.negative_stock ? (@ == "allowed")')
      )
      or exists (
        select from {s}.batch_line t where t.item_fk = g.item_fk and t.inventory_fk = g.inventory_fk
          and t.batch_number is not distinct from g.batch_number and t.expire_date is not distinct from g.expire_date
          and t.document_kind = any (${BY_TILLS})
      ) as is_allowed
  from goods g
  cross join lateral (
    select * from goods o where o.item_fk = g.item_fk and o.inventory_fk = g.inventory_fk and o.held > 0
    order by o.held desc, o.expire_date, o.batch_number limit 1
  ) o
  where g.held < 0 order by 1, 2, 4, 3`;

async function belowZero(client: pg.ClientBase, schema: string): Promise<Below[]> {
  const { rows } = await client.query<Below>(`${BELOW_ZERO.replaceAll('{s}', schema)} limit ${SHOWN}`);
  return rows;
}

function sentenceBelow(goods: Below): string {
  const other = { batch_number: goods.other_number, expire_date: goods.other_day };
  return `${placeOf(goods)}, ${nameOf(goods)}: ${goods.held} on hand, while ${nameOf(other)} has ${goods.other_held}`;
}

/**
 * Batches below zero that the settings, a till or an earlier day allowed, while others of the same goods are above: a count
 * by batch states what is there.
 */
export async function missingBatches(client: pg.ClientBase, schema: string): Promise<string[]> {
  const goods = await belowZero(client, schema);
  return goods.filter(({ is_allowed }) => is_allowed).map((each) => `${sentenceBelow(each)}: count them by batch`);
}

async function findings(client: pg.ClientBase, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ finding: string }>(`${sql} limit ${SHOWN}`);
  return rows.map(({ finding }) => finding);
}
