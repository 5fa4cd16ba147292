/** The time zone of the business where no command has loaded its settings. */
import { recordStateOf } from '../../domain/records/record.ts';
import { zoneIn } from '../../identity/shop-zone.ts';
import type { AggregateRepository } from '../aggregates/aggregate-repository.ts';
import { SETTINGS_STREAM } from '../aggregates/command-context.ts';

/** Reads only the events since the last call, so that every process works in the zone that was stored last. */
export async function shopZone(states: Pick<AggregateRepository, 'read'>): Promise<string> {
  const state = recordStateOf((await states.read([SETTINGS_STREAM])).get(SETTINGS_STREAM)?.state);
  return zoneIn(state === undefined || state.status === 'none' ? undefined : state.data);
}
