/** The `?` sheet: every shortcut of the registry, searchable, in groups. */

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../../domain/values/members.ts';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { Keys } from '../../shared/controls/keys.tsx';
import { loadTillWords } from '../../shared/language/language.ts';
import { useCan } from '../../shared/session/session.ts';
import { definitionOf, SHORTCUT_GROUPS, SHORTCUTS, type ShortcutName } from '../../shared/shortcuts/definitions.ts';
import { matchesSearch } from '../../shared/typing/fold.ts';

const NAMES = keysOf(SHORTCUTS);
const isOfTill = (name: ShortcutName): boolean => name.startsWith('till_');

export default function HelpSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const mayUseTill = useCan()('pos_sales/store');
  // The words of a till's keys are loaded with the page of the till, and with this sheet.
  const [hasTillWords, setTillWords] = useState(false);
  useEffect(() => void loadTillWords().then(() => setTillWords(true)), []);
  const words = (name: ShortcutName) => t(isOfTill(name) ? `selling:shortcuts.${name}` : `shortcuts.${name}`);
  const isShown = (name: ShortcutName) => !isOfTill(name) || (mayUseTill && hasTillWords);
  const found = NAMES.filter((name) => isShown(name) && matchesSearch(words(name), query));
  return (
    <Dialog open={open} title={t('help.title')} onClose={onClose} width="wide">
      <input
        type="search"
        data-autofocus
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        placeholder={t('help.search')}
        aria-label={t('help.search')}
        className="h-8 w-full rounded-md border border-edge-strong bg-surface-1 px-2.5"
      />
      <p className="mt-1.5 mb-4 text-xs text-ink-muted">{t('help.by_place')}</p>
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
                    <dt>{words(name)}</dt>
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
      <p className="text-xs text-ink-muted">{t('help.typing')}</p>
    </Dialog>
  );
}
