import { FileX2 } from 'lucide-react'
import { useState } from 'react'

import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { useNewQuery } from '../../../product/snippets.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { readDraft } from './draft.ts'
import { closeTab, readTabs } from './open-snippets.ts'

type Props = { projectRef: string; id: string }

/** A missing query; edits of its results that are stored in this browser remain. */
export function DeletedQuery({ projectRef, id }: Props) {
  const [draft] = useState(() => readDraft(storage.draft(projectRef, id))?.text)
  const newQuery = (
    <Link href={paths.sql(projectRef)} className={buttonClass({ variant: 'primary' })}>
      New query
    </Link>
  )
  return (
    <div className="mx-auto max-w-2xl p-6">
      <h1 className="sr-only">Query</h1>
      <EmptyState
        icon={FileX2}
        title="This query does not exist"
        action={draft === undefined ? newQuery : <SaveRemaining {...{ projectRef, id, draft }} />}
        example={draft !== undefined && <RemainingText text={draft} />}
      >
        It was deleted, or it belongs to someone else.
        {draft !== undefined && ' Your changes are saved in this browser.'}
      </EmptyState>
    </div>
  )
}

function SaveRemaining({ projectRef, id, draft }: Props & { draft: string }) {
  const { open, denied } = useNewQuery(projectRef)
  const save = () => {
    const tabs = readTabs(sqlStorage.openSnippets(projectRef).get())
    open(tabs.find((tab) => tab.id === id)?.name ?? 'Query', draft, () => {
      storage.draft(projectRef, id).remove()
      closeTab(projectRef, id)
    })
  }
  return (
    <Button variant="primary" disabledReason={denied} onClick={save}>
      Save as new query
    </Button>
  )
}

const RemainingText = ({ text }: { text: string }) => (
  <pre
    aria-label="Your changes"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
    tabIndex={0}
    className="max-h-60 w-full overflow-auto rounded-control border border-line bg-sunken p-3 text-left font-mono text-xs leading-5 whitespace-pre-wrap"
  >
    {text}
  </pre>
)
