/** A print template: the layout of a paper. A paper has one or several, one of which is the default. */
import { type Static, Type } from 'typebox';
import { PAPER_NAMES } from '../paper/paper-names.ts';
import { CHOSEN_COLUMNS, DIGITS, PAPER_BLOCKS, PAPER_SIZES, usualTemplate } from '../paper/template.ts';
import { declareRecord } from '../records/record.ts';
import { Body, Lines, Maybe, Name, OneOf } from '../schemas/fields.schema.ts';
import { LANGUAGES } from '../values/language.ts';

const Said = () => Maybe(Lines(400));

export const PrintTemplateBody = Body({
  template_name: Name(),
  printed_paper: OneOf([...PAPER_NAMES]),
  /** True for the default; if several are, the last entered one counts. */
  is_default: Type.Optional(Type.Boolean()),
  paper: OneOf([...PAPER_SIZES]),
  second_language: Maybe(OneOf([...LANGUAGES])),
  digits: Type.Optional(OneOf([...DIGITS])),
  blocks: Type.Optional(Type.Array(OneOf([...PAPER_BLOCKS]), { uniqueItems: true, maxItems: PAPER_BLOCKS.length })),
  /** Empty means the default columns of the paper. */
  columns: Type.Optional(
    Type.Array(OneOf([...CHOSEN_COLUMNS]), { uniqueItems: true, maxItems: CHOSEN_COLUMNS.length }),
  ),
  header_en: Said(),
  header_ar: Said(),
  header_ckb: Said(),
  terms_en: Said(),
  terms_ar: Said(),
  terms_ckb: Said(),
  footer_en: Said(),
  footer_ar: Said(),
  footer_ckb: Said(),
});
export type PrintTemplateData = Static<typeof PrintTemplateBody>;

const { blocks, digits } = usualTemplate({});

export const printTemplate = declareRecord({
  names: { kind: 'print_template', folder: 'organisation', id: 'print_template_id', name: 'template_name' },
  schema: PrintTemplateBody,
  defaults: {
    is_default: true,
    digits,
    blocks,
    columns: [],
  },
  list: {
    columns: ['template_name', 'printed_paper', 'paper', 'is_default', 'second_language'],
    search: ['template_name'],
  },
});
