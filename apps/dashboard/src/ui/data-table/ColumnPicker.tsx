import type { ReactElement } from 'react'

import { ToolPopover } from '../ToolPopover.tsx'

type Props = {
  trigger: ReactElement
  choices: readonly { id: string; header: string; isVisible: boolean; isFixed: boolean }[]
  onToggle: (id: string) => void
  onClose: () => void
}

/** Shows and hides columns. The one that names the rows stays. */
export function ColumnPicker({ trigger, choices, onToggle, onClose }: Props) {
  return (
    <ToolPopover
      isOpen
      label="Columns"
      width="w-56"
      trigger={trigger}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <ul className="flex flex-col p-1">
        {choices.map(({ id, header, isVisible, isFixed }) => (
          <li key={id}>
            <label className="flex min-h-7 items-center gap-2 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-10">
              <input
                type="checkbox"
                checked={isVisible}
                disabled={isFixed}
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
