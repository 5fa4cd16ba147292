/** Every answer of the table of docs/figures.md has the figure that its formula makes of a trial balance. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { isObject } from '../../domain/values/members.ts';
import { type Money, money, printMoney } from '../../domain/values/money.ts';
import { personOf } from '../../identity/person.ts';
import { reportRoutes } from '../../read-api/all-reports.ts';
import { inSnapshot } from '../../read-api/database/reader.ts';
import type { Reader } from '../../read-api/database/reader-type.ts';
import type { Asked } from '../../read-api/http/route.ts';
import { trialBalance } from '../../read-api/reports/trial-balance.ts';

export interface Figure {
  readonly word: string;
  /** What moved in the period; otherwise the balance at its end. */
  readonly isOfDays: boolean;
  readonly accounts: readonly { readonly key: string; readonly isLess: boolean }[];
  readonly answers: readonly { readonly path: string; readonly field: string }[];
  /** Keys of the texts that name it. */
  readonly texts: readonly string[];
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** The rows of the table. */
export const figures: readonly Figure[] = readFileSync('docs/figures.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Word'))
  .map((line) => {
    const [, word = '', of, formula = '', answers = '', texts = ''] = line.split('|').map((cell) => cell.trim());
    return {
      word,
      isOfDays: of === 'the days',
      accounts: [...formula.matchAll(/(−?)([a-z][a-z-]*)/g)].map(([, minus, key = '']) => ({
        key,
        isLess: minus !== '',
      })),
      answers: quoted(answers).map((answer) => {
        const [path = '', field = ''] = answer.split(' ');
        return { path, field };
      }),
      texts: quoted(texts),
    };
  });

type Row = Awaited<ReturnType<typeof trialBalance>>['rows'][number];

/** Debits less credits of the accounts, each with those below it, each account once. */
function computed({ accounts, isOfDays }: Figure, rows: readonly Row[], hasStart: boolean): string {
  const byNumber = new Map(rows.map((row) => [row.account, row]));
  const parents = new Set(rows.map(({ parent }) => parent));
  const keysOf = (row: Row): string[] => {
    const above = row.parent === null ? undefined : byNumber.get(row.parent);
    return [row.key, ...(above ? keysOf(above) : [])];
  };
  let total = 0n;
  for (const row of rows) {
    if (parents.has(row.account)) continue;
    const keys = keysOf(row);
    const found = accounts.find(({ key }) => keys.includes(key));
    if (!found) continue;
    const moved = isOfDays && hasStart;
    const net = moved ? money(row.movement_debit) - money(row.movement_credit) : money(row.debit) - money(row.credit);
    total += found.isLess ? -net : net;
  }
  return printMoney(total as Money);
}

/** The figure of a field, or the sum of a field in all rows. */
function shown(answer: unknown, field: string): string {
  let at: readonly unknown[] = [answer].flat();
  for (const name of field.split('.')) {
    at = at.flatMap((each) => (isObject(each) && name in each ? [each[name]] : [])).flat();
  }
  return printMoney(at.reduce<bigint>((sum, each) => sum + money(String(each ?? '0')), 0n) as Money);
}

const everyone = personOf(1, { user_name: 'all', email: 'a@example.com' }, undefined);

/** Asks each answer of the table once, for the same days as known at the same moment. */
export async function figuresAgree(reader: Reader, query: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await inSnapshot(reader, (snapshot) => trialBalance(snapshot, everyone, query));
  const answers = new Map<string, unknown>();
  for (const path of new Set(figures.flatMap((figure) => figure.answers.map((answer) => answer.path)))) {
    const route = reportRoutes.find(({ url }) => url === `/${path}`);
    if (!route) throw new RangeError(`no report ${path}`);
    const isOfDays = figures.some((figure) => figure.isOfDays && figure.answers.some((answer) => answer.path === path));
    const { from, ...until } = query;
    const asked = { ...(isOfDays && from !== undefined ? { ...until, from } : until), per_page: '200' };
    const { handle } = route as { readonly handle: (asked: Partial<Asked>) => Promise<unknown> };
    answers.set(path, await handle({ reader, person: everyone, query: asked, params: {} }));
  }
  for (const figure of figures) {
    const value = computed(figure, rows, query['from'] !== undefined);
    expect(
      figure.answers.map(({ path, field }) => [path, field, shown(answers.get(path), field)]),
      figure.word,
    ).toEqual(figure.answers.map(({ path, field }) => [path, field, value]));
  }
}
