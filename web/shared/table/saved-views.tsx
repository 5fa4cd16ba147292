/** The views of a table: a person's own and shared ones, the default view, and saving a new one. */
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { Bookmark, BookmarkCheck, BookmarkPlus, EllipsisVertical, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeView,
  chooseDefaultView,
  deleteView,
  saveView,
  type TableView,
  useTableViews,
} from '../api/table-views.ts';
import { AnswerForm } from '../controls/answer-dialog.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import { Confirm } from '../controls/dialog.tsx';
import { ActionMenu, type MenuAction } from '../controls/menu.tsx';
import { CheckField } from '../form/fields/select-field.tsx';
import { TextField } from '../form/fields/text-field.tsx';
import { say } from '../language/language.ts';
import { notifyProblem, notifySuccess } from '../notify/notify.ts';
import { useCan } from '../session/session.ts';
import type { TableAddress } from './address.ts';
import type { TableSearch } from './table-search.ts';
import { isSameView, searchOfView, viewAddress } from './view-address.ts';

const NAME_LENGTH_MAX = 60;

export interface SavedViewsProps {
  readonly screen: string;
  readonly address: TableAddress;
  /** The shown columns in order. */
  readonly shown: readonly string[];
}

type Asking = { readonly what: 'save' } | { readonly what: 'rename' | 'delete'; readonly view: TableView };

export function SavedViews({ screen, address, shown }: SavedViewsProps) {
  const { t } = useTranslation();
  const { data: views = [] } = useTableViews(screen);
  const [asking, setAsking] = useState<Asking>();
  const active = views.find((view) => isSameView(view.address, address.search));
  const current: TableSearch = { ...address.search, columns: shown.join(',') };
  return (
    <>
      <Popover>
        <PopoverButton
          title={t('table:views')}
          className="inline-flex h-8 max-w-56 items-center gap-1.5 rounded-md px-2 text-ink-muted hover:bg-surface-3 hover:text-ink"
        >
          {active ? (
            <BookmarkCheck size={16} aria-hidden className="shrink-0 text-accent" />
          ) : (
            <Bookmark size={16} aria-hidden className="shrink-0" />
          )}
          <span className="sr-only">{t('table:views')}</span>
          {active && <bdi className="truncate text-ink">{active.view_name}</bdi>}
        </PopoverButton>
        <PopoverPanel
          anchor={{ to: 'bottom end', gap: 4 }}
          className="z-50 max-h-96 min-w-64 overflow-y-auto rounded-md border border-edge bg-surface-1 p-1 shadow-float"
        >
          {({ close }) => (
            <>
              {views.length === 0 && <p className="px-2 py-1.5 text-ink-muted">{t('table:no_views')}</p>}
              <ViewList
                views={views.filter(({ is_mine }) => is_mine)}
                title={t('table:my_views')}
                {...{ screen, active, current, close }}
                goTo={address.goTo}
                onAsk={setAsking}
              />
              <ViewList
                views={views.filter(({ is_mine }) => !is_mine)}
                title={t('table:shared_views')}
                {...{ screen, active, current, close }}
                goTo={address.goTo}
                onAsk={setAsking}
              />
              <Button
                look="quiet"
                icon={BookmarkPlus}
                className="mt-1 w-full"
                onClick={() => {
                  close();
                  setAsking({ what: 'save' });
                }}
              >
                {t('table:save_view')}
              </Button>
            </>
          )}
        </PopoverPanel>
      </Popover>
      {asking && (
        <AskedOfView
          {...{ screen, asking, current }}
          onClose={() => setAsking(undefined)}
          onSaved={(saved) => address.change({ columns: saved.columns }, true)}
        />
      )}
    </>
  );
}

interface ViewListProps {
  readonly screen: string;
  readonly title: string;
  readonly views: readonly TableView[];
  readonly active: TableView | undefined;
  readonly current: TableSearch;
  readonly goTo: TableAddress['goTo'];
  readonly close: () => void;
  readonly onAsk: (asking: Asking) => void;
}

