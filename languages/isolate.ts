/**
 * Directional isolates (Unicode, UAX 9): what stands in a sentence is neither turned around by it nor turns it around.
 * Numbers are isolated left to right, texts by their own first letter.
 */
const LEFT_TO_RIGHT = '\u2066';
const FIRST_STRONG = '\u2068';
const POP = '\u2069';
/** Marks of direction, and what is not seen, in what somebody typed. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** A number, date or code. */
export const isolateLtr = (text: string): string => `${LEFT_TO_RIGHT}${text}${POP}`;

/** A name or text of any language, without marks of direction of its own. */
export const isolateText = (text: string): string => `${FIRST_STRONG}${text.replace(UNSEEN, '')}${POP}`;

/** As it is read, for comparing and searching. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');
