/** The names of permissions in the language of the reader: `menu.<section or group>`, `resource.<resource>`, `action.<action>`, or the permission itself. */

import type { Language } from '../../domain/values/language.ts';
import type { Words } from '../language.ts';
import { reportWords, resourceWords } from '../names/document-words.ts';
import { permissionsAr } from './permissions-ar.ts';
import { permissionsCkb } from './permissions-ckb.ts';
import { permissionsEn } from './permissions-en.ts';

export type PermissionWords = Words;

const TABLES: Readonly<Record<Language, PermissionWords>> = {
  en: { ...resourceWords('en'), ...reportWords('en'), ...permissionsEn },
  ar: { ...resourceWords('ar'), ...reportWords('ar'), ...permissionsAr },
  ckb: { ...resourceWords('ckb'), ...reportWords('ckb'), ...permissionsCkb },
};

export const permissionWords = (language: Language): PermissionWords => TABLES[language];

/** The word for the action of a permission: its own, or the general word of the action. */
export const actionWord = (words: PermissionWords, resource: string, action: string): string | undefined =>
  words[`${resource}/${action}`] ?? words[`action.${action}`];
