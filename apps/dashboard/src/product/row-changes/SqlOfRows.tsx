import { databaseChanges } from '@basalt/contract/database/changes'
import type { RowOperation } from '@basalt/pg-model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { query } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'

type Props = {
  projectRef: string
  operations: RowOperation[]
  isShown?: boolean | undefined
}

/** More statements than these are not written out. */
const maxShown = 100

/** The SQL of a change, from the server; loaded when it is expanded. */
export function SqlOfRows({ projectRef, operations, isShown = false }: Props) {
  const [isOpen, setIsOpen] = useState(isShown)
  const shown = operations.slice(0, maxShown)
  const position = { params: { ref: projectRef }, body: { operations: shown } }
  const { data, error } = useQuery({
    ...query(databaseChanges.preview, position),
    enabled: isOpen,
    gcTime: 0,
  })
  const text = data?.statements.join('\n') ?? ''
  return (
    <div className="flex flex-col gap-2">
      <div className="flex justify-between gap-2">
        <Button
          size="small"
          variant="ghost"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide SQL' : 'Show SQL'}
        </Button>
        {isOpen && <CopyButton size="small" text={text} label="Copy SQL" />}
      </div>
      {isOpen && error !== null && <p className="text-bad">{error.message}</p>}
      {isOpen && error === null && (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with keys
          tabIndex={0}
          aria-label="SQL"
          className="max-h-60 overflow-auto rounded-control border border-line bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap"
        >
          {text}
        </pre>
      )}
      {isOpen && operations.length > maxShown && (
        <p className="text-ink-soft">{`The first ${maxShown} of ${operations.length}`}</p>
      )}
    </div>
  )
}
