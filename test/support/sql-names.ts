/**
 * The names of tables and columns in the SQL of source files, with the tables that their aliases stand for. Text that a
 * statement takes from elsewhere is unknown here, so an alias may stand for a subquery; then the names that the text
 * itself gives (`sum(x) as total`) are possible too.
 */
import ts from 'typescript-5';
import { treeOf } from './syntax.ts';

/** Columns by `schema.table`; `read` are the views of the read models. */
export type Catalog = ReadonlyMap<string, ReadonlySet<string>>;

export interface SqlText {
  readonly file: string;
  readonly line: number;
  /** Interpolated expressions are `?`, and `any` where they name a schema. */
  readonly statement: string;
  /** The same without comments and quoted texts. */
  readonly text: string;
  /** True when nothing is interpolated, so that the database can parse the text as it is. */
  readonly isWhole: boolean;
}

/** Beginnings of a statement, also inside of longer texts. */
const STATEMENT = /(^|[\s(])(select|insert into|delete from|update [a-z_{]+\.|with [a-z_]+( \([^)]*\))? as)\b/;

function written(node: ts.TemplateLiteral): { readonly text: string; readonly isWhole: boolean } {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return { text: node.text, isWhole: true };
  const spans = node.templateSpans.map(({ literal }) => (literal.text.startsWith('.') ? 'any' : '?') + literal.text);
  return { text: node.head.text + spans.join(''), isWhole: false };
}

const isTagged = (node: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(node.parent) && /^sql\b/.test(node.parent.tag.getText());

/** Every SQL text of a file: those with the tag `sql`, and literals that contain a statement. */
export function sqlTextsOf(file: string, source: string): readonly SqlText[] {
  const tree = treeOf(file, source);
  const found: SqlText[] = [];
  const visit = (node: ts.Node): void => {
    const isTemplate = ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
    if (isTemplate || ts.isStringLiteral(node)) {
      const { text, isWhole } = isTemplate ? written(node) : { text: node.text, isWhole: true };
      if (isTagged(node) || STATEMENT.test(text)) {
        const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
        const statement = text.replaceAll(/\{s(chema)?\}\./g, 'read.').replaceAll(/\{[a-z]\}\./g, 'any.');
        found.push({ file, line, statement, text: plain(statement), isWhole });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const plain = (statement: string): string => statement.replaceAll(/--[^\n]*/g, '').replaceAll(/'[^']*'/g, "''");

interface Bound {
  /** The tables of each alias. */
  readonly tables: Map<string, Set<string>>;
  /** Aliases of subqueries, functions and common table expressions. */
  readonly others: Set<string>;
  /** Names that the text gives to its own columns. */
  readonly given: Set<string>;
}

const KEYWORDS = new Set(
  `where on using order group set select values left right inner cross full join limit offset for as and or natural
   union except intersect returning having window lateral from into is not when then else end default conflict do tablesample`.split(
    /\s+/,
  ),
);

const emptyBound = (): Bound => ({ tables: new Map(), others: new Set(), given: new Set() });

function bind({ text }: SqlText, catalog: Catalog, bound: Bound): void {
  const add = (alias: string, table: string) => {
    const tables = bound.tables.get(alias) ?? new Set();
    bound.tables.set(alias, tables.add(table));
  };
  for (const [, name = '', alias] of text.matchAll(
    /\b([a-z_]+\.[a-z_]+|pg_[a-z_]+)\b(?!\s*\()(?:\s+(?:as\s+)?([a-z_]\w*))?/g,
  )) {
    const table = name.includes('.') ? name : `pg_catalog.${name}`;
    if (!catalog.has(table)) continue;
    add(alias !== undefined && !KEYWORDS.has(alias) ? alias : (table.split('.')[1] ?? ''), table);
  }
  for (const [, table = '', alias] of text.matchAll(/\binto\s+([a-z_]+\.[a-z_]+)(?:\s+as\s+([a-z_]+))?/g)) {
    if (!catalog.has(table)) continue;
    add(alias ?? table.split('.')[1] ?? '', table);
    // What the insert would have written.
    add('excluded', table);
  }
  for (const [, alias = ''] of text.matchAll(/\)\s*(?:with ordinality\s*)?(?:as\s+)?([a-z_]\w*)/g))
    if (!KEYWORDS.has(alias)) bound.others.add(alias);
  for (const [, name = ''] of text.matchAll(
    /(?:\bwith(?: recursive)?|,)\s*([a-z_]\w*)\s*(?:\([^)]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s*)?[(?]/g,
  ))
    bound.others.add(name);
  for (const [, name = '', alias] of text.matchAll(
    /\b(?:from|join|,)\s+([a-z_]\w*|\?)(?![\w.(])(?:\s+(?:as\s+)?([a-z_]\w*))?/g,
  )) {
    bound.others.add(name);
    if (alias !== undefined && !KEYWORDS.has(alias)) bound.others.add(alias);
  }
  for (const [, name = ''] of text.matchAll(/\bas\s+([a-z_]\w*)/g)) bound.given.add(name);
  for (const [, list = ''] of text.matchAll(/(?:\bas|\))\s*[a-z_]*\s*\(([a-z_,\s]+)\)/g))
    for (const name of list.split(',')) bound.given.add(name.trim().split(/\s+/)[0] ?? '');
}

function boundIn(texts: readonly SqlText[], catalog: Catalog): Bound {
  const bound = emptyBound();
  for (const text of texts) bind(text, catalog, bound);
  return bound;
}

/** Undefined where the text says nothing of the alias. */
function hasColumn({ tables, others, given }: Bound, catalog: Catalog, alias: string, column: string) {
  const known = tables.get(alias);
  if (!known && !others.has(alias)) return undefined;
  if ([...(known ?? [])].some((table) => catalog.get(table)?.has(column))) return true;
  // A subquery has what it names itself, and what it takes from its tables.
  if (!others.has(alias)) return false;
  return !known || given.has(column);
}

/** `alias.column`, and not a function of a schema. */
export const COLUMN = /(?<![\w.)"])([a-z_]\w*)\.([a-z_]\w*)(?![\w(.])/g;

export interface NamesFound {
  /** Names that no table has, as `file:line alias.column`. */
  readonly unknown: readonly string[];
  /** Names whose alias no text binds to a table. */
  readonly unbound: readonly string[];
  readonly checked: number;
}

/** Compares every `alias.column`, and every column of an `insert`, with the tables of its text, of its file, and of all. */
export function checkNames(texts: readonly SqlText[], catalog: Catalog): NamesFound {
  const schemas = new Set([...catalog.keys()].map((table) => table.split('.')[0]));
  const byFile = Map.groupBy(texts, ({ file }) => file);
  const ofFiles = new Map([...byFile].map(([file, own]) => [file, boundIn(own, catalog)]));
  const ofAll = boundIn(texts, catalog);
  const [unknown, unbound]: [string[], string[]] = [[], []];
  let checked = 0;
  for (const text of texts) {
    const place = `${text.file}:${text.line}`;
    const scopes = [boundIn([text], catalog), ofFiles.get(text.file) ?? ofAll, ofAll];
    for (const [, alias = '', column = ''] of text.text.matchAll(COLUMN)) {
      if (schemas.has(alias)) {
        if (alias !== 'any' && !catalog.has(`${alias}.${column}`)) unknown.push(`${place} ${alias}.${column}`);
        continue;
      }
      const [own, ...wider] = scopes.map((scope) => hasColumn(scope, catalog, alias, column));
      // A condition that is put into several statements may be of a table that only these name.
      const has = own ?? (wider.includes(true) ? true : wider.find((found) => found !== undefined));
      checked += 1;
      if (has === undefined) unbound.push(`${place} ${alias}.${column}`);
      if (has === false) unknown.push(`${place} ${alias}.${column}`);
    }
    for (const [, table = '', list = ''] of text.text.matchAll(
      /\binto\s+([a-z_]+\.[a-z_]+)(?:\s+as\s+\w+)?\s*\(([a-z_,\s]+)\)/g,
    )) {
      const columns = catalog.get(table);
      const wrong = list.split(',').filter((name) => columns && !columns.has(name.trim()));
      unknown.push(...wrong.map((name) => `${place} ${table}.${name.trim()}`));
    }
  }
  return { unknown, unbound, checked };
}
