/**
 * Named queries of `command-api` on the read models, each of which declares how far its result may be behind the
 * log. No other folder of `command-api` has SQL over the schema `read` (test/tidy.test.ts).
 */
import type { Pool } from 'pg';
import { errorCode } from '../../domain/kernel/thrown.ts';

export type Staleness =
  /** It has everything that was stored before the decision, or the work of a job, that it is asked for. */
  | 'position of the decision'
  /** It may be behind: what follows from it is decided again, and a claim, a revision or the decider refuses what is not so. */
  | 'asserted by a claim'
  /** It may be behind: it is shown, or asked again in a moment; nothing is stored because of it. */
  | 'whatever is there';

export interface NamedQuery<Values extends readonly unknown[], Row, Stale extends Staleness = Staleness> {
  readonly name: string;
  readonly staleness: Stale;
  /** `$1` is the first of the values. */
  readonly sql: string;
  /** Nothing holds it: it tells the compiler what the question is given, and what a row of its answer is. */
  readonly types?: (values: Values) => Row;
}

/** Its answer is given to whoever proves how far the models are (`askCurrent`). */
export type CurrentQuery<Values extends readonly unknown[], Row> = NamedQuery<Values, Row, 'position of the decision'>;
export type LaggingQuery<Values extends readonly unknown[], Row> = NamedQuery<
  Values,
  Row,
  'asserted by a claim' | 'whatever is there'
>;

/** A pool, or the client of a transaction. */
export type Database = Pick<Pool, 'query'>;
/** PostgreSQL's code of a relation that is not there. */
const UNDEFINED_TABLE = '42P01';

/** True of the error of a question that is asked before the first build of the read models. */
export const isNotBuilt = (error: unknown): boolean => errorCode(error) === UNDEFINED_TABLE;

export async function ask<Values extends readonly unknown[], Row extends object>(
  database: Database,
  { sql }: LaggingQuery<Values, Row>,
  ...values: Values
): Promise<readonly Row[]> {
  return (await database.query<Row>(sql, [...values])).rows;
}

/** No rows before the first build of the read models. */
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
