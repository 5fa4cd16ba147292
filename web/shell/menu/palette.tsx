/**
 * Ctrl+K: search results (palette-found.tsx), commands (palette-commands.ts), actions of the screen, and permitted pages.
 * The server filters its results by permission; commands and pages are filtered here with the server's folding.
 */
import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, Plus, Zap } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Keys } from '../../shared/controls/keys.tsx';
import { entriesOf } from '../../shared/navigation/menu-table.ts';
import { definitionOf } from '../../shared/shortcuts/definitions.ts';
import { useRegisteredShortcuts } from '../../shared/shortcuts/shortcuts.ts';
import { matchesSearch } from '../../shared/typing/fold.ts';
import { focusNextScreen } from '../kept-focus.ts';
import { labelOf, useMenu } from './menu.ts';
import { useCommands } from './palette-commands.ts';
import { FoundGroups, foundLine, useServerSearch } from './palette-found.tsx';
import { Group, Line, Lines } from './palette-line.tsx';

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

export default function Palette({ open, onClose, onHelp }: PaletteProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} aria-label={t('palette.label')} className="fixed inset-0 z-50 outline-none">
      <DialogBackdrop className="fixed inset-0 animate-appear bg-shade" />
      <div className="fixed inset-0 flex items-start justify-center p-4 pt-[12vh]">
        <DialogPanel className="w-full max-w-xl animate-appear overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-float">
          <PaletteContent onClose={onClose} onHelp={onHelp} />
        </DialogPanel>
      </div>
    </Dialog>
  );
}

function PaletteContent({ onClose, onHelp }: Omit<PaletteProps, 'open'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const { searched, commandsFor } = useCommands(query);
  const hits = useServerSearch(useDeferredValue(searched));
  const commands = commandsFor(hits);
  // What the server found comes first, also when it is there after the pages: Enter opens it.
  const first = hits[0] === undefined ? '' : foundLine(hits[0]);
  const [chosen, choose] = useState('');
  useEffect(() => {
    if (first !== '') choose(first);
  }, [first]);
  const open = (href: string) => {
    onClose();
    focusNextScreen();
    void navigate({ href });
  };
  return (
    <Lines
      label={t('palette.label')}
      placeholder={t('palette.placeholder')}
      nothing={t('palette.nothing')}
      query={query}
      onQuery={setQuery}
      chosen={chosen}
      choose={choose}
    >
      <FoundGroups hits={hits} onOpen={open} />
      {commands.length > 0 && (
        <Group heading={t('palette.commands')}>
          {commands.map(({ path, label, isPayment }) => (
            <Line key={path} value={`command ${path}`} onSelect={() => open(path)}>
              <CommandIcon isPayment={isPayment} />
              <span className="flex-1 truncate">{label}</span>
            </Line>
          ))}
        </Group>
      )}
      <Actions query={query} onClose={onClose} onHelp={onHelp} />
      <Pages query={query} onOpen={open} />
    </Lines>
  );
}

function CommandIcon({ isPayment }: { isPayment: boolean }) {
  const Icon = isPayment ? Zap : Plus;
  return <Icon size={15} aria-hidden className="shrink-0 text-ink-muted" />;
}

function Actions({ query, onClose, onHelp }: { query: string; onClose: () => void; onHelp: () => void }) {
  const { t } = useTranslation();
  const registered = useRegisteredShortcuts();
  // Of one name, the last registered runs: a dialog's, and not that of the screen below it.
  const latest = new Map(registered.map((entry) => [entry.name, entry])).values();
  const actions = [...latest].filter(
    ({ name }) => definitionOf(name).action && matchesSearch(t(`shortcuts.${name}`), query),
  );
  const help = matchesSearch(t('help.title'), query);
  if (actions.length === 0 && !help) return null;
  // The dialog restores the focus when it closes; an action may move it only after that.
  const run = (action: () => void) => {
    onClose();
    setTimeout(action, 60);
  };
  return (
    <Group heading={t('palette.actions')}>
      {actions.map(({ name, run: action }) => (
        <Line key={name} value={`action-${name}`} onSelect={() => run(action)}>
          <Zap size={15} aria-hidden className="text-ink-muted" />
          <span className="flex-1">{t(`shortcuts.${name}`)}</span>
          <Keys name={name} />
        </Line>
      ))}
      {help && (
        <Line value="action-help" onSelect={() => run(onHelp)}>
          <Zap size={15} aria-hidden className="text-ink-muted" />
          <span className="flex-1">{t('help.title')}</span>
          <Keys name="help" />
        </Line>
      )}
    </Group>
  );
}

function Pages({ query, onOpen }: { query: string; onOpen: (path: string) => void }) {
  const { t } = useTranslation();
  const pages = useMenu().flatMap((section) =>
    entriesOf(section).map((entry) => ({
      ...entry,
      section: t(`menu.${section.name}`),
      label: t(labelOf(entry)),
    })),
  );
  const found = pages.filter((page) => matchesSearch(`${page.label} ${page.section} ${page.path}`, query));
  if (found.length === 0) return null;
  return (
    <Group heading={t('palette.pages')}>
      {found.map((page) => (
        <Line key={page.path} value={page.path} onSelect={() => onOpen(page.path)}>
          <ArrowRight size={15} aria-hidden className="mirror text-ink-muted" />
          <span className="flex-1">{page.label}</span>
          <span className="text-ink-muted">{page.section}</span>
        </Line>
      ))}
    </Group>
  );
}
