import { databaseQuery } from '@basalt/contract/database/query'
import type { AssistantQuery, AssistantQueryResult } from '@basalt/contract/project/assistant'
import { Play } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { Button } from '../../ui/Button.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { QueryResult } from './QueryResult.tsx'
import { declined } from './run-query.ts'
import { useRunning } from './running.ts'
import { SqlActions, withMarks } from './SqlBlock.tsx'

type Props = {
  projectRef: string
  messageId: string
  query: AssistantQuery
  result: AssistantQueryResult | undefined
  /** Whether rows are shared with the model, or only their number. */
  sharesRows: boolean
  /** Whether an answer is still waiting for it. */
  isOpen: boolean
  onResult: (result: AssistantQueryResult) => void
}

/** A query proposed by the assistant. The user decides; it is read-only. */
export function QueryCard(props: Props) {
  const { projectRef, messageId, query, result, sharesRows, isOpen, onResult } = props
  const denied = useDenied(databaseQuery.run, 'run queries')
  // The model's ids are unique within one answer only.
  const id = `${messageId} ${query.id}`
  const { run, cancel } = useRunning({ ref: projectRef, id, sql: query.sql })
  const onRun = async () => {
    const next = await run()
    if (next !== undefined) onResult(next)
  }
  return (
    <section
      aria-label={`Query: ${query.title}`}
      className="flex flex-col gap-2 rounded-card border border-line-strong p-2"
    >
      <p className="font-medium break-words">{query.title}</p>
      <SqlText sql={withMarks(query.sql)} />
      {result === undefined ? (
        isOpen && (
          <>
            <p className="text-xs text-ink-soft">
              {sharesRows
                ? 'Read-only. The rows are shared with the assistant.'
                : 'Read-only. The rows stay in this browser: the assistant receives only the row count and the column names.'}
            </p>
            <div className="flex flex-wrap gap-1.5">
              {cancel === undefined ? (
                <>
                  <Button
                    variant="primary"
                    size="small"
                    icon={Play}
                    disabledReason={denied}
                    onClick={() => void onRun()}
                  >
                    Run
                  </Button>
                  <Button size="small" onClick={() => onResult(declined)}>
                    Do not run
                  </Button>
                </>
              ) : (
                <Button size="small" onClick={cancel}>
                  Cancel
                </Button>
              )}
            </div>
          </>
        )
      ) : (
        <QueryResult result={result} />
      )}
      <SqlActions projectRef={projectRef} sql={query.sql} name={query.title} />
    </section>
  )
}
