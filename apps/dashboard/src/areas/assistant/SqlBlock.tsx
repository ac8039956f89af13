import { SquareTerminal, TextCursorInput } from 'lucide-react'
import { createContext, use } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useOpenQuery } from '../../lib/network/open-query.ts'
import { closeAssistant } from '../../product/assistant/assistant-opening.ts'
import { useNewQuery } from '../../product/snippets.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { SqlText } from '../../ui/SqlText.tsx'

/** Statements that the chat is about: a proposal replaces them. */
export const RequestedStatements = createContext<readonly string[]>([])

type Props = { projectRef: string; sql: string; name: string }

/** SQL written by the assistant, with actions to insert it; it is not run here. */
export function SqlBlock({ projectRef, sql, name }: Props) {
  return (
    <div className="flex flex-col gap-1">
      <SqlText sql={withMarks(sql)} />
      <SqlActions projectRef={projectRef} sql={sql} name={name} />
    </div>
  )
}

/**
 * Signs that turn the direction of writing, in letters: a query could otherwise read as another
 * one than it is.
 */
export const withMarks = (sql: string): string =>
  sql.replaceAll(
    /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu,
    (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )

/** These actions do not run the SQL: that is left to the SQL editor. */
export function SqlActions({ projectRef, sql, name }: Props) {
  const newQuery = useNewQuery(projectRef)
  const query = useOpenQuery()
  const requested = use(RequestedStatements)
  const put = () => {
    if (query === undefined) return
    const outcome = query.put(sql, requested)
    // In this layout the panel covers the query.
    if (globalThis.matchMedia('(width < 640px)').matches) closeAssistant()
    notify.success(
      outcome === 'replaced'
        ? 'Replaced the statement that you asked about'
        : 'Inserted after the statement at the cursor',
      { label: 'Undo', run: query.undo },
    )
  }
  return (
    <div className="flex flex-wrap gap-1">
      {query !== undefined && (
        <Button variant="ghost" size="small" icon={TextCursorInput} onClick={put}>
          Insert into editor
        </Button>
      )}
      <Button
        variant="ghost"
        size="small"
        icon={SquareTerminal}
        disabledReason={newQuery.denied}
        tooltip="Opens it in a new query"
        onClick={() => newQuery.open(name, sql)}
      >
        New query
      </Button>
      <CopyButton text={sql} label="Copy" size="small" isIcon />
    </div>
  )
}
