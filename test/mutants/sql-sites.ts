/**
 * The errors that `npm run test:mutants` makes of the conditions of SQL functions: each comparison, its boundary, each
 * `and`, `or`, `not`, `exists`, test for null, prefix, range and key of JSON.
 */
import type { Mutant } from './sites.ts';

export interface SqlMutant extends Mutant {
  /** The whole file with the error. */
  readonly text: string;
}

/** A pattern, found at the start of a condition, and what takes the place of it. */
type Rule = readonly [RegExp, readonly string[]];

const OF_MAX = 100;

/** Names and calls on either side of `between`. */
const OPERAND = String.raw`[\w.:"]+(?:\([^()]*\))?`;

/** In the order in which they are tried at a place: a longer one comes before its own beginning. */
const RULES: readonly Rule[] = [
  [/not exists\b/y, ['exists']],
  [/exists\b/y, ['not exists']],
  [/not (?=\w+ \? ')/y, ['']],
  [/(\w+) \? (?=')/y, ['not $1 ? ']],
  [/not (?=\w)/y, ['']],
  [
    new RegExp(`(${OPERAND}) between (${OPERAND}) and (${OPERAND})`, 'y'),
    ['($1 > $2 and $1 <= $3)', '($1 >= $2 and $1 < $3)'],
  ],
  [/is not null\b/y, ['is null']],
  [/is null\b/y, ['is not null']],
  [/is distinct from\b/y, ['is not distinct from']],
  [/is not false\b/y, ['is false']],
  [/is true\b/y, ['is not true']],
  [/and\b/y, ['or']],
  [/or\b/y, ['and']],
  [/ in \(/y, [' not in (']],
  [/\^@/y, ['=']],
  [/<>/y, ['=']],
  [/<=/y, ['<', '>']],
  [/>=/y, ['>', '<']],
  [/(?<![-:])=(?!>)/y, ['<>']],
  [/</y, ['<=', '>']],
  [/(?<![-=])>/y, ['>=', '<']],
];

/** Comments and texts have no conditions. */
const PASSED = /--[^\n]*|'(?:[^']|'')*'/y;

/** Every error of the body of a function. Some are no SQL, which PostgreSQL says when they are installed. */
export function sqlMutantsOf(file: string, text: string): readonly SqlMutant[] {
  const found: SqlMutant[] = [];
  const times = new Map<string, number>();
  let at = text.indexOf('$$') + 2;
  while (at < text.length) {
    const isWordGoingOn = /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at] ?? '');
    const passed = matchAt(PASSED, text, at);
    const [match, others] = passed || isWordGoingOn ? [passed, []] : ruleAt(text, at);
    const line = text.slice(0, at).split('\n').length;
    const of = (text.split('\n')[line - 1] ?? '').trim().slice(0, OF_MAX);
    for (const other of match ? others : []) {
      const put = other.replace(/\$(\d)/g, (_, group) => match?.[Number(group)] ?? '');
      const what = `${put.trim() || 'nothing'} for ${match?.[0].trim()}`;
      const same = `${file}: ${what}: ${of}`;
      const time = (times.get(same) ?? 0) + 1;
      times.set(same, time);
      const mutated = text.slice(0, at) + put + text.slice(at + (match?.[0].length ?? 0));
      found.push({ file, line, what, of, key: `${same}: ${time}`, text: mutated });
    }
    at += match?.[0].length || 1;
  }
  return found;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function ruleAt(text: string, at: number): readonly [RegExpExecArray | null, readonly string[]] {
  for (const [pattern, others] of RULES) {
    const match = matchAt(pattern, text, at);
    if (match) return [match, others];
  }
  return [null, []];
}
