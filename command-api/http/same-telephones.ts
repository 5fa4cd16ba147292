/**
 * Asks when another record of the kind has the telephone of a new or changed one, in whatever spelling: families and firms
 * share one, and who was entered twice is found (decisions/0177). It holds for every record that declares telephones.
 */
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { recordStateOf } from '../../domain/records/record.ts';
import { telephoneFieldsOf, telephonesIn } from '../../domain/records/telephones.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { Issue } from '../../domain/values/refusal.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { type RecordType, streamOf } from '../aggregates/aggregate-types.ts';
import type { CommandHandler } from '../handling/handler.ts';
import { askIfBuilt } from '../read-models/named-query.ts';
import { SAME_TELEPHONE } from '../read-models/same-telephones.ts';
import { commandIdOf } from './command.ts';
import { isDryRun } from './dry-run.ts';

export interface TelephoneSources {
  readonly pool: Pool;
  readonly store: CommandStore;
  readonly handler: CommandHandler;
}

/** The question, for a person who is shown whose telephone it is; `id` is undefined for a new record. */
export async function telephoneQuestions(
  { pool, store, handler }: TelephoneSources,
  { kind, resource, declaration }: RecordType,
  id: number | undefined,
  request: FastifyRequest,
): Promise<readonly Issue[]> {
  const { list, nameField } = declaration;
  const isShown = ([root = '']: readonly string[]) =>
    request.person.can(`${resource}/show`) || (list.lookedUp?.includes(root) ?? true);
  const fields = telephoneFieldsOf(declaration).filter((field) => isShown(field.split('.')));
  const given = telephonesIn(membersOf(request.body), fields);
  if (given.size === 0 || membersOf(request.body)['confirmed'] === true) return [];
  const before = id === undefined ? undefined : await stateOf(handler, streamOf(kind, id));
  for (const key of telephonesIn(before ?? {}, fields).keys()) given.delete(key);
  for (const [key, field] of given) {
    const rows = await askIfBuilt(pool, SAME_TELEPHONE, kind, key, nameField);
    const other = rows.find(
      (row) => row.id !== id && (row.outlet_fk === null || request.person.hasOutlet(row.outlet_fk)),
    );
    if (!other) continue;
    const isStored = !isDryRun(request) && (await store.findCommand(commandIdOf(request))) !== undefined;
    return isStored ? [] : [{ field, message: 'telephone_of_another_person', params: { name: other.name } }];
  }
  return [];
}

async function stateOf({ states }: TelephoneSources['handler'], stream: string) {
  const state = recordStateOf((await states.read([stream])).get(stream)?.state);
  return state.status === 'none' ? undefined : state.data;
}
