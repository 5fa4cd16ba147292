/** The posting rules of all events by type: the tables of all documents together. */

import type { PostingRule } from '../entries/posting-rule.ts';
import { documents } from './documents.ts';

export const postingTable: Readonly<Record<string, PostingRule<unknown>>> = Object.fromEntries(
  documents.flatMap(({ postings }) => Object.entries(postings)),
);

/** The rule of an event type; undefined when there is none. */
export const postingRuleOf = (type: string) => (Object.hasOwn(postingTable, type) ? postingTable[type] : undefined);
