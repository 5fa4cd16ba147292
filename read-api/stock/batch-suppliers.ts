/**
 * From whom batches were bought last, and at which price: what a unit cost after all discounts, over bonus goods too. For
 * persons who may see purchases, of their outlets and inventories.
 */
import { sql } from 'kysely';
import type { ItemData } from '../../domain/catalogue/item.schema.ts';
import { RECEIPT_STEP } from '../../domain/posting/purchase.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { calledLines } from '../batches/called-batches.ts';
import type { Known } from '../books/known-at.ts';
import type { Snapshot } from '../database/reader.ts';
import { allOf, rowScope } from '../http/scope.ts';

interface NamedBatch {
  readonly item_fk: number;
  readonly batch_number: string | null;
  readonly expire_date: string | null;
}

/** All null for a batch of which the person may see no purchase. `unit_factor` base units are one `unit_fk`. */
interface Supplied {
  readonly supplier_fk: number | null;
  readonly currency_fk: number | null;
  readonly unit_fk: number | null;
  readonly unit_factor: string | null;
  readonly price: string | null;
}

const UNKNOWN: Supplied = { supplier_fk: null, currency_fk: null, unit_fk: null, unit_factor: null, price: null };

interface Found extends NamedBatch {
  readonly supplier_fk: number | null;
  readonly currency_fk: number;
  readonly unit_fk: number | null;
  readonly item_units: ItemData['item_units'];
  /** Of all base units of the line. */
  readonly net: string;
  readonly quantity: string;
}

const keyOf = ({ item_fk, batch_number, expire_date }: NamedBatch) =>
  JSON.stringify([item_fk, batch_number, expire_date]);

export async function withSuppliers<Row extends NamedBatch>(
  snapshot: Snapshot,
  person: Person,
  rows: readonly Row[],
  known: Known | undefined,
): Promise<(Row & Supplied)[]> {
  const { resource } = purchaseDocument;
  const items = person.can(`${resource}/index##${resource}/show`) ? [...new Set(rows.map((row) => row.item_fk))] : [];
  const found = items.length === 0 ? [] : await lastPurchases(snapshot, person, items, known);
  const byBatch = new Map(found.map((row) => [keyOf(row), supplied(row)]));
  return rows.map((row) => ({ ...row, ...(byBatch.get(keyOf(row)) ?? UNKNOWN) }));
}

/** In the unit of the purchase; in the base unit when the item no longer has that unit. */
function supplied({ supplier_fk, currency_fk, item_units, net, ...line }: Found): Supplied {
  const unit = item_units.find(({ unit_fk }) => unit_fk === line.unit_fk) ?? item_units.find(({ is_base }) => is_base);
  const count = quantity(line.quantity);
  if (!unit || count === 0n) return { ...UNKNOWN, supplier_fk, currency_fk };
  const price = divideRounded(money(net) * quantity(unit.base_unit_qty), count);
  return {
    supplier_fk,
    currency_fk,
    unit_fk: unit.unit_fk,
    unit_factor: unit.base_unit_qty,
    price: printMoney(toMoney(price)),
  };
}

async function lastPurchases(
  snapshot: Snapshot,
  person: Person,
  items: readonly number[],
  known: Known | undefined,
): Promise<readonly Found[]> {
  const { kind } = purchaseDocument;
  const bought = calledLines(
    [
      sql<boolean>`j.document_kind = ${kind} and j.kind = 'movement' and j.item_fk = any(${[...items]}::int[])`,
      ...(known === undefined ? [] : [sql<boolean>`j.position <= ${known.position}`]),
    ],
    known,
  );
  const seen = rowScope(person, { outlet: sql`l.outlet_fk`, inventory: sql`l.inventory_fk` });
  // What was taken back has its sign turned, so that a reversed purchase is none.
  const { rows } = await sql<Found>`
    select distinct on (b.item_fk, b.batch_number, b.expire_date) b.item_fk, b.batch_number,
      b.expire_date::text as expire_date, nullif(split_part(l.party, '-', 2), '')::int as supplier_fk, l.currency_fk,
      l.unit_fk, i.data -> 'item_units' as item_units, l.net::text as net, l.quantity::text as quantity
    from (
      select b.item_fk, b.batch_number, b.expire_date, b.document_id, b.move_line % ${sql.lit(RECEIPT_STEP)} as line_id,
        max(b.effective_at) as last
      from (${bought}) b group by 1, 2, 3, 4, 5 having sum(b.quantity) > 0
    ) b
    join read.document_line l on l.kind = ${kind} and l.id = b.document_id and l.line_id = b.line_id and ${allOf(seen)}
    join read.record i on i.kind = 'item' and i.id = b.item_fk
    order by b.item_fk, b.batch_number, b.expire_date, b.last desc, b.document_id desc, b.line_id`.execute(snapshot);
  return rows;
}
