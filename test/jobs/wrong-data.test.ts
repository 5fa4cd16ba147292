/** The data of a job come from the database of the queue, and may be of another version or of another program. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bulkWork } from '../../command-api/jobs/bulk.ts';
import { closeYearWork } from '../../command-api/jobs/close-year.ts';
import { demonstrationWork } from '../../command-api/jobs/demonstration.ts';
import type { JobContext, JobWork } from '../../command-api/jobs/queue.ts';
import { rebuildWork } from '../../command-api/jobs/rebuild.ts';
import { recalculateWork } from '../../command-api/jobs/recalculate.ts';
import { importWork } from '../../command-api/spreadsheets/job.ts';
import { unpacked } from '../../command-api/spreadsheets/job-data.ts';
import { NotAsDeclared } from '../../domain/schemas/checked.schema.ts';

/** Fails when a job uses it before its data are validated. */
const untouched = new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`${String(name)} was read before the data was validated`);
    },
  },
) as never;
const context: JobContext = { progress: async () => untouched, signal: new AbortController().signal };

const WORKS: Readonly<Record<string, JobWork>> = {
  rebuild: rebuildWork(untouched, untouched),
  close_year: closeYearWork(untouched, untouched, untouched),
  bulk: bulkWork(untouched, untouched, untouched),
  import: importWork(untouched, untouched),
  recalculate: recalculateWork(untouched, untouched, untouched),
  demonstration: demonstrationWork(untouched, ''),
};

const WRONG = [
  ['nothing', undefined],
  ['a text', 'rebuild'],
  ['a list', []],
  ['no person', {}],
  ['a person who is a text', { user_id: '1' }],
  ['a session that lacks its scope', { user_id: 1, scope: { user_id: 1 } }],
] as const;

describe.each(Object.entries(WORKS))('the job %s', (_name, work) => {
  it.each(WRONG)('with %s as its data is refused before anything is done', async (_what, data) => {
    const refused = work(data, context);
    await expect(refused).rejects.toBeInstanceOf(NotAsDeclared);
    await expect(refused).rejects.toThrow('the data of the job is not as it must be: ');
  });
});

describe('the rows of an import', () => {
  const job = (rows: string) => ({
    user_id: 1,
    format: 'brands',
    packed: gzipSync(rows).toString('base64'),
    language: 'en' as const,
    command_id: 'a',
  });

  it('are refused where they are no rows, with the path of what is wrong', () => {
    expect(() => unpacked(job('{'))).toThrow('the rows of the import is not as it must be: the whole of it is no JSON');
    const rows = JSON.stringify({
      rows: [{ row: 'one', cells: {} }],
      parameters: {},
      choices: [],
      good_rows_only: true,
    });
    expect(() => unpacked(job(rows))).toThrow('/rows/0/row must be integer');
  });
});
