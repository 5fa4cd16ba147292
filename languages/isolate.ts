/**
 * Directional isolates (Unicode, UAX 9): an isolated part of a sentence neither affects its direction nor is affected
 * by it. Numbers are isolated left to right, texts by their first strong character.
 */
const LEFT_TO_RIGHT = '\u2066';
const FIRST_STRONG = '\u2068';
const POP = '\u2069';
/** Direction marks and invisible characters in typed text. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** A number, date or code. */
export const isolateLtr = (text: string): string => `${LEFT_TO_RIGHT}${text}${POP}`;

/** A name or text of any language, without its own direction marks. */
export const isolateText = (text: string): string => `${FIRST_STRONG}${text.replace(UNSEEN, '')}${POP}`;

/** The text without isolates, for comparing and searching. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');
