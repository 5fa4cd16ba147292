/** Records to be created for unknown names: each has its name and its parent. */
import type { Cells } from '../../domain/imports/cells.ts';
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import type { RecordData } from '../../domain/records/record.ts';
import type { Issue } from '../../domain/values/refusal.ts';
import { type RecordType, recordTypeOf } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { schemaIssues } from './check-records.ts';
import { decided } from './decided.ts';
import type { Creation } from './resolve.ts';

export function creationBody({ declaration }: RecordType, { name }: Creation, parent: number | null): RecordData {
  return { [declaration.nameField]: name, ...(parent === null ? {} : { parent_fk: parent }) };
}

/** The cells with the created records instead of their placeholders; undefined when one was not created. */
export function withMade(cells: Cells, ids: ReadonlyMap<number, number | undefined>): Cells | undefined {
  if (ids.size === 0) return cells;
  const known: Record<string, Cells[string]> = Object.create(null);
  for (const [column, value] of Object.entries(cells)) {
    const id = typeof value === 'number' && ids.has(value) ? ids.get(value) : value;
    if (id === undefined) return undefined;
    known[column] = id;
  }
  return known;
}

/** An issue without its field, for a cell. */
export const ofCell = ({ message, params }: Issue): Omit<Issue, 'field'> => ({
  message,
  ...(params ? { params } : {}),
});

/** Checks the records to be created for names; issues are reported at every cell with the name. */
export async function creationIssues(
  commands: Commands,
  creations: readonly Creation[],
  deciding: Parameters<typeof decided>[3],
): Promise<readonly RowIssue[]> {
  const isNew = new Set(creations.map(({ stands }) => stands));
  const found = [...Map.groupBy(creations, ({ resource }) => resource)].map(async ([resource, own]) => {
    const kind = recordTypeOf(commands.kinds, resource);
    const requested = own.map((creation) => {
      const data = creationBody(
        kind,
        creation,
        creation.parent === null || isNew.has(creation.parent) ? null : creation.parent,
      );
      return { body: data, commands: [{ type: 'register', data }] };
    });
    const refused = await decided(commands, kind, requested, deciding);
    return own.flatMap(({ ats, column }, index) =>
      [...schemaIssues(kind, requested[index]?.body), ...(refused[index] ?? [])].flatMap((issue) =>
        [...ats].map((at) => ({ ...ofCell(issue), at, column })),
      ),
    );
  });
  return (await Promise.all(found)).flat();
}
