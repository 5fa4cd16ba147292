/** Reads docs/accounting.md: its sections, the tables of rules, and the worked examples. */

export interface Section {
  readonly number: string;
  readonly text: string;
}

export interface Example {
  readonly name: string;
  /** The text between the heading and the table. */
  readonly prose: string;
  readonly table: readonly (readonly string[])[];
  /** What follows the table: the same with a closed year in between, where the example has it. */
  readonly closed: { readonly prose: string; readonly table: readonly (readonly string[])[] } | undefined;
}

/** The words with which the same example with a closed year begins. */
const CLOSED = '**The year closed in between.**';

/** `## 3. Purchases` and what follows it. */
export function sectionsOf(page: string): readonly Section[] {
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((text) => {
      const number = /^(\d+)\. /.exec(text)?.[1];
      return number === undefined ? [] : [{ number, text }];
    });
}

/** `#### Example: …` with the first table that follows. */
export function examplesOf(text: string): readonly Example[] {
  return text
    .split(/^#### Example: /m)
    .slice(1)
    .map((part) => {
      const [own = ''] = part.split(/^#{2,4} /m);
      const [name = '', ...rest] = own.split('\n');
      const since = rest.findIndex((line) => line.startsWith(CLOSED));
      const closed = since < 0 ? undefined : proseAndTable(rest.slice(since));
      return { name, ...proseAndTable(rest), closed };
    });
}

/** The rows of the table whose first column is `column`, without its header. */
export function tableOf(text: string, column: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${column} |`));
  return start < 0 ? [] : tableAt(lines, start).slice(1);
}

/** The sections that the comments of a file cite: `docs/accounting.md, sections 2 and 5`. */
export function citedSections(source: string): readonly string[] {
  const text = source.replace(/\s*\n \* /g, ' ');
  return [...text.matchAll(/accounting\.md, sections? (\d)(?: and (\d))?/g)].flatMap(([, first = '', second]) =>
    second === undefined ? [first] : [first, second],
  );
}

function proseAndTable(text: readonly string[]) {
  const lines = text.findIndex((line) => line.startsWith('|'));
  return { prose: text.slice(0, lines).join('\n'), table: tableAt(text, lines) };
}

function tableAt(lines: readonly string[], start: number): string[][] {
  const rows: string[][] = [];
  for (const line of start < 0 ? [] : lines.slice(start)) {
    if (!line.startsWith('|')) break;
    if (/^\|[\s|:-]+\|$/.test(line) && line.includes('---')) continue;
    rows.push(
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  }
  return rows;
}
