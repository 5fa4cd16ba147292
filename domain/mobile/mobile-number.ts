/** The normal form of mobile numbers, by which customers of the application are known: digits, after a plus if typed. */
import { foldName } from '../kernel/fold-name.ts';

/** Migration 0043 removes the same characters from stored claims. */
const SEPARATORS = /[ ()./-]/g;

/** Equal for all spellings of a number: with other digits, with separators or without. */
export const normalMobile = (typed: string): string => foldName(typed).replace(SEPARATORS, '');

/** `normal` is a normal form. */
export const isMobileNumber = (normal: string): boolean => /^\+?\d{7,15}$/.test(normal);
