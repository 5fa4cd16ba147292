/**
 * Everything of a business as files of separated values: lists in the headings of their imports, what is open, on hand and
 * in the accounts as files that open another business, and every record and document with all of its fields. The last file
 * has the totals by which a reader knows that nothing is missing.
 */
import { item } from '../../../domain/catalogue/item.record.ts';
import { exportedCells, separatedText } from '../../../domain/imports/exported-cells.ts';
import { IMPORT_FORMATS, isRecordFormat } from '../../../domain/imports/formats.ts';
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '../../../domain/imports/import-format.ts';
import { withPlaces } from '../../../domain/imports/item-places.ts';
import type { RecordFormat } from '../../../domain/imports/record-format.ts';
import { RECORD_ID } from '../../../domain/imports/updating.ts';
import { SUPER_USER_ID, user } from '../../../domain/people/user.record.ts';
import type { RecordData } from '../../../domain/records/record.ts';
import { documents } from '../../../domain/registry/documents.ts';
import { records } from '../../../domain/registry/records.ts';
import { inventory } from '../../../domain/stock/inventory.record.ts';
import { isObject, objectsOf } from '../../../domain/values/members.ts';
import type { Person } from '../../../identity/person.ts';
import { importWord, placeHeadings } from '../../../languages/headings/import-words.ts';
import type { Snapshot } from '../../database/reader.ts';
import { balanceRows } from './balances.ts';
import { type Called, calledRecords } from './called-records.ts';
import { accountRows, assetRows, type LeavingRows, openDocumentRows, priceRows, stockRows } from './leaving-files.ts';

