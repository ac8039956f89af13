import { databaseChanges, type RowOperation } from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { query } from '../../../lib/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'

type Props = { projectRef: string; operations: RowOperation[] }

/** More statements than these are not written out. */
const mostShown = 100

/** The SQL of a change, as the server writes it; asked for when somebody looks. */
export function SqlOfRows({ projectRef, operations }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="small"
        variant="ghost"
        aria-expanded={isOpen}
        className="self-start"
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide SQL' : 'Show SQL'}
      </Button>
      {isOpen && (
        <Statements projectRef={projectRef} operations={operations.slice(0, mostShown)}>
          {operations.length > mostShown && `The first ${mostShown} of ${operations.length}`}
        </Statements>
      )}
    </div>
  )
}

function Statements({ projectRef, operations, children }: Props & { children: string | false }) {
  const { data, error } = useQuery({
    ...query(databaseChanges.preview, { params: { ref: projectRef }, body: { operations } }),
    gcTime: 0,
  })
  if (error !== null) return <p className="text-bad">{error.message}</p>
  const text = data?.statements.join('\n') ?? ''
  return (
    <div className="relative">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with keys
        tabIndex={0}
        aria-label="SQL"
        className="max-h-60 overflow-auto rounded-control border border-line bg-sunken p-2 pr-10 font-mono text-xs"
      >
        {text}
      </pre>
      <span className="absolute top-1 right-1">
        <CopyButton text={text} label="Copy SQL" />
      </span>
      {children !== false && <p className="text-ink-soft">{children}</p>}
    </div>
  )
}
