import { useState } from 'react'

import type { Loaded, TreeNode } from './tree-model.ts'

/** Loads the children of branches that are opened for the first time, and again after a failure. */
export function useLoadedChildren(
  loadChildren: ((node: TreeNode) => Promise<readonly TreeNode[]>) | undefined,
) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Loaded>>(new Map())
  const keep = (id: string, children: Loaded) =>
    setLoaded((before) => new Map(before).set(id, children))
  const load = (node: TreeNode) => {
    const known = loaded.get(node.id)
    const isKnown = known !== undefined && !(known instanceof Error)
    if (node.children !== 'unloaded' || isKnown || loadChildren === undefined) return
    keep(node.id, 'loading')
    loadChildren(node).then(
      (children) => keep(node.id, children),
      (error: unknown) => keep(node.id, error instanceof Error ? error : new Error(String(error))),
    )
  }
  return { loaded, load }
}
