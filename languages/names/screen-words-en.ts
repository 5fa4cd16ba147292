/** The tables of the server that the screens read too, each as an area of its own, in English. */

export { labelsEn as labels } from '../words/labels-en.ts';
export { documentsEn as documents } from './documents-en.ts';
export { reportsEn as names } from './reports-en.ts';
