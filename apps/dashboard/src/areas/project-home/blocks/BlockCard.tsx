import type { HomeBlock } from '@basalt/contract/project/home-blocks'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeft,
  ArrowRight,
  CircleAlert,
  Ellipsis,
  Pencil,
  RotateCw,
  SquareTerminal,
  Trash2,
} from 'lucide-react'
import { useMemo } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { isRunning } from '../../../lib/format/project-status.ts'
import { paths } from '../../../lib/paths.ts'
import { rowsOfBlock } from '../../../product/home-blocks/block-draft.ts'
import { BlockView } from '../../../product/home-blocks/BlockView.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { BlockNotes } from './BlockNotes.tsx'
import { rowsQuery } from './queries.ts'

type Props = {
  project: ProjectDetail
  block: HomeBlock
  /** Why it cannot be changed. */
  denied: string | undefined
  isFirst: boolean
  isLast: boolean
  isRefreshing: boolean
  onRefresh: () => void
  onEdit: () => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

/** One block: its title, its rows, and their time. */
export function BlockCard(props: Props) {
  const { project, block, isRefreshing, onRefresh } = props
  const isReading = isRefreshing || block.is_reading
  const away = whyNotRead(props)
  const isTall = block.look.kind !== 'figure' && block.kept !== null
  return (
    <article
      aria-label={block.title}
      className="flex min-w-0 flex-1 flex-col gap-1 overflow-hidden rounded-card border border-line bg-surface pb-3"
    >
      <header className="flex items-center gap-2 pt-2 pr-2 pl-4">
        <h3 className="min-w-0 flex-1 truncate font-semibold">{block.title}</h3>
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={`Menu of ${block.title}`} />}
          items={useItems(props, away)}
        />
      </header>
      <div className={`flex min-w-0 flex-col ${isTall ? 'h-64 grow' : 'min-h-32 flex-1'}`}>
        {block.kept === null ? (
          <div className="m-auto flex flex-col items-center gap-2 p-4 text-ink-soft">
            {isReading ? 'Reading…' : 'No rows yet'}
            {!isReading && away === undefined && (
              <Button size="small" onClick={onRefresh}>
                Load rows
              </Button>
            )}
          </div>
        ) : (
          <Content projectRef={project.ref} block={block} />
        )}
      </div>
      <BlockNotes block={block} isReading={isReading} isRunning={isRunning(project)} />
    </article>
  )
}

function whyNotRead({ project, block }: Pick<Props, 'project' | 'block'>): string | undefined {
  if (!isRunning(project)) return 'The project is not running'
  return block.snippet.is_shared ? undefined : 'The query is private'
}

function useItems(props: Props, away: string | undefined): MenuItem[] {
  const { project, block, denied, isFirst, isLast, onMove } = props
  const go = useGo()
  return [
    {
      label: 'Refresh now',
      icon: RotateCw,
      disabledReason: away,
      onSelect: props.onRefresh,
    },
    { label: 'Edit', icon: Pencil, disabledReason: denied, onSelect: props.onEdit },
    {
      label: 'Open in the SQL editor',
      icon: SquareTerminal,
      onSelect: () => go(paths.sql(project.ref, block.snippet.id)),
    },
    { kind: 'separator' },
    {
      label: 'Move left',
      icon: ArrowLeft,
      disabledReason: denied ?? (isFirst ? 'Already first' : undefined),
      onSelect: () => onMove(-1),
    },
    {
      label: 'Move right',
      icon: ArrowRight,
      disabledReason: denied ?? (isLast ? 'Already last' : undefined),
      onSelect: () => onMove(1),
    },
    { kind: 'separator' },
    {
      label: 'Remove',
      icon: Trash2,
      isDanger: true,
      disabledReason: denied,
      onSelect: props.onRemove,
    },
  ]
}

function Content({ projectRef, block }: { projectRef: string; block: HomeBlock }) {
  const { data, error } = useQuery(rowsQuery(projectRef, block))
  const rows = useMemo(() => data && rowsOfBlock(data), [data])
  if (error !== null)
    return (
      <p role="alert" className="m-auto flex items-start gap-2 p-4 text-ink-soft">
        <CircleAlert className="mt-0.5 flex-none text-bad" />
        {error.message}
      </p>
    )
  if (rows === undefined) return <Skeleton className="mx-4 flex-1" />
  return (
    <BlockView
      title={block.title}
      appearance={block.look}
      rows={rows}
      isCut={data !== undefined && data.cut !== null}
    />
  )
}
