/** The names of all papers; templates refer to them. */
import * as goodsPapers from './goods-papers.ts';
import * as moneyPapers from './money-papers.ts';
import type { Paper } from './paper.ts';
import { REPORT_PAPERS } from './report-papers.ts';
import { TILL_PAPERS } from './till-papers.ts';

const all: readonly Paper[] = [
  ...[...Object.values(goodsPapers), ...Object.values(moneyPapers)].flat(),
  ...TILL_PAPERS,
  ...Object.values(REPORT_PAPERS),
];
const byName = new Map(all.map((paper) => [paper.name, paper]));

export const PAPER_NAMES: readonly string[] = [...byName.keys()];

/** Undefined for an undeclared name. */
export const paperCalled = (name: string): Paper | undefined => byName.get(name);
