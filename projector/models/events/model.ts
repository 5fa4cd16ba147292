/** Every event as the auditor reads it: who, when, where, why and what. */
import { log } from '../../rows/table.ts';
import { entityOf, type Model, recordedDate } from '../model.ts';

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
      for (const each of events) {
        const { kind, id } = entityOf(each.stream);
        const { actor, outlet, device, commandId, reason } = each.meta;
        rows.insert(event, [
          each.position,
          each.recordedAt,
          recordedDate(each),
          each.type,
          each.v,
          each.stream,
          kind,
          id,
          each.revision,
          actor,
          outlet ?? null,
          device ?? null,
          commandId,
          reason ?? null,
          JSON.stringify(each.data),
        ]);
      }
    },
  }),
};
