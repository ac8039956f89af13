import type { Assignment } from '@basalt/access'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'

import { plural } from '../../lib/format/format.ts'
import { useInstall } from '../../lib/install.tsx'
import { customRolesQuery, useProjects } from './queries.ts'
import { getCount, type PositionChange, previewChange } from './role-preview.ts'

type Props = { slug: string; before: Assignment; after: Assignment }

/** The effect of a role change, right by right, as a preview. */
export function RolePreview({ slug, before, after }: Props) {
  const { capabilities: services } = useInstall()
  const projects = useProjects(slug)
  const { data: customRoles } = useSuspenseQuery(customRolesQuery(slug))
  const changes = previewChange(before, after, { projects, customRoles, services })
  return (
    <section aria-label="Changes" aria-live="polite" className="flex flex-col gap-2">
      <h3 className="font-medium">Changes</h3>
      {changes.length === 0 && <p className="text-ink-faint">No permissions change.</p>}
      {changes.map((change) => (
        <Change key={change.place} change={change} />
      ))}
    </section>
  )
}

function Change({ change: { place, gained, lost } }: { change: PositionChange }) {
  const parts = [
    ...(gained.length > 0 ? [`gains ${plural(getCount(gained), 'permission')}`] : []),
    ...(lost.length > 0 ? [`loses ${plural(getCount(lost), 'permission')}`] : []),
  ]
  return (
    <details className="rounded-control border border-line bg-surface">
      <summary className="cursor-pointer px-3 py-2">
        <span className="font-medium">In {place}</span>{' '}
        <span className="text-ink-soft">{parts.join(', ')}</span>
      </summary>
      <div className="flex flex-col gap-3 px-3 pb-3 text-xs">
        <Rights sign="+" groups={gained} />
        <Rights sign="-" groups={lost} />
      </div>
    </details>
  )
}

type RightsProps = { sign: '+' | '-'; groups: PositionChange['gained'] }

function Rights({ sign, groups }: RightsProps) {
  const [Icon, tone, word] =
    sign === '+' ? [Plus, 'text-good', 'gained'] : [Minus, 'text-bad', 'lost']
  return groups.map(({ section, rights }) => (
    <div key={section} className="flex flex-col gap-0.5">
      <h4 className="text-ink-faint">
        {section}, {word}
      </h4>
      <ul>
        {rights.map((name) => (
          <li key={name} className="flex items-start gap-1.5">
            <Icon className={`mt-0.5 size-3! ${tone}`} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  ))
}
