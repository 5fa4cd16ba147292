/**
 * Vulnerabilities of components: the day on which each became known, the day by which it must be fixed, and overdue
 * checks.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { afterLooking, components, describeComponents } from '../../launcher/health/components.ts';

const RUN = join(import.meta.dirname, '..', '..', 'launcher', 'run.mjs');
const FIRST = new Date('2026-03-11T10:00:00Z');
const later = (days: number) => new Date(FIRST.getTime() + days * 86_400_000);
const report = (weak: Readonly<Record<string, string>>) => ({
  vulnerabilities: Object.fromEntries(
    Object.entries(weak).map(([name, severity]) => [name, { name, severity, range: '<2' }]),
  ),
});

let folder: string;
let before: string | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-components-'));
  before = process.env['DATA_DIR'];
  process.env['DATA_DIR'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['DATA_DIR'];
  else process.env['DATA_DIR'] = before;
  rmSync(folder, { recursive: true, force: true });
});

async function looked(weak: Readonly<Record<string, string>>, now: Date): Promise<readonly [number, string]> {
  const said: string[] = [];
  const input = Readable.from([JSON.stringify(report(weak))]);
  const code = await components((line) => said.push(line), input, now);
  return [code, said.join('\n')];
}

describe('a weakness', () => {
  it('is over its time after the days of its kind, counted from when it was seen first', async () => {
    const weak = { sharp: 'critical', fastify: 'high', pino: 'moderate' };
    const [code, said] = await looked(weak, FIRST);
    expect(code).toBe(0);
    expect(said.split('\n').slice(0, 3)).toEqual([
      '2026-03-14  sharp (critical, known since 2026-03-11)',
      '2026-03-25  fastify (high, known since 2026-03-11)',
      '2026-06-09  pino (moderate, known since 2026-03-11)',
    ]);
    expect((await looked(weak, later(3)))[0]).toBe(0);
    expect(await looked(weak, later(4))).toEqual([
      1,
      expect.stringContaining('Over their time: sharp (until 2026-03-14)'),
    ]);
    // One is fixed, and another one is found.
    expect((await looked({ fastify: 'high', pg: 'high' }, later(14)))[0]).toBe(0);
    expect((await looked({ fastify: 'high', pg: 'high' }, later(15)))[1]).toContain('fastify (until 2026-03-25)');
    expect(() => describeComponents(folder, later(15))).toThrow('fastify');
  });

  it('that comes back begins anew', () => {
    const [first, none] = [afterLooking(report({ pg: 'high' }), undefined, FIRST), report({})];
    const gone = afterLooking(none, first, later(2));
    expect(afterLooking(report({ pg: 'high' }), gone, later(9)).weaknesses['pg']?.since).toBe('2026-03-20');
  });

  it('is told by doctor when nobody has looked for a week', async () => {
    expect(describeComponents(folder, FIRST)).toContain('nobody has looked yet');
    await looked({}, FIRST);
    expect(describeComponents(folder, later(7))).toContain('no weakness is known');
    expect(() => describeComponents(folder, later(8))).toThrow('nobody has looked for 8 days');
  });

  it('is stored for the owner of the data folder, and only a report is accepted', async () => {
    await looked({ pg: 'high' }, FIRST);
    const file = join(folder, 'components.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ weaknesses: { pg: { severity: 'high' } } });
    expect(() => afterLooking({ error: { code: 'ENOTFOUND' } }, undefined, FIRST)).toThrow('npm audit');
  });

  it('is listed by the command from what npm prints', () => {
    const input = JSON.stringify(report({ pg: 'high' }));
    const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, 'components'], { input, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\d {2}pg \(high, known since \d{4}-\d\d-\d\d\)\nlooked at on /);
  });
});
