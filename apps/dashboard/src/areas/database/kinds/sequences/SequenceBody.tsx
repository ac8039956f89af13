import {
  databaseSequencePosition,
  databaseSequences,
  type SequenceRow,
} from '@basalt/contract/database/objects/sequences'
import type { SequenceDesign } from '@basalt/pg-model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../../../lib/access/access.tsx'
import { notify } from '../../../../lib/browser/toast.ts'
import { call, query } from '../../../../lib/network/api.ts'
import { SqlPreview } from '../../../../product/sql-preview/SqlPreview.tsx'
import { usePreview } from '../../../../product/sql-preview/use-preview.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Confirm } from '../../../../ui/Confirm.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import type { ReadObject } from '../../model/object-kind.ts'

type Props = { object: ReadObject<SequenceRow, SequenceDesign>; projectRef: string }

/** Says when the sequence will return numbers that rows have, and sets it to a free one. */
export function SequenceBody({ object, projectRef }: Props) {
  const [isFixing, setIsFixing] = useState(false)
  const { data } = useQuery({
    ...query(databaseSequencePosition, { params: { ref: projectRef, id: object.row.id } }),
    enabled: object.design.owned_by !== null,
  })
  const behind = data?.behind ?? null
  if (behind === null) return null
  const { column, reached, next, free } = behind
  return (
    <>
      <Notice
        tone="warn"
        title={`It is behind ${column}`}
        action={
          free !== null && <Button onClick={() => setIsFixing(true)}>Set next number…</Button>
        }
      >
        The column has reached {reached}, and the sequence returns {next} next.{' '}
        {free === null
          ? 'The next free number is beyond its range: change its range or its type.'
          : 'Inserts fail, or repeat numbers where the column is not unique.'}
      </Notice>
      {isFixing && free !== null && (
        <FixDialog {...{ object, projectRef, free }} onClose={() => setIsFixing(false)} />
      )}
    </>
  )
}

function FixDialog({
  object: { row, design, version },
  projectRef,
  free,
  onClose,
}: Props & { free: string; onClose: () => void }) {
  const params = { ref: projectRef }
  const denied = useDenied(databaseSequences.apply, 'change sequences')
  const client = useQueryClient()
  const change = {
    action: 'alter' as const,
    id: row.id,
    version,
    design: { ...design, next: free },
  }
  const preview = usePreview(change, (body) => query(databaseSequences.preview, { params, body }))
  const fix = useMutation({
    mutationFn: () => call(databaseSequences.apply, { params, body: change }),
    onSuccess: async () => {
      notify.success(`${row.name} continues with ${free}`)
      onClose()
      await client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) =>
          typeof path === 'string' && path.includes('/objects/sequences'),
      })
    },
  })
  return (
    <Confirm
      isOpen
      isDanger={false}
      title={`Set the next number of ${row.name} to ${free}?`}
      confirmLabel="Set next number"
      isPending={fix.isPending}
      error={fix.error}
      disabledReason={denied}
      onClose={onClose}
      onConfirm={() => fix.mutate()}
    >
      <SqlPreview preview={preview} />
    </Confirm>
  )
}
