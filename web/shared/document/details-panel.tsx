/** The side panel with rarely changed fields, if there are any to show. Its folded state is stored on this device. */
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/button.tsx';
import { isTablet } from '../controls/narrow.ts';
import type { NumberFormat } from '../typing/number-format.ts';
import { HeaderField } from './fields/header-field.tsx';
import { isShown } from './model/declaration.ts';
import { isEmpty } from './model/draft.ts';
import { useEditing } from './model/editing-store.ts';
import type { DocumentSession } from './model/session.ts';
import { useSessionState } from './model/use-session.ts';

const KEY = 'daftar.document-details';

/** As the person left it; folded on a tablet until the person opens it. */
const isOpenAtFirst = (): boolean => {
  const kept = localStorage.getItem(KEY);
  return kept === null ? !isTablet() : kept !== 'closed';
};

interface DetailsPanelProps {
  readonly session: DocumentSession;
  readonly look: NumberFormat;
  readonly readOnly: boolean;
}

export function DetailsPanel({ session, look, readOnly }: DetailsPanelProps) {
  const { t } = useTranslation();
  const { draft } = useEditing(session.store);
  const { problems } = useSessionState(session);
  const [open, setOpen] = useState(isOpenAtFirst);
  const { details } = session.declaration;
  // A field with an error is never hidden.
  const wrong = details.some((field) => problems.has(field.field));
  const shown = open || wrong;
  // The fields are rendered after the lines, in a task of their own: the screen is in sight and takes keys earlier.
  const hasFields = useDeferredValue(true, false);
  const fields = details.filter(
    (field) => isShown(field, draft.header) && !(readOnly && isEmpty(draft.header[field.field])),
  );
  const toggle = () => {
    localStorage.setItem(KEY, shown ? 'closed' : 'open');
    setOpen(!shown);
  };
  if (fields.length === 0) return null;
  return (
    <aside
      aria-label={t('document:details')}
      className={`no-print flex shrink-0 flex-col rounded-lg border border-edge bg-surface-1 shadow-card max-md:w-full ${shown ? 'w-64' : 'w-11 self-start'}`}
    >
      <div
        className={`flex h-10 items-center ${shown ? 'justify-between border-b border-edge ps-3 pe-1' : 'justify-center max-md:justify-between max-md:ps-3 max-md:pe-1'}`}
      >
        <h2 className={shown ? 'font-medium' : 'font-medium md:hidden'}>{t('document:details')}</h2>
        <IconButton
          icon={shown ? PanelRightClose : PanelRightOpen}
          mirror
          label={t(shown ? 'document:details_close' : 'document:details_open')}
          aria-expanded={shown}
          onClick={toggle}
        />
      </div>
      {shown && (
        <div className="flex flex-col gap-3 overflow-y-auto p-3">
          {(hasFields ? fields : []).map((field) => (
            <HeaderField key={field.field} store={session.store} {...{ draft, field, problems, look, readOnly }} />
          ))}
        </div>
      )}
    </aside>
  );
}
