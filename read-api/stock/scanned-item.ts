/** `GET items/scanned`: the item and the unit that a scanned code names, with what else the code says. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { type ScaleFormat, scalesIn } from '../../domain/catalogue/scales.ts';
import { type CodedGoods, type FoundCode, findByCode, quantityOf } from '../../domain/catalogue/scanned-code.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { foldedNumber } from '../../domain/values/batch.ts';
import { type Members, membersOf, objectsOf, textsOf } from '../../domain/values/members.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { convert, IQD, readRate, USD } from '../../domain/values/rate.ts';
import type { Person } from '../../identity/person.ts';
import { calledLines } from '../batches/called-batches.ts';
import type { Reader } from '../database/reader-type.ts';
import { Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { documentScope } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { foldedNumberOf, hasKey } from '../lists/search.ts';

type Condition = RawBuilder<SqlBool>;

/** Codes of GS1 are longer than any barcode that an item has. */
export const ScannedText = () => Type.String({ minLength: 1, maxLength: 200, examples: ['6291041500213'] });

const Scanned = Type.Object({
  item_fk: Type.Integer(),
  /** Null for the code of an item, which names no unit. */
  unit_fk: Nullable(Type.Integer()),
  /** In that unit: of a counted package, or of a weighed one in the base unit; otherwise 1. */
  quantity: Type.String(),
  batch_number: Nullable(Type.String()),
  expire_date: Nullable(Type.String()),
  serial_number: Nullable(Type.String()),
});

export const scannedItemRoute = declareRead({
  url: '/items/scanned',
  permission: lookupPermission('items'),
  reads: ['records', 'books', 'documents', 'events'],
  query: Query({ code: ScannedText() }),
  answer: Nullable(Scanned),
  operationId: 'scannedItem',
  tag: 'catalogue',
  summary:
    'The item of a scanned code: a barcode, a code of GS1, the label of a scale, or the serial number of a piece',
  handle: async ({ reader, person, query }) => {
    const found = await itemWithCode(
      reader,
      query['code'] ?? '',
      sql<boolean>`r.data ->> 'is_active' is distinct from 'false'`,
    );
    if (!found) return pieceWithNumber(reader, person, query['code'] ?? '');
    const { goods, unit_fk, reading } = found;
    const price = reading.amount === undefined ? undefined : await scalePrice(reader, goods.data);
    return {
      item_fk: goods.id,
      unit_fk: unit_fk ?? null,
      quantity: quantityOf(reading, () => price),
      batch_number: reading.batch ?? null,
      expire_date: reading.expires ?? null,
      serial_number: reading.serial ?? null,
    };
  },
});

/** Lines of goods with serial numbers. */
export const OF_PIECES = sql<boolean>`j.item_fk in (select p.id from read.record p
  where p.kind = 'item' and p.data ->> 'serial_numbers' <> 'none')`;

/** Lines of documents that the person may have: those of their places, and transfers that are on the way to these. */
const seenBy = (person: Person): Condition =>
  sql`exists (select from read.document d
    where d.kind = j.document_kind and d.id = j.document_id and ${documentScope(person)})`;

/** The piece whose serial number a text is; null where it is of several items, or of none. */
async function pieceWithNumber(reader: Reader, person: Person, text: string): Promise<Static<typeof Scanned> | null> {
  const { rows } = await sql<{ item_fk: number; number: string; unit_fk: number | null }>`
    select j.item_fk, min(j.batch_number) as number, (
      select (u ->> 'unit_fk')::int from jsonb_array_elements(i.data -> 'item_units') u where (u ->> 'is_base')::boolean
    ) as unit_fk
    from read.record i join (${calledLines([OF_PIECES, seenBy(person)], undefined)}) j on j.item_fk = i.id
    where i.kind = 'item' and i.active and i.data ->> 'serial_numbers' <> 'none'
      and i.data ->> 'is_active' is distinct from 'false'
      and ${foldedNumberOf(sql`j.batch_number`)} = ${foldedNumber(text)}
    group by j.item_fk, i.data limit 2`.execute(reader);
  const [piece, other] = rows;
  if (!piece || other) return null;
  const { item_fk, unit_fk, number } = piece;
  return { item_fk, unit_fk, quantity: '1', batch_number: null, expire_date: null, serial_number: number };
}

interface ItemRow {
  readonly id: number;
  readonly data: Members;
}

/** More items with one code are none: a short number of a scale may be in many names. */
const ROWS_MAX = 50;

/** The active item that a text names, of those that meet the condition on `r`. */
export async function itemWithCode(
  reader: Reader,
  text: string,
  only: Condition,
): Promise<FoundCode<ItemRow> | undefined> {
  const { rows } = await sql<{ id: number; data: unknown }>`
    select r.id, r.data from read.record r
    where r.kind = 'item' and r.active and ${hasKey(sql`r.search`, text)} and ${only}
    order by r.id limit ${ROWS_MAX}`.execute(reader);
  const items = rows.map(({ id, data }) => ({ id, data: membersOf(data) }));
  return findByCode(text, await scaleFormats(reader), items, ({ data }) => codedItem(data));
}

const codedItem = ({ item_code, item_units }: Members): CodedGoods => ({
  item_code: typeof item_code === 'string' ? item_code : null,
  units: objectsOf(item_units).map((unit) => ({
    unit_fk: Number(unit['unit_fk']),
    is_base: unit['is_base'] === true,
    is_default: unit['is_default'] === true,
    barcodes: textsOf(unit['barcodes']),
  })),
});

export async function scaleFormats(reader: Reader): Promise<readonly ScaleFormat[]> {
  const { rows } = await sql<{ data: unknown }>`
    select r.data from read.record r where r.kind = 'till_setting' and r.id = 1`.execute(reader);
  return scalesIn(rows[0]?.data);
}

/** The price of a base unit in the system currency, as the scale has it: of no customer and no pricing list. */
async function scalePrice(reader: Reader, item: Members): Promise<string | undefined> {
  const base = objectsOf(item['item_units']).find(({ is_base }) => is_base === true);
  const today = await shopToday(reader);
  const { rows } = await sql<{ own: number; rate: string | null }>`
    select (r.data ->> 'currency_fk')::int as own, (
      select c.data ->> 'in_rate' from read.record c
      where c.kind = 'currency_rate' and c.active and c.data ->> 'date' <= ${today}
      order by c.data ->> 'date' desc, coalesce(c.data ->> 'time', '00:00:00') desc, c.id desc limit 1) as rate
    from read.record r where r.kind = 'system_setting' and r.id = 1`.execute(reader);
  const { own, rate } = rows[0] ?? { own: undefined, rate: null };
  const from = Number(item['price_currency_fk'] ?? own);
  const price = String(base?.['sale_price'] ?? '0');
  if (own === undefined || from === own) return price;
  const at = readRate(rate ?? '');
  const isRated = [from, own].every((currency) => currency === IQD || currency === USD);
  return at && isRated ? printMoney(convert(money(price), from, own, at)) : undefined;
}
