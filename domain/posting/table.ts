/** What every event posts, by its type: the tables that the documents declare, together. */
import { documents } from '../documents.ts';
import type { PostingRule } from './posting-rule.ts';

export type { PostingRule } from './posting-rule.ts';

export const postingTable: Readonly<Record<string, PostingRule<unknown>>> = Object.fromEntries(
  documents.flatMap(({ postings }) => Object.entries(postings)),
);

/** The rule of an event of any type; undefined for what no rule names. */
export const postingRuleOf = (type: string) => (Object.hasOwn(postingTable, type) ? postingTable[type] : undefined);
