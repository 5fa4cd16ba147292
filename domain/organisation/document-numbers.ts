/** Documents that have a number, and how the settings of the business write it. */
import { documents } from '../documents.ts';
import { objectsOf } from '../kernel/members.ts';

export const NUMBERED_KINDS: readonly string[] = documents.flatMap(({ kind, numbered }) => (numbered ? [kind] : []));

interface NumberStyle {
  readonly prefix: string;
  readonly width: number;
}

const WIDTH = 6;

/** The store writes the next number of a series in this style. */
export function numberStyle(
  kind: string,
  prefix: string,
  settings: Readonly<Record<string, unknown>> | undefined,
): NumberStyle {
  const own = objectsOf(settings?.['document_numbers']).find((style) => style['document'] === kind);
  return own ? { prefix: String(own['prefix']), width: Number(own['width']) } : { prefix, width: WIDTH };
}
