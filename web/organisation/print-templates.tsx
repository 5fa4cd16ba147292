/** Templates of printed papers, each with a live preview. */

import { TemplatePreview } from '../shared/paper/template-preview.tsx';
import { recordScreens } from '../shared/record/record-screens.ts';

const IN_EACH_LANGUAGE = ['header', 'terms', 'footer'].flatMap((part) =>
  ['en', 'ar', 'ckb'].map((language) => `${part}_${language}`),
);

export const { Table, Form } = recordScreens('print_templates', {
  words: { many: 'paper:templates', one: 'paper:template_title', empty: 'paper:templates_empty' },
  columns: [
    { field: 'printed_paper', kind: 'option' },
    { field: 'paper', kind: 'option' },
    { field: 'second_language', kind: 'option' },
    { field: 'is_default', kind: 'boolean' },
  ],
  sections: [
    { fields: ['template_name', 'printed_paper', 'paper', 'second_language', 'digits', 'is_default'] },
    { title: 'paper:sections.shown', fields: ['blocks', 'columns'] },
    { title: 'paper:sections.texts', fields: IN_EACH_LANGUAGE },
  ],
  form: { preview: TemplatePreview },
});
