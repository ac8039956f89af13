import { Gauge } from 'lucide-react'

import { useSearchParams } from '../../../lib/browser/use-search-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { StatementList } from './figures.ts'
import { EnableLink } from './StatementNotices.tsx'

type Props = { projectRef: string; answer: StatementList | undefined }

/** Says why there is no statement. */
export function NoStatements({ projectRef, answer }: Props) {
  const change = useSearchParams()
  if (answer?.first_sample_at === null) {
    if (answer.is_counting === false) {
      return (
        <EmptyState
          icon={Gauge}
          title="PostgreSQL does not count statements"
          action={<EnableLink projectRef={projectRef} />}
        >
          The extension pg_stat_statements counts the calls and the time of each statement.
        </EmptyState>
      )
    }
    return (
      <EmptyState icon={Gauge} title="No samples yet">
        Statements appear within two minutes of running.
      </EmptyState>
    )
  }
  if (answer !== undefined && answer.statements.length > 0) {
    return (
      <EmptyState
        icon={Gauge}
        title="Only Basalt’s own statements"
        action={
          <Button onClick={() => change({ own: 'true' }, { isStep: true })}>
            Show Basalt’s own
          </Button>
        }
      >
        No other statement ran in this time range.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Gauge} title="No statements in this time range">
      No statement ran, or the project was paused. Choose a longer time range.
    </EmptyState>
  )
}
