/** docs/security.md as its tests read it: its sentences, and the tests that it names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
export const securityPage = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8');

/** The problems of the tests that a text names: “…” after a file is the name of a test in it. */
export function wrongIn(proof: string): string[] {
  let source = '';
  return [...proof.matchAll(/`([^`]+)`|“([^”]*)”/g)].flatMap(([, code, name]) => {
    if (name !== undefined) return source.includes(name) ? [] : [`no test “${name}”`];
    if (!code?.startsWith('test/')) return [];
    const file = join(ROOT, code);
    source = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return source === '' ? [`no file ${code}`] : [];
  });
}

export const namesATest = (proof: string): boolean => /`test\/[^`]+\.(test|contract|nightly\.test)\.ts`/.test(proof);
/** Longer than a word, so that the reason is an argument. */
export const isReason = (proof: string): boolean => proof.replace(/[^\p{L}]/gu, '').length > 12;

/** Rows whose cells other tests compare: limits with the constants of the program, and what strangers may store. */
const COMPARED = [/^\| [^|]+ \| [^|]+ \| `[^`]+` `[^`]+` \|$/, /^\| `(POST|PATCH|PUT|DELETE) /];
const isRow = (line: string): boolean => line.startsWith('| ');

/** The paragraphs, points and rows of a text, each on one line, without headings and the heads of tables. */
function blocksOf(text: string): readonly string[] {
  const lines = text
    .replace(/^#.*$/gm, '')
    .split('\n')
    .filter((line, index, all) => !/^\| -/.test(line) && !/^\| -/.test(all[index + 1] ?? ''));
  return lines
    .filter((line) => !COMPARED.some((row) => row.test(line)))
    .map((line) => (isRow(line) || /^\d+\. /.test(line) || line === '' ? `\n${line}` : line))
    .join(' ')
    .split('\n')
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
}

/** Without markup: a link is its text, and the heading in bold before a paragraph is no sentence. */
const plain = (block: string): string =>
  block
    .replace(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(\d+\. )?\*\*([^*]+)\.\*\* /, '')
    .replace(/^\d+\. /, '')
    .replaceAll('**', '')
    .replace(/\*([^*`]+)\*/g, '$1');

const cells = (row: string): string => row.replace(/^\| | \|$/g, '');

/** No heading of a paragraph of its own, and no line that only announces a table. */
const isSentence = (text: string): boolean => !/^[^.]{0,60}:$|^Keys and algorithms\.$/.test(text);

/** Every sentence and every row of a table before the list of requirements, in the order of the page. */
export const sentencesOf = (page: string): readonly string[] =>
  blocksOf(page.split('\n## Requirements')[0] ?? '').flatMap((block) =>
    isRow(block)
      ? [cells(plain(block))]
      : plain(block)
          .split(/(?<=\.) (?=[A-Z`]|npm )/)
          .filter(isSentence),
  );
