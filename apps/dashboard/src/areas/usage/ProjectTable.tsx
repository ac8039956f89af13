import type { UsageMetric } from '@basalt/catalog'
import type { UsageOfMetric } from '@basalt/contract/billing/billing'

import { formatCount } from '../../lib/format/format.ts'
import { Badge } from '../../ui/Status.tsx'
import { exactQuantity, formatQuantity } from './quantities.ts'
import { QuotaBar } from './QuotaBar.tsx'
import { getLevel } from './usage-model.ts'

type Props = { metric: UsageMetric; usage: UsageOfMetric; isCharged: boolean }

const head = 'py-1.5 text-xs font-medium text-ink-faint'

/** The same metric by project, the largest first. */
export function ProjectTable({ metric, usage, isCharged }: Props) {
  const { included, projects } = usage
  const sorted = projects.toSorted((a, b) => b.quantity - a.quantity)
  const total = projects.reduce((sum, { quantity }) => sum + quantity, 0)
  if (sorted.length === 0) return null
  return (
    <table className="w-full border-collapse self-start">
      <caption className="sr-only">{metric.name} by project</caption>
      <thead className="border-b border-line">
        <tr>
          <th scope="col" className={`${head} text-left`}>
            Project
          </th>
          <th scope="col" className={`${head} text-right`}>
            Used
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((project) => (
          <tr key={project.project_ref} className="border-b border-line last:border-0">
            <th scope="row" className="max-w-0 py-1.5 pr-3 text-left align-top font-normal">
              <span className="flex min-w-0 items-center gap-2">
                <span className="truncate">{project.project_name}</span>
                {project.is_removed && <Badge>Removed</Badge>}
              </span>
              {metric.per === 'project' && included !== null && included > 0 && (
                <span className="mt-1 block">
                  <QuotaBar
                    share={project.quantity / included}
                    level={getLevel({ metric, usage: { ...usage, projects: [project] } })}
                    isCharged={isCharged}
                  />
                </span>
              )}
            </th>
            <td
              className="tabular w-36 py-1.5 text-right align-top"
              title={exactQuantity(metric.unit, project.quantity)}
            >
              {formatQuantity(metric.unit, project.quantity)}
              <span className="block text-xs text-ink-faint">
                {metric.per === 'project' && included !== null
                  ? `of ${formatQuantity(metric.unit, included)}`
                  : shareText(project.quantity, total)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shareText = (quantity: number, total: number) =>
  total === 0 ? '' : `${formatCount(Math.round((quantity / total) * 100))} %`
