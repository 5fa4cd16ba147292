/**
 * The goods of listed documents, for an Excel file: with `with_lines=1` each row has its lines. A line of
 * several batches has a row for each batch.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { printedBatches } from '../../domain/batches/line-batches.ts';
import { type Members, membersOf, objectsOf } from '../../domain/values/members.ts';
import { withCalledBatches } from '../batches/called-goods.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import type { ListSource } from '../lists/list-source.ts';
import { fetchNames, type NameOf, type Row } from '../lists/names.ts';

/** The parameter of lists of documents. */
export const WITH_LINES = { with_lines: Type.Optional(Type.Enum(['1'])) };

export const withListedLines = (list: ListSource, kind: string): ListSource => ({
  ...list,
  present: async (reader, rows, person) => {
    const shown = await list.present(reader, rows, person);
    const lines = await linesOf(reader, kind, shown);
    return shown.map((row) => ({ ...row, lines: lines.get(Number(row['id'])) ?? [] }));
  },
});

interface Stored {
  readonly id: number;
  readonly status: string;
  readonly data: Members;
}

async function linesOf(reader: Reader | Snapshot, kind: string, rows: readonly Row[]): Promise<Map<number, Row[]>> {
  const { rows: stored } = await sql<Stored>`
    select d.id, d.status, d.data from read.document d
    where d.kind = ${kind} and d.id = any(${rows.map(({ id }) => Number(id))}::int[])`.execute(reader);
  const named = await withCalledBatches(
    reader,
    stored.map(({ status, data }) => ({ ...data, status })),
  );
  const goods = stored.map(({ id }, index) => {
    const document = membersOf(named[index]);
    return { id, document, lines: objectsOf(document['lines']).filter(({ item_fk }) => typeof item_fk === 'number') };
  });
  const nameOf = await fetchNames(
    reader,
    goods.flatMap(({ lines }) =>
      lines.flatMap(({ item_fk, unit_fk }) => [`item-${String(item_fk)}`, `unit-${String(unit_fk)}`]),
    ),
  );
  return new Map(
    goods.map(({ id, document, lines }) => [id, lines.flatMap((line) => listedLine(document, line, nameOf))]),
  );
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Quantities of the line are in its first row only, so that a sum over the rows is right. */
function listedLine(document: Members, line: Members, nameOf: NameOf): Row[] {
  const { line_id, item_fk, unit_fk } = membersOf(line);
  const about = {
    line_id,
    item_fk,
    item_name: nameOf('item', item_fk),
    unit_name: nameOf('unit', unit_fk),
    price: text(line['price']),
  };
  const count = {
    quantity: text(line['quantity']) ?? text(line['real_quantity']),
    bonus_quantity: text(line['bonus_quantity']),
  };
  const none = { quantity: null, bonus_quantity: null };
  const batches = printedBatches(document, line);
  if (batches.length === 0) return [{ ...about, ...count, batch_number: null, expire_date: null, of_batch: null }];
  return batches.map(({ batch_number, expire_date, quantity }, index) => ({
    ...about,
    ...(index === 0 ? count : none),
    batch_number,
    expire_date,
    of_batch: quantity,
  }));
}
