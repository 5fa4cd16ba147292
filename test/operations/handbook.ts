/** The pages of docs/operations.md as steps: tests walk the commands that stand there, in their order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LINES = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8').split('\n');

/** From a heading, or from a line that begins with the words, to the next heading of the same or a higher level. */
export function pageOf(title: string): string {
  const first = LINES.findIndex((line) => line.replace(/^(#+ |\*\*)/, '').startsWith(title));
  if (first < 0) throw new Error(`the handbook has no page "${title}"`);
  const level = /^#+/.exec(LINES[first] ?? '')?.[0].length ?? 6;
  const next = LINES.findIndex((line, at) => at > first && (/^#+(?= )/.exec(line)?.[0].length ?? 7) <= level);
  return LINES.slice(first, next < 0 ? undefined : next).join('\n');
}

/** The commands in the code blocks of a page: `npm run rebuild -- claims`. */
export const stepsOf = (title: string): readonly string[] =>
  [...pageOf(title).matchAll(/^ *```\w*\n(.*?)^ *```/gms)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/ #.*$/, '').trim())
    .filter((line) => /^([A-Z_]+=\S+ )*npm /.test(line));
