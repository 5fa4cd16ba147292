/**
 * The characters that a text may contain. Invisible characters make two names look alike, and direction overrides let
 * a name read as another one: both are refused on entry. The zero-width non-joiner is allowed, because Kurdish,
 * Persian and Arabic use it. Stored texts are not checked.
 */

/**
 * Control characters, line ends, direction marks and overrides, and invisible or zero-width characters except U+200C.
 */
const UNSEEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200d-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
/** Notes may contain line ends and tabs, which also occur in text copied from tables. */
const LINE_ENDS = '\\t\\n\\r';

export type TextKind = 'line' | 'lines';

const ALLOWED: Readonly<Record<TextKind, string>> = {
  line: `[^${UNSEEN}]*`,
  lines: `(?:[^${UNSEEN}]|[${LINE_ENDS}])*`,
};

/** Regular expression for JSON schema; with `isRequired`, blank texts are refused too. */
export const textPattern = (kind: TextKind, isRequired = false): string =>
  `^${isRequired ? '(?=[\\s\\S]*\\S)' : ''}${ALLOWED[kind]}$`;

export const REFUSED: Readonly<Record<TextKind, RegExp>> = {
  line: new RegExp(`[${UNSEEN}]`, 'u'),
  lines: new RegExp(`(?![${LINE_ENDS}])[${UNSEEN}]`, 'u'),
};
const ENDS_LINE = /[\n\r\u2028\u2029]/;

/** The issue of a text: it has several lines, or contains the named invisible character. */
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
