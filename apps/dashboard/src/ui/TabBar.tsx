import { clsx } from 'clsx'
import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useRef } from 'react'

import { useScrollIntoView } from '../lib/browser/use-scroll-into-view.ts'
import { formatCount } from '../lib/format/format.ts'
import { Link } from '../lib/Link.tsx'

export type TabItem = { id: string; label: string; count?: number | undefined }

type PanelTabs = {
  label: string
  tabs: readonly TabItem[]
  chosen: string
  onChoose: (id: string) => void
  /** The panel of the chosen tab. Without it the panel is elsewhere on the page. */
  children?: ReactNode
}

type PageTabs = {
  label: string
  /** Each tab is a page of its own, made by `paths`. */
  tabs: readonly (TabItem & { href: string })[]
  chosen: string
}

/**
 * A row of views of the same thing. Tabs with an address are links; the others switch a panel,
 * and arrow keys, Home and End move between them. The row scrolls where it is too long.
 */
export function TabBar(props: PanelTabs | PageTabs) {
  return 'onChoose' in props ? <Panels {...props} /> : <Pages {...props} />
}

const rowClass = 'flex flex-none gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]'

const tabClass = (isChosen: boolean) =>
  clsx(
    'inline-flex h-8 flex-none items-center gap-1.5 border-b-2 px-2 pt-0.5 whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:h-10',
    isChosen ? 'border-accent text-ink' : 'border-transparent text-ink-faint hover:text-ink',
  )

function Panels({ label, tabs, chosen, onChoose, children }: PanelTabs) {
  const row = useRef<HTMLDivElement>(null)
  useScrollIntoView(row, '[aria-selected="true"]', chosen)
  return (
    <Radix.Root value={chosen} onValueChange={onChoose} className="contents">
      <Radix.List ref={row} aria-label={label} className={rowClass}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className={tabClass(tab.id === chosen)}
            // An id that is not on the page is worse than none.
            {...((children === undefined || tab.id !== chosen) && { 'aria-controls': undefined })}
          >
            <TabLabel {...tab} />
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children !== undefined && (
        <Radix.Content value={chosen} tabIndex={-1} className="contents">
          {children}
        </Radix.Content>
      )}
    </Radix.Root>
  )
}

function Pages({ label, tabs, chosen }: PageTabs) {
  const row = useRef<HTMLElement>(null)
  useScrollIntoView(row, '[aria-current="page"]', chosen)
  return (
    <nav ref={row} aria-label={label} className={rowClass}>
      {tabs.map(({ href, ...tab }) => (
        <Link
          key={tab.id}
          href={href}
          aria-current={tab.id === chosen ? 'page' : undefined}
          className={tabClass(tab.id === chosen)}
        >
          <TabLabel {...tab} />
        </Link>
      ))}
    </nav>
  )
}

const TabLabel = ({ label, count }: TabItem) => (
  <>
    {label}
    {count !== undefined && (
      <span className="tabular text-xs text-ink-faint">{formatCount(count)}</span>
    )}
  </>
)
