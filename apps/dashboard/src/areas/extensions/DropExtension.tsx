import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { useChangeExtension } from './queries.ts'

type Props = {
  name: string
  projectRef: string
  dependents: readonly { description: string }[]
  onClose: () => void
  onDropped: () => void
}

/** Drops an extension; objects that depend on it are listed first. */
export function DropExtension({ name, projectRef, dependents, onClose, onDropped }: Props) {
  const [isCascading, setIsCascading] = useState(false)
  const drop = useChangeExtension(projectRef, () => {
    notify.success(`The extension ${name} was dropped`)
    onDropped()
  })
  const isReady = dependents.length === 0 || isCascading
  return (
    <Confirm
      isOpen
      isDanger
      title={`Drop the extension ${name}?`}
      confirmLabel="Drop extension"
      isPending={drop.isPending}
      error={drop.error}
      onClose={onClose}
      disabledReason={isReady ? undefined : 'Confirm that the dependent objects are dropped too'}
      onConfirm={() => drop.mutate({ action: 'drop', name, cascade: isCascading })}
    >
      <p>Drops its types, functions and operators. This cannot be undone.</p>
      {dependents.length > 0 && (
        <>
          <p>These objects depend on it. Columns among them lose their values:</p>
          <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
            {dependents.map(({ description }, at) => (
              <li key={at} className="break-words">
                {description}
              </li>
            ))}
          </ul>
          <Checkbox
            label={`Drop ${dependents.length === 1 ? 'this object' : `these ${dependents.length} objects`} too`}
            isChecked={isCascading}
            onChange={setIsCascading}
          />
        </>
      )}
    </Confirm>
  )
}
