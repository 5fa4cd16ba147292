/** Kinds of documents that have a number, and the number formats from the settings. */

import { objectsOf } from '../values/members.ts';
import { documents } from './documents.ts';

export const NUMBERED_KINDS: readonly string[] = documents.flatMap(({ kind, numbered }) => (numbered ? [kind] : []));

/** Kinds whose documents from a till, which have a `device`, have a number of the till instead of one of a series. */
export const KINDS_NUMBERED_BY_TILLS: readonly string[] = documents.flatMap(({ kind, numbered }) =>
  numbered?.isOwn ? [kind] : [],
);

/** Kinds that take a number on a day without a financial year, from the series of its calendar year. */
export const KINDS_NUMBERED_ON_ANY_DAY: readonly string[] = documents.flatMap(({ kind, numbered, period }) =>
  numbered && (numbered.inForceBeforePosting || period) ? [kind] : [],
);

interface NumberStyle {
  readonly prefix: string;
  readonly width: number;
}

const WIDTH = 6;

/** The format of the next number of a series; `outletCode` is the code of the outlet of the series. */
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

/** Outlet codes that are short enough for a number. */
const CODE = /^[A-Za-z0-9]{1,8}$/;

/**
 * Every outlet has its own series: its code distinguishes its numbers from those of other outlets
 * (docs/decisions/0071).
 */
const outletPrefix = (code: unknown): string => (typeof code === 'string' && CODE.test(code) ? `${code}-` : '');
