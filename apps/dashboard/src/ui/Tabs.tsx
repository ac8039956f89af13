import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'

type Props = {
  label: string
  tabs: readonly { id: string; label: string }[]
  chosen: string
  onChoose: (id: string) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** A row of views of the same thing; arrow keys move between them. */
export function Tabs({ label, tabs, chosen, onChoose }: Props) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = tabs.findIndex(({ id }) => id === chosen)
    const next = tabs[(index + step + tabs.length) % tabs.length]
    if (next === undefined) return
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
