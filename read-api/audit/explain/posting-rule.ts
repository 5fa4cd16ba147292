/** The rule that posted a line, as the posting table declares it for the type of its event. */

import { normalize } from 'node:path/posix';
import { type Static, Type } from 'typebox';
import type { SystemKey } from '../../../domain/chart/chart.ts';
import { RULE_NOTES, type Rule, type RuleNote } from '../../../domain/entries/rule-lines.ts';
import { COSTING_RULE } from '../../../domain/entries/rules.ts';
import { postingRuleOf } from '../../../domain/registry/posting-table.ts';
import { quantity } from '../../../domain/values/quantity.ts';
import type { Cost } from './cost.ts';

const SIDES = ['debit', 'credit', 'either'] as const;

export const RuleSchema = Type.Object({
  file: Type.String(),
  /** Section of docs/accounting.md. */
  section: Type.String(),
  /** The debited and credited accounts; `accounts` are system keys, of which the posting uses one. */
  lines: Type.Array(
    Type.Object({
      side: Type.Enum([...SIDES]),
      accounts: Type.Array(Type.String()),
      note: Type.Union([Type.Enum([...RULE_NOTES]), Type.Null()]),
    }),
  ),
  /** The lines as text, in English. */
  text: Type.String(),
});

export type RuleOfPosting = Static<typeof RuleSchema>;

/** Undefined for an event that posts nothing. */
export function ruleOfPosting(type: string): RuleOfPosting | undefined {
  const declared = postingRuleOf(type);
  return declared?.does === 'post' ? described(declared.rule) : undefined;
}

/** The rule of a line of cost: its account, and how its goods (or its foreign money) were valued, where the person sees them. */
export function costingRule(account: SystemKey | undefined, cost: Cost | null): RuleOfPosting {
  const accounts = account === undefined ? [] : [account];
  const note = cost === null ? {} : { note: noteOf(cost) };
  return described({ ...COSTING_RULE, lines: [{ side: 'either', accounts, ...note }] });
}

function noteOf(cost: Cost): RuleNote {
  if (cost.cost_of_line) return 'at_cost_of_line';
  if (cost.made_of) return 'shared_value';
  if (cost.valued === 'fact' || cost.valued === 'entered') return 'remainder';
  const leavesStock = quantity(cost.now.quantity) < 0n && quantity(cost.now.quantity_before) > 0n;
  if (!leavesStock || cost.cost_method !== 'fifo') return 'at_average';
  return cost.valued_by && cost.valued === 'average' ? 'goods_cost' : 'oldest_first';
}

function described({ file, section, lines }: Rule): RuleOfPosting {
  const shown = lines.map(({ side, accounts, note }) => ({ side, accounts: [...accounts], note: note ?? null }));
  const text = shown.map(({ side, accounts, note }) => {
    const sides = side === 'either' ? 'debit or credit' : side;
    return [sides, accounts.join(' or '), note && `(${note.replaceAll('_', ' ')})`].filter(Boolean).join(' ');
  });
  return { file: normalize(`domain/posting/${file}`), section, lines: shown, text: text.join('\n') };
}
