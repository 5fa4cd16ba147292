/**
 * Parses the answer of `GET till/catalogue` line by line while it arrives, so that the whole text is never in memory.
 */
import { isObject, type Members, numbersOf, objectsOf } from '../../../../domain/values/members.ts';
import { ApiError } from '../../../shared/api/error.ts';
import { errorBodyOf, fits, mustFit, type Shape } from '../../../shared/api/wire.ts';

export interface CatalogueHead {
  readonly position: string;
  readonly server_time: string;
  /** The local data is too old for changes: the whole catalogue is loaded again. */
  readonly reset: boolean;
  /** The inventory of the quantities of goods. */
  readonly inventory?: number;
  /** Number of rows of tables, if the server counted them. */
  readonly counts: Members;
}

export interface CataloguePart {
  readonly table: string;
  readonly rows: readonly Members[];
  readonly removed: readonly number[];
}

const HEAD: Shape<{ position: string; server_time: string }> = { position: 'string', server_time: 'string' };

export interface CatalogueAnswer {
  readonly head: CatalogueHead;
  /** Throws ApiError `unreadable` when the answer ends before its last line. */
  readonly parts: AsyncIterable<CataloguePart>;
}

/** Throws ApiError, with status 0 when the server is not reached. */
export async function requestCatalogue(
  before: { readonly position: string; readonly as_of: string; readonly inventory?: number } | undefined,
  signal: AbortSignal,
): Promise<CatalogueAnswer> {
  const had = before?.inventory === undefined ? {} : { inventory: String(before.inventory) };
  const query =
    before === undefined ? '' : `?${new URLSearchParams({ after: before.position, as_of: before.as_of, ...had })}`;
  let answer: Response;
  try {
    answer = await fetch(`/api/till/catalogue${query}`, { signal, headers: { 'X-Requested-With': 'daftar' } });
  } catch {
    throw new ApiError(0, {});
  }
  if (!answer.ok || !answer.body) throw new ApiError(answer.status, await errorBodyOf(answer));
  const lines = linesOf(answer.body);
  const first = (await lines.next()).value;
  const { position, server_time } = mustFit(first, HEAD);
  const { reset, counts, inventory_id } = isObject(first) ? first : {};
  const of = typeof inventory_id === 'number' ? { inventory: inventory_id } : {};
  const head = { position, server_time, reset: reset === true, ...of, counts: isObject(counts) ? counts : {} };
  return { head, parts: partsOf(lines) };
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<unknown, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line);
  }
  if (rest !== '') yield JSON.parse(rest);
  return undefined;
}

async function* partsOf(lines: AsyncIterable<unknown>): AsyncGenerator<CataloguePart> {
  let isWhole = false;
  for await (const line of lines) {
    if (!isObject(line)) continue;
    isWhole ||= line['end'] === true;
    const { table } = line;
    if (typeof table !== 'string') continue;
    yield { table, rows: objectsOf(line['rows']), removed: numbersOf(line['removed']) };
  }
  if (!isWhole) throw new ApiError(0, { code: 'unreadable' });
}

/** Rows with the required shape; others are skipped. */
export const rowsThatFit = <Row>(rows: readonly Members[], shape: Shape<Row>): readonly Row[] =>
  rows.filter((row): row is Members & Row => fits<Row>(row, shape));
