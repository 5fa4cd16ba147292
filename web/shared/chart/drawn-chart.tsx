/** The drawing of a chart with recharts: loaded when a chart becomes visible, mirrored for right-to-left languages. */
import { useNavigate } from '@tanstack/react-router';
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { Amount } from '../controls/amount.tsx';
import { directionOf, usePreferences } from '../language/preferences.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { type ChartData, lengthOf, TONES } from './chart-data.ts';

const AXIS = { tickLine: false, axisLine: false, tick: { fill: 'var(--color-ink-muted)', fontSize: 11 } } as const;
/** Width of the names beside the bars, in pixels. */
const NAME_WIDTH = 130;
const FIGURE_WIDTH = 52;

interface DrawnChartProps {
  readonly chart: ChartData;
  /** Size of the axis unit: 1, 1,000, … */
  readonly unitSize: number;
}

export default function DrawnChart({ chart, unitSize }: DrawnChartProps) {
  const { language, digits } = usePreferences();
  const navigate = useNavigate();
  const isMirrored = directionOf(language) === 'rtl';
  const isTime = chart.of === 'time';
  const rows = chart.categories.map(({ label }, index) => ({
    label,
    index,
    ...Object.fromEntries(chart.series.map(({ name, values }) => [name, lengthOf(values[index])])),
  }));
  const figures = {
    ...AXIS,
    type: 'number',
    tickFormatter: (tick: number) => formatDecimal(String(tick / unitSize), { digits, decimals: 1 }),
  } as const;
  const names = { ...AXIS, type: 'category', dataKey: 'label', interval: isTime ? 'preserveStartEnd' : 0 } as const;
  const side = isMirrored ? 'right' : 'left';
  const follow = (index: number) => {
    const target = chart.categories[index]?.target;
    if (target) void navigate({ to: target.to, search: target.search });
  };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={rows}
        layout={isTime ? 'horizontal' : 'vertical'}
        accessibilityLayer={false}
        barGap={1}
        barCategoryGap="20%"
        margin={{ top: 4, right: 4, bottom: 0, left: 4 }}
      >
        <CartesianGrid vertical={!isTime} horizontal={isTime} stroke="var(--color-edge)" />
        {isTime ? (
          <XAxis {...names} reversed={isMirrored} minTickGap={24} />
        ) : (
          <XAxis {...figures} reversed={isMirrored} height={20} />
        )}
        {isTime ? (
          <YAxis {...figures} orientation={side} width={FIGURE_WIDTH} />
        ) : (
          <YAxis {...names} orientation={side} width={NAME_WIDTH} />
        )}
        {isTime ? (
          <ReferenceLine y={0} stroke="var(--color-edge-strong)" />
        ) : (
          <ReferenceLine x={0} stroke="var(--color-edge-strong)" />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-surface-3)', opacity: 0.5 }}
          content={({ active, payload }) =>
            active && payload.length > 0 ? <Figures chart={chart} index={Number(payload[0]?.payload?.index)} /> : null
          }
        />
        {chart.series.map(({ name, tone }) => (
          <Bar
            key={name}
            dataKey={name}
            fill={TONES[tone]}
            {...(chart.isStacked ? { stackId: 'all' } : {})}
            maxBarSize={28}
            isAnimationActive={false}
            onClick={(_bar, index) => follow(index)}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** The exact figures, as in the table. */
function Figures({ chart, index }: { readonly chart: ChartData; readonly index: number }) {
  return (
    <div className="rounded-md border border-edge bg-surface-1 px-3 py-2 text-xs shadow-float">
      <p className="font-medium">
        <bdi>{chart.categories[index]?.label}</bdi>
      </p>
      {chart.series.map(({ name, label, values }) => (
        <p key={name} className="flex justify-between gap-4">
          <span className="text-ink-muted">{label}</span>
          <Amount value={values[index] ?? null} decimals={chart.decimals} decimalsMin={chart.decimals} />
        </p>
      ))}
    </div>
  );
}
