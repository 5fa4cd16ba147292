/**
 * Imported trade is exported, and hledger and beancount add it up at every month end. The test uses some lines of the
 * file; with IMPORT_FILE and IMPORT_RATES the whole file, as the benchmark of the import does.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personOf } from '../../identity/person.ts';
import { compareWithOthers } from '../../read-api/audit/export/compare.ts';
import { isHere } from '../../read-api/audit/export/oracles.ts';
import { connectReader } from '../../read-api/database/reader.ts';
import type { Reader } from '../../read-api/database/reader-type.ts';
import { sender } from '../../tools/online-retail/send.ts';
import { type ImportingBusiness, importingBusiness, sampleOfTrade, type TradeFiles } from '../imports/sample.ts';
import { rolesAt } from '../support/database.ts';

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
const PROGRAMS = ['hledger', 'bean-query'];
const here = PROGRAMS.filter(isHere);
const file = process.env['IMPORT_FILE'];
const MINUTES = 60_000;
const REBUILD = join(import.meta.dirname, '..', '..', 'projector', 'rebuild', 'main.ts');

const LANES = 8;
const trades: readonly [name: string, months: number, present: boolean, files: () => TradeFiles][] = [
  ['a few lines of the file', 2, true, sampleOfTrade],
  [
    'the whole file that IMPORT_FILE names',
    7,
    file !== undefined,
    () => ({ file: file ?? '', rates: process.env['IMPORT_RATES'] }),
  ],
];

describe.each(trades)('%s', (_name, months, present, files) => {
  describe.skipIf(!present || here.length === 0)('entered and exported', () => {
    let business: ImportingBusiness;
    let reader: Reader;
    beforeAll(async () => {
      business = await importingBusiness();
      reader = connectReader(rolesAt(business.database.url).read);
      const { met, said } = await business.run(sender(business.commands, 'import'), files(), { lanes: LANES });
      expect(met, said.join('\n')).toBe(true);
    }, 8 * MINUTES);
    afterAll(async () => {
      await reader?.destroy();
      await business?.close();
    });

    it(
      'has the balances of hledger and beancount at every month end',
      async () => {
        await caughtUp(business);
        const { rows } = await business.commands.pool.query('select count(*)::int as lines from read.journal_line');
        const started = performance.now();
        for (const compared of await compareWithOthers(reader, owner)) {
          if (!here.includes(compared.program)) continue;
          expect(compared).toMatchObject({ missing: false, months, differences: [] });
          expect(compared.balances).toBeGreaterThan(months * 5);
          if (present && file !== undefined) told(compared, rows[0]?.lines, started);
        }
      },
      8 * MINUTES,
    );

    it('compares again when the read models are replaced meanwhile', { timeout: 8 * MINUTES }, async () => {
      const lines: string[] = [];
      const compared = await compareWithOthers(reader, owner, (line) => {
        if (lines.push(line) > 1) return;
        const env = {
          ...process.env,
          DATABASE_URL: business.database.url,
          DAFTAR_EVENTSTORE_URL: '',
          EVENTSTORE_URL: '',
        };
        const { status, stderr } = spawnSync(process.execPath, [REBUILD], { env, encoding: 'utf8' });
        expect(status, stderr).toBe(0);
      });
      expect(lines.filter((line) => line.includes('were replaced meanwhile'))).toHaveLength(1);
      expect(compared.filter(({ missing }) => !missing).map(({ differences }) => differences)).toEqual(
        here.map(() => []),
      );
    });
  });
});

/** Prints what was compared when the test is run by hand. */
function told(
  { program, balances, months }: { program: string; balances: number; months: number },
  lines: number,
  started: number,
): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stderr.write(`${program}: ${lines} lines, ${months} month ends, ${balances} balances, ${seconds} s\n`);
}

async function caughtUp({ commands }: ImportingBusiness): Promise<void> {
  const head = await commands.store.head();
  await expect
    .poll(
      async () => {
        const { rows } = await commands.pool.query('select min(position) as position from read.checkpoint');
        return BigInt(rows[0]?.position ?? 0);
      },
      { timeout: MINUTES },
    )
    .toBe(head);
}
