/**
 * The cost of a declaration: the number of product files that contain a document, a report or a field of a record. The
 * figures are printed; docs/how-to lists these files.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../domain/registry/documents.ts';
import { reports } from '../domain/registry/reports.ts';
import { camelOf, pascalOf } from '../domain/values/kind-words.ts';
import { tell } from '../tools/suite/figures.ts';
import { repositoryFiles, sourceFiles } from '../tools/suite/import-graph.ts';
import { DOCUMENT_PAGES } from '../web/shared/navigation/document-pages.ts';

/** The demonstration enters documents as a user does. Benches and tests are not part of the product. */
const PRODUCT = /^(domain|event-store|identity|command-api|read-api|projector|seal|backup|migrations|web|languages)\//;

/**
 * The text of a file without comments, and without the words of other things with the same name: the income statement.
 */
function read(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*/g, ' ')
    .replace(/statement\b[^,;\n]{0,12}'income'|'balance_sheet' \| 'income'|^ *income: 'financial_reports.*/gm, ' ');
}

const product = [...new Set([...sourceFiles(), ...repositoryFiles().filter((file) => file.endsWith('.json'))])].filter(
  (file) => PRODUCT.test(file),
);
const texts = new Map(product.map((file) => [file, read(file)]));

const quoted = (name: string) => `['"\`]${name}['"\`]`;

/** Files of a document among others, by name or text: its kind, its resource, its posting, its address. */
function filesOfDocument(kind: string, resource: string, among: readonly string[] = product): string[] {
  const dashed = kind.replaceAll('_', '-');
  const path = DOCUMENT_PAGES.get(kind)?.path ?? 'nowhere';
  const own = new RegExp(
    `^(${dashed}|${resource.replaceAll('_', '-')})(-events|-rules|-editor|-table)?(\\.\\w+)?\\.tsx?$`,
  );
  const named = new RegExp(
    [
      quoted(kind),
      quoted(resource),
      `['"\`]${resource}/`,
      `/${dashed}(-events|-rules)?(\\.document|\\.schema)?\\.ts'`,
      `['"\`]${path}['"\`/]`,
      `\\bpost${pascalOf(kind)}\\b`,
      `\\b(RULES\\.)${camelOf(kind)}\\b|^ {2}${camelOf(kind)}: rule\\(`,
      `^ {2,4}"?(${kind}|${resource})"?: `,
      `(field\\.|documents:)${kind}(_fk|\\.)`,
      `resource\\.${resource}\\b`,
    ].join('|'),
    'm',
  );
  // A table of texts has keys of many things: it belongs to the document if it has texts of its list or editor.
  const inTexts = new RegExp(`"(${resource}|${resource}_empty|new_${kind}|${kind}_number|${kind}_fk)": `);
  return among
    .filter((file) => {
      const text = texts.get(file) ?? '';
      return file.endsWith('.json') ? inTexts.test(text) : own.test(basename(file)) || named.test(text);
    })
    .sort();
}

/** Files of a report, by name or text: its name, its permission, its address. */
function filesOfReport({ name, permission, path }: (typeof reports)[number]): string[] {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  const named = new RegExp(
    [
      quoted(name),
      quoted(permission),
      quoted(path),
      `/${slug}\\.tsx?'`,
      `^ {2,4}"?${name}"?: `,
      `names:${name}\\b`,
    ].join('|'),
    'm',
  );
  const own = new RegExp(`^${slug}\\.tsx?$`);
  return product.filter((file) => own.test(basename(file)) || named.test(texts.get(file) ?? '')).sort();
}

const show = (title: string, files: readonly string[]) =>
  process.stdout.write(`${title}: ${files.length} files\n${files.map((file) => `  ${file}\n`).join('')}`);

/** The median of all declarations: a bound of one declaration would be met by that one alone. It falls, and is never raised. */
const MEDIANS_MAX = { documents: 20, reports: 13 };

const medianOf = (counts: readonly number[]): number =>
  counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;

describe('all declarations', () => {
  it.each([
    ['documents', () => documents.map(({ kind, resource }) => filesOfDocument(kind, resource).length)],
    ['reports', () => reports.map((report) => filesOfReport(report).length)],
  ] as const)('of %s cost no more files than before, as a median', (what, count) => {
    const median = medianOf(count());
    tell(`files of ${what}, the median of all`, median, MEDIANS_MAX[what]);
    expect(median).toBeLessThanOrEqual(MEDIANS_MAX[what]);
  });
});

describe('a document', () => {
  it('that is one amount costs at most 12 files, its names in three languages among them', () => {
    const files = filesOfDocument('income', 'incomes');
    show('income', files);
    expect(files).toContain('domain/cash/income.document.ts');
    expect(files).toContain('web/cash/incomes.tsx');
    expect(files.length).toBeLessThanOrEqual(12);
  });

  it('of any kind is named by none of the lists that are made from declarations', () => {
    const lists = [
      'domain/registry/posting-table.ts',
      'domain/registry/rate-sides.ts',
      'domain/registry/document-numbers.ts',
      'domain/registry/permissions.ts',
      'read-api/find-anything.ts',
      'web/shared/report/report-links.tsx',
    ];
    expect(lists.filter((file) => !product.includes(file))).toEqual([]);
    const wrong = documents.flatMap(({ kind, resource }) =>
      filesOfDocument(kind, resource, lists).map((file) => `${file} names ${kind}`),
    );
    // Permissions that no transition requires.
    expect(
      wrong.filter(
        (one) =>
          !/permissions\.ts names (sale|pos_sale|general_journal|customer_transaction|supplier_transaction)$/.test(one),
      ),
    ).toEqual([]);
  });
});

describe('a report', () => {
  it('that is a table costs at most 6 files, its name in three languages among them', () => {
    const slow = reports.find(({ name }) => name === 'slow_stock');
    // The dashboard shows some figures of a report; the report does not need it.
    const isShownBeside = (file: string) =>
      file.startsWith('web/dashboard/') || file.includes('/dashboard-permission.ts');
    const files = (slow ? filesOfReport(slow) : []).filter((file) => !isShownBeside(file));
    show('slow_stock', files);
    expect(files).toContain('read-api/stock/slow-stock.ts');
    expect(files.length).toBeLessThanOrEqual(6);
  });
});

describe('a field of a record', () => {
  it('costs at most 6 files where a body has a file of its own, its label in three languages among them', () => {
    const files = product.filter((file) => /\bscientific_name\b/.test(texts.get(file) ?? ''));
    show('scientific_name of an item', files);
    expect(files).toContain('domain/catalogue/item.schema.ts');
    expect(files.length).toBeLessThanOrEqual(6);
  });
});
