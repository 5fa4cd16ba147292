/** The pages of the repository: links, the index of decisions, the licence, the changelog, the forms of issues. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from '../tools/suite/import-graph.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const files = repositoryFiles();
const pages = files.filter((file) => file.endsWith('.md'));

/** The text of a page without its examples. */
const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

/** `## When secrets.json was lost` is `when-secretsjson-was-lost`. */
const anchorsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('links', () => {
  it('between pages lead to files and sections that exist', () => {
    let links = 0;
    const broken = pages.flatMap((page) =>
      [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^[a-z]+:/.test(link)) return [];
        links += 1;
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        const isThere = existsSync(join(ROOT, target)) && (anchor === undefined || anchorsOf(target).includes(anchor));
        return isThere ? [] : [`${page}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
    expect(links).toBeGreaterThan(300);
  });
});

describe('decisions', () => {
  const folder = 'docs/decisions';
  const decisions = readdirSync(join(ROOT, folder)).filter((file) => /^\d{4}-/.test(file));
  const titleOf = (file: string) => /^# (.*)$/m.exec(read(`${folder}/${file}`))?.[1] ?? '';

  it('are listed once each in docs/decisions/README.md, under their titles and with a sentence', () => {
    const index = read(`${folder}/README.md`);
    const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) (.*) \| (.*\.) \|$/gm)].map(([, ...cells]) => cells);
    const listed = rows.map(([number = '', file = '', title = '']) => [number, file, title]);
    const expected = decisions.map((file) => [file.slice(0, 4), file, titleOf(file)]);
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });

  it('have a number of their own, and titles without it', () => {
    const numbers = decisions.map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(decisions.filter((file) => /^\d|^$/.test(titleOf(file)))).toEqual([]);
  });

  it('that a file cites by name exist', () => {
    const known = new Set(decisions);
    const missing = files
      .filter((file) => /\.(ts|tsx|mjs|sql|md|ya?ml)$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/\b(\d{4}-[a-z0-9-]+\.md)\b/g)].flatMap(([, name = '']) =>
          known.has(name) ? [] : [`${file} cites ${name}`],
        ),
      );
    expect(missing).toEqual([]);
  });
});

describe('the licence', () => {
  it('is stated for every file in REUSE.toml, as package.json and LICENSE have it', () => {
    const statement = read('REUSE.toml');
    expect(statement).toMatch(/^version = 1$/m);
    expect([...statement.matchAll(/^path = "(.*)"$/gm)].map(([, path]) => path)).toEqual(['**']);
    const licence = /^SPDX-License-Identifier = "(.*)"$/m.exec(statement)?.[1];
    expect(licence).toBe((JSON.parse(read('package.json')) as { license: string }).license);
    expect(read('LICENSE')).toContain('Apache License');
  });

  it('is stated by no file otherwise', () => {
    const own = new RegExp(['SPDX-License', 'Identifier'].join('-'));
    const sources = files.filter((file) => /\.(ts|tsx|mjs|sql|css|html|py|sh|xsd)$/.test(file));
    expect(sources.filter((file) => own.test(read(file).slice(0, 2_000)))).toEqual([]);
  });
});

describe('the changelog', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);

  it('begins with what is unreleased, then the version of package.json', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(headings[0]).toBe('Unreleased');
    expect(headings[1]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} – \\d{4}-\\d{2}-\\d{2}$`));
  });

  it('has semantic versions, the newest first', () => {
    const versions = headings.slice(1).map((heading) => heading.split(' ')[0] ?? '');
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const inOrder = versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
    expect(versions).toEqual(inOrder);
  });
});

it('the forms of issues have a name and a description, and ask for no real data', () => {
  const forms = files.filter((file) => /^\.github\/ISSUE_TEMPLATE\/.*\.md$/.test(file));
  expect(forms.length).toBeGreaterThanOrEqual(2);
  for (const form of forms) expect(read(form)).toMatch(/^---\nname: .+\nabout: .+\n/);
  expect(read('.github/ISSUE_TEMPLATE/defect.md')).toContain('SECURITY.md');
});
