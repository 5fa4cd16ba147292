/** Every event for the auditor: actor, time, place, reason and data. */
import type { EventMeta, RecordedEvent } from '../../../domain/deciding/event.ts';
import { log } from '../../rows/table.ts';
import { entityOf, isSetAside, type Model, recordedDate } from '../model.ts';

const event = log(
  'event',
  `position recorded_at recorded_date type v stream kind entity_id revision actor outlet_fk device command_id reason data`,
);

export const eventsModel: Model = {
  name: 'events',
  tables: [event],
  seed: () => undefined,
  fold: () => ({
    async take(events, rows) {
      for (const recordedEvent of events) {
        const { kind, id } = entityOf(recordedEvent.stream);
        const { actor, outlet, device, commandId, reason } = isSetAside(recordedEvent)
          ? withoutTexts(recordedEvent)
          : recordedEvent.meta;
        rows.insert(event, [
          recordedEvent.position,
          recordedEvent.recordedAt,
          recordedDate(recordedEvent),
          recordedEvent.type,
          recordedEvent.v,
          recordedEvent.stream,
          kind,
          id,
          recordedEvent.revision,
          actor,
          outlet ?? null,
          device ?? null,
          commandId,
          reason ?? null,
          JSON.stringify(recordedEvent.data),
        ]);
      }
    },
  }),
};

/**
 * The row of an event whose texts the table cannot store: the row has none of them, so that auditors still see that the
 * event exists.
 */
const withoutTexts = ({ meta: { actor, commandId } }: RecordedEvent): EventMeta => ({ actor, commandId });
