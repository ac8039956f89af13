import { computeSizes, planLimits } from '@basalt/catalog'
import type { ReactNode } from 'react'

import { formatMoney } from '../../lib/format/format-money.ts'
import { formatUnitPrice } from '../../lib/format/unit-price.ts'

const credits = Math.max(...planLimits.map(({ computeCreditMicros }) => computeCreditMicros))

/** Each project has separate compute, which is billed by the hour in addition to the plan. */
export function ComputePrices() {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex max-w-prose flex-col gap-1">
        <h2 className="text-lg font-semibold">Compute</h2>
        <p className="text-ink-soft">
          Each project has its own compute, billed by the hour while it runs. {formatMoney(credits)}{' '}
          of compute per month are covered on Pro and Team.
        </p>
      </div>
      <section
        aria-label="Compute prices"
        // Scrolls sideways on a phone, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is operable
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line bg-surface"
      >
        <table className="tabular w-full border-collapse text-left">
          <thead>
            <tr className="border-b border-line-strong text-xs text-ink-soft">
              {['Size', 'CPU', 'Memory', 'Connections', 'Per hour', 'Per month'].map((name) => (
                <th key={name} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {computeSizes.map((size) => (
              <tr key={size.id} className="border-b border-line last:border-0">
                <th scope="row" className="px-3 py-2 font-medium">
                  {size.name}
                </th>
                <Cell>{getCpu(size)}</Cell>
                <Cell>{size.memory_gb} GB</Cell>
                <Cell>
                  {size.connections_direct} direct, {size.connections_pooler} pooled
                </Cell>
                <Cell>{formatUnitPrice(size.hourlyMicros)}</Cell>
                <Cell>{formatMoney(size.priceMicros)}</Cell>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  <td className="px-3 py-2 whitespace-nowrap">{children}</td>
)

function getCpu(size: (typeof computeSizes)[number]): string {
  if (size.cpu_cores === null) return 'Shared'
  return `${size.cpu_cores}-core ${size.cpu_dedicated ? 'dedicated' : 'shared'}`
}
