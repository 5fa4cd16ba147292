/** The events of a page of lines, with their reasons. */
import { type RawBuilder, sql } from 'kysely';

/**
 * The data of an event is read once, not once for each of its lines: that of a document with thousands of lines is stored
 * apart from its row, and slow to read. `lines` has a column `position`.
 */
export const eventsOfLines = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select position, type, kind, entity_id, actor, device, coalesce(reason, data ->> 'reason') as reason
  from read.event where position in (select position from ${lines})`;
