/** docs/accounting.md: its citations, its tables of accounts and rules, and every figure of its worked examples. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountNumber, SYSTEM_ACCOUNTS, SYSTEM_KEYS } from '../../domain/chart/chart.ts';
import { RULE_NOTES, type Rule } from '../../domain/entries/rule-lines.ts';
import { postingTable } from '../../domain/registry/posting-table.ts';
import screens from '../../languages/screens/en/audit.json' with { type: 'json' };
import { EXAMPLES } from './accounting-examples.ts';
import { citedSections, examplesOf, sectionsOf, tableOf } from './accounting-page.ts';
import { HEADER } from './example-books.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'accounting.md'), 'utf8');
const sections = sectionsOf(page);
const examples = examplesOf(page);

describe('a worked example', () => {
  it('is in the page for each that is computed, and computed for each in the page', () => {
    expect(examples.map(({ name }) => name).sort()).toEqual(Object.keys(EXAMPLES).sort());
  });

  it.each(examples)('$name: has the lines that its documents post', ({ name, table }) => {
    expect(table).toEqual([[...HEADER], ...(EXAMPLES[name]?.().rows ?? [])]);
  });

  it.each(examples)('$name: names no figure that is neither entered, held nor posted', ({ name, prose }) => {
    const known = EXAMPLES[name]?.().numbers ?? new Set();
    const named = prose.replace(/(?<=\d),(?=\d{3})/g, '').match(/\d+(\.\d+)?/g) ?? [];
    expect(named.filter((number) => !known.has(number))).toEqual([]);
  });
});

/** The rows of a section: event types, the file of the rule, and the accounts of each side. */
function rulesOf(section: string): string[][] {
  const events = new Map<Rule, string[]>();
  for (const [type, declared] of Object.entries(postingTable)) {
    if (declared.does !== 'post' || declared.rule.section !== section) continue;
    events.set(declared.rule, [...(events.get(declared.rule) ?? []), type]);
  }
  return [...events].map(([rule, types]) => [types.map(code).join(', '), linkOf(rule.file), ...sidesOf(rule)]);
}

const code = (text: string): string => `\`${text}\``;
const linkOf = (file: string): string => `[${file}](../domain/posting/${file})`;
const sidesOf = ({ lines }: Rule): string[] =>
  (['debit', 'credit', 'either'] as const).map((side) =>
    lines
      .filter((line) => line.side === side)
      .map(({ accounts, note }) =>
        [accounts.join(' or '), note && `(${note.replaceAll('_', ' ')})`].filter(Boolean).join(' '),
      )
      .join('; '),
  );

describe('a closed year', () => {
  const costing = sections.filter(({ number }) => number === '3' || number === '4');
  const withClosed = examples.filter(({ closed }) => closed !== undefined);

  it('stands beside every example of costing', () => {
    const names = costing.flatMap(({ text }) => examplesOf(text)).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !withClosed.some((example) => example.name === name))).toEqual([]);
  });

  it.each(withClosed)('beside $name: has the lines that are posted after it', ({ name, closed }) => {
    expect(closed?.table).toEqual([[...HEADER], ...(EXAMPLES[name]?.(true).rows ?? [])]);
  });

  it.each(withClosed)('beside $name: names no figure that is not there', ({ name, closed }) => {
    const known = EXAMPLES[name]?.(true).numbers ?? new Set();
    const named = closed?.prose.replace(/(?<=\d),(?=\d{3})/g, '').match(/\d+(\.\d+)?/g) ?? [];
    expect(named.filter((number) => !known.has(number))).toEqual([]);
  });
});

describe('the page', () => {
  it('has the sections that the code cites', () => {
    expect(sections.map(({ number }) => number)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });

  it.each(sections)(
    'lists in section $number every event that its rules post, with the accounts',
    ({ number, text }) => {
      expect(tableOf(text, 'event')).toEqual(rulesOf(number));
    },
  );

  it('lists the notes of the rules with the texts of the screens', () => {
    const notes = RULE_NOTES.map((note) => [note.replaceAll('_', ' '), screens.rule.note[note]]);
    expect(tableOf(page, 'note')).toEqual(notes);
  });

  it('lists every account of the chart', () => {
    const rows = SYSTEM_KEYS.map((key) => {
      const declared: { side: string; statement: string; per?: string } = SYSTEM_ACCOUNTS[key];
      const statement = declared.statement === 'income' ? 'income' : 'balance sheet';
      return [
        String(accountNumber({ key })),
        code(key),
        declared.side,
        statement,
        (declared.per ?? '').replace('_', ' '),
      ];
    });
    expect(tableOf(page, 'number')).toEqual(rows);
  });

  it('links to files that exist', () => {
    const links = [...page.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => !existsSync(join(ROOT, 'docs', link)))).toEqual([]);
  });

  it('links in each section to every file that cites it', () => {
    const sources = ['command-api', 'domain', 'projector', 'read-api'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${folder}/${name}`),
    );
    const cited = sources.flatMap((file) =>
      citedSections(readFileSync(join(ROOT, file), 'utf8')).map((number) => ({ file, number })),
    );
    expect(cited.length).toBeGreaterThan(50);
    const missing = cited.filter(
      ({ file, number }) => !sections.find((section) => section.number === number)?.text.includes(`](../${file})`),
    );
    expect(missing).toEqual([]);
  });
});
