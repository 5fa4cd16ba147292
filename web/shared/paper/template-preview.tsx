/** A preview of a template while it is edited: the shop's own head, and a sample of the paper, in any of the languages. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paperCalled } from '../../../domain/paper/paper-names.ts';
import { REPORT_PAPER_NAMES } from '../../../domain/paper/report-papers.ts';
import { templateOf } from '../../../domain/paper/template.ts';
import { isOneOf } from '../../../domain/values/members.ts';
import { read } from '../api/read.ts';
import type { RecordData } from '../api/record.ts';
import { SelectField } from '../form/fields/select-field.tsx';
import { LANGUAGES, usePreferences } from '../language/preferences.ts';
import { useMe } from '../session/session.ts';
import { formatMoment } from '../typing/date-words.ts';
import { fitOf } from './fit-paper.ts';
import { PaperPreview } from './paper-preview.tsx';
import type { PaperWords } from './paper-words.ts';
import type { PaperFit } from './printing/printing.ts';
import { samplePaper, sampleReport } from './sample-paper.ts';

export function TemplatePreview({ values }: { values: RecordData }) {
  const { t } = useTranslation();
  const preferred = usePreferences().language;
  const [language, setLanguage] = useState(preferred);
  const { user_name, current_outlet_fk, outlets } = useMe();
  const outlet = current_outlet_fk ?? outlets[0]?.outlet_id;
  const { data: business } = useQuery({
    queryKey: ['papers/business', language, outlet],
    queryFn: () => read('papers/business', { query: { outlet_fk: outlet }, language }),
  });
  const printing = usePrinting();
  const paper = paperCalled(String(values['printed_paper'] ?? ''));
  if (!business || !printing || !paper) return null;
  const { words, printedForm, reportPaper } = printing;
  const settings = {
    business,
    template: templateOf(values, paper),
    words,
    printedBy: user_name,
    printedAt: formatMoment(new Date().toISOString()),
  };
  const render = (fit: PaperFit): string =>
    isOneOf(REPORT_PAPER_NAMES, paper.name)
      ? reportPaper(sampleReport(paper.name, words, language), { ...settings, language, width: 'portrait' })
      : printedForm(samplePaper(paper, words, language), { ...settings, fit }, language).html;
  return (
    <section
      aria-label={t('paper:preview')}
      className="rounded-lg border border-edge bg-surface-2 p-4 min-[1400px]:sticky min-[1400px]:top-4 min-[1400px]:shrink-0"
    >
      <header className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-base font-semibold">{t('paper:preview')}</h2>
        <SelectField
          label={t('paper:language')}
          name="preview_language"
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: t(`shell:languages.${value}`) }))}
          onChange={(chosen) => isOneOf(LANGUAGES, chosen) && setLanguage(chosen)}
        />
      </header>
      <div className="overflow-x-auto min-[1400px]:[zoom:0.6]">
        <FittedPreview render={render} />
      </div>
    </section>
  );
}

function FittedPreview({ render }: { readonly render: (fit: PaperFit) => string }) {
  const [fit, setFit] = useState<PaperFit>('usual');
  const usual = render('usual');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one each time; its text says whether the paper is.
  useEffect(() => {
    let isWanted = true;
    void fitOf(render).then((fits) => {
      if (isWanted) setFit(fits);
    });
    return () => {
      isWanted = false;
    };
  }, [usual]);
  return <PaperPreview html={render(fit)} />;
}

interface Made {
  readonly words: PaperWords;
  readonly printedForm: typeof import('./printed-form.ts').printedForm;
  readonly reportPaper: typeof import('./report-paper.ts').reportPaper;
}

function usePrinting(): Made | undefined {
  const [loaded, setLoaded] = useState<Made>();
  useEffect(() => {
    const parts = [import('./paper-words.ts'), import('./printed-form.ts'), import('./report-paper.ts')] as const;
    void Promise.all(parts).then(async ([words, { printedForm }, { reportPaper }]) =>
      setLoaded({ words: await words.paperWords(LANGUAGES), printedForm, reportPaper }),
    );
  }, []);
  return loaded;
}
