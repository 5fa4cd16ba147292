/** Every read model rebuilt from 1,000,000 document lines, compared with COPY of the same rows into the same tables. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { definitionSql } from '../projector/builds/definition.ts';
import { models } from '../projector/models/all.ts';
import { checkBooks } from '../projector/rebuild/invariants.ts';
import { columnsOf } from '../projector/rows/table.ts';
import { type Figure, mustHold, type Scenario, scaled } from './measure.ts';
import { runProgram } from './programs.ts';
import { fillLog } from './sample-log.ts';

const DOCUMENTS = 200_000;
const LINES = 5;
const TIMES_COPY = 2.5;
const MEMORY_MIB = 1_024;

export const replay: Scenario = {
  name: 'replay',
  about: `every read model from ${(DOCUMENTS * LINES).toLocaleString('en')} document lines, beside COPY of the same rows`,
  async run({ size, databaseUrl }) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const log = await fillLog(databaseUrl, {
        documents: scaled(DOCUMENTS, size, 500),
        linesPerDocument: LINES,
        items: scaled(2_000, size, 20),
        outlets: 3,
        latePerMille: 20,
      });
      const rebuilt = await rebuildAlone(databaseUrl);
      const { rows } = await client.query<{ schema: string }>(
        `select schema from projection.build where status = 'current'`,
      );
      const schema = rows[0]?.schema ?? '';
      await check(client, schema, log.documentLines);
      const copiedMs = await copyTheSame(client, schema);
      const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
      const figures: Figure[] = [
        {
          name: 'rebuild',
          value: seconds(rebuilt.ms),
          reference: { name: 'the time of COPY', value: seconds(copiedMs), ratio: rebuilt.ms / copiedMs },
          target: { text: `at most ${TIMES_COPY} × the time of COPY`, reached: rebuilt.ms <= TIMES_COPY * copiedMs },
        },
        {
          name: 'peak memory',
          value: `${rebuilt.peakMib} MiB`,
          target: { text: `at most ${MEMORY_MIB} MiB`, reached: rebuilt.peakMib <= MEMORY_MIB },
        },
        { name: 'of it verifying', value: seconds(rebuilt.verifyMs) },
      ];
      return figures;
    } finally {
      await client.end();
    }
  },
};

/** In a separate process, like `npm run rebuild`, to measure its memory alone. */
async function rebuildAlone(url: string): Promise<{ ms: number; verifyMs: number; peakMib: number }> {
  let verifyingMs = 0;
  const { ms, output } = await runProgram(url, 'projector/rebuild/main.ts', [], (text) => {
    if (text.includes('verifying')) verifyingMs = performance.now();
  });
  const verifyMs = performance.now() - verifyingMs;
  const peak = /peak memory (\d+) MiB/.exec(output);
  mustHold(verifyingMs > 0 && peak !== null, `the rebuild did not print that it verified, or its memory:\n${output}`);
  return { ms, verifyMs, peakMib: Number(peak[1]) };
}

/** All lines are there, and the books are correct. */
async function check(client: pg.Client, schema: string, documentLines: number): Promise<void> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${schema}.document_line`);
  mustHold(Number(rows[0]?.count) === documentLines, `${rows[0]?.count} of ${documentLines} document lines are there`);
  for (const { name, findings } of await checkBooks(client, schema)) {
    mustHold(findings.length === 0, `${name}: ${findings.join('; ')}`);
  }
}

/**
 * Writes the rows to files first; then loads them into empty tables of the same shape and indexes them, which is timed.
 */
async function copyTheSame(client: pg.Client, schema: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-replay-'));
  const tables = models.flatMap((model) => model.tables);
  try {
    for (const table of tables) {
      const source = client.query(copyTo(`copy ${schema}.${table.name} (${columnsOf(table).join(', ')}) to stdout`));
      await pipeline(source, createWriteStream(join(folder, table.name)));
    }
    await client.query('create schema plain');
    for (const model of models) await client.query(definitionSql(model, 'tables', 'plain'));
    const startedMs = performance.now();
    for (const table of tables) {
      const into = client.query(copyFrom(`copy plain.${table.name} (${columnsOf(table).join(', ')}) from stdin`));
      await pipeline(createReadStream(join(folder, table.name), { highWaterMark: 1 << 20 }), into);
    }
    for (const model of models) await client.query(definitionSql(model, 'indexes', 'plain'));
    for (const table of tables) await client.query(`analyze plain.${table.name}`);
    return performance.now() - startedMs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
