import { Bar, BarChart, CartesianGrid, LabelList, Rectangle, Tooltip, XAxis, YAxis } from 'recharts';
import type { BarShapeProps } from 'recharts/types/cartesian/Bar';
import { useT } from '../../shell/i18n.ts';
import './bars.css';

// What the two charts of the dashboard are drawn with, fetched with their answers and not before.

/** One bar: `id` is its own, `name` what its place is called. */
export interface NamedBar {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}
interface Props {
  /** Shape: from the top, or from the left. */
  readonly bars: readonly NamedBar[];
  /** What the chart as a whole shows. */
  readonly label: string;
}

const text = { fill: 'var(--text-muted)', fontSize: 12 } as const;
const count = { fill: 'var(--text)', fontSize: 12, fontWeight: 600 } as const;
/** The numbers change by themselves while one looks: bars that grow anew each time would only be in the way. */
const still = { isAnimationActive: false } as const;
const cursor = { fill: 'var(--surface-2)' };

/** Returns how a bar is drawn: the highest in full colour. */
const shapeOf = (bars: readonly NamedBar[], radius: number | [number, number, number, number]) => {
  const most = Math.max(...bars.map((bar) => bar.count));
  return (props: BarShapeProps) => (
    <Rectangle
      {...props}
      radius={radius}
      className={(props.payload as NamedBar).count === most ? 'db-bar hi' : 'db-bar'}
    />
  );
};

/** The same in words, for who hears the screen and does not see it. */
const InWords = ({ bars, label }: Props) => {
  const t = useT();
  return (
    <table className="vh">
      <caption>{label}</caption>
      <tbody>
        {bars.map(({ id, name, count }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{t('dashboard.chart.measure', { smart_count: count })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Told = ({ active, payload }: { active?: boolean; payload?: readonly { payload: NamedBar }[] }) => {
  const t = useT();
  const bar = payload?.[0]?.payload;
  if (!active || bar === undefined) return null;
  return (
    <p className="db-told caption r-sm">
      {bar.name}: <b className="num">{t('dashboard.chart.measure', { smart_count: bar.count })}</b>
    </p>
  );
};

/** Returns the height of a row: two people share the height that ten fill. */
const rowPx = (rows: number): number => (rows <= 4 ? 52 : 34);
const nameLetters = 18;

/** How many each has, longest name cut: one row each, scrolled where there are many. */
export const Rows = ({ bars, label }: Props) => {
  const longest = Math.max(...bars.map(({ name }) => Math.min(name.length, nameLetters)));
  return (
    <div className="db-rows at scroll">
      <InWords bars={bars} label={label} />
      <BarChart
        responsive
        layout="vertical"
        data={bars as NamedBar[]}
        style={{ width: '100%', height: bars.length * rowPx(bars.length) }}
        margin={{ top: 0, right: 40, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        aria-hidden="true"
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis
          type="category"
          dataKey="id"
          width={longest * 7 + 12}
          tick={text}
          tickFormatter={(id: string) => cutName(bars.find((bar) => bar.id === id)?.name ?? '')}
          axisLine={{ stroke: 'var(--border)' }}
          tickLine={false}
          interval={0}
        />
        <Tooltip content={<Told />} cursor={cursor} {...still} />
        <Bar dataKey="count" maxBarSize={24} shape={shapeOf(bars, 4)} {...still}>
          <LabelList dataKey="count" position="right" {...count} />
        </Bar>
      </BarChart>
    </div>
  );
};

const cutName = (name: string): string =>
  name.length > nameLetters ? `${name.slice(0, nameLetters - 1).trimEnd()}…` : name;

/** How many there were in each hour or on each day, in order. */
export const Columns = ({ bars, label }: Props) => {
  const few = bars.length <= 12;
  const mostOfAll = Math.max(...bars.map((bar) => bar.count));
  return (
    <div className="db-columns grid at">
      <InWords bars={bars} label={label} />
      <BarChart
        responsive
        data={bars as NamedBar[]}
        style={{ width: '100%', height: '100%' }}
        margin={{ top: 20, right: 0, bottom: 0, left: 0 }}
        barCategoryGap="12%"
        accessibilityLayer={false}
        aria-hidden="true"
      >
        <CartesianGrid vertical={false} stroke="var(--border-soft)" />
        <XAxis
          dataKey="name"
          tick={text}
          axisLine={{ stroke: 'var(--border)' }}
          tickLine={false}
          height={22}
          padding={{ left: 4, right: 4 }}
          interval="equidistantPreserveStart"
          minTickGap={8}
        />
        <YAxis hide domain={[0, 'dataMax']} allowDecimals={false} />
        <Tooltip content={<Told />} cursor={cursor} {...still} />
        <Bar dataKey="count" maxBarSize={28} shape={shapeOf(bars, [4, 4, 0, 0])} {...still}>
          <LabelList
            dataKey="count"
            position="top"
            formatter={(value) => (Number(value) > 0 && (few || Number(value) === mostOfAll) ? value : '')}
            {...count}
          />
        </Bar>
      </BarChart>
    </div>
  );
};
