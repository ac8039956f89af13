import type { Figures } from './figures.ts'
import { listTotals } from './statement-columns.tsx'

type Props = { label: string; figures: Figures }

export const FigureRow = ({ label, figures }: Props) => (
  <dl
    aria-label={label}
    className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 tablet:grid-cols-4 desktop:grid-cols-8"
  >
    {listTotals(figures).map(({ name, value }) => (
      <div key={name} className="flex min-w-0 flex-col">
        <dt className="text-xs text-ink-faint">{name}</dt>
        <dd className="tabular text-base">{value}</dd>
      </div>
    ))}
  </dl>
)
