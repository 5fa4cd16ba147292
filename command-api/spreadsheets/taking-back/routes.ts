/** The API of imports that were made: their list, what each has made, and taking one back. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { importFormat } from '../../../domain/imports/formats.ts';
import { type ImportMade, type ImportState, MAY_IMPORT, type MadeThing } from '../../../domain/imports/imports-made.ts';
import { user } from '../../../domain/people/user.record.ts';
import { requireRecentProof } from '../../../domain/registry/authority.ts';
import { Body, Note, Nullable } from '../../../domain/schemas/fields.schema.ts';
import { defined } from '../../../domain/values/defined.ts';
import type { Language } from '../../../domain/values/language.ts';
import { Refusal } from '../../../domain/values/refusal.ts';
import { languageOf } from '../../../identity/language.ts';
import { addRoute } from '../../../identity/machine/declared-route.ts';
import { bodyOf, pathPart, queryOf } from '../../../identity/request-parts.ts';
import { streamOf, titleOf } from '../../aggregates/aggregate-types.ts';
import type { Commands } from '../../commands/open-commands.ts';
import { inScope } from '../../handling/scope.ts';
import { commandIdOf, digestOfRequest, requireKey } from '../../http/command.ts';
import { isDryRun } from '../../http/dry-run.ts';
import { QUERY } from '../../http/parameters.ts';
import { hasEnded, type JobQueue } from '../../jobs/queue.ts';
import { startedBy } from '../../jobs/started-by.ts';
import { kindOf } from '../check-records.ts';
import { findImport, type ImportRow, maySeeImport, pageOfImports } from '../imports-made.ts';
import { isOfPeople, OF_RECORDS } from '../people.ts';
import { IMPORTS_MADE, MADE_THINGS, TAKEN_BACK } from './answer-schemas.ts';
import type { TakeBackData } from './job.ts';
import { madeBy } from './made-by.ts';
import { previewOfTakingBack, statesOf } from './preview.ts';

const LISTED_MAX = 50;

const PageQuery = Type.Object(
  {
    /** The last import that is known: those before it are listed. */
    before: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
/** Shows what a reversal with a reason would do. */
const REASON_SHOWN = '…';

const TakeBackBody = Body({
  reason: Type.Optional(Nullable(Note({ minLength: 1 }))),
  /** What cannot be taken back is kept, and the rest is taken back. */
  partly: Type.Optional(Type.Boolean()),
});

type Queue = () => Promise<JobQueue>;

