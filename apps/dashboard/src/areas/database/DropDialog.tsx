import type { ObjectRow } from '@basalt/contract/database/objects/object-routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { usePreview } from '../../product/sql-preview/use-preview.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import type { AnyDesign, AnyKind, ReadObject } from './model/object-kind.ts'
import { NewOwnerField } from './NewOwnerField.tsx'
import { PlannedChange } from './PlannedChange.tsx'
import { RelatedList } from './RelatedList.tsx'

type Props = {
  kind: AnyKind
  projectRef: string
  object: Pick<ReadObject<ObjectRow, AnyDesign>, 'row' | 'design' | 'dependents'>
  onClose: () => void
  onDropped: () => void
}

/** Drops an object; objects that depend on it are listed first. */
export function DropDialog(props: Props) {
  const { kind, projectRef, object, onClose } = props
  const { dependents, design, row } = object
  const [isCascading, setIsCascading] = useState(false)
  const [newOwner, setNewOwner] = useState<string | null>()
  const canRunAsJob = dependents.length === 0 && kind.jobs?.canDrop(row) === true
  const [isConcurrent, setIsConcurrent] = useState(canRunAsJob)
  const change = {
    action: 'drop' as const,
    id: row.id,
    cascade: isCascading,
    ...(isConcurrent && { concurrently: true }),
    ...(newOwner !== undefined && { new_owner: newOwner }),
  }
  const drop = useDrop(props, change)
  const isReady = dependents.length === 0 || isCascading
  const preview = usePreview(isReady ? change : null, (body) =>
    query(kind.routes.preview, { params: { ref: projectRef }, body }),
  )
  return (
    <Confirm
      isOpen
      title={`Drop the ${kind.noun} ${design.name}?`}
      confirmLabel={`Drop ${kind.noun}`}
      isPending={drop.isPending}
      error={drop.error}
      onClose={onClose}
      disabledReason={isReady ? undefined : 'Confirm that the dependent objects are dropped too'}
      onConfirm={() => drop.mutate()}
    >
      <p>This cannot be undone.</p>
      {dependents.length > 0 && (
        <>
          <Dependents {...props} isCascading={isCascading} onChange={setIsCascading} />
          {isCascading && kind.dropDependents?.hasNewOwner === true && (
            <NewOwnerField
              {...{ projectRef, newOwner }}
              name={design.name}
              onChange={setNewOwner}
            />
          )}
        </>
      )}
      {canRunAsJob && (
        <Checkbox
          label="Drop concurrently"
          help="Blocks neither reads nor writes: a job waits for the transactions that use it"
          isChecked={isConcurrent}
          onChange={setIsConcurrent}
        />
      )}
      {isReady && <PlannedChange {...{ kind, projectRef, change, preview }} />}
    </Confirm>
  )
}

type DependentsProps = Pick<Props, 'kind' | 'projectRef' | 'object'> & {
  isCascading: boolean
  onChange: (isCascading: boolean) => void
}

function Dependents({ kind, projectRef, object, isCascading, onChange }: DependentsProps) {
  const { dependents } = object
  const these = dependents.length === 1 ? 'this object' : `these ${dependents.length} objects`
  return (
    <>
      <p>{kind.dropDependents?.title ?? 'These objects depend on it:'}</p>
      <RelatedList projectRef={projectRef} objects={dependents} />
      <Checkbox
        label={kind.dropDependents?.label ?? `Drop ${these} too`}
        isChecked={isCascading}
        onChange={onChange}
      />
    </>
  )
}

function useDrop(
  { kind, projectRef, object, onDropped }: Props,
  change: {
    action: 'drop'
    id: number
    cascade: boolean
    concurrently?: boolean
    new_owner?: string | null
  },
) {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: () =>
      call(kind.routes.apply, { params: { ref: projectRef }, body: change } as never),
    onSuccess: async () => {
      // The list shows the job.
      if (change.concurrently === true && kind.jobs !== undefined)
        await invalidate(client, kind.jobs.list)
      else notify.success(`The ${kind.noun} ${object.design.name} was dropped`)
      kind.afterChange?.(projectRef, (href) => void router.navigate({ to: href }))
      onDropped()
      await client.invalidateQueries({
        queryKey: [kind.routes.list.method, kind.routes.list.path],
      })
    },
  })
}
