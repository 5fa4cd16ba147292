/** The API of spreadsheet imports: formats, reading a file, the dry run, and the job. */

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type AnyFormat, IMPORT_FORMATS, stores } from '../../domain/imports/formats.ts';
import {
  FILE_NAME_LENGTH_MAX,
  IMPORT_BYTES_MAX,
  IMPORT_ROWS_MAX,
  importPermission,
} from '../../domain/imports/import-format.ts';
import { Body, Id, OneOf, Text } from '../../domain/schemas/fields.schema.ts';
import { pascalOf, wordsOf } from '../../domain/values/kind-words.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { languageOf } from '../../identity/language.ts';
import { addRoute } from '../../identity/machine/declared-route.ts';
import type { Person } from '../../identity/person.ts';
import { bodyOf } from '../../identity/request-parts.ts';
import { unavailable } from '../../identity/unavailable.ts';
import type { Commands } from '../commands/open-commands.ts';
import { commandIdOf, digestOfRequest, requireKey } from '../http/command.ts';
import { isDryRun } from '../http/dry-run.ts';
import { formFile } from '../http/form-file.ts';
import { QUERY } from '../http/parameters.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { startedBy } from '../jobs/started-by.ts';
import { FORMAT, FORMATS, IMPORTED, READ_FILE } from './answer-schemas.ts';
import { checkImport } from './check.ts';
import { type ImportJob, packed } from './job-data.ts';
import { isOfPeople, OF_RECORDS } from './people.ts';
import { checkedImport } from './problem-messages.ts';
import { type Mapping, readFile } from './reading/read-file.ts';
import { fileRefused, isArchive } from './reading/unpacked-size.ts';
import { shownFormat } from './shown-format.ts';
import { wholeFormat } from './updating/place-columns.ts';

const PARTS = { files: 1, fields: 4, parts: 5, fieldSize: 20_000, headerPairs: 20, fileSize: IMPORT_BYTES_MAX + 1 };

/** A file of 2 MB as JSON, with corrections. */
const REQUEST_BYTES_MAX = 16 * 1024 * 1024;
/** Files with macros have other extensions (`.xlsm`). */
const FILE_NAME = /\.(xlsx|csv|tsv|txt)$/i;
/** Maximum length of a cell in a spreadsheet. */
const CELL_LENGTH_MAX = 32_767;
/** The time that a read waits for the reader's own last write. */
const WAIT_MS = 2000;

const SEEN = Type.Array(
  Body({ row: Type.Integer({ minimum: 1, maximum: 1_048_576 }), id: Id(), revision: Type.Integer({ minimum: 0 }) }),
  { maxItems: IMPORT_ROWS_MAX },
);

const RequestBody = Body({
  file_name: Type.Optional(Text(FILE_NAME_LENGTH_MAX, { minLength: 1 })),
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  rows: Type.Array(
    Body({
      row: Type.Integer({ minimum: 1, maximum: 1_048_576 }),
      cells: Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: CELL_LENGTH_MAX })),
    }),
    { minItems: 1, maxItems: IMPORT_ROWS_MAX },
  ),
  parameters: Type.Record(Type.String({ maxLength: 40 }), Type.Unknown()),
  choices: Type.Array(
    Body({
      resource: Type.String({ maxLength: 40 }),
      name: Type.String({ minLength: 1, maxLength: 140 }),
      becomes: Type.Union([OneOf(['create', 'skip']), Id()]),
    }),
    { maxItems: 3 * IMPORT_ROWS_MAX },
  ),
  good_rows_only: Type.Boolean(),
  /** The records of the rows as the dry run has shown them; what was changed since is refused. */
  seen: Type.Optional(SEEN),
});

export interface SpreadsheetOptions {
  readonly commands: Commands;
  readonly queue: () => Promise<JobQueue>;
  readonly clock?: () => Date;
}

export async function spreadsheetRoutes(app: FastifyInstance, options: SpreadsheetOptions): Promise<void> {
  formatRoutes(app, options);
  for (const format of IMPORT_FORMATS) importRoute(app, format, options);
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: PARTS, throwFileSizeLimit: false });
    for (const format of IMPORT_FORMATS) fileRoute(scope, format, options);
  });
}

function formatRoutes(app: FastifyInstance, { commands }: SpreadsheetOptions): void {
  app.route({
    method: 'GET',
    url: '/imports',
    config: { permission: 'signed_in' },
    schema: {
      operationId: 'listImportFormats',
      tags: ['imports'],
      summary: 'The formats that the person may import',
      response: FORMATS,
    },
    handler: async (request) => {
      const permitted = IMPORT_FORMATS.filter((format) => request.person.can(importPermission(format)));
      const whole = permitted.map((format) => formatNow(commands, format, request.person));
      return { data: (await Promise.all(whole)).map((format) => shownFormat(format, languageOf(request))) };
    },
  });
  for (const format of IMPORT_FORMATS) formatRoute(app, format, commands);
}

