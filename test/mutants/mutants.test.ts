/** The tool of `npm run test:mutants` makes errors where it says, and reports those that no test catches. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launcher/machine/root.ts';
import { EQUIVALENT } from './equivalent.ts';
import { fallenIn, scoreOf, survivors } from './main.ts';
import { allMutants, chosenMutants, chosenSql } from './plan.ts';
import { triedInDomain } from './run.ts';
import { mutantsOf, switched } from './sites.ts';
import { sqlMutantsOf } from './sql-sites.ts';

const FILE = 'domain/some.ts';
const KEYS = ['sales', 'output-tax'];
const ALL = allMutants();
const madeOf = (body: string) => mutantsOf(FILE, `function f() { ${body} }`, KEYS).map(({ what }) => what);

describe('errors in TypeScript', () => {
  it('are made of comparisons, boundaries, sums, conditions, lists, statements, and accounts', () => {
    expect(madeOf('return a < b')).toEqual(['<= for <', '>= for <']);
    expect(madeOf('return a === b && c')).toEqual(['|| for &&', '!== for ===']);
    expect(madeOf('if (known) list.push(1)')).toEqual(['the opposite of the condition', 'without push']);
    expect(madeOf('return add(a, negate(b))')).toEqual(['- for add', 'the other side, without negate']);
    expect(madeOf('return { debit: a, credit: b }')).toEqual(['debit and credit exchanged']);
    expect(madeOf("return { key: 'sales' }")).toEqual(['the account output-tax']);
    expect(madeOf('return [one, two].some(f)')).toEqual(['every for some', 'an empty list']);
  });

  it('are not made of texts, types and messages of thrown errors, nor of what a module computes as it is loaded', () => {
    expect(madeOf("return 'a' + b")).toEqual([]);
    expect(madeOf('type A = true; throw new RangeError(a < b)')).toEqual([]);
    expect(mutantsOf(FILE, 'const a = b < c;', KEYS)).toEqual([]);
  });

  it('are switched in the line of their code, each by its number', () => {
    const text = 'const f = (a: number): boolean =>\n  a < 1 ||\n  a > 5;\nexport { f };\n';
    const numbers = new Map(mutantsOf(FILE, text, KEYS).map(({ key }, number) => [key, number]));
    const lines = switched(FILE, text, KEYS, numbers).split('\n');
    expect(lines).toHaveLength(text.split('\n').length);
    expect(lines.join('\n')).toContain('mutant$(1) ? (a) <= (1) : mutant$(2) ? (a) >= (1) : a < 1');
  });

  it('leave every file of the domain a program', () => {
    for (const [file, all] of Map.groupBy(ALL, ({ file }) => file)) {
      const numbers = new Map(all.map(({ key }, number) => [key, number]));
      const text = switched(file, readFileSync(join(ROOT, file), 'utf8'), KEYS, numbers);
      expect(() => stripTypeScriptTypes(text), file).not.toThrow();
    }
  });
});

describe('errors in SQL', () => {
  const madeOfSql = (condition: string) =>
    sqlMutantsOf('f.sql', `create function f() as $$ ${condition} $$`).map(({ what }) => what);

  it('are made of each condition, and of nothing in texts and comments', () => {
    expect(madeOfSql('where a.b <= c and not exists (select)')).toEqual([
      ...['< for <=', '> for <=', 'or for and', 'exists for not exists'],
    ]);
    expect(madeOfSql("if p ? 'use' or x is null then")).toEqual([
      'not p ? for p ?',
      'and for or',
      'is not null for is null',
    ]);
    expect(madeOfSql('where c.day between k.from_day and k.to_day')).toHaveLength(2);
    expect(madeOfSql("select 'a < b and c', p -> 'x' -- and not <")).toEqual([]);
  });

  it('are made of every function of the claims that has a condition', () => {
    expect(new Set(chosenSql([]).map(({ file }) => file)).size).toBeGreaterThan(30);
  });
});

describe('a run', () => {
  it('catches the errors of a small file with its test, ends what runs for ever, and names the survivors', async () => {
    const file = 'domain/deciding/keeping-last.ts';
    const tests = { quick: ['test/domain/keeping-last.test.ts'], slow: [], workers: 1 };
    const { all, unusable } = await triedInDomain(chosenMutants([file]), tests);
    expect(unusable).toEqual([]);
    expect(scoreOf(all)).toEqual({ domain: { mutants: 5, caught: 4 } });
    expect(survivors(all)).toEqual([`survived: ${file}:21 - for +: next + 1: 1`]);
  });

  it('says of what no test evaluates that it was not reached', async () => {
    const file = 'domain/deciding/same-name.ts';
    const tests = { quick: ['test/domain/keeping-last.test.ts'], slow: [], workers: 1 };
    const { all } = await triedInDomain(chosenMutants([file]), tests);
    expect(all.length).toBeGreaterThan(0);
    expect(new Set(all.map(({ fate }) => fate))).toEqual(new Set(['not reached']));
  });

  it('fails when the share of an area falls, and not when the number of its errors does', () => {
    const kept = { costing: { mutants: 10, caught: 9 } };
    expect(fallenIn({ costing: { mutants: 20, caught: 18 } }, kept)).toEqual([]);
    expect(fallenIn({ costing: { mutants: 20, caught: 17 } }, kept)).toEqual([
      'The share of costing has fallen: 17 of 20 errors caught (85.0 %), before 9 of 10 errors caught (90.0 %).',
    ]);
    expect(fallenIn({}, kept)).toHaveLength(1);
  });
});

describe('the sample', () => {
  it('is several hundred errors of the domain', () => {
    const chosen = chosenMutants([]);
    expect(chosen.length).toBeGreaterThan(500);
    expect(chosen.length).toBeLessThan(ALL.length / 5);
  });

  it('stays the same when a file is edited elsewhere', () => {
    const text = 'const f = (a: number): boolean => a < 1;';
    const keysOf = (of: string) => mutantsOf(FILE, of, KEYS).map(({ key }) => key);
    expect(keysOf(`const g = (a: string) => !a;\n\n${text}`)).toEqual(expect.arrayContaining(keysOf(text)));
  });

  it('leaves out only errors that exist, each with its reason', () => {
    const known = new Set([...ALL, ...chosenSql([], [])].map(({ key }) => key));
    expect(EQUIVALENT.filter(({ key }) => !known.has(key))).toEqual([]);
    expect(EQUIVALENT.filter(({ why }) => why.length < 20)).toEqual([]);
  });
});
