/** The side menu: folding sections and groups, or a narrow strip of icons when closed. */
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight, House, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/controls/button.tsx';
import {
  entriesOf,
  isGroup,
  type MenuEntry,
  type MenuGroup,
  type MenuSection,
} from '../../shared/navigation/menu-table.ts';
import { Mark } from './brand.tsx';
import { isAmong, labelOf, SECTION_ICONS, useMenu } from './menu.ts';
import { TillLink } from './till-link.tsx';

interface SideMenuProps {
  readonly open: boolean;
  /** Takes the width of its container. */
  readonly isDrawer?: boolean;
  readonly onToggle: () => void;
}

export function SideMenu({ open, isDrawer = false, onToggle }: SideMenuProps) {
  const { t } = useTranslation();
  const sections = useMenu();
  const width = isDrawer ? 'w-full' : open ? 'w-56' : 'w-13';
  return (
    <nav
      aria-label={t('menu.label')}
      className={`no-print flex shrink-0 flex-col border-e border-edge bg-surface-1 transition-[width] duration-150 ${width}`}
    >
      <div
        className={`flex h-12 items-center border-b border-edge ${open ? 'justify-between ps-3 pe-2' : 'justify-center'}`}
      >
        {open && (
          <Link to="/" className="flex items-center gap-2 font-semibold">
            <Mark size={24} />
            <span className="text-lg">{t('product')}</span>
          </Link>
        )}
        <IconButton
          icon={open ? PanelLeftClose : PanelLeftOpen}
          label={t(open ? 'menu.close' : 'menu.open')}
          mirror
          onClick={onToggle}
        />
      </div>
      <div className="flex-1 overflow-y-auto p-2">
        <ul className="flex flex-col gap-0.5">
          <li>
            <Link to="/" activeOptions={{ exact: true }} title={t('home.title')} className={LINE} activeProps={ACTIVE}>
              <House size={16} aria-hidden className="shrink-0" />
              <span className={open ? '' : 'sr-only'}>{t('home.title')}</span>
            </Link>
          </li>
          {sections.map((section) => (
            <Section key={section.name} section={section} menuOpen={open} onOpenMenu={onToggle} />
          ))}
        </ul>
      </div>
    </nav>
  );
}

const LINE =
  'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2.5 py-1 text-ink-muted hover:bg-surface-2 hover:text-ink pointer-coarse:min-h-11';
const ACTIVE = { className: 'bg-accent-soft! text-accent-strong! font-medium', 'aria-current': 'page' as const };
const BELOW = 'my-0.5 flex flex-col gap-0.5 border-s border-edge ps-2';

const PRICE_CHECKER = '/sales/barcode-price-checker';

interface SectionProps {
  readonly section: MenuSection;
  readonly menuOpen: boolean;
  readonly onOpenMenu: () => void;
}

function Section({ section, menuOpen, onOpenMenu }: SectionProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const current = isAmong(entriesOf(section), pathname);
  // The price checker folds all sections, and leaving it unfolds the present one.
  const isChecking = pathname === PRICE_CHECKER;
  const [pressed, setPressed] = useState<{ readonly isChecking: boolean; readonly unfolded: boolean }>();
  const unfolded = pressed?.isChecking === isChecking ? pressed.unfolded : current && !isChecking;
  const shown = menuOpen && unfolded;
  const Icon = SECTION_ICONS[section.name];
  const label = t(`menu.${section.name}`);
  const symbol = <Icon size={16} aria-hidden className={`shrink-0 ${current ? 'text-accent' : ''}`} />;
  const [only] = section.entries;
  // A section with a single screen of the same name is shown as that screen.
  if (section.entries.length === 1 && only && !isGroup(only) && only.name === section.name) {
    return (
      <li>
        <Link to={only.path} title={menuOpen ? undefined : label} className={LINE} activeProps={ACTIVE}>
          {symbol}
          <span className={menuOpen ? '' : 'sr-only'}>{label}</span>
        </Link>
      </li>
    );
  }
  const press = () => {
    if (!menuOpen) onOpenMenu();
    setPressed({ isChecking, unfolded: !shown });
  };
  return (
    <li>
      <button
        type="button"
        aria-expanded={shown}
        title={menuOpen ? undefined : label}
        onClick={press}
        className={`${LINE} ${current ? 'text-ink' : ''}`}
      >
        {symbol}
        <span className={menuOpen ? 'flex-1 text-start' : 'sr-only'}>{label}</span>
        {menuOpen && <Fold shown={shown} />}
      </button>
      {shown && (
        <ul className={`ms-4.5 ${BELOW}`}>
          {section.entries.map((value) =>
            isGroup(value) ? <Group key={value.name} group={value} /> : <Entry key={value.path} entry={value} />,
          )}
        </ul>
      )}
    </li>
  );
}

/** A group of screens within a section. */
function Group({ group }: { group: MenuGroup }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const current = isAmong(group.entries, pathname);
  const [unfolded, setUnfolded] = useState<boolean>();
  const shown = unfolded ?? current;
  return (
    <li>
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setUnfolded(!shown)}
        className={`${LINE} ${current ? 'text-ink' : ''}`}
      >
        <span className="flex-1 text-start">{t(`menu.${group.name}`)}</span>
        <Fold shown={shown} />
      </button>
      {shown && (
        <ul className={`ms-2.5 ${BELOW}`}>
          {group.name === 'pos' && <TillLink className={LINE} />}
          {group.entries.map((menuEntry) => (
            <Entry key={menuEntry.path} entry={menuEntry} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // A deeper address may belong to another entry.
  const exact = !isAmong([entry], pathname);
  return (
    <li>
      <Link to={entry.path} activeOptions={{ exact }} className={LINE} activeProps={ACTIVE}>
        {t(labelOf(entry))}
      </Link>
    </li>
  );
}

function Fold({ shown }: { shown: boolean }) {
  return (
    <span className="mirror">
      <ChevronRight size={14} aria-hidden className={`transition-transform ${shown ? 'rotate-90' : ''}`} />
    </span>
  );
}
