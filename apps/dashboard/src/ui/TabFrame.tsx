import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  name: string
  isCurrent: boolean
  onClose: () => void
  onDragStart: () => void
  onDragOver: () => void
  /** The link to the open item; it has the keyboard focus. */
  children: ReactNode
}

/** One tab of a row: it can be dragged, and the middle button closes it. */
export const TabFrame = ({ name, isCurrent, children, onClose, ...drag }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only dragging; its link has the keys
  <li
    draggable
    className={clsx(
      'group flex max-w-56 flex-none items-center border-r border-line',
      isCurrent
        ? 'bg-canvas text-ink shadow-[inset_0_2px_0_var(--accent)]'
        : 'text-ink-soft hover:bg-hover',
    )}
    onDragStart={(event) => {
      event.dataTransfer.effectAllowed = 'move'
      drag.onDragStart()
    }}
    onDragOver={(event) => {
      event.preventDefault()
      drag.onDragOver()
    }}
    onAuxClick={(event) => {
      if (event.button !== 1) return
      event.preventDefault()
      onClose()
    }}
  >
    {children}
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Close ${name}`}
      className={clsx(
        'mx-1 flex-none rounded-control p-1 hover:bg-pressed pointer-coarse:p-2',
        !isCurrent &&
          'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
      )}
      onClick={onClose}
    >
      <X className="size-3!" />
    </button>
  </li>
)
