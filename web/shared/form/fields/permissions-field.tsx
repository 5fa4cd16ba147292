/**
 * The permissions of a role: sections of the menu at the start, the content of the selected section beside them. The
 * check box of a section, group or resource covers everything below it. Users can grant only permissions that they
 * hold, which the server enforces too.
 */
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PermissionNode, usePermissionTree } from '../../api/permission-tree.ts';
import { EmptyState, FailedState, SkeletonLines } from '../../controls/states.tsx';
import { useCan } from '../../session/session.ts';
import type { FieldProps } from '../field-frame.tsx';
import { foundIn, grantedOf, isResource, leavesOf, toggled } from './permission-choice.ts';

export interface PermissionsFieldProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

interface Choice {
  readonly held: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly mayGrant: (code: string) => boolean;
  readonly toggle: (codes: readonly string[]) => void;
}

export function PermissionsField({ value, onChange, ...field }: PermissionsFieldProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const held = useMemo(() => new Set(value), [value]);
  const { data: tree, error, refetch } = usePermissionTree();
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!tree) return <SkeletonLines lines={8} />;
  const toggle = (codes: readonly string[]) => onChange(toggled(tree, value, codes, can));
  const choice: Choice = { held, disabled: field.disabled ?? false, mayGrant: can, toggle };
  const found = foundIn(tree, search);
  const shown = search.trim() === '' ? found.filter(({ code }) => code === (chosen ?? tree[0]?.code)) : found;
  const codes = leavesOf(tree);
  return (
    <div data-field={field.name} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Check choice={choice} codes={codes} label={t('people:grant_all')} strong />
        <p aria-live="polite" className="flex-1 text-ink-muted tabular-nums">
          {t('people:granted', {
            granted: String(codes.filter((code) => held.has(code)).length),
            all: String(codes.length),
          })}
        </p>
        <div className="relative w-64 max-w-full">
          <Search size={15} aria-hidden className="absolute start-2.5 top-2 text-ink-muted" />
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder={t('people:search_permissions')}
            aria-label={t('people:search_permissions')}
            className="h-8 w-full rounded-md border border-edge-strong bg-surface-1 ps-8 pe-2.5"
          />
        </div>
      </div>
      {field.problem && <p className="text-xs text-danger-ink">{field.problem}</p>}
      <div className="grid gap-4 md:grid-cols-[14rem_minmax(0,1fr)]">
        <ul className="flex flex-col gap-0.5">
          {tree.map((section) => (
            <SectionLine
              key={section.code}
              choice={choice}
              section={section}
              current={shown.some(({ code }) => code === section.code)}
              onChoose={() => {
                setSearch('');
                setChosen(section.code);
              }}
            />
          ))}
        </ul>
        <div className="flex min-w-0 flex-col gap-4">
          {shown.length === 0 && <EmptyState title={t('form:nothing_found')} />}
          {shown.map((section) => (
            <Part key={section.code} node={section} choice={choice} level={2} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface SectionLineProps {
  readonly section: PermissionNode;
  readonly choice: Choice;
  readonly current: boolean;
  readonly onChoose: () => void;
}

function SectionLine({ section, choice, current, onChoose }: SectionLineProps) {
  const codes = leavesOf([section]);
  const count = codes.filter((code) => choice.held.has(code)).length;
  return (
    <li
      className={`flex h-9 items-center gap-2 rounded-md ps-2.5 ${current ? 'bg-accent-soft' : 'hover:bg-surface-2'}`}
    >
      <Check choice={choice} codes={codes} label={section.name} bare />
      <button
        type="button"
        aria-current={current}
        onClick={onChoose}
        className={`flex h-full min-w-0 flex-1 items-center gap-2 pe-2.5 text-start ${current ? 'font-medium text-accent-strong' : ''}`}
      >
        <span className="flex-1 truncate">{section.name}</span>
        <span dir="ltr" className="text-xs text-ink-muted tabular-nums">
          {count} / {codes.length}
        </span>
      </button>
    </li>
  );
}

/** A section or a group with its resources and groups. */
function Part({ node, choice, level }: { node: PermissionNode; choice: Choice; level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  return (
    <section className={level === 2 ? 'flex flex-col gap-3' : 'rounded-md border border-edge'}>
      <Heading className={level === 2 ? 'text-base font-semibold' : 'border-b border-edge bg-surface-2 px-3 py-1'}>
        {level === 2 ? node.name : <Check choice={choice} codes={leavesOf([node])} label={node.name} strong />}
      </Heading>
      <div className={level === 2 ? 'flex flex-col gap-3' : 'divide-y divide-edge px-3'}>
        {level === 2 && node.children.some(isResource) && (
          <div className="divide-y divide-edge rounded-md border border-edge px-3">
            {node.children.filter(isResource).map((child) => (
              <Resource key={child.code} node={child} choice={choice} />
            ))}
          </div>
        )}
        {node.children
          .filter((child) => level === 3 || !isResource(child))
          .map((child) =>
            isResource(child) ? (
              <Resource key={child.code} node={child} choice={choice} />
            ) : (
              <Part key={child.code} node={child} choice={choice} level={3} />
            ),
          )}
      </div>
    </section>
  );
}

/** A resource in one row: a check box for all of it, and one for each action. */
function Resource({ node, choice }: { node: PermissionNode; choice: Choice }) {
  return (
    <fieldset className="flex flex-wrap gap-x-4 py-1.5">
      <legend className="sr-only">{node.name}</legend>
      <div className="w-40 shrink-0">
        <Check choice={choice} codes={leavesOf([node])} label={node.name} strong />
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-3">
        {node.children.map(({ code, name }) => (
          <Check key={code} choice={choice} codes={[code]} label={name} title={code} />
        ))}
      </div>
    </fieldset>
  );
}

interface CheckProps {
  readonly choice: Choice;
  readonly codes: readonly string[];
  readonly label: string;
  readonly strong?: boolean;
  /** The label is rendered elsewhere. */
  readonly bare?: boolean;
  readonly title?: string;
}

function Check({ choice, codes, label, strong, bare, title }: CheckProps) {
  const granted = grantedOf(codes, choice.held);
  // True when the person can neither grant nor revoke it.
  const fixed = granted === 'none' && !codes.some(choice.mayGrant);
  return (
    <label title={title} className={`inline-flex min-h-7 items-center gap-2 ${strong ? 'font-medium' : ''}`}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = granted === 'some';
        }}
        checked={granted === 'all'}
        disabled={choice.disabled || fixed}
        aria-label={bare ? label : undefined}
        onChange={() => choice.toggle(codes)}
        className="size-4 shrink-0 accent-accent"
      />
      {!bare && <span className="min-w-0">{label}</span>}
    </label>
  );
}
