/** The names of documents for permissions (`resource.incomes`) and for fields of messages (`field.income_fk`). */

import { documents } from '../../domain/registry/documents.ts';
import { reports } from '../../domain/registry/reports.ts';
import type { Language } from '../../domain/values/language.ts';
import type { Words } from '../language.ts';
import type { DocumentTables } from './document-names.ts';
import { documentsAr } from './documents-ar.ts';
import { documentsCkb } from './documents-ckb.ts';
import { documentsEn } from './documents-en.ts';
import { reportsAr } from './reports-ar.ts';
import { reportsCkb } from './reports-ckb.ts';
import { reportsEn } from './reports-en.ts';

const TABLES: DocumentTables = { en: documentsEn, ar: documentsAr, ckb: documentsCkb };

export const resourceWords = (language: Language): Words =>
  Object.fromEntries(
    documents.flatMap(({ kind, resource }) => {
      const names = TABLES[language][kind];
      return names ? [[`resource.${resource}`, names.many]] : [];
    }),
  );

export const kindLabels = (language: Language): Words =>
  Object.fromEntries(Object.entries(TABLES[language]).map(([kind, { one, the }]) => [`field.${kind}_fk`, the ?? one]));

const REPORTS: Readonly<Record<Language, Words>> = { en: reportsEn, ar: reportsAr, ckb: reportsCkb };

/** A party's statement and ageing share one permission, which has the name of the first. */
export const reportWords = (language: Language): Words =>
  Object.fromEntries(
    [...reports].reverse().flatMap(({ name, permission }) => {
      const words = REPORTS[language][name];
      return words === undefined ? [] : [[permission, words]];
    }),
  );
