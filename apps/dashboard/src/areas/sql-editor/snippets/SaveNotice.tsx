import { ApiError } from '@basalt/contract/errors'
import { useState } from 'react'

import { isSignedOut, SignInAgain } from '../../../product/SignInAgain.tsx'
import { useNewQuery } from '../../../product/snippets.ts'
import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { OpenSnippet } from './use-snippet.ts'

const CompareDialog = late(async () => (await import('./CompareDialog.tsx')).CompareDialog)

type Props = { query: OpenSnippet }
type PlacedProps = Props & { projectRef: string; name: string }

/** Reports that the query is not saved, and asks which of two texts to keep. */
export function SaveNotice({ query, ...scope }: PlacedProps) {
  if (query.theirs !== null) return <Conflict query={query} />
  if (query.error === null) return <UnsavedNotice query={query} />
  const isDeleted = query.error instanceof ApiError && query.error.kind === 'not_found'
  if (isDeleted) return <DeletedQuery query={query} {...scope} />
  return (
    <div className="flex-none p-3">
      <Notice
        tone="bad"
        title="The query is not saved"
        action={
          isSignedOut(query.error) ? (
            <SignInAgain />
          ) : (
            <Button isPending={query.isSaving} onClick={query.save}>
              Try again
            </Button>
          )
        }
      >
        {sentence(query.error.message)}{' '}
        {query.isOnlyInMemory ? onlyInMemory : 'Your text is saved in this browser.'}
      </Notice>
    </div>
  )
}

const sentence = (words: string): string => (/[.!?]$/u.test(words) ? words : `${words}.`)

/** Deleted elsewhere: saving has no target. */
function DeletedQuery({ query, projectRef, name }: PlacedProps) {
  const { open, denied } = useNewQuery(projectRef)
  return (
    <div className="flex-none p-3">
      <Notice
        tone="bad"
        title="This query no longer exists"
        action={
          <Button disabledReason={denied} onClick={() => open(name, query.text())}>
            Save as new query
          </Button>
        }
      >
        It was deleted elsewhere.{' '}
        {query.isOnlyInMemory ? onlyInMemory : 'Your changes are saved in this browser.'}
      </Notice>
    </div>
  )
}

const onlyInMemory =
  'This text is too large for browser storage: your changes are lost when you close the page.'

function UnsavedNotice({ query }: Props) {
  return (
    <div className="flex-none p-3">
      <Notice
        tone="warn"
        title="The query is not saved"
        action={
          <Button isPending={query.isSaving} onClick={query.save}>
            Save
          </Button>
        }
      >
        {onlyInMemory}
      </Notice>
    </div>
  )
}

function Conflict({ query }: Props) {
  const [isComparing, setIsComparing] = useState(false)
  const { theirs, text, takeTheirs, saveOwn } = query
  if (theirs === null) return null
  return (
    <div className="flex-none p-3">
      <Notice
        tone="warn"
        title="This query was changed elsewhere since you opened it"
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              onPointerEnter={CompareDialog.prepare}
              onFocus={CompareDialog.prepare}
              onClick={() => setIsComparing(true)}
            >
              Compare
            </Button>
            <Button onClick={takeTheirs}>Use their version</Button>
            <Button variant="primary" isPending={query.isSaving} onClick={saveOwn}>
              Keep my version
            </Button>
          </div>
        }
      >
        Nothing was overwritten. If you keep your version, theirs stays in the version history.
      </Notice>
      {isComparing && (
        <CompareDialog
          mine={text()}
          theirs={theirs.sql}
          onTakeMine={saveOwn}
          onTakeTheirs={takeTheirs}
          onClose={() => setIsComparing(false)}
        />
      )}
    </div>
  )
}
