/** A preview of a template while it is edited: the shop's own head, and sample lines. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOf } from '../../../domain/kernel/members.ts';
import { layoutOf } from '../../../domain/paper/layout.ts';
import type { PaperBusiness, PaperDocument, PaperLine } from '../../../domain/paper/paper.schema.ts';
import type { Paper, PaperColumn } from '../../../domain/paper/paper.ts';
import { paperCalled } from '../../../domain/paper/paper-names.ts';
import { templateOf } from '../../../domain/paper/template.ts';
import type { RecordData } from '../api/record.ts';
import { fetchRecord } from '../api/record.ts';
import { say } from '../language/language.ts';
import { LANGUAGES, type Language, usePreferences } from '../language/preferences.ts';
import { useCan, useMe } from '../session/session.ts';
import { formatMoment, localToday } from '../typing/date-words.ts';
import { PaperPreview } from './paper-preview.tsx';
import type { PaperWords } from './paper-words.ts';

const LINES = 3;
const SAMPLE: Readonly<Record<PaperColumn['kind'], string>> = {
  ...{ text: '', quantity: '2', amount: '4500', percent: '5', discount: '5%', date: '2026-01-31', time: '09:05' },
  ...{ option: '', whole: '1' },
  batches: JSON.stringify([{ batch_number: 'B7', expire_date: '2027-12-31', quantity: '2' }]),
};

export function TemplatePreview({ values }: { values: RecordData }) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const business = useBusiness();
  const printing = usePrinting();
  const paper = paperCalled(String(values['printed_paper'] ?? ''));
  const name = useMe().user_name;
  if (!business || !printing || !paper) return null;
  const template = templateOf(values, paper);
  const settings = { business, template, words: printing.words, printedBy: name };
  const at = formatMoment(new Date().toISOString());
  const { html } = printing.printedForm(
    sampleOf(paper, printing.words, language),
    { ...settings, printedAt: at },
    language,
  );
  return (
    <section aria-label={t('paper:preview')} className="rounded-lg border border-edge bg-surface-2 p-4">
      <h2 className="mb-3 text-base font-semibold">{t('paper:preview')}</h2>
      <div className="overflow-x-auto">
        <PaperPreview html={html} />
      </div>
    </section>
  );
}

/** The shop's profile; without the permission for it, only its name. */
function useBusiness(): PaperBusiness | undefined {
  const can = useCan()('system_profiles/show');
  const { data } = useQuery({
    queryKey: ['system_profiles', 1, 'paper'],
    queryFn: () => fetchRecord('system_profiles', 1),
    enabled: can,
  });
  if (!can) return { shop_name: say('paper:sample'), phones: [] };
  if (!data) return undefined;
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : null);
  return {
    shop_name: text('shop_name') ?? '',
    shop_name_ar: text('shop_name_ar'),
    shop_name_ckb: text('shop_name_ckb'),
    phones: [...textsOf(data['phones'])],
    address: text('address'),
    tax_number: text('tax_number'),
    receipt_header: text('receipt_header'),
    receipt_footer: text('receipt_footer'),
  };
}

interface Made {
  readonly words: PaperWords;
  readonly printedForm: typeof import('./printed-form.ts').printedForm;
}

function usePrinting(): Made | undefined {
  const [loaded, setLoaded] = useState<Made>();
  useEffect(() => {
    void Promise.all([import('./paper-words.ts'), import('./printed-form.ts')]).then(async ([words, { printedForm }]) =>
      setLoaded({ words: await words.paperWords(LANGUAGES), printedForm }),
    );
  }, []);
  return loaded;
}

/** Every column has a value, so that all are visible. */
function sampleOf(paper: Paper, words: PaperWords, language: Language): PaperDocument {
  const { table, goods, party, totals } = paper;
  const sample = words(language, 'paper:sample');
  const columns = [...(table?.columns ?? []), ...(table?.further ?? [])];
  const sampled = (of: readonly PaperColumn[], index: number): PaperLine =>
    Object.fromEntries(of.map(({ field, kind }) => [field, SAMPLE[kind] || `${sample} ${index + 1}`]));
  const today = localToday(new Date());
  return {
    layout: layoutOf(paper),
    ...{ number: 'X-000001', status: 'complete', date: today, facts: [], note: sample },
    currency: {
      currency_fk: 1,
      currency_name: words(language, 'paper:money.1.other', { n: '' }).trim(),
      symbol: '',
      decimals: 0,
    },
    ...(party ? { party: { role: party, name: sample, address: sample, phones: ['0750 000 0000'] } } : {}),
    lines: Array.from({ length: LINES }, (_, index) => sampled(columns, index)),
    ...(goods
      ? { line_goods: Array.from({ length: LINES }, () => [sampled(goods, 0)]), goods: [sampled(goods, 0)] }
      : {}),
    totals: [],
    ...(totals ? { total: '13500', paid: '10000', remaining: '3500' } : {}),
  };
}
