import type { NameCatalog } from '@basalt/pg-model'
import type { KeyboardEvent, RefObject } from 'react'

import type { CodeFieldHandle } from '../../product/sql-code/CodeField.tsx'
import { late } from '../../ui/late.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const CodeField = late(async () => (await import('../../product/sql-code/CodeField.tsx')).CodeField)

type Props = {
  value: string
  onChange: (text: string) => void
  names: NameCatalog | undefined
  fault: { position: number; message: string } | undefined
  handle: RefObject<CodeFieldHandle | null>
  onRun: () => void
  onSave: () => void
}

/** The text of the query, with completion and the mark of an error. */
export function LogEditor({ value, onChange, names, fault, handle, onRun, onSave }: Props) {
  const handleKey = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    const action = { Enter: onRun, s: onSave }[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the editor in it
    <div onKeyDownCapture={handleKey}>
      <CodeField
        fallback={<Skeleton className="h-40" />}
        id="log-query"
        label="Query over logs"
        value={value}
        onChange={onChange}
        names={names}
        fault={fault}
        isInvalid={fault !== undefined}
        rows={8}
        takesFocus={() => false}
        handle={handle}
      />
    </div>
  )
}
