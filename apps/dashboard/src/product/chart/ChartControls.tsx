// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './chart.css'
import { Choice } from '../../ui/Choice.tsx'
import { distinctNames, getKind, type Rows } from '../rows/value-kinds.ts'
import {
  type Aggregate,
  aggregateOptions,
  type ChartSettings,
  chartTypes,
  maxSeries,
} from './chart-settings.ts'

type Props = {
  rows: Rows
  settings: ChartSettings
  /** The aggregate of several rows with the same x, chosen or by default. */
  aggregate: Aggregate
  onChange: (part: Partial<ChartSettings>) => void
}

const typeLabels = { bar: 'Bars', line: 'Line', area: 'Area', scatter: 'Scatter' } as const

const flags = [
  { key: 'isCumulative', label: 'Cumulative' },
  { key: 'hasLabels', label: 'Labels' },
  { key: 'hasGrid', label: 'Grid' },
  { key: 'isLog', label: 'Log scale' },
  { key: 'isSwapped', label: 'Swap axes' },
] as const

/** The data and the form of a chart. */
export function ChartControls({ rows, settings, aggregate, onChange }: Props) {
  const names = distinctNames(rows.fields)
  const numbers = names.filter((_, at) => getKind(rows.fields[at]?.type ?? '') === 'number')
  const toggle = (name: string) => {
    const has = settings.ys.includes(name)
    const ys = has ? settings.ys.filter((one) => one !== name) : [...settings.ys, name]
    onChange({ ys: ys.slice(-maxSeries) })
  }
  return (
    <form
      aria-label="Chart settings"
      className="flex flex-none flex-wrap gap-x-4 gap-y-2 border-b border-line p-3 desktop:w-[200px] desktop:flex-col desktop:flex-nowrap desktop:overflow-y-auto desktop:border-r desktop:border-b-0"
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice
        label="Type"
        value={settings.type}
        options={chartTypes.map((type) => ({ value: type, label: typeLabels[type] }))}
        onChange={(value) => onChange({ type: chartTypes.find((type) => type === value) ?? 'bar' })}
      />
      <Choice
        label="X"
        value={settings.x}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={(x) => onChange({ x })}
      />
      <fieldset className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 desktop:flex-col">
        <legend className="mb-1 text-xs font-medium">Y</legend>
        {numbers.length === 0 && <p className="text-xs text-ink-faint">No numeric columns</p>}
        {numbers.map((name) => (
          <Check
            key={name}
            label={name}
            isChecked={settings.ys.includes(name)}
            onToggle={() => toggle(name)}
          />
        ))}
      </fieldset>
      {settings.type !== 'scatter' && (
        <Choice
          label="Aggregate"
          value={aggregate}
          options={aggregateOptions}
          onChange={(value) =>
            onChange({ aggregate: aggregateOptions.find((one) => one.value === value)?.value })
          }
        />
      )}
      <Look settings={settings} onChange={onChange} />
    </form>
  )
}

function Look({ settings, onChange }: Pick<Props, 'settings' | 'onChange'>) {
  return (
    <fieldset className="flex flex-wrap gap-x-3 gap-y-1 desktop:flex-col">
      <legend className="mb-1 text-xs font-medium">Appearance</legend>
      {flags.map(({ key, label }) => (
        <Check
          key={key}
          label={label}
          isChecked={settings[key]}
          onToggle={() => onChange({ [key]: !settings[key] })}
        />
      ))}
    </fieldset>
  )
}

type CheckProps = { label: string; isChecked: boolean; onToggle: () => void }

function Check({ label, isChecked, onToggle }: CheckProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 pointer-coarse:min-h-10">
      <input type="checkbox" checked={isChecked} onChange={onToggle} />
      <span className="truncate">{label}</span>
    </label>
  )
}
