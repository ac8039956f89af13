import type { Node, NodeProps } from '@xyflow/react'
import { clsx } from 'clsx'
import { memo } from 'react'

import { Link } from '../../../lib/Link.tsx'
import { nodeWidth } from '../places/node-size.ts'
import { colourOf, type GraphNode, nameOf, roles } from './node-roles.ts'

export const objectHeight = 52

export type ObjectNodeType = Node<{ node: GraphNode; href: string | undefined }, 'object'>

/** An object of the database: its kind, its name and what happens to it. Opens its page. */
export const ObjectNode = memo(function ObjectNode({ data }: NodeProps<ObjectNodeType>) {
  const { node, href } = data
  const { role, type, description } = node
  const className = clsx(
    'nopan flex flex-col justify-center gap-0.5 rounded-control border bg-surface px-3 text-xs',
    role === 'root' ? 'border-accent' : 'border-line',
    role === 'named' && 'border-dashed',
    href !== undefined && 'hover:border-line-strong focus-visible:border-accent',
  )
  const style = {
    width: nodeWidth,
    height: objectHeight,
    borderLeft: `4px solid ${colourOf(type)}`,
  }
  const content = (
    <>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-ink-soft">{type}</span>
        {role !== 'root' && (
          <span
            className={
              role === 'needed' ? 'text-ink-faint' : role === 'named' ? 'text-warn' : 'text-bad'
            }
          >
            {roles[role].mark}
          </span>
        )}
      </span>
      <span className="truncate font-semibold">{nameOf(node)}</span>
    </>
  )
  return href === undefined ? (
    <div className={className} style={style} title={description}>
      {content}
    </div>
  ) : (
    <Link href={href} className={className} style={style} title={description} draggable={false}>
      {content}
    </Link>
  )
})
