import type { ReactElement } from 'react'

import { ToolPopover } from '../ToolPopover.tsx'

type Props = {
  trigger: ReactElement
  choices: readonly { id: string; header: string; isVisible: boolean }[]
  onToggle: (id: string) => void
  onClose: () => void
}

/** Shows and hides columns. The last one that is visible stays. */
export function ColumnPicker({ trigger, choices, onToggle, onClose }: Props) {
  const isLast = choices.filter(({ isVisible }) => isVisible).length === 1
  return (
    <ToolPopover
      isOpen
      label="Columns"
      width="w-56"
      trigger={trigger}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <ul className="flex flex-col p-1">
        {choices.map(({ id, header, isVisible }) => (
          <li key={id}>
            <label className="flex min-h-7 items-center gap-2 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-10">
              <input
                type="checkbox"
                checked={isVisible}
                disabled={isVisible && isLast}
                onChange={() => onToggle(id)}
              />
              {header}
            </label>
          </li>
        ))}
      </ul>
    </ToolPopover>
  )
}
