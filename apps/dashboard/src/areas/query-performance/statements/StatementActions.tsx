import { useQuery } from '@tanstack/react-query'
import { Network, ScrollText, SquareTerminal } from 'lucide-react'

import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { projectQuery } from '../../../lib/session/account.ts'
import { useNewQuery } from '../../../product/snippets.ts'
import { type Span, toText } from '../../../product/time-range/time-range.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { getExplainProblem, toExplain, toLogSearch } from './statement-text.ts'

type Props = { projectRef: string; query: string; span: Span }

/** Ways to work on a statement elsewhere. */
export function StatementActions({ projectRef, query, span }: Props) {
  const { open, denied } = useNewQuery(projectRef)
  const { data: project } = useQuery(projectQuery(projectRef))
  const unknown = query === '' ? 'The text is not known' : undefined
  const logs = paths.sourceLogs(projectRef, 'postgres_logs', {
    search: toLogSearch(query),
    from: toText(span.from),
    to: toText(span.to),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={SquareTerminal}
        disabledReason={denied ?? unknown}
        onClick={() => open('Statement', query)}
      >
        Open in SQL editor
      </Button>
      <Button
        icon={Network}
        tooltip="Opens EXPLAIN in the SQL editor, without running it"
        disabledReason={denied ?? unknown ?? getExplainProblem(query, project?.dbVersion ?? null)}
        onClick={() => open('Plan of a statement', toExplain(query))}
      >
        Explain
      </Button>
      <Link href={logs} className={buttonClass()}>
        <ScrollText aria-hidden />
        Logs
      </Link>
    </div>
  )
}
