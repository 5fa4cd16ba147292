/** Asks invariants that one query can answer. */
import type pg from 'pg';
import type { Answer } from '../rebuild/invariants.ts';

export interface Invariant {
  readonly name: string;
  /** `{s}` is the schema; rows have one column, `finding`. */
  readonly sql: string;
}

const SHOWN = 20;

export async function ask(client: pg.ClientBase, schema: string, invariants: readonly Invariant[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { name, sql } of invariants) {
    const { rows } = await client.query<{ finding: string }>(`${sql.replaceAll('{s}', schema)} limit ${SHOWN}`);
    answers.push({ name, findings: rows.map(({ finding }) => finding) });
  }
  return answers;
}
