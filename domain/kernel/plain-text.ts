/**
 * Which characters a text may hold. What cannot be seen makes two names look alike, and what turns the direction of
 * writing lets a name read as another one: both are refused where something is entered. The zero-width non-joiner stays,
 * because Kurdish, Persian and Arabic are written with it. What is stored already is read as it is.
 */

/** Controls, line ends, marks and overrides of direction, and characters without width or shape, but U+200C. */
const UNSEEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200d-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
/** A note may have several lines, and what was copied from a table. */
const LINE_ENDS = '\\t\\n\\r';

export type TextKind = 'line' | 'lines';

const ALLOWED: Readonly<Record<TextKind, string>> = {
  line: `[^${UNSEEN}]*`,
  lines: `(?:[^${UNSEEN}]|[${LINE_ENDS}])*`,
};

/** Pattern of a text, as JSON schema has it; with `said`, of one that is not blank. */
export const textPattern = (kind: TextKind, reported = false): string =>
  `^${reported ? '(?=[\\s\\S]*\\S)' : ''}${ALLOWED[kind]}$`;

const REFUSED: Readonly<Record<TextKind, RegExp>> = {
  line: new RegExp(`[${UNSEEN}]`, 'u'),
  lines: new RegExp(`(?![${LINE_ENDS}])[${UNSEEN}]`, 'u'),
};
const ENDS_LINE = /[\n\r\u2028\u2029]/;

/** What is wrong with a text, as a message: where it is not one line, or which character nobody sees. */
export function unseenIn(
  text: string,
  kind: TextKind,
): { readonly message: string; readonly params: Readonly<Record<string, string>> } | undefined {
  const found = REFUSED[kind].exec(text)?.[0];
  if (found === undefined) return undefined;
  if (kind === 'line' && ENDS_LINE.test(text)) return { message: 'one_line', params: {} };
  const character = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return { message: 'unseen_character', params: { character } };
}
