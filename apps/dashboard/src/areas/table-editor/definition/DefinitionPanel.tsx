import { databaseDefinitions } from '@basalt/contract/database/definitions'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { query } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'

type Props = {
  projectRef: string
  table: { id: number; schema: string; name: string }
  onClose: () => void
}

/** The definition of the table, as SQL that creates it again. */
export function DefinitionPanel({ projectRef, table, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...query(databaseDefinitions.table, { params: { ref: projectRef, id: table.id } }),
    // Always refetched, because the current state is expected.
    staleTime: 0,
  })
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={`Definition of ${table.name}`}
      onClose={onClose}
      footer={
        data !== undefined && (
          <>
            <CopyButton text={data.sql} label="Copy" />
            <Button
              icon={Download}
              onClick={() => download(`${table.schema}.${table.name}.sql`, data.sql)}
            >
              Download
            </Button>
          </>
        )
      }
    >
      {data === undefined && error === null && <SkeletonRows rows={10} className="h-5" />}
      {error !== null && data === undefined && (
        <ErrorPanel
          title="The definition could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <SqlText label={`SQL of ${table.name}`} sql={data.sql} />}
    </Dialog>
  )
}

function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/sql' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
