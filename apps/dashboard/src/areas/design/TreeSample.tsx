import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { TreeNode } from '../../ui/tree/tree-model.ts'
import { Tree } from '../../ui/tree/Tree.tsx'

const nodes: TreeNode[] = [
  {
    id: 'public',
    name: 'public',
    children: [
      { id: 'orders', name: 'orders' },
      { id: 'customers', name: 'customers' },
      { id: 'views', name: 'views', children: [{ id: 'revenue', name: 'revenue_by_month' }] },
    ],
  },
  { id: 'auth', name: 'auth (loaded when opened)', children: 'unloaded' },
  { id: 'broken', name: 'broken (cannot be loaded)', children: 'unloaded' },
  { id: 'locked', name: 'locked', isDisabled: true },
]

const loadChildren = async ({ id }: TreeNode): Promise<TreeNode[]> => {
  if (id === 'broken') throw new Error('The database does not answer.')
  return [{ id: 'users', name: 'users' }]
}

export function TreeSample() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['public']))
  const [selectedId, setSelectedId] = useState('orders')
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const expand = (id: string, isExpanded: boolean) =>
    setExpanded(
      (before) => new Set([...before].filter((one) => one !== id).concat(isExpanded ? id : [])),
    )
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-xs font-medium text-ink-faint">Tree</h3>
      <div className="max-w-72 rounded-card border border-line bg-surface p-1">
        <Tree
          label="Objects"
          className="h-56"
          nodes={nodes}
          expanded={expanded}
          onExpand={expand}
          loadChildren={loadChildren}
          selectedId={selectedId}
          onSelect={({ id }) => setSelectedId(id)}
          onRename={({ id }, name) => setNames((before) => ({ ...before, [id]: name }))}
          renderNode={({ id, name }) => names[id] ?? name}
          listMenu={(_, rename) => [
            { label: 'Rename', icon: Pencil, keys: 'f2', onSelect: rename },
            { kind: 'separator' },
            { label: 'Drop', icon: Trash2, isDanger: true, onSelect: () => undefined },
          ]}
        />
      </div>
    </div>
  )
}
