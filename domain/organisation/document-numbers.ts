/** Documents that have a number, and how the settings of the business write it. */
import { documents } from '../documents.ts';
import { objectsOf } from '../kernel/members.ts';

export const NUMBERED_KINDS: readonly string[] = documents.flatMap(({ kind, numbered }) => (numbered ? [kind] : []));

interface NumberStyle {
  readonly prefix: string;
  readonly width: number;
}

const WIDTH = 6;

/** The store writes the next number of a series in this style; `outletCode` is that of the outlet which the series counts for. */
export function numberStyle(
  kind: string,
  prefix: string,
  settings: Readonly<Record<string, unknown>> | undefined,
  outletCode: unknown,
): NumberStyle {
  const own = objectsOf(settings?.['document_numbers']).find((style) => style['document'] === kind);
  const style = own ? { prefix: String(own['prefix']), width: Number(own['width']) } : { prefix, width: WIDTH };
  return { ...style, prefix: `${outletPrefix(outletCode)}${style.prefix}` };
}

/** Letters and digits that are short enough for a number. */
const CODE = /^[A-Za-z0-9]{1,8}$/;

/** Every outlet counts for itself: its code tells its numbers from those of the others (docs/decisions/0071). */
const outletPrefix = (code: unknown): string => (typeof code === 'string' && CODE.test(code) ? `${code}-` : '');
