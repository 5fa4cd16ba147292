/** For what is typed each month: the new document begins as the last one of its outlet. */
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE } from '../api/list.ts';
import { read, readPage } from '../api/read.ts';
import { Button } from '../controls/button.tsx';
import { notifyError, notifyProblem } from '../notify/notify.ts';
import { useCan } from '../session/session.ts';
import { readDocument } from './model/body.ts';
import { copied } from './model/copied.ts';
import { idOf } from './model/draft.ts';
import { onItsDay } from './model/goods/rate-of-day.ts';
import { rememberNames } from './model/known-names.ts';
import { awaited } from './model/on-the-way.ts';
import type { DocumentSession } from './model/session.ts';
import { useSessionState } from './model/use-session.ts';

const NOT_COPIED = ['discarded', 'reversed'];

export function CopyLast({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const { server } = useSessionState(session);
  const [busy, setBusy] = useState(false);
  const { resource } = session.declaration;
  if (server || !session.editable || !can(`${resource}/index`) || !can(`${resource}/show`)) return null;
  const copy = async () => {
    setBusy(true);
    try {
      if (!(await copyLast(session))) notifyError(t('document:nothing_to_copy'));
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Copy} busy={busy} onClick={() => awaited(copy())}>
      {t('document:copy_last')}
    </Button>
  );
}

/** One step that can be undone. False when there is none. */
async function copyLast({ declaration, store }: DocumentSession): Promise<boolean> {
  const { resource } = declaration;
  const outlet = idOf(store.state.draft.header, 'outlet_fk');
  const { data } = await readPage(resource, {
    query: {
      sortColumn: 'date',
      sortDir: 'desc',
      per_page: 10,
      ...(outlet === undefined ? {} : { 'filter[outlet_fk]': outlet }),
    },
    shape: PAGE,
  });
  const last = data.find(({ status }) => !NOT_COPIED.includes(String(status)));
  if (!last) return false;
  const answer = await read(':resource/:id', { params: { resource, id: Number(last['id']) } });
  rememberNames(declaration, answer);
  const { draft } = readDocument(declaration, answer);
  store.edit({ do: 'replace', draft: await onItsDay(declaration, copied(declaration, draft, store.state.draft)) });
  return true;
}
