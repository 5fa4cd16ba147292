/** Texts of devices without invisible characters: their money has moved, so they are not refused. */
import { REFUSED } from './plain-text.ts';

/** The text without the characters that a text of several lines may not contain. */
export const withoutUnseen = (text: string): string => text.split(REFUSED.lines).join('');

/** The same for all texts of plain data. */
export const cleanedTexts = <Data extends object>(data: Data): Data =>
  JSON.parse(JSON.stringify(data, (_, value) => (typeof value === 'string' ? withoutUnseen(value) : value)));
