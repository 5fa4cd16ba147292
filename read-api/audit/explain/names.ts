/** Names of the subjects of parts. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Chart } from '../../books/chart.ts';
import type { Snapshot } from '../../database/reader.ts';
import { fetchNames, readStream } from '../../lists/names.ts';
import type { Dimension } from './made.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

export const PartName = Type.Object({
  /** Number of the account, stream of the party or document, id of the item or inventory, month; or `none`. */
  key: Type.String(),
  name: Text(),
  account_key: Text(),
  document_kind: Text(),
  document_id: Type.Union([Type.Integer(), Type.Null()]),
  number: Text(),
});
type PartName = Static<typeof PartName>;

const NOTHING = { name: null, account_key: null, document_kind: null, document_id: null, number: null };

export async function namesOfKeys(
  snapshot: Snapshot,
  chart: Chart,
  dimension: Dimension,
  keys: readonly string[],
): Promise<(key: string) => PartName> {
  if (dimension === 'account') {
    return (key) => {
      const account = chart.get(Number(key));
      return { ...NOTHING, key, account_key: account?.key ?? '', name: account?.name ?? null };
    };
  }
  if (dimension === 'month') return (key) => ({ ...NOTHING, key, name: key });
  if (dimension === 'document') {
    const numbers = await numbersOf(snapshot, keys);
    return (key) => {
      const { kind: document_kind = '', id: document_id = 0 } = readStream(key) ?? {};
      return { ...NOTHING, key, document_kind, document_id, number: numbers.get(key) ?? null };
    };
  }
  const stream = (key: string) => (dimension === 'party' ? key : `${dimension}-${key}`);
  const nameOf = await fetchNames(snapshot, keys.map(stream));
  return (key) => ({ ...NOTHING, key, name: nameOf(undefined, stream(key)) });
}

async function numbersOf(snapshot: Snapshot, documents: readonly string[]): Promise<Map<string, string | null>> {
  const named = documents.map(readStream).filter((value) => value !== undefined);
  const { rows } = await sql<{ document: string; number: string | null }>`
    select d.kind || '-' || d.id as document, d.number from read.document d
    join unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ id }) => id)}::int[]) w (kind, id)
      on w.kind = d.kind and w.id = d.id`.execute(snapshot);
  return new Map(rows.map(({ document, number }) => [document, number]));
}
