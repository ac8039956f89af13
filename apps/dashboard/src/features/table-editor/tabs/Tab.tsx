import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'

import { Link } from '../../../lib/Link.tsx'
import { tableKindWords } from '../sidebar/table-kinds.ts'
import type { OpenTable } from './open-tabs.ts'

type Props = {
  tab: OpenTable
  href: string
  isCurrent: boolean
  /** Another open table has the same name, so the schema is said too. */
  isAmbiguous: boolean
  /** Tab leads here; the arrow keys lead on. */
  isReachable: boolean
  onKeep: () => void
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onDragStart: () => void
  onDragOver: () => void
}

/** One open table: double click keeps it, the middle button closes it. */
export function Tab(props: Props) {
  const { tab, href, isCurrent, isAmbiguous, onClose } = props
  const { icon: Icon } = tableKindWords[tab.kind]
  return (
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
        props.onDragStart()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        props.onDragOver()
      }}
      onAuxClick={(event) => {
        if (event.button !== 1) return
        event.preventDefault()
        onClose()
      }}
    >
      <Link
        href={href}
        draggable={false}
        data-tab={tab.id}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={props.isReachable ? 0 : -1}
        title={`${tab.schema}.${tab.name}${tab.isPreview ? ' (preview: double click keeps it open)' : ''}`}
        className="flex h-full min-w-0 items-center gap-1.5 pl-3 focus-visible:-outline-offset-2"
        onDoubleClick={props.onKeep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') props.onKeep()
          props.onKeyDown(event)
        }}
      >
        <Icon aria-hidden className="size-3.5! flex-none text-ink-faint" />
        <span className={clsx('truncate', tab.isPreview && 'italic')}>
          {isAmbiguous ? `${tab.schema}.${tab.name}` : tab.name}
        </span>
        {tab.isPreview && <span className="sr-only">, preview</span>}
      </Link>
      <CloseButton {...props} />
    </li>
  )
}

const CloseButton = ({ tab, isCurrent, onClose }: Props) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={`Close ${tab.name}`}
    className={clsx(
      'mx-1 flex-none rounded-control p-1 hover:bg-pressed pointer-coarse:p-2',
      !isCurrent &&
        'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
    )}
    onClick={onClose}
  >
    <X aria-hidden className="size-3!" />
  </button>
)