export function importsMadeRoutes(app: FastifyInstance, commands: Commands, queue: Queue) {
  const shared = { config: { permission: MAY_IMPORT } };
  return [
    addRoute(app, {
      ...shared,
      method: 'GET',
      url: '/imports/made',
      schema: {
        operationId: 'listImportsMade',
        tags: ['imports'],
        summary: `The imports of files that the person may see, newest first, ${LISTED_MAX} at a time`,
        querystring: PageQuery,
        response: IMPORTS_MADE,
      },
      handler: async (request) => {
        const seen = (row: ImportRow) => maySeeImport(importFormat(row.format), row, request.person);
        const { before } = queryOf(request, PageQuery);
        const rows = await pageOfImports(commands.pool, { before, count: LISTED_MAX }, seen);
        const names = await namesOfUsers(commands, rows, languageOf(request));
        return { data: await Promise.all(rows.map((row) => shown(row, names, queue))) };
      },
    }),
    addRoute(app, {
      ...shared,
      method: 'GET',
      url: '/imports/made/:import_id',
      schema: {
        operationId: 'showImportMade',
        tags: ['imports'],
        summary: 'The records and documents that an import has made, as they are now',
        response: MADE_THINGS,
      },
      handler: async (request) => ({ data: await thingsOf(commands, await found(commands, request), request) }),
    }),
    addRoute(app, {
      config: { ...shared.config, ...OF_RECORDS },
      method: 'POST',
      url: '/imports/made/:import_id/take_back',
      schema: {
        operationId: 'takeBackImport',
        tags: ['imports'],
        summary: 'Take an import back, as a job; with dry_run=1 what would be kept and why',
        body: TakeBackBody,
        querystring: QUERY,
        response: TAKEN_BACK,
      },
      handler: async (request) => {
        const row = await found(commands, request);
        if (isOfPeople(importFormat(row.format))) requireRecentProof(request.person);
        if ((await stateOf(row, queue)) === 'running') {
          throw new Refusal('wrong_state', [{ field: '', message: 'import_is_running' }]);
        }
        const { reason = null, partly = false } = bodyOf(request, TakeBackBody);
        const language = languageOf(request);
        if (isDryRun(request)) {
          const asked = { person: request.person, language, reason: reason ?? REASON_SHOWN };
          const { preview, isUntold } = await previewOfTakingBack(commands, row, asked);
          request.isUntold = isUntold;
          return { data: preview };
        }
        requireKey(request);
        const job: TakeBackData = { import_id: row.import_id, reason, partly, language, ...startedBy(request) };
        const digest = digestOfRequest(request);
        return { data: await (await queue()).add('take_back_import', { ...job }, commandIdOf(request), { digest }) };
      },
    }),
  ];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws Refusal not_found for an import that the person may not see as for one that is not there. */
async function found({ pool }: Commands, request: FastifyRequest): Promise<ImportRow> {
  const importId = pathPart(request, 'import_id');
  const row = UUID.test(importId) ? await findImport(pool, importId) : undefined;
  if (row && maySeeImport(importFormat(row.format), row, request.person)) return row;
  throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
}

async function thingsOf(commands: Commands, row: ImportRow, request: FastifyRequest): Promise<MadeThing[]> {
  const made = await madeBy(commands, row);
  const states = await statesOf(commands, made);
  return made.flatMap(({ kind, id, stream, isChange: changed }) => {
    const { state } = defined(states.get(stream));
    if (!inScope(kind, id, state, request.person)) return [];
    return [{ kind: kind.kind, id, title: titleOf(kind, state, languageOf(request)), status: state.status, changed }];
  });
}

async function namesOfUsers(commands: Commands, rows: readonly ImportRow[], language: Language) {
  const ids = new Set(rows.flatMap(({ user_id, taken_back_by }) => [user_id, taken_back_by ?? user_id]));
  const kind = kindOf(commands, user.kind);
  const states = await commands.handler.states.read([...ids].map((id) => streamOf(user.kind, id)));
  const name = (id: number) => titleOf(kind, defined(states.get(streamOf(user.kind, id))).state, language);
  return new Map([...ids].map((id) => [id, name(id)]));
}

async function shown(row: ImportRow, names: ReadonlyMap<number, string | null>, queue: Queue): Promise<ImportMade> {
  const { import_id, format, file_name, user_id, started_at, asked, made, left_out, updated, unchanged } = row;
  return {
    import_id,
    format,
    resource: defined(importFormat(format)).resource,
    file_name,
    user_fk: user_id,
    user_name: names.get(user_id) ?? null,
    started_at: started_at.toISOString(),
    rows: asked,
    made,
    left_out,
    updated,
    unchanged,
    state: await stateOf(row, queue),
    taken_back_at: row.taken_back_at?.toISOString() ?? null,
    taken_back_name: row.taken_back_by === null ? null : (names.get(row.taken_back_by) ?? null),
  };
}

async function stateOf(
  { import_id, ended_at, made, taken_back_at, kept }: ImportRow,
  queue: Queue,
): Promise<ImportState> {
  if (taken_back_at !== null) return kept === 0 ? 'taken_back' : 'partly';
  if (ended_at !== null) return made === 0 ? 'nothing' : 'made';
  const job = await (await queue()).find(import_id);
  return job && !hasEnded(job.state) && job.state !== 'unknown' ? 'running' : 'broken_off';
}
