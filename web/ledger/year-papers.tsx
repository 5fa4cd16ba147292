/** The papers of a financial year, open or closed: its old books, statements of the bank, the letter of the auditor. */
import { useTranslation } from 'react-i18next';
import { textsOf } from '../../domain/values/members.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { forget } from '../shared/api/query.ts';
import { fetchRecord, updateRecord, useRecord } from '../shared/api/record.ts';
import { notifyProblem } from '../shared/notify/notify.ts';
import { Pictures } from '../shared/pictures/pictures.tsx';
import { useCan } from '../shared/session/session.ts';
import type { Year } from './financial-year-data.ts';

const RESOURCE = 'financial_years';

export function YearPapers({ year: { year_id } }: { readonly year: Year }) {
  const { t } = useTranslation();
  const can = useCan();
  const write = useWrite();
  const { data: record } = useRecord(RESOURCE, can(`${RESOURCE}/show`) ? year_id : undefined);
  if (!record) return null;
  const held = textsOf(record['attachments']);
  const change = async (attachments: readonly string[]) => {
    try {
      const { revision } = await fetchRecord(RESOURCE, year_id);
      await write((key) => updateRecord(RESOURCE, year_id, { attachments }, revision, key));
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      await forget(RESOURCE);
    }
  };
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{t('closing:papers')}</h2>
      <Pictures
        value={held}
        onChange={(attachments) => void change(attachments)}
        label={t('closing:papers')}
        disabled={!can(`${RESOURCE}/update`)}
        papers
      />
    </section>
  );
}
