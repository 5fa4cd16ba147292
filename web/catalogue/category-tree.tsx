/** The tree of categories: expand and collapse, add below, move, show or hide in the online shop. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Eye, EyeOff, FolderInput, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amend, remove } from '../shared/api/command.ts';
import { forget } from '../shared/api/query.ts';
import { read } from '../shared/api/read.ts';
import { Button, IconButton } from '../shared/controls/button.tsx';
import { Confirm } from '../shared/controls/dialog.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../shared/controls/states.tsx';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { useBusy } from '../shared/notify/use-busy.ts';
import { Picture } from '../shared/pictures/picture.tsx';
import { useCan } from '../shared/session/session.ts';
import type { Branch } from './category-branch.ts';
import { type CategoryTask, CategoryTaskDialog } from './category-dialogs.tsx';

const LEVELS_MAX = 4;

export function CategoryTree({ views }: { views: ReactNode }) {
  const { t } = useTranslation();
  const can = useCan();
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [task, setTask] = useState<CategoryTask>();
  const { data, error, refetch } = useQuery({
    queryKey: ['categories', 'tree'],
    queryFn: ({ signal }) => read('categories/tree_list', { signal }),
  });
  const change = async (work: () => Promise<{ readonly message?: string }>) => {
    try {
      const { message } = await work();
      await forget('categories');
      await refetch();
      if (message) notifySuccess(message);
    } catch (problem) {
      notifyProblem(problem);
    }
  };
  const toggle = (id: number) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const body = () => {
    if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (!data) return <SkeletonLines lines={8} />;
    if (data.length === 0) return <EmptyState title={t('catalogue:no_categories')} />;
    return <Branches {...{ branches: data, level: 1, closed, toggle, setTask, change }} />;
  };
  return (
    <div className="flex h-full flex-col">
      <header className="flex items-center gap-2 px-4 py-2.5">
        <h1 className="min-w-0 flex-1 truncate text-xl font-semibold">{t('catalogue:categories')}</h1>
        {can('categories/store') && (
          <Button look="primary" icon={Plus} onClick={() => setTask({ does: 'add', below: undefined })}>
            {t('catalogue:add_category')}
          </Button>
        )}
      </header>
      {views}
      <div className="mx-4 mb-4 min-h-0 flex-1 overflow-auto rounded-lg border border-edge bg-surface-1 p-2 shadow-card">
        {body()}
      </div>
      {task && <CategoryTaskDialog task={task} onClose={() => setTask(undefined)} onDone={() => void refetch()} />}
    </div>
  );
}

interface BranchesProps {
  readonly branches: readonly Branch[];
  readonly level: number;
  readonly closed: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  readonly setTask: (task: CategoryTask) => void;
  readonly change: (work: () => Promise<{ readonly message?: string }>) => Promise<void>;
}

function Branches(props: BranchesProps) {
  const { branches, level, closed } = props;
  return (
    <ul className={level === 1 ? '' : 'ms-5 border-s border-edge ps-2'}>
      {branches.map((branch) => (
        <li key={branch.category_id}>
          <BranchRow {...props} branch={branch} />
          {branch.children.length > 0 && !closed.has(branch.category_id) && (
            <Branches {...props} branches={branch.children} level={level + 1} />
          )}
        </li>
      ))}
    </ul>
  );
}

function BranchRow({ branch, level, closed, toggle, setTask, change }: BranchesProps & { branch: Branch }) {
  const { t } = useTranslation();
  const can = useCan();
  const { category_id, category_name, category_code, is_active_online, images, revision } = branch;
  const params = { id: category_id };
  const open = !closed.has(category_id);
  const named = { name: category_name };
  return (
    <div className="group flex h-(--row-height) items-center gap-1 rounded-md hover:bg-surface-2">
      {branch.children.length > 0 ? (
        <button
          type="button"
          aria-expanded={open}
          aria-label={t(open ? 'catalogue:close_branch' : 'catalogue:open_branch', named)}
          onClick={() => toggle(category_id)}
          className="inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:text-ink"
        >
          <ChevronRight size={15} aria-hidden className={open ? 'rotate-90' : 'mirror'} />
        </button>
      ) : (
        <span className="size-6" />
      )}
      {images[0] && <Picture attachment={images[0]} label={category_name} className="size-6" />}
      <Link to={`/warehouse/categories/${category_id}`} className="truncate hover:text-accent hover:underline">
        <bdi>{category_name}</bdi>
      </Link>
      {category_code && <bdi className="numeric text-xs text-ink-muted">{category_code}</bdi>}
      {!is_active_online && <span className="text-xs text-ink-muted">{t('catalogue:hidden')}</span>}
      <span className="ms-auto flex">
        {can('categories/store') && level < LEVELS_MAX && (
          <IconButton
            icon={Plus}
            label={t('catalogue:add_below', named)}
            onClick={() => setTask({ does: 'add', below: branch })}
          />
        )}
        {can('categories/update') && (
          <>
            <IconButton
              icon={is_active_online ? EyeOff : Eye}
              label={t(is_active_online ? 'catalogue:hide' : 'catalogue:show', named)}
              onClick={() =>
                void change(() =>
                  amend('categories/:id', {
                    params,
                    body: { is_active_online: !is_active_online, revision },
                  }),
                )
              }
            />
            <IconButton
              icon={FolderInput}
              label={t('catalogue:move', named)}
              onClick={() => setTask({ does: 'move', branch })}
            />
            <Link
              to={`/warehouse/categories/${category_id}`}
              aria-label={t('catalogue:edit_category', named)}
              title={t('catalogue:edit_category', named)}
              className="inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:bg-surface-3 hover:text-ink"
            >
              <Pencil size={16} aria-hidden />
            </Link>
          </>
        )}
        {can('categories/destroy') && (
          <DeleteButton
            name={category_name}
            remove={() => change(() => remove('categories/:id', { params, body: { revision } }))}
          />
        )}
      </span>
    </div>
  );
}

function DeleteButton({ name, remove }: { name: string; remove: () => Promise<void> }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useBusy();
  const confirmed = async () => {
    await run(remove);
    setAsking(false);
  };
  return (
    <>
      <IconButton icon={Trash2} label={t('catalogue:delete_category', { name })} onClick={() => setAsking(true)} />
      {asking && (
        <Confirm
          open
          title={t('table:actions.delete')}
          text={t('table:confirm_delete', { name })}
          action={t('table:actions.delete')}
          dangerous
          busy={busy}
          onConfirm={() => void confirmed()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
