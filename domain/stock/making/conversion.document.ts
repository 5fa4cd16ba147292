/** The conversion as a document: its API resource, number prefix and postings. */

import { insideClaims, insidePrefix } from '../../batches/kit-batches.ts';
import type { DraftedState } from '../../documents/drafted.ts';
import { declareDrafted } from '../../documents/lifecycle.ts';
import { RULES } from '../../entries/rules.ts';
import { CONVERSION_PAPERS } from '../../paper/goods-papers.ts';
import { postMaking } from '../../posting/making.ts';
import { HELD_MAKING } from '../../schemas/held.schema.ts';
import { ConversionBody } from './conversion.schema.ts';
import { CONVERSION, type Conversion, conversion } from './conversion.ts';

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
