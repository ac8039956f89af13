import { reports, reportLimits } from '@basalt/contract/observability/reports'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { useCan, useDenied } from '../../../lib/access/access.tsx'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { NewPageDialog } from './PageDialogs.tsx'
import { reportsQuery } from './report-queries.ts'

type Props = { projectRef: string; currentId?: string }

/** Links to the overview and to the pages of the project, and a new one. */
export function PageLinks({ projectRef, currentId }: Props) {
  const isAllowed = useCan(reports.list)
  const denied = useDenied(reports.create, 'create pages')
  const { data = [] } = useQuery({ ...reportsQuery(projectRef), enabled: isAllowed })
  const [isCreating, setIsCreating] = useState(false)
  const isFull = data.length >= reportLimits.pages
  if (!isAllowed) return null
  const links = [
    { id: undefined, name: 'Overview', href: paths.observability(projectRef) },
    ...data.map(({ id, name }) => ({ id, name, href: paths.observabilityPage(projectRef, id) })),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 border-b border-line pb-2">
      <nav aria-label="Pages" className="contents">
        {links.map(({ id, name, href }) => (
          <Link
            key={id ?? ''}
            href={href}
            aria-current={id === currentId ? 'page' : undefined}
            className="max-w-60 truncate rounded-control px-2 py-1 text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {name}
          </Link>
        ))}
      </nav>
      <Button
        variant="ghost"
        size="small"
        icon={Plus}
        disabledReason={
          denied ?? (isFull ? `A project has at most ${reportLimits.pages} pages` : undefined)
        }
        onClick={() => setIsCreating(true)}
      >
        New page
      </Button>
      {isCreating && <NewPageDialog projectRef={projectRef} onClose={() => setIsCreating(false)} />}
    </div>
  )
}
