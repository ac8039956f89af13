import type { ChartData } from './chart-data.ts'

type Props = { title: string; xName: string; data: ChartData }

const maxRows = 200

/** The points of a chart as a table. */
export function ChartTable({ title, xName, data: { labels, series } }: Props) {
  const rows = labels
    .map((label, at) => ({
      label,
      texts: series.map(({ texts, exactTexts }) => (exactTexts ?? texts)[at] ?? null),
      isLeftOut: series.some(({ exactTexts }) => exactTexts?.[at] === null),
    }))
    .filter(({ isLeftOut }) => !isLeftOut)
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
      tabIndex={0}
      aria-label={`Points of ${title}`}
      className="max-h-64 flex-none overflow-auto rounded-control border border-line text-xs"
    >
      <table className="tabular w-full border-collapse text-left">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-surface text-ink-faint">
          <tr>
            {[xName, ...series.map(({ name }) => name)].map((name, at) => (
              <th
                key={at}
                scope="col"
                className={`px-3 py-1 font-medium ${at > 0 ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(({ label, texts }, at) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="px-3 py-1 font-normal">
                {label}
              </th>
              {texts.map((text, column) => (
                <td key={column} className="px-3 py-1 text-right">
                  {text ?? 'NULL'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && (
        <p className="px-3 py-1 text-ink-faint">The first {maxRows} points.</p>
      )}
    </section>
  )
}
