/**
 * What the reports of batches and of pieces share: how a request opens (its two times, the places that the person may
 * see, the goods, the page), who bought, and the answer around the rows of the page.
 */
import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { foldedNumber } from '../../domain/values/batch.ts';
import type { Person } from '../../identity/person.ts';
import { type Known, readKnownAt, shownPosition } from '../books/known-at.ts';
import type { Snapshot } from '../database/reader.ts';
import type { QueryValues } from '../http/route.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { foldedNumberOf } from '../lists/search.ts';
import { inTimes, type Page, paged, readPaging } from '../reports/running.ts';
import { placeConditions } from './inventory.ts';

/** As printed on the package; case, blanks, hyphens and the script of digits do not matter. */
export const PrintedNumber = () => Type.Optional(Type.String({ minLength: 1, maxLength: 40 }));

/** The lines that a report reads, as conditions on `j`. */
export interface Traced {
  readonly times: readonly Condition[];
  /** The inventories, and with the item. */
  readonly places: readonly Condition[];
  readonly goods: readonly Condition[];
  readonly known: Known | undefined;
}

interface Opened extends Traced {
  readonly query: QueryValues;
  readonly page: Page;
}

/** Refuses an inventory that the person may not see. */
export async function openReport(snapshot: Snapshot, person: Person, query: QueryValues): Promise<Opened> {
  const known = await readKnownAt(snapshot, query['known_at']);
  const { item_fk: _item, ...ofPlaces } = query;
  return {
    times: inTimes(undefined, query['as_at'], known),
    places: placeConditions(person, ofPlaces),
    goods: placeConditions(person, query),
    known,
    query,
    page: readPaging(query),
  };
}

/** A condition on `b`, by the name of the batch. */
export const ofBatch = (number: string | undefined): Condition[] =>
  number === undefined ? [] : [sql<boolean>`${foldedNumberOf(sql`b.batch_number`)} = ${foldedNumber(number)}`];

/** The customer of the application who ordered, else the party of the document: orders may share one customer of the books. */
export const BUYER = sql`coalesce('online_customer-' || (d.data ->> 'online_customer_fk'), d.party)`;

/** The telephone of the buyer: that of the document, else that of its party `c`. */
export const MOBILE = sql`coalesce(d.data ->> 'customer_mobile', c.data ->> 'mobile', c.data ->> 'office_phone')`;

/** Rows with the name of their party. */
export async function withPartyNames<Row extends { readonly party: string | null }>(
  snapshot: Snapshot,
  rows: readonly Row[],
) {
  const nameOf = await fetchNames(
    snapshot,
    rows.flatMap(({ party }) => party ?? []),
  );
  return rows.map(({ party, ...row }) => ({ ...row, party_name: party === null ? null : nameOf(undefined, party) }));
}

/** The number of rows of a statement. */
export async function countOf(snapshot: Snapshot, all: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${all}`.execute(snapshot);
  return rows[0]?.count ?? 0;
}

/** The answer around the rows of the page; `total` is the number of all rows. */
export async function pageOfReport<Row>(
  snapshot: Snapshot,
  { page, query, known }: Opened,
  { total, data }: { readonly total: number; readonly data: readonly Row[] },
) {
  return { ...paged(page, total), data, params: query, position: await shownPosition(snapshot, known) };
}
