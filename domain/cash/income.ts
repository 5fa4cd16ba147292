import { draftedDecider } from '../kernel/drafted.ts';
import type { IncomeInput } from './income.schema.ts';
import { INCOME, type Income } from './income-events.ts';
import { incomeFacts } from './income-rules.ts';

export { INCOME, type Income, type IncomeEvent } from './income-events.ts';

export const income = draftedDecider<typeof INCOME, IncomeInput, Income>(INCOME, { facts: incomeFacts });
