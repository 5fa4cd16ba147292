/** An exported file cannot carry a notice that a part is missing, so no export is made while a model is stopped. */
import type { Reader } from '../database/reader-type.ts';

export class IncompleteExport extends Error {
  /** Position of the event that the model cannot process. */
  readonly position: string;
  constructor(position: string) {
    super(
      `A read model is stopped at event ${position}, so the file would not be complete. "npm run doctor" names the event and the way out.`,
    );
    this.name = 'IncompleteExport';
    this.position = position;
  }
}

/** Throws IncompleteExport. */
export async function mustBeComplete(reader: Reader): Promise<void> {
  const stopped = await reader
    .selectFrom('read.checkpoint')
    .select(['position', 'stopped_at_position'])
    .where('status', '=', 'stopped')
    .orderBy('position')
    .executeTakeFirst();
  if (stopped) throw new IncompleteExport(stopped.stopped_at_position ?? stopped.position);
}
