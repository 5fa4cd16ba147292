/** The table of imports: what each was told, and how it ended (docs/decisions/0205). */
import type pg from 'pg';
import { Type } from 'typebox';
import { type ImportFormat, type ImportResult, importPermission } from '../../domain/imports/import-format.ts';
import { checked } from '../../domain/schemas/checked.schema.ts';
import type { Person } from '../../identity/person.ts';
import type { ImportJob, RequestedImport } from './job-data.ts';

export interface ImportRow {
  readonly import_id: string;
  readonly format: string;
  readonly file_name: string | null;
  readonly user_id: number;
  readonly started_at: Date;
  readonly asked: number;
  readonly outlet_fk: number | null;
  readonly inventory_fk: number | null;
  readonly ended_at: Date | null;
  readonly made: number | null;
  readonly left_out: number | null;
  /** Of the rows that were made, and of the others; null in imports from before these numbers. */
  readonly updated: number | null;
  readonly unchanged: number | null;
  readonly taken_back_at: Date | null;
  readonly taken_back_by: number | null;
  readonly kept: number | null;
}

const COLUMNS = `import_id, format, file_name, user_id, started_at, asked, outlet_fk, inventory_fk, ended_at, made,
  left_out, updated, unchanged, taken_back_at, taken_back_by, kept`;

const names = checked('the names of an import', Type.Array(Type.Tuple([Type.String(), Type.String()])));

/** Called at the start of each run of its job; the first one counts. */
export async function noteImport(
  pool: pg.Pool,
  job: ImportJob,
  { rows, choices, parameters }: RequestedImport,
  moment: Date,
): Promise<void> {
  const created = choices.flatMap(({ resource, name, becomes }) => (becomes === 'create' ? [[resource, name]] : []));
  const place = (name: string) => (Number.isInteger(parameters[name]) ? parameters[name] : null);
  await pool.query(
    `insert into preference.import_made
       (import_id, format, file_name, file_digest, user_id, started_at, asked, outlet_fk, inventory_fk, names)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (import_id) do nothing`,
    [
      job.command_id,
      job.format,
      job.file_name ?? null,
      job.file_digest ?? null,
      job.user_id,
      moment,
      rows.length,
      place('outlet'),
      place('inventory'),
      JSON.stringify(created),
    ],
  );
}

export async function noteEnd(
  pool: pg.Pool,
  importId: string,
  { imported, updated, unchanged }: Pick<ImportResult, 'imported' | 'updated' | 'unchanged'>,
  moment: Date,
): Promise<void> {
  await pool.query(
    `update preference.import_made set ended_at = $2, made = $3, updated = $4, unchanged = $5, left_out = asked - $3 - $5
     where import_id = $1`,
    [importId, moment, imported, updated, unchanged],
  );
}

interface TakenBack {
  readonly by: number;
  readonly at: Date;
  readonly takenBack: number;
  readonly kept: number;
}

export async function noteTakenBack(pool: pg.Pool, importId: string, { by, at, ...of }: TakenBack): Promise<void> {
  await pool.query(
    `update preference.import_made set taken_back_at = $2, taken_back_by = $3, taken_back = $4, kept = $5
     where import_id = $1`,
    [importId, at, by, of.takenBack, of.kept],
  );
}

/** Rows that are read at once; a person may not see all of them. */
const READ_AT_ONCE = 100;

/** At most `count` that `isSeen`, newest first, from behind the import `before`; no more is read than that takes. */
export async function pageOfImports(
  pool: pg.Pool,
  { before, count }: { readonly before: string | undefined; readonly count: number },
  isSeen: (row: ImportRow) => boolean,
): Promise<readonly ImportRow[]> {
  const seen: ImportRow[] = [];
  let behind = before;
  for (;;) {
    const { rows } = await pool.query<ImportRow>(
      `select ${COLUMNS} from preference.import_made
       where $1::uuid is null or (started_at, import_id) < (
         select started_at, import_id from preference.import_made where import_id = $1)
       order by started_at desc, import_id desc limit $2`,
      [behind ?? null, READ_AT_ONCE],
    );
    seen.push(...rows.filter(isSeen));
    behind = rows.at(-1)?.import_id;
    if (rows.length < READ_AT_ONCE || seen.length >= count) return seen.slice(0, count);
  }
}

export async function findImport(pool: pg.Pool, importId: string): Promise<ImportRow | undefined> {
  const { rows } = await pool.query<ImportRow>(`select ${COLUMNS} from preference.import_made where import_id = $1`, [
    importId,
  ]);
  return rows[0];
}

/** Pairs of resource and name that the import was told to create. */
export async function namesOf(pool: pg.Pool, importId: string): Promise<readonly (readonly [string, string])[]> {
  const { rows } = await pool.query<{ names: unknown }>(
    'select names from preference.import_made where import_id = $1',
    [importId],
  );
  return names.read(rows[0]?.names ?? []);
}

/** Whoever may import such a file sees it, when its rows lie in an outlet and inventory of theirs. */
export const maySeeImport = (
  format: ImportFormat | undefined,
  { outlet_fk, inventory_fk }: Pick<ImportRow, 'outlet_fk' | 'inventory_fk'>,
  person: Pick<Person, 'can' | 'hasOutlet' | 'hasInventory'>,
): boolean =>
  format !== undefined &&
  person.can(importPermission(format)) &&
  (outlet_fk === null || person.hasOutlet(outlet_fk)) &&
  (inventory_fk === null || person.hasInventory(inventory_fk));
