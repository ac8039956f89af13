import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'

type Props = {
  label: string
  tabs: readonly { id: string; label: string }[]
  chosen: string
  onChoose: (id: string) => void
}

/** A row of views of the same data; arrow keys, Home and End move between them. */
export function Tabs({ label, tabs, chosen, onChoose }: Props) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex(({ id }) => id === chosen)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      className="flex gap-1 overflow-x-auto border-b border-line"
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.id === chosen}
          tabIndex={tab.id === chosen ? 0 : -1}
          className={clsx(
            'h-8 flex-none border-b-2 pt-0.5 px-2 whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:h-10',
            tab.id === chosen
              ? 'border-accent text-ink'
              : 'border-transparent text-ink-faint hover:text-ink',
          )}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
