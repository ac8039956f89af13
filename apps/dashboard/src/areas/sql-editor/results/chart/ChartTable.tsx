import type { Points } from '../../../../product/chart/chart-points.ts'

type Props = { title: string; x: string; points: Points }

const maxShown = 200

/** The same points in words, for those who do not see the chart. */
export function ChartTable({ title, x, points: { labels, series } }: Props) {
  return (
    <details className="flex-none text-xs">
      <summary className="text-ink-soft">Points as a table</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <section tabIndex={0} aria-label="Points" className="mt-1 max-h-48 overflow-auto">
        <table className="tabular border-collapse text-left">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {[x, ...series.map(({ name }) => name)].map((name, at) => (
                <th key={at} scope="col" className="pr-6 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="font-mono">
            {labels.slice(0, maxShown).map((label, position) => (
              <tr key={position}>
                <th scope="row" className="pr-6 font-normal">
                  {label}
                </th>
                {series.map(({ name, texts }) => (
                  <td key={name} className="pr-6">
                    {texts[position] ?? 'NULL'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {labels.length > maxShown && <p className="mt-1 text-ink-faint">The first {maxShown}.</p>}
      </section>
    </details>
  )
}
