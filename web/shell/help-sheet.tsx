/** The `?` sheet: every shortcut of the registry, searchable, in groups. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../domain/kernel/members.ts';
import { Dialog } from '../shared/controls/dialog.tsx';
import { Keys } from '../shared/controls/keys.tsx';
import { definitionOf, SHORTCUT_GROUPS, SHORTCUTS } from '../shared/shortcuts/definitions.ts';
import { matchesSearch } from '../shared/typing/fold.ts';

const NAMES = keysOf(SHORTCUTS);

export default function HelpSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const found = NAMES.filter((name) => matchesSearch(t(`shortcuts.${name}`), query));
  return (
    <Dialog open={open} title={t('help.title')} onClose={onClose} width="wide">
      <input
        type="search"
        data-autofocus
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        placeholder={t('help.search')}
        aria-label={t('help.search')}
        className="mb-4 h-8 w-full rounded-md border border-edge-strong bg-surface-1 px-2.5"
      />
      <div className="columns-1 gap-8 sm:columns-2">
        {SHORTCUT_GROUPS.map((group) => {
          const names = found.filter((name) => definitionOf(name).group === group);
          if (names.length === 0) return null;
          return (
            <section key={group} className="mb-5 break-inside-avoid">
              <h3 className="mb-1.5 text-xs font-semibold text-ink-muted">{t(`help.groups.${group}`)}</h3>
              <dl>
                {names.map((name) => (
                  <div key={name} className="flex items-center justify-between gap-4 border-t border-edge py-1">
                    <dt>{t(`shortcuts.${name}`)}</dt>
                    <dd>
                      <Keys name={name} all />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
