/** Where the screen is: back, its section, and the list above it. */
import { Link, useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/controls/button.tsx';
import { entriesOf, MENU } from '../../shared/navigation/menu-table.ts';
import { mayOpen } from '../../shared/navigation/screen.ts';
import { useCan } from '../../shared/session/session.ts';
import { useScreenTitle } from '../screen-title.ts';
import { entryAt, isAmong, labelOf } from './menu.ts';

const PART = 'min-w-0 truncate';

export function Breadcrumb() {
  const { t } = useTranslation();
  const can = useCan();
  const { pathname } = useLocation();
  const title = useScreenTitle();
  const entry = entryAt(pathname);
  const section = MENU.find((each) => isAmong(entriesOf(each), pathname));
  if (pathname === '/') return <span className="flex-1 max-md:hidden" />;
  const isBelow = entry !== undefined && pathname !== entry.path;
  return (
    <nav
      aria-label={t('breadcrumb')}
      className="flex min-w-0 flex-1 items-center gap-1 text-ink-muted max-md:flex-none"
    >
      <BackButton above={isBelow && mayOpen(can, entry) ? entry.path : '/'} />
      <ol className="flex min-w-0 items-center gap-1 whitespace-nowrap max-md:hidden">
        {section && section.name !== entry?.name && (
          <>
            <li className={`${PART} max-xl:hidden`}>{t(`menu.${section.name}`)}</li>
            {entry && <Divider />}
          </>
        )}
        {isBelow && (
          <li className={PART}>
            {mayOpen(can, entry) ? (
              <Link to={entry.path} className="hover:text-accent hover:underline">
                {t(labelOf(entry))}
              </Link>
            ) : (
              t(labelOf(entry))
            )}
          </li>
        )}
        {entry === undefined && title && <li className={PART}>{t(title)}</li>}
        {entry !== undefined && !isBelow && (
          <li className={PART} aria-current="page">
            {t(labelOf(entry))}
          </li>
        )}
      </ol>
    </nav>
  );
}

function Divider() {
  return (
    <li aria-hidden className="mirror shrink-0 max-xl:hidden">
      <ChevronRight size={13} />
    </li>
  );
}

/** To the screen before; a screen that was opened by its address leads to the one above it. */
function BackButton({ above }: { readonly above: string }) {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: above });
  };
  return <IconButton icon={ArrowLeft} mirror label={t('back')} onClick={goBack} />;
}
