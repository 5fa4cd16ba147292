/** How papers look: templates of the business, each with a preview of what is typed now. */
import { recordForm } from '../shared/form/record-form.tsx';
import { TemplatePreview } from '../shared/paper/template-preview.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

const IN_EACH_LANGUAGE = ['header', 'terms', 'footer'].flatMap((part) =>
  ['en', 'ar', 'ckb'].map((language) => `${part}_${language}`),
);

export const Table = tableScreen({
  resource: 'print_templates',
  title: 'paper:templates',
  empty: 'paper:templates_empty',
  columns: [
    { field: 'template_name', kind: 'text', main: true },
    { field: 'printed_paper', kind: 'option' },
    { field: 'paper', kind: 'option' },
    { field: 'second_language', kind: 'option' },
    { field: 'is_default', kind: 'boolean' },
  ],
});

export const Form = recordForm({
  resource: 'print_templates',
  title: 'paper:template_title',
  sections: [
    { fields: ['template_name', 'printed_paper', 'paper', 'second_language', 'digits', 'is_default'] },
    { title: 'paper:sections.shown', fields: ['blocks', 'columns'] },
    { title: 'paper:sections.texts', fields: IN_EACH_LANGUAGE },
  ],
  preview: TemplatePreview,
});
