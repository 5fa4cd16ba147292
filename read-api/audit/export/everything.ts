/**
 * Everything of a business as files of separated values: lists in the headings of their imports, what is open, on hand and
 * in the accounts as files that open another business, and every record and document with all of its fields. The last file
 * has the totals by which a reader knows that nothing is missing.
 */
import { sql } from 'kysely';
import { documents } from '../../../domain/documents.ts';
import { exportedCells, separatedText } from '../../../domain/imports/exported-cells.ts';
import { IMPORT_FORMATS, isRecordFormat } from '../../../domain/imports/formats.ts';
import type { RecordFormat } from '../../../domain/imports/record-format.ts';
import { isObject, objectsOf } from '../../../domain/kernel/members.ts';
import type { RecordData } from '../../../domain/kernel/record.ts';
import { records } from '../../../domain/records.ts';
import { importWord } from '../../../languages/headings/import-words.ts';
import type { Snapshot } from '../../database/reader.ts';
import { readChart } from '../../reports/chart.ts';

export interface ExportedFile {
  readonly path: string;
  readonly text: string;
  /** Rows below the headings. */
  readonly rows: number;
}

type Values = Readonly<Record<string, unknown>>;
interface Stored {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly data: RecordData;
}

const kindOfResource = new Map(records.map(({ resource, kind }) => [resource, kind]));

/** File by file, so that memory holds one kind at a time. */
export async function* everything(snapshot: Snapshot): AsyncGenerator<ExportedFile> {
  const names = await namesByRecord(snapshot);
  const totals: ExportedFile[] = [];
  const kept = (file: ExportedFile): ExportedFile => {
    totals.push({ ...file, text: '' });
    return file;
  };
  for (const format of IMPORT_FORMATS) {
    if (!isRecordFormat(format) || format.isDocument || format.kind === 'old_account') continue;
    yield kept(await listFile(snapshot, format, names));
  }
  yield kept(await openItemsFile(snapshot, names));
  yield kept(await stockFile(snapshot, names));
  yield kept(await accountsFile(snapshot));
  for (const { kind, resource } of records) {
    const rows = (await storedOf(snapshot, kind)).map(({ id, active, data }) => ({ id, is_active: active, ...data }));
    if (rows.length > 0) yield kept(fileOf(`records/${resource}.csv`, rows));
  }
  for (const { kind, resource } of documents) {
    for (const file of await documentFiles(snapshot, kind, resource)) yield kept(file);
  }
  yield fileOf(
    'totals.csv',
    totals.map(({ path, rows }) => ({ file: path, rows })),
  );
}

async function storedOf(snapshot: Snapshot, kind: string): Promise<readonly Stored[]> {
  const { rows } = await sql<Stored>`
    select id, name, active, data from read.record where kind = ${kind} order by id`.execute(snapshot);
  return rows;
}

type Names = ReadonlyMap<string, string>;

async function namesByRecord(snapshot: Snapshot): Promise<Names> {
  const { rows } = await sql<{ kind: string; id: number; name: string }>`
    select kind, id, name from read.record`.execute(snapshot);
  return new Map(rows.map(({ kind, id, name }) => [`${kind}-${id}`, name]));
}

/** With the headings of the import, so that the file is read without a choice. */
async function listFile(snapshot: Snapshot, format: RecordFormat, names: Names): Promise<ExportedFile> {
  const nameIn = (resource: string, id: number) => names.get(`${kindOfResource.get(resource)}-${id}`) ?? null;
  const stored = (await storedOf(snapshot, format.kind)).filter(({ active }) => active);
  const rows = stored.map(({ data }) => exportedCells(format, data, nameIn));
  return inColumns(
    `import/${format.name}.csv`,
    format.columns.map(({ name }) => name),
    rows,
  );
}

function inColumns(
  path: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): ExportedFile {
  const used = columns.filter((column) => rows.some((row) => row[column] !== undefined));
  const headings = used.map((column) => importWord('en', 'column', column) ?? column);
  const text = separatedText([headings, ...rows.map((row) => used.map((column) => row[column] ?? ''))]);
  return { path, text, rows: rows.length };
}

interface Open {
  readonly party: string;
  readonly currency_fk: number;
  readonly document: string;
  readonly number: string | null;
  readonly date: string;
  readonly due_date: string | null;
  readonly amount: string;
  readonly rate: string | null;
}

