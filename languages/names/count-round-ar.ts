/** The names of a counting round in Arabic. */
import type { DocumentName } from './document-names.ts';

export const countRoundAr: DocumentName = {
  one: 'جولة جرد',
  the: 'جولة الجرد',
  many: 'جولات الجرد',
  number: 'جولة جرد {{number}}',
  new: 'جولة جرد جديدة',
  empty: 'يعدّ هنا عدة أشخاص في وقت واحد، كلٌّ بهاتفه أو بماسحه.',
};
