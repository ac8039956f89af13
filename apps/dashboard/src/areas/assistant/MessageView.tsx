import type { AssistantQueryResult } from '@basalt/contract/project/assistant'
import { LoaderCircle } from 'lucide-react'
import { memo } from 'react'

import type { Message } from '../../product/assistant/assistant-state.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Markdown } from './Markdown.tsx'
import { QueryCard } from './QueryCard.tsx'
import { SqlBlock } from './SqlBlock.tsx'

type Props = {
  projectRef: string
  message: Message
  /** Whether it is the last one of its chat, which can be continued. */
  isLast: boolean
  /** The schema tool that is running for it. */
  toolActivity: string | undefined
  sharesRows: boolean
  onResult: (message: Message, queryId: string, result: AssistantQueryResult) => void
  onRetry: () => void
}

/** A question or an answer. */
export const MessageView = memo(function MessageView(props: Props) {
  const { message } = props
  return message.role === 'user' ? (
    <article aria-label="You" className="assistant-question rounded-card bg-raised px-3 py-2">
      <Markdown text={message.text} renderSql={plainSql} />
    </article>
  ) : (
    <article aria-label="Assistant" className="flex flex-col gap-3">
      <Answered {...props} />
    </article>
  )
})

/** The SQL of a question is in the editor already: it needs no insert actions. */
const plainSql = (sql: string) => (
  <pre className="overflow-x-auto font-mono text-xs whitespace-pre-wrap">{sql}</pre>
)

function Answered({
  projectRef,
  message,
  isLast,
  toolActivity,
  sharesRows,
  onResult,
  onRetry,
}: Props) {
  const { text, queries, results, state, failure } = message
  return (
    <>
      {text !== '' && (
        <div className="assistant-text">
          <Markdown
            text={text}
            renderSql={(sql) => <SqlBlock projectRef={projectRef} sql={sql} name={getName(sql)} />}
          />
        </div>
      )}
      {queries.map((query) => (
        <QueryCard
          key={query.id}
          projectRef={projectRef}
          messageId={message.id}
          query={query}
          result={results[query.id]}
          sharesRows={sharesRows}
          isOpen={isLast && state === 'done'}
          onResult={(result) => onResult(message, query.id, result)}
        />
      ))}
      {state === 'under_way' && (
        <output className="flex items-center gap-2 text-ink-soft">
          <LoaderCircle className="animate-spin" />
          {toolActivity ?? (text === '' ? 'Thinking…' : 'Writing…')}
        </output>
      )}
      {state === 'stopped' && <Stopped onRetry={isLast ? onRetry : undefined} />}
      {state === 'failed' && (
        <Notice tone="bad" title="Incomplete answer" action={isLast && <Again onRetry={onRetry} />}>
          {failure}
        </Notice>
      )}
    </>
  )
}

function Stopped({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <p className="flex items-center gap-2 text-xs text-ink-soft">
      Stopped.
      {onRetry !== undefined && <Again onRetry={onRetry} />}
    </p>
  )
}

const Again = ({ onRetry }: { onRetry: () => void }) => (
  <Button size="small" onClick={onRetry}>
    Ask again
  </Button>
)

/** A query that is opened is called by its beginning. */
const getName = (sql: string) => {
  const line = sql.replaceAll(/\s+/gu, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
