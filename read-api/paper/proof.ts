/** The place of a document in the log, which its paper names: whoever holds the paper can ask for the proof (docs/seal.md). */
import type { PaperDocument } from '../../domain/paper/paper.schema.ts';
import type { Marks } from '../../seal/marks.ts';
import type { Snapshot } from '../database/reader.ts';

/** Of the last event of the document that the snapshot has; undefined when the log cannot be reached. */
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