function ViewList({ screen, title, views, active, current, goTo, close, onAsk }: ViewListProps) {
  const { t } = useTranslation();
  const can = useCan();
  if (views.length === 0) return null;
  const open = (view: TableView) => {
    close();
    goTo(searchOfView(view.address));
  };
  const change = (view: TableView, next: Parameters<typeof changeView>[2]) =>
    changeView(screen, view.view_id, next)
      .then(() => notifySuccess(say('table:view_saved')))
      .catch(notifyProblem);
  const canShare = can('table_views/share');
  const actionsOf = (view: TableView): readonly MenuAction[] => [
    ...(canShare || !view.is_shared
      ? [
          { key: 'rename', label: t('table:rename_view'), onSelect: () => onAsk({ what: 'rename', view }) },
          {
            key: 'update',
            label: t('table:update_view'),
            onSelect: () => void change(view, { address: viewAddress(current) }),
          },
        ]
      : []),
    ...(canShare || view.is_shared
      ? [
          {
            key: 'share',
            label: t(view.is_shared ? 'table:unshare_view' : 'table:share_view'),
            onSelect: () => void change(view, { is_shared: !view.is_shared }),
          },
        ]
      : []),
    { key: 'delete', label: t('table:delete_view'), dangerous: true, onSelect: () => onAsk({ what: 'delete', view }) },
  ];
  return (
    <section aria-label={title}>
      <h3 className="px-2 pt-1.5 pb-1 text-xs text-ink-muted">{title}</h3>
      <ul>
        {views.map((view) => (
          <li key={view.view_id} className="flex items-center rounded-sm hover:bg-surface-3">
            <button
              type="button"
              onClick={() => open(view)}
              aria-current={view === active ? 'true' : undefined}
              className="flex h-8 min-w-0 flex-1 items-center gap-2 ps-2 text-start aria-[current]:font-semibold aria-[current]:text-accent"
            >
              <bdi className="truncate">{view.view_name}</bdi>
              {!view.is_mine && view.owner_name && (
                <bdi className="truncate text-xs font-normal text-ink-muted">{view.owner_name}</bdi>
              )}
            </button>
            <IconButton
              icon={Star}
              label={t('table:default_view', { view: view.view_name })}
              pressed={view.is_default}
              onClick={() => chooseDefaultView(screen, view.is_default ? null : view.view_id).catch(notifyProblem)}
            />
            {view.is_mine && (
              <ActionMenu label={t('table:view_actions', { view: view.view_name })} actions={actionsOf(view)}>
                <EllipsisVertical size={15} aria-hidden />
              </ActionMenu>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AskedOfViewProps {
  readonly screen: string;
  readonly asking: Asking;
  readonly current: TableSearch;
  readonly onClose: () => void;
  readonly onSaved: (search: TableSearch) => void;
}

function AskedOfView({ screen, asking, current, onClose, onSaved }: AskedOfViewProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [name, setName] = useState(asking.what === 'rename' ? asking.view.view_name : '');
  const [isShared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      onClose();
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  if (asking.what === 'delete') {
    return (
      <Confirm
        open
        dangerous
        busy={busy}
        title={t('table:delete_view')}
        text={t('table:confirm_delete_view', { view: asking.view.view_name })}
        action={t('table:delete_view')}
        onConfirm={() => void run(() => deleteView(screen, asking.view.view_id))}
        onClose={onClose}
      />
    );
  }
  const save = () =>
    run(async () => {
      if (asking.what === 'rename') return changeView(screen, asking.view.view_id, { view_name: name.trim() });
      await saveView(screen, { view_name: name.trim(), address: viewAddress(current), is_shared: isShared });
      onSaved(current);
      return notifySuccess(say('table:view_saved'));
    });
  const title = t(asking.what === 'rename' ? 'table:rename_view' : 'table:save_view');
  return (
    <AnswerForm title={title} busy={busy} disabled={name.trim() === ''} onAnswer={() => void save()} onClose={onClose}>
      <TextField
        label={t('table:view_name')}
        required
        value={name}
        onChange={setName}
        maxLength={NAME_LENGTH_MAX}
        autoFocus
      />
      {asking.what === 'save' && can('table_views/share') && (
        <CheckField label={t('table:share_view')} value={isShared} onChange={setShared} />
      )}
    </AnswerForm>
  );
}
