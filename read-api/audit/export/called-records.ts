/** What a record is called in a file, so that an import finds it: its name; its code or barcode where others have that name too. */
import { sql } from 'kysely';
import { foldName } from '../../../domain/values/fold-name.ts';
import type { Snapshot } from '../../database/reader.ts';

/** By stream: `item-7`. */
export type Called = ReadonlyMap<string, string>;

interface Named {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly code: string | null;
}

export async function calledRecords(snapshot: Snapshot): Promise<Called> {
  const { rows } = await sql<Named>`
    select kind, id, name, active, case kind
      when 'item' then jsonb_path_query_first(data, '$.item_units[*].barcodes[*]') #>> '{}'
      when 'customer' then data ->> 'code' when 'supplier' then data ->> 'code' end as code
    from read.record`.execute(snapshot);
  const alike = Map.groupBy(
    rows.filter(({ active }) => active),
    ({ kind, name }) => `${kind} ${foldName(name)}`,
  );
  const isAlone = ({ kind, name }: Named) => (alike.get(`${kind} ${foldName(name)}`)?.length ?? 0) < 2;
  return new Map(rows.map((row) => [`${row.kind}-${row.id}`, isAlone(row) ? row.name : (row.code ?? row.name)]));
}
