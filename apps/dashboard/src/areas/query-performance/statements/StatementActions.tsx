import { ScrollText, SquareTerminal } from 'lucide-react'

import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useNewQuery } from '../../../product/snippets.ts'
import { type Span, toText } from '../../../product/time-range/time-range.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { ExplainButton } from './ExplainButton.tsx'
import { getExplainProblem, toLogSearch } from './statement-text.ts'

type Props = { projectRef: string; id: string; query: string; span: Span }

/** Ways to work on a statement elsewhere. */
export function StatementActions({ projectRef, id, query, span }: Props) {
  const { open, denied } = useNewQuery(projectRef)
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
      <ExplainButton
        projectRef={projectRef}
        id={id}
        disabledReason={unknown ?? getExplainProblem(query)}
      />
      <Link href={logs} className={buttonClass()}>
        <ScrollText aria-hidden />
        Logs
      </Link>
    </div>
  )
}
