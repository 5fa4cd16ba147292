/** The conversion as a document: its API resource, number prefix and postings. */
import type { DraftedState } from '../kernel/drafted.ts';
import { HELD_MAKING } from '../kernel/held.schema.ts';
import { declareDrafted } from '../kernel/lifecycle.ts';
import { CONVERSION_PAPERS } from '../paper/goods-papers.ts';
import { postMaking } from '../posting/making.ts';
import { RULES } from '../posting/rules.ts';
import { ConversionBody } from './conversion.schema.ts';
import { CONVERSION, type Conversion, conversion } from './conversion.ts';
import { insideClaims, insidePrefix } from './kit-batches.ts';

const completeIn = (state: DraftedState<Conversion>): Conversion | undefined =>
  state.status === 'complete' ? state.data : undefined;

export const conversionDocument = declareDrafted({
  kind: CONVERSION,
  resource: 'conversions',
  folder: 'stock',
  decider: conversion,
  body: ConversionBody,
  papers: CONVERSION_PAPERS,
  held: HELD_MAKING,
  levels: (input) => [insidePrefix(input['collection_fk'])],
  claims: (before, after) => [...insideClaims(completeIn(before), -1n), ...insideClaims(completeIn(after), 1n)],
  post: postMaking,
  rule: RULES.making,
  prefix: 'PC-',
});
