import type { Snippet } from '@basalt/contract/project/snippets'
import { Ellipsis, Save } from 'lucide-react'
import { useState } from 'react'

import { IconButton } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import type { OpenSnippet } from './use-snippet.ts'

const SnippetMenu = late(async () => (await import('./SnippetMenu.tsx')).SnippetMenu)

type Props = {
  projectRef: string
  /** Null for a query that was not saved yet. */
  snippet: Snippet | null
  query: OpenSnippet
  saveDenied: string | undefined
}

/** The name of the open query, its save status, and its actions. */
export function SnippetHeader({ projectRef, snippet, query, saveDenied }: Props) {
  // A click before the menu is loaded opens it once it is.
  const [isPressed, setIsPressed] = useState(false)
  return (
    <>
      <h1
        className="max-w-96 min-w-0 truncate font-semibold max-tablet:min-w-12 max-tablet:grow max-tablet:basis-0"
        title={snippet?.name}
      >
        {snippet?.name ?? 'New query'}
      </h1>
      <span className="flex-none text-xs text-ink-faint">{stateLabels(snippet, query)}</span>
      <span className="flex-1 max-tablet:hidden" />
      <IconButton
        icon={Save}
        label="Save query"
        keys="mod+s"
        isPending={query.isSaving}
        disabledReason={saveDenied}
        onClick={query.save}
      />
      <SnippetMenu
        fallback={
          <IconButton
            icon={Ellipsis}
            label="More about this query"
            onClick={() => setIsPressed(true)}
          />
        }
        {...{ projectRef, snippet, isPressed }}
      />
    </>
  )
}

function stateLabels(snippet: Snippet | null, query: OpenSnippet): string {
  if (query.isSaved) return snippet === null ? 'Not saved' : ''
  if (snippet === null) return 'Not saved'
  if (!snippet.may_change) return 'Changed in this browser only'
  return query.isSaving ? 'Saving' : 'Changed'
}
