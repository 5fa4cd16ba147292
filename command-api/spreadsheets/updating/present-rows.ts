/** The records of a kind as rows of their import: what a person changes in a spreadsheet and imports again. */
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../domain/deciding/facts.ts';
import { exportedCells } from '../../../domain/imports/exported-cells.ts';
import { importFormat, isRecordFormat } from '../../../domain/imports/formats.ts';
import { importPermission } from '../../../domain/imports/import-format.ts';
import { MAY_IMPORT } from '../../../domain/imports/imports-made.ts';
import type { RecordFormat } from '../../../domain/imports/record-format.ts';
import { RECORD_ID } from '../../../domain/imports/updating.ts';
import { recordStateOf } from '../../../domain/records/record.ts';
import { defined } from '../../../domain/values/defined.ts';
import { Refusal } from '../../../domain/values/refusal.ts';
import { forbidden } from '../../../identity/guard.ts';
import { addRoute } from '../../../identity/machine/declared-route.ts';
import { pathPart } from '../../../identity/request-parts.ts';
import { streamOf } from '../../aggregates/aggregate-types.ts';
import type { Commands } from '../../commands/open-commands.ts';
import { inScope } from '../../handling/scope.ts';
import { READ_WAIT_MS } from '../../read-models/models-at.ts';
import { PRESENT_ROWS } from '../answer-schemas.ts';
import { recordKindOf } from '../check-records.ts';
import { readNames } from '../names.ts';
import { updatePermission } from '../parameters.ts';
import { ownData } from './check-updates.ts';
import { wholeFormat } from './place-columns.ts';

export function presentRowsRoutes(app: FastifyInstance, commands: Commands) {
  return [
    addRoute(app, {
      method: 'GET',
      url: '/imports/present/:format',
      config: { permission: MAY_IMPORT },
      schema: {
        operationId: 'listPresentRows',
        tags: ['imports'],
        summary: 'The records of a kind as rows of its spreadsheet, to be changed and imported again',
        response: PRESENT_ROWS,
      },
      handler: async (request) => {
        const format = importFormat(pathPart(request, 'format'));
        if (!format || !isRecordFormat(format) || !format.updating) {
          throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
        }
        const needed = [importPermission(format), updatePermission(format)];
        const missing = needed.find((permission) => !request.person.can(permission));
        if (missing !== undefined) throw forbidden(missing);
        const whole = await wholeFormat(commands, format, request.person, READ_WAIT_MS);
        return { data: await presentRows(commands, isRecordFormat(whole) ? whole : format, request.person) };
      },
    }),
  ];
}

interface PresentRows {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Of the active records, as far as they are shown to the person; read from the log at once. */
async function presentRows(commands: Commands, format: RecordFormat, actor: Actor): Promise<PresentRows> {
  const kind = recordKindOf(commands, format.kind);
  const named = format.columns.flatMap(({ resource }) => resource ?? []);
  const names = await readNames(commands, [...named, format.resource], actor, READ_WAIT_MS);
  const ids = [...names.rowsOf(format.resource).keys()].toSorted((one, other) => one - other);
  const states = await commands.handler.states.read(ids.map((id) => streamOf(kind.kind, id)));
  const nameIn = (resource: string, id: number) => names.nameOf(resource, id) ?? null;
  const rows = ids.flatMap((id) => {
    const { state } = defined(states.get(streamOf(kind.kind, id)));
    const record = recordStateOf(state);
    if (record.status !== 'active' || !inScope(kind, id, state, actor)) return [];
    return [{ ...exportedCells(format, ownData(kind, record.data, actor), nameIn), [RECORD_ID]: String(id) }];
  });
  return { columns: format.columns.map(({ name }) => name), rows };
}
