/** The conversion as a document: its name in the API, its number, and what it has in the books. */
import { declareDrafted } from '../kernel/lifecycle.ts';
import { postMaking } from '../posting/making.ts';
import { ConversionBody } from './conversion.schema.ts';
import { CONVERSION, conversion } from './conversion.ts';

export const conversionDocument = declareDrafted({
  kind: CONVERSION,
  resource: 'conversions',
  decider: conversion,
  body: ConversionBody,
  post: postMaking,
  prefix: 'PC-',
});
