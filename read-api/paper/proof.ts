/**
 * The position of a document in the log, which its paper prints: the holder of the paper can request the proof
 * (docs/seal.md).
 */
import type { PaperDocument } from '../../domain/paper/paper.schema.ts';
import type { Marks } from '../../seal/marks.ts';
import type { Snapshot } from '../database/reader.ts';

/** Position of the document's last event in the snapshot; undefined when the log is unreachable. */
export async function proofOf(
  snapshot: Snapshot,
  marks: Marks,
  { kind, id }: { readonly kind: string; readonly id: number },
): Promise<PaperDocument['proof']> {
  const { position } = await snapshot
    .selectFrom('read.event')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('kind', '=', kind)
    .where('entity_id', '=', id)
    .executeTakeFirstOrThrow();
  const mark = await marks.at(position);
  return mark === undefined ? undefined : { position, mark };
}