export interface ExportedFile {
  readonly path: string;
  readonly text: string;
  /** The headings, and the rows below them. */
  readonly cells: readonly (readonly string[])[];
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

/** Records that a row of their list cannot say; they are whole in `records/`. */
const BEYOND_COLUMNS = 'left out: more goods than columns';
const BALANCES = 'books/balances.csv';
/** Bytes that the line of headings needs at most. */
const HEADINGS_MAX = 10_000;

const kindOfResource = new Map(records.map(({ resource, kind }) => [resource, kind]));

/** File by file, so that memory holds one kind at a time. `person` sees everything; `further` files are counted too. */
export async function* everything(
  snapshot: Snapshot,
  person: Person,
  further: readonly ExportedFile[] = [],
): AsyncGenerator<ExportedFile> {
  const called = await calledRecords(snapshot);
  const totals: Values[] = [];
  const kept = (file: ExportedFile): ExportedFile => {
    totals.push({ file: file.path, rows: file.rows });
    return file;
  };
  for (const format of IMPORT_FORMATS) {
    if (!isRecordFormat(format) || format.isDocument || format.kind === 'old_account') continue;
    const list = await listRows(snapshot, format, called);
    for (const file of filesOf(list)) yield kept(file);
    totals.push(...totalsOf(list));
  }
  const leaving = [
    ...(await priceRows(snapshot, called)),
    await openDocumentRows(snapshot, person, called),
    ...(await stockRows(snapshot, called)),
    await assetRows(snapshot, person),
    await accountRows(snapshot),
  ];
  for (const list of leaving) {
    for (const file of filesOf(list)) yield kept(file);
    totals.push(...totalsOf(list));
  }
  for (const { kind, resource } of records) {
    const rows = (await storedOf(snapshot, kind)).map(({ id, active, data }) => ({ id, is_active: active, ...data }));
    if (rows.length > 0) yield kept(fileOf(`records/${resource}.csv`, rows));
  }
  for (const { kind, resource } of documents) {
    for (const file of await documentFiles(snapshot, kind, resource)) yield kept(file);
  }
  const balances = await balanceRows(snapshot, called);
  yield kept(fileOf(BALANCES, balances.rows));
  totals.push(...balances.totals.map(([of, total]) => ({ file: BALANCES, of, total })));
  for (const file of further) yield kept(file);
  yield fileOf('totals.csv', totals);
}

const totalsOf = ({ name, totals }: LeavingRows): readonly Values[] =>
  totals.map(([of, total]) => ({ file: `import/${name}.csv`, of, total }));

async function storedOf(snapshot: Snapshot, kind: string): Promise<readonly Stored[]> {
  return await snapshot
    .selectFrom('read.record')
    .select(['id', 'name', 'active', 'data'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
}

/** With the headings of the import, so that the file is read without a choice. */
async function listRows(snapshot: Snapshot, format: RecordFormat, called: Called): Promise<LeavingRows> {
  const nameIn = (resource: string, id: number) => called.get(`${kindOfResource.get(resource)}-${id}`) ?? null;
  const whole = format.kind === item.kind ? await withInventories(snapshot, format) : format;
  // Every installation has a super user of its own.
  const isLeft = ({ id }: Stored) => format.kind === user.kind && id === SUPER_USER_ID;
  const stored = (await storedOf(snapshot, format.kind)).filter((row) => row.active && !isLeft(row));
  const isWhole = ({ data }: Stored) => format.isWhole?.(data) ?? true;
  const rows = stored
    .filter(isWhole)
    .map(({ id, data }) => ({ ...exportedCells(whole, data, nameIn), [RECORD_ID]: String(id) }));
  const left = stored.length - rows.length;
  const headings = new Map(
    whole.columns.flatMap((column) => (column.headings ? [[column.name, column.headings.en]] : [])),
  );
  const columns = whole.columns.map(({ name }) => name);
  return { name: format.name, columns, headings, rows, totals: left === 0 ? [] : [[BEYOND_COLUMNS, String(left)]] };
}

/** What each inventory keeps of an item; the prices of pricing lists have files of their own. */
async function withInventories(snapshot: Snapshot, format: RecordFormat): Promise<RecordFormat> {
  const inventories = (await storedOf(snapshot, inventory.kind)).filter(({ active }) => active);
  const places = inventories.map(({ id, name }) => ({ resource: inventory.resource, id, name }));
  return withPlaces(format, places, (word, { name }) => placeHeadings(word, [name]));
}

/** As many files as an import takes rows and bytes for: `items.csv`, `items.2.csv`. */
function filesOf({ name, columns, headings: made, rows }: LeavingRows): readonly ExportedFile[] {
  if (rows.length === 0) return [];
  const used = columns.filter((column) => rows.some((row) => row[column] !== undefined));
  const headings = used.map((column) => made?.get(column) ?? importWord('en', 'column', column) ?? column);
  const lines = rows.map((row) => used.map((column) => row[column] ?? ''));
  const parts: string[][][] = [[]];
  let bytes = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(separatedText([line]));
    const part = parts.at(-1);
    if (part && part.length < IMPORT_ROWS_MAX && bytes + size < IMPORT_BYTES_MAX - HEADINGS_MAX) part.push(line);
    else parts.push([line]);
    bytes = part === parts.at(-1) ? bytes + size : size;
  }
  return parts.map((part, index) =>
    ofCells(`import/${name}${index === 0 ? '' : `.${index + 1}`}.csv`, [headings, ...part]),
  );
}

/** The heads of a kind, and a file for each list in them: its lines, its costs, its payments. */
async function documentFiles(snapshot: Snapshot, kind: string, resource: string): Promise<readonly ExportedFile[]> {
  const rows = await snapshot
    .selectFrom('read.document')
    .select(['id', 'data'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
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
export function fileOf(path: string, rows: readonly Values[]): ExportedFile {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return ofCells(path, [fields, ...rows.map((row) => fields.map((field) => shown(row[field])))]);
}

const ofCells = (path: string, cells: ExportedFile['cells']): ExportedFile => ({
  path,
  cells,
  text: separatedText(cells),
  rows: cells.length - 1,
});

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
