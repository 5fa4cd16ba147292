/** Actions for an empty financial year: change its days, or delete it. Its name can always be changed. */
import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FIRST_YEAR } from '../../domain/organisation/first-year.ts';
import { remove } from '../shared/api/command.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { forget } from '../shared/api/query.ts';
import { fetchRecord } from '../shared/api/record.ts';
import { Button } from '../shared/controls/button.tsx';
import { Confirm } from '../shared/controls/dialog.tsx';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { useCan } from '../shared/session/session.ts';
import type { Year } from './financial-year-data.ts';

const RESOURCE = 'financial_years';

export function YearActions({ year }: { year: Year }) {
  const { t } = useTranslation();
  const can = useCan();
  const write = useWrite();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const removeYear = async () => {
    setBusy(true);
    try {
      const { revision } = await fetchRecord(RESOURCE, year.year_id);
      const params = { id: year.year_id };
      const { message } = await write((idempotencyKey) =>
        remove('financial_years/:id', { params, idempotencyKey, body: { revision } }),
      );
      if (message) notifySuccess(message);
      await forget(RESOURCE);
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-48 flex-1 text-ink-muted">
        {t(year.in_use ? 'closing:days_stay' : 'closing:days_may_change')}
      </p>
      {can(`${RESOURCE}/update`) && (
        <Link
          to="/settings/financial-year/$id"
          params={{ id: String(year.year_id) }}
          className="inline-flex h-8 items-center gap-1.5 rounded-md border border-edge-strong/55 bg-surface-1 px-3 hover:bg-surface-2"
        >
          <Pencil size={15} aria-hidden />
          {t('closing:change_year')}
        </Link>
      )}
      {can(`${RESOURCE}/destroy`) && !year.in_use && year.year_id !== FIRST_YEAR && (
        <Button icon={Trash2} onClick={() => setAsking(true)}>
          {t('closing:delete_year')}
        </Button>
      )}
      <Confirm
        open={asking}
        title={t('closing:delete_year')}
        text={t('closing:delete_text', { year: year.year_name })}
        action={t('closing:delete_year')}
        dangerous
        busy={busy}
        onConfirm={() => void removeYear()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
