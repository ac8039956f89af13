import { clsx } from 'clsx'

import { Link } from '../../../lib/Link.tsx'
import { TabFrame } from '../../../ui/TabFrame.tsx'
import type { TabProps } from '../../../ui/TabRow.tsx'
import { tableKindLabels } from '../tables/table-kinds.ts'
import type { OpenTable } from './open-tabs.ts'

type Props = TabProps & {
  tab: OpenTable
  href: string
  /** Another open table has the same name, so the schema is shown too. */
  isAmbiguous: boolean
  onKeep: () => void
}

/** One open table: a double click keeps it, the middle button closes it. */
export function Tab(props: Props) {
  const { tab, href, isCurrent, isAmbiguous } = props
  const { icon: Icon } = tableKindLabels[tab.kind]
  return (
    <TabFrame
      name={tab.name}
      isCurrent={isCurrent}
      onClose={props.onClose}
      onDragStart={props.onDragStart}
      onDragOver={props.onDragOver}
    >
      <Link
        href={href}
        draggable={false}
        data-tab={tab.id}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={props.isReachable ? 0 : -1}
        title={`${tab.schema}.${tab.name}${tab.isPreview ? ' (preview: double-click to keep it open)' : ''}`}
        className="flex h-full min-w-0 items-center gap-1.5 pl-3 focus-visible:-outline-offset-2"
        onDoubleClick={props.onKeep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') props.onKeep()
          props.onKeyDown(event)
        }}
      >
        <Icon className="size-3.5! flex-none text-ink-faint" />
        <span className={clsx('truncate', tab.isPreview && 'pr-0.5 italic')}>
          {isAmbiguous ? `${tab.schema}.${tab.name}` : tab.name}
        </span>
        {tab.isPreview && <span className="sr-only">, preview</span>}
      </Link>
    </TabFrame>
  )
}
