/** The steps of a document as fields of lists and answers: `confirmed_at`, `confirmed_by_fk`, `confirmed_by_name`. */
import { sql } from 'kysely';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { stepsOf } from '../../domain/documents/document-steps.ts';
import type { Column } from './list-source.ts';
import type { Row } from './names.ts';
import { userId } from './record-list.ts';
import { nameFieldOf } from './references.ts';

type Stepping = Pick<DocumentDeclaration, 'steps'>;

/** Steps are sorted and filtered by their time. */
export const stepColumns = ({ steps }: Stepping): Readonly<Record<string, Column>> =>
  Object.fromEntries(
    stepsOf(steps).map(([at]) => [at, { kind: 'moment', value: sql`(d.data ->> ${sql.lit(at)})::timestamptz` }]),
  );

/** The actor of each step as a user id; null for an online customer, or while the step is pending. */
export function withStepPersons(steps: Stepping['steps'], row: Row): Row {
  const shown: Row = { ...row };
  for (const [at, by] of stepsOf(steps)) {
    shown[at] = row[at] ?? null;
    shown[by] = userId(row[by]);
  }
  return shown;
}

/** The actor of a step without a user is the online customer. */
export function withStepNames({ steps }: Stepping, rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const shown = { ...row };
    for (const [at, by] of stepsOf(steps)) {
      if (row[at] && row[by] === null) shown[nameFieldOf(by)] = row['online_customer_name'] ?? null;
    }
    return shown;
  });
}
