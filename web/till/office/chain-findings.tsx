/** Errors in a device's chain of entries: missing, duplicate or changed entries. */
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { DocumentLink } from '../../shared/report/report-links.tsx';
import { shapeDigits } from '../../shared/typing/digits.ts';
import { useTillEntries } from './drawer-figures.ts';

export function ChainFindings({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const { findings = [] } = useTillEntries(session) ?? {};
  if (findings.length === 0) return null;
  return (
    <ul role="alert" className="flex max-w-2xl flex-col gap-2 rounded-md bg-danger p-3 text-danger-ink">
      {findings.map(({ kind, till_name, from, to, documents }) => (
        <li key={`${kind} ${till_name} ${from}`} className="flex flex-wrap items-center gap-2">
          <TriangleAlert size={16} aria-hidden />
          {t(from === to ? `till:chain.${kind}` : 'till:chain.gaps', {
            till: till_name ?? '',
            from: shapeDigits(String(from), digits),
            to: shapeDigits(String(to), digits),
          })}
          {documents.map((document) => (
            <DocumentLink
              key={`${document.document_kind} ${document.document_id}`}
              kind={document.document_kind}
              id={document.document_id}
              number={document.number}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}
