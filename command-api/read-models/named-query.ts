/**
 * Named queries of `command-api` on the read models. Each declares how far its result may lag behind the log. No other
 * folder of `command-api` contains SQL on the schema `read` (test/tidy.test.ts).
 */
import type { Pool } from 'pg';
import { errorCode } from '../../domain/values/thrown.ts';

export type Staleness =
  /** It includes everything stored before the decision or job that runs the query. */
  | 'position of the decision'
  /** It may lag: the decision that follows is checked again by a claim, a revision or the decider. */
  | 'asserted by a claim'
  /** It may lag: the result is only displayed, or the query is repeated soon; nothing is stored because of it. */
  | 'whatever is there';

export interface NamedQuery<Values extends readonly unknown[], Row, Stale extends Staleness = Staleness> {
  readonly name: string;
  readonly staleness: Stale;
  /** `$1` is the first value. */
  readonly sql: string;
  /** Never set: it declares the types of the query's values and rows. */
  readonly types?: (values: Values) => Row;
}

/** Run by `askCurrent`, which requires a proof of the models' position. */
export type CurrentQuery<Values extends readonly unknown[], Row> = NamedQuery<Values, Row, 'position of the decision'>;
export type LaggingQuery<Values extends readonly unknown[], Row> = NamedQuery<
  Values,
  Row,
  'asserted by a claim' | 'whatever is there'
>;

/** A pool, or a client with an open transaction. */
export type Database = Pick<Pool, 'query'>;
/** SQLSTATE of a missing relation. */
const UNDEFINED_TABLE = '42P01';

/** True for the error of a query before the first build of the read models. */
export const isNotBuilt = (error: unknown): boolean => errorCode(error) === UNDEFINED_TABLE;

export async function ask<Values extends readonly unknown[], Row extends object>(
  database: Database,
  { sql }: LaggingQuery<Values, Row>,
  ...values: Values
): Promise<readonly Row[]> {
  return (await database.query<Row>(sql, [...values])).rows;
}

/** Empty before the first build of the read models. */
export async function askIfBuilt<Values extends readonly unknown[], Row extends object>(
  database: Database,
  query: LaggingQuery<Values, Row>,
  ...values: Values
): Promise<readonly Row[]> {
  try {
    return await ask(database, query, ...values);
  } catch (error) {
    if (isNotBuilt(error)) return [];
    throw error;
  }
}