/** What is open with parties today, as the import of opening invoices reads it. */
async function openItemsFile(snapshot: Snapshot, names: Names): Promise<ExportedFile> {
  const { rows } = await sql<Open>`
    select o.party, o.currency_fk, o.document, d.number, o.date::text as date, max(o.due_date)::text as due_date,
      trim_scale(sum(o.amount))::text as amount, trim_scale(max(d.rate))::text as rate
    from read.open_item_change o
    left join read.document d on d.kind || '-' || d.id = o.document
    group by o.party, o.currency_fk, o.document, o.date, d.number having sum(o.amount) <> 0
    order by o.party, o.date, o.document`.execute(snapshot);
  const cells = rows.map((row): Record<string, string> => {
    const column = row.party.startsWith('supplier-') ? 'supplier' : 'customer';
    const isAdvance = row.amount.startsWith('-');
    return {
      [column]: names.get(row.party) ?? row.party,
      document_number: row.number ?? row.document,
      document_date: row.date,
      ...(row.due_date && !isAdvance ? { due_date: row.due_date } : {}),
      open_amount: row.amount.replace('-', ''),
      opened_as: isAdvance ? 'advance' : 'debt',
      currency: names.get(`currency-${row.currency_fk}`) ?? '',
      ...(row.rate ? { rate: row.rate } : {}),
    };
  });
  const columns = 'customer supplier document_number document_date due_date open_amount opened_as currency rate';
  return inColumns('import/opening_items.csv', columns.split(' '), cells);
}

/** Goods on hand with their exact value, in base units. */
async function stockFile(snapshot: Snapshot, names: Names): Promise<ExportedFile> {
  const { rows } = await sql<{ item_fk: number; inventory_fk: number; quantity: string; value: string }>`
    select item_fk, inventory_fk, trim_scale(quantity)::text as quantity, trim_scale(value)::text as value
    from read.stock_level where quantity <> 0 order by inventory_fk, item_fk`.execute(snapshot);
  return fileOf(
    'stock.csv',
    rows.map((row) => ({
      inventory: names.get(`inventory-${row.inventory_fk}`) ?? '',
      item: names.get(`item-${row.item_fk}`) ?? '',
      ...row,
    })),
  );
}

/** The trial balance, as the import of an old trial balance reads it. */
async function accountsFile(snapshot: Snapshot): Promise<ExportedFile> {
  const chart = await readChart(snapshot);
  const { rows } = await sql<{ account: number; debit: string | null; credit: string | null }>`
    select account, case when base > 0 then trim_scale(base)::text end as debit,
      case when base < 0 then trim_scale(-base)::text end as credit
    from (select account, sum(debit - credit) as base from read.movement_day group by account) b
    where base <> 0 order by account`.execute(snapshot);
  const cells = rows.map(({ account, debit, credit }): Record<string, string> => {
    const { code, key, name } = chart.get(account) ?? { code: String(account), key: '', name: null };
    return {
      account_number: code,
      account_name: name ?? key,
      ...(debit ? { debit } : {}),
      ...(credit ? { credit } : {}),
    };
  });
  return inColumns('import/old_accounts.csv', ['account_number', 'account_name', 'debit', 'credit'], cells);
}

/** The heads of a kind, and a file for each list in them: its lines, its costs, its payments. */
async function documentFiles(snapshot: Snapshot, kind: string, resource: string): Promise<readonly ExportedFile[]> {
  const { rows } = await sql<{ id: number; data: Values }>`
    select id, data from read.document where kind = ${kind} order by id`.execute(snapshot);
  if (rows.length === 0) return [];
  const lists = new Set(rows.flatMap(({ data }) => Object.keys(data).filter((field) => isListOfObjects(data[field]))));
  const heads = rows.map(({ id, data }) => ({
    id,
    ...Object.fromEntries(Object.entries(data).filter(([field]) => !lists.has(field))),
  }));
  const inLists = [...lists].map((list) =>
    fileOf(
      `documents/${resource}-${list}.csv`,
      rows.flatMap(({ id, data }) => objectsOf(data[list]).map((line) => ({ [`${kind}_id`]: id, ...line }))),
    ),
  );
  return [fileOf(`documents/${resource}.csv`, heads), ...inLists];
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isObject);

/** All fields of all rows, in the order in which they first appear; what has parts is JSON. */
function fileOf(path: string, rows: readonly Values[]): ExportedFile {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = separatedText([fields, ...rows.map((row) => fields.map((field) => shown(row[field])))]);
  return { path, text, rows: rows.length };
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
