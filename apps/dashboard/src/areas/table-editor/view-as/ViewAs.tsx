import type { RowViewer } from '@basalt/pg-model'
import { Eye } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'

const ViewerPopover = late(async () => (await import('./ViewerPopover.tsx')).ViewerPopover)

type Props = {
  projectRef: string
  viewer: RowViewer | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChange: (viewer: RowViewer | undefined) => void
}

/** The impersonated role of the rows; the choices are loaded with the first click. */
export function ViewAs({ projectRef, viewer, isOpen, onOpenChange, onChange }: Props) {
  const [isRequested, setIsRequested] = useState(isOpen)
  if (isOpen && !isRequested) setIsRequested(true)
  const trigger = (
    <Button
      variant="ghost"
      icon={Eye}
      className={viewer === undefined ? undefined : 'text-accent'}
      onPointerEnter={ViewerPopover.prepare}
      onFocus={ViewerPopover.prepare}
      onClick={() => ViewerPopover.ready(() => onOpenChange(true))}
    >
      {viewer === undefined ? 'View as' : `As ${viewer.role}`}
    </Button>
  )
  if (!isRequested) return trigger
  return (
    <ViewerPopover
      fallback={trigger}
      projectRef={projectRef}
      trigger={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      viewer={viewer}
      onChange={(next) => {
        onOpenChange(false)
        onChange(next)
      }}
    />
  )
}