export const formatRoute = (app: FastifyInstance, format: AnyFormat, commands: Commands) =>
  addRoute(app, {
    method: 'GET',
    url: `/imports/${format.name}`,
    config: { permission: importPermission(format) },
    schema: {
      operationId: `showImportOf${pascalOf(format.name)}`,
      tags: ['imports'],
      summary: `The columns of a spreadsheet of ${wordsOf(format.name)}`,
      response: FORMAT,
    },
    handler: async (request) => {
      const whole = await formatNow(commands, format, request.person);
      return { data: shownFormat(whole, languageOf(request)) };
    },
  });

/** Without columns of records while the read models are behind: a file is read without them, and names what it ignores. */
async function formatNow(commands: Commands, format: AnyFormat, person: Person): Promise<AnyFormat> {
  try {
    return await wholeFormat(commands, format, person, WAIT_MS);
  } catch (error) {
    if (unavailable(error)) return format;
    throw error;
  }
}

export function fileRoute(app: FastifyInstance, format: AnyFormat, { commands }: SpreadsheetOptions) {
  return addRoute(app, {
    method: 'POST',
    url: `/imports/${format.name}/file`,
    config: { permission: importPermission(format), takesFiles: true, ...(isOfPeople(format) ? OF_RECORDS : {}) },
    schema: {
      tags: ['imports'],
      operationId: `readFileOf${pascalOf(format.name)}`,
      summary: `What a spreadsheet of ${wordsOf(format.name)} holds`,
      response: READ_FILE,
      consumes: ['multipart/form-data'],
    },
    handler: async (request) => {
      const { bytes, mapping } = await sentFile(request);
      const language = languageOf(request);
      const read = await readFile(format, bytes, language, mapping);
      if (read.ignored.length === 0) return { data: read };
      const whole = await formatNow(commands, format, request.person);
      return { data: whole === format ? read : await readFile(whole, bytes, language, mapping) };
    },
  });
}

export function importRoute(
  app: FastifyInstance,
  format: AnyFormat,
  { commands, queue, clock = () => new Date() }: SpreadsheetOptions,
) {
  return addRoute(app, {
    method: 'POST',
    url: `/imports/${format.name}`,
    config: {
      permission: importPermission(format),
      takesFiles: true,
      ...(isOfPeople(format) ? { ...OF_RECORDS, needsRecentProof: true } : {}),
    },
    bodyLimit: REQUEST_BYTES_MAX,
    schema: {
      tags: ['imports'],
      operationId: `import${pascalOf(format.name)}`,
      summary: `Import ${wordsOf(format.name)}, as a job; with dry_run=1 what is wrong with them, cell by cell`,
      body: RequestBody,
      querystring: QUERY,
      response: IMPORTED,
    },
    handler: async (request) => {
      const requested = bodyOf(request, RequestBody);
      const language = languageOf(request);
      if (isDryRun(request)) {
        const checking = { actor: request.person, moment: clock(), waitMs: WAIT_MS };
        const whole = await wholeFormat(commands, format, request.person, WAIT_MS);
        const checked = await checkImport(commands, whole, requested, checking);
        return { data: checkedImport(checked, requested.rows, whole, language) };
      }
      requireKey(request);
      if (!stores(format)) throw new Refusal('validation', [{ field: '', message: 'import_only_lines' }]);
      const command_id = commandIdOf(request);
      const job: ImportJob = {
        format: format.name,
        ...(requested.file_name === undefined ? {} : { file_name: requested.file_name }),
        file_digest: requested.digest,
        packed: packed(requested),
        ...startedBy(request),
        language,
        command_id,
      };
      const digest = digestOfRequest(request);
      return { data: await (await queue()).add('import', { ...job }, command_id, { digest }) };
    },
  });
}

/** The file, and the field `mapping` before it: the heading that a person chose for each column, as JSON. */
async function sentFile(request: FastifyRequest) {
  const { bytes, fileName = '', fields = {} } = (await formFile(request)) ?? {};
  if (!bytes || bytes.length === 0) throw fileRefused('excel_required');
  if (!FILE_NAME.test(fileName)) throw fileRefused('file_type');
  if (bytes.length >= IMPORT_BYTES_MAX) throw fileRefused('excel_too_large');
  // The content decides what it is, and the name must agree.
  if (isArchive(bytes) !== /\.xlsx$/i.test(fileName)) throw fileRefused('file_type');
  const { mapping } = fields;
  return mapping === undefined ? { bytes, mapping } : { bytes, mapping: mappingIn(mapping) };
}

function mappingIn(text: string): Mapping {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    // Without a readable choice the known headings count.
    given = {};
  }
  const entries = Object.entries(membersOf(given)).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string';
  });
  return Object.fromEntries(entries);
}
