import { databaseImports, type ImportTable } from '@basalt/contract/database/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { query } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'

type Props = { projectRef: string; table: ImportTable }

/** The SQL that creates the table, from the server, on demand. */
export function NewTableSql({ projectRef, table }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const body = useDeferredValue(table)
  const { data, error } = useQuery({
    ...query(databaseImports.preview, { params: { ref: projectRef }, body }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const sql = (data?.statements ?? []).map((one) => `${one};`).join('\n\n')
  return (
    <section aria-label="SQL preview" className="flex flex-col items-start gap-2">
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide SQL' : 'Show SQL'}
      </Button>
      {isOpen && error !== null && (
        <p className="text-ink-soft">Name the table and its columns to see the SQL.</p>
      )}
      {isOpen && error === null && data !== undefined && (
        <div className="w-full">
          <SqlText label="SQL of the new table" sql={sql} />
          <p className="mt-1 text-xs text-ink-faint">
            Rows are loaded with COPY in the same transaction.
          </p>
        </div>
      )}
    </section>
  )
}
