/**
 * The characters that a text may contain. Invisible characters make two names look alike, and direction overrides let
 * a name read as another one: both are refused on entry. The zero-width non-joiner is allowed, because Kurdish,
 * Persian and Arabic use it. Stored texts are not checked.
 */

/**
 * Control characters, line ends, direction marks and overrides, and what is invisible or has no width (also letters: the
 * fillers of Hangul, the inherent vowels of Khmer, the blank of Braille), except U+200C and the forms of emoji.
 */
const UNSEEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\uffa0\\u200b\\u200d-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
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

/** Letters of one word that are Latin beside those of an alphabet that has the same shapes: `Аdmin` with a Cyrillic А. */
const MIXED =
  /(?=[^\s]*\p{Script=Latin})[^\s]*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** True when a word is written in two alphabets that look alike, as only a name that imitates another one is. */
export const mixesAlphabets = (text: string): boolean => text.split(/\s+/).some((word) => MIXED.test(word));
