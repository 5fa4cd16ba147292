/** A link from a return to its source document, by number. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../api/read.ts';
import { LINK } from '../report/report-links.tsx';
import { useCan } from '../session/session.ts';
import { documentNumber, listOf } from './document-names.ts';
import { idOf } from './model/draft.ts';
import { useEditing } from './model/editing-store.ts';
import type { DocumentSession } from './model/session.ts';

interface Source {
  readonly resource: string;
  /** Field of the header: `sale_fk`. */
  readonly field: string;
}

/** Must be called once, outside of components. */
export function sourceLink({ resource, field }: Source): ComponentType<{ session: DocumentSession }> {
  // Called once per declaration, outside of components: the component that it makes is always the same one.
  // biome-ignore lint/correctness/noComponentHookFactories: see above
  return function SourceLink({ session }) {
    const { t } = useTranslation();
    const may = useCan()(`${resource}/show`);
    const { draft } = useEditing(session.store);
    const id = idOf(draft.header, field);
    const { data } = useQuery({
      queryKey: [resource, 'record', id],
      queryFn: () => read(':resource/:id', { params: { resource, id: Number(id) } }),
      enabled: id !== undefined && may,
      retry: false,
      meta: { quiet: true },
    });
    if (id === undefined || typeof data?.['number'] !== 'string') return null;
    return (
      <Link to={`${listOf(resource).path}/${id}`} className={LINK} data-source>
        {t(documentNumber(resource), { number: data['number'] })}
      </Link>
    );
  };
}
