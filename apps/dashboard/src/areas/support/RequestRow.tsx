import type { SupportSummary } from '@basalt/contract/support'
import type { ReactNode } from 'react'

import { Link } from '../../lib/Link.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { categoryLabel } from './request-labels.ts'
import { RequestStatus } from './RequestStatus.tsx'

type Props = {
  request: SupportSummary
  href: string
  /** From whom, where that is not the reader. */
  author?: ReactNode
}

/** A line of a list of requests; its subject leads to the request. */
export function RequestRow({ request, href, author }: Props) {
  const { number, subject, category, severity, status, updated_at: at } = request
  const isPressing = severity === 'High' || severity === 'Urgent'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0">
      <span className="flex min-w-0 flex-1 basis-64 flex-col">
        <Link
          href={href}
          className="truncate font-medium underline-offset-2 hover:underline focus-visible:underline"
        >
          {subject}
        </Link>
        <span className="text-xs break-words text-ink-faint">
          #{number} · {categoryLabel(category)} · <Time at={at} />
          {author !== undefined && <> · {author}</>}
        </span>
      </span>
      {isPressing && <Badge tone={severity === 'Urgent' ? 'bad' : 'warn'}>{severity}</Badge>}
      <RequestStatus status={status} />
    </li>
  )
}
