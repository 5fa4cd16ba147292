/** The conversion as a document: its API resource, number prefix and postings. */
import { HELD_MAKING } from '../kernel/held.schema.ts';
import { declareDrafted } from '../kernel/lifecycle.ts';
import { CONVERSION_PAPERS } from '../paper/goods-papers.ts';
import { postMaking } from '../posting/making.ts';
import { RULES } from '../posting/rules.ts';
import { ConversionBody } from './conversion.schema.ts';
import { CONVERSION, conversion } from './conversion.ts';

export const conversionDocument = declareDrafted({
  kind: CONVERSION,
  resource: 'conversions',
  folder: 'stock',
  decider: conversion,
  body: ConversionBody,
  papers: CONVERSION_PAPERS,
  held: HELD_MAKING,
  post: postMaking,
  rule: RULES.making,
  prefix: 'PC-',
});
