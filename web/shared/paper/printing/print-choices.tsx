/** Choices before printing: paper, size, languages, template, and the copy mark. */
import { useTranslation } from 'react-i18next';
import { PAPER_SIZES, type PaperTemplate } from '../../../../domain/paper/template.ts';
import { CheckField, SelectField } from '../../form/fields/select-field.tsx';
import { LANGUAGES } from '../../language/preferences.ts';
import { useAddress } from '../../session/address-parts.ts';
import type { PaperSource } from '../paper-source.ts';

interface PrintChoicesProps {
  readonly source: PaperSource;
  readonly template: PaperTemplate;
  readonly onChoose: (change: Readonly<Record<string, string | number | undefined>>) => void;
}

export function PrintChoices({ source, template, onChoose }: PrintChoicesProps) {
  const { t } = useTranslation();
  const address = useAddress();
  const { answer, language } = source;
  const { papers, templates, documents } = answer;
  const languages = LANGUAGES.map((value) => ({ value, label: t(`shell:languages.${value}`) }));
  return (
    <div className="no-print grid grid-cols-2 items-end gap-x-3 gap-y-2 border-b border-edge bg-surface-1 px-4 py-2.5 sm:grid-cols-3 lg:grid-cols-6">
      {papers.length > 1 && (
        <SelectField
          label={t('paper:papers')}
          name="paper"
          value={documents[0]?.layout.name ?? papers[0] ?? ''}
          options={papers.map((value) => ({ value, label: t(`paper:titles.${value}`) }))}
          onChange={(paper) => onChoose({ paper, template: undefined })}
        />
      )}
      <SelectField
        label={t('paper:size')}
        name="size"
        value={template.paper}
        options={PAPER_SIZES.map((value) => ({ value, label: t(`paper:sizes.${value}`) }))}
        onChange={(size) => onChoose({ size })}
      />
      <SelectField
        label={t('paper:language')}
        name="language"
        value={language}
        options={languages}
        onChange={(chosen) => onChoose({ language: chosen })}
      />
      <SelectField
        label={t('paper:second_language')}
        name="second"
        value={template.second_language ?? 'none'}
        options={[
          { value: 'none', label: t('paper:no_second') },
          ...languages.filter(({ value }) => value !== language),
        ]}
        onChange={(second) => onChoose({ second })}
      />
      {templates.length > 0 && (
        <SelectField
          label={t('paper:template')}
          name="template"
          value={String(address['template'] ?? templates[0]?.print_template_id)}
          options={templates.map(({ print_template_id, template_name }) => ({
            value: String(print_template_id),
            label: template_name,
          }))}
          onChange={(chosen) => onChoose({ template: Number(chosen), size: undefined, second: undefined })}
        />
      )}
      <CheckField
        label={t('paper:mark_copy')}
        name="copy"
        value={address['copy'] === 'yes'}
        onChange={(isCopy) => onChoose({ copy: isCopy ? 'yes' : undefined })}
      />
    </div>
  );
}
