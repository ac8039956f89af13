import { FileCode2, GitCommitVertical } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { Link } from '../../../lib/Link.tsx'
import { storage } from '../../../lib/storage/storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import { TabFrame } from '../../../ui/TabFrame.tsx'
import type { TabProps } from '../../../ui/TabRow.tsx'
import { getRunsId, getTransaction, watchRuns } from '../runs/open-runs.ts'
import type { OpenSnippetTab } from './open-snippets.ts'

type Props = TabProps & { projectRef: string; tab: OpenSnippetTab; href: string }

const transactionLabels = {
  held: 'Waiting for commit or rollback',
  open: 'Open transaction',
} as const

/**
 * One open query, with marks for unsaved text and an open transaction; the middle button closes it.
 */
export function SnippetTab(props: Props) {
  const { projectRef, tab, href, isCurrent } = props
  const [draft] = useSetting(storage.draft(projectRef, tab.id))
  const isUnsaved = draft !== undefined
  const transaction = useSyncExternalStore(watchRuns, () =>
    getTransaction(projectRef, getRunsId(projectRef, tab.id)),
  )
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
        title={tab.name}
        className="flex h-full min-w-0 items-center gap-1.5 pl-3 focus-visible:-outline-offset-2"
        onKeyDown={props.onKeyDown}
      >
        <FileCode2 aria-hidden className="size-3.5! flex-none text-ink-faint" />
        <span className="truncate">{tab.name}</span>
        {isUnsaved && (
          <>
            <span aria-hidden className="size-1.5 flex-none rounded-full bg-accent" />
            <span className="sr-only">, not saved</span>
          </>
        )}
        {transaction !== undefined && (
          <span title={transactionLabels[transaction]} className="flex flex-none text-warn">
            <GitCommitVertical className="size-3.5!" />
            <span className="sr-only">, open transaction</span>
          </span>
        )}
      </Link>
    </TabFrame>
  )
}
