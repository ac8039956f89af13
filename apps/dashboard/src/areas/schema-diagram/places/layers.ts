import { nodeWidth, type Place } from './node-size.ts'

type Table = { id: number; height: number }
type Edge = { from: number; to: number }

export const gap = 40
const layerGap = 90
/** Times that the tables of each layer are sorted by the middle of their neighbours. */
const sweeps = 6

/**
 * Places of connected tables, in time about proportional to their number: a table is left of those
 * that it refers to, near its neighbours. A layer that is higher than the picture should be goes on
 * in further columns, because many tables refer to a few.
 */
export function placeInLayers(
  tables: readonly Table[],
  edges: readonly Edge[],
): Map<number, Place> {
  const graph = connect(tables, edges)
  const layers = sortLayers(listLayers(tables, graph), graph)
  const heightOf = new Map(tables.map(({ id, height }) => [id, height]))
  const area = [...heightOf.values()].reduce((sum, height) => sum + (height + gap), 0)
  // Screens are wider than high.
  const most = Math.sqrt((area * (nodeWidth + layerGap)) / 1.6)
  const places = new Map<number, Place>()
  let x = 0
  for (const layer of layers.toReversed()) {
    for (const column of splitLayer(layer, heightOf, most)) {
      const total = column.reduce((sum, id) => sum + (heightOf.get(id) ?? 0) + gap, -gap)
      let y = (most - total) / 2
      for (const id of column) {
        places.set(id, { x, y })
        y += (heightOf.get(id) ?? 0) + gap
      }
      x += nodeWidth + gap
    }
    x += layerGap - gap
  }
  return places
}

/** For each table those that it refers to, and those that refer to it. */
type Neighbours = Map<number, { to: number[]; from: number[] }>

function connect(tables: readonly Table[], edges: readonly Edge[]): Neighbours {
  const graph: Neighbours = new Map(tables.map(({ id }) => [id, { to: [], from: [] }]))
  for (const { from, to } of edges) {
    if (from === to) continue
    graph.get(from)?.to.push(to)
    graph.get(to)?.from.push(from)
  }
  return graph
}

/** Tables by their longest way of references; one that closes a cycle is left out of it. */
function listLayers(tables: readonly Table[], graph: Neighbours): number[][] {
  const depths = new Map<number, number>()
  for (const { id: first } of tables) {
    // Without recursion: a chain may be as long as the schema.
    const open = [{ id: first, next: 0, depth: 0 }]
    const isOpen = new Set([first])
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const target = depths.has(top.id) ? undefined : graph.get(top.id)?.to[top.next]
      if (target === undefined) {
        const depth = depths.get(top.id) ?? top.depth
        depths.set(top.id, depth)
        isOpen.delete(top.id)
        open.pop()
        const above = open.at(-1)
        if (above !== undefined) above.depth = Math.max(above.depth, depth + 1)
        continue
      }
      top.next += 1
      if (isOpen.has(target)) continue
      isOpen.add(target)
      open.push({ id: target, next: 0, depth: 0 })
    }
  }
  const layers: number[][] = []
  for (const { id } of tables) (layers[depths.get(id) ?? 0] ??= []).push(id)
  return layers
}

function sortLayers(layers: number[][], graph: Neighbours): number[][] {
  const position = new Map<number, number>()
  const settle = (layer: readonly number[]) => {
    for (const [at, id] of layer.entries()) position.set(id, (at + 0.5) / layer.length)
  }
  for (const layer of layers) settle(layer)
  const middle = (id: number) => {
    const near = graph.get(id)
    const all = near === undefined ? [] : [...near.to, ...near.from]
    if (all.length === 0) return position.get(id) ?? 0
    return all.reduce((sum, other) => sum + (position.get(other) ?? 0), 0) / all.length
  }
  let sorted = layers
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    sorted = sorted.map((layer) => {
      const middles = new Map(layer.map((id) => [id, middle(id)]))
      const next = layer.toSorted((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0))
      settle(next)
      return next
    })
  }
  return sorted
}

/** Columns of about the same height. */
function splitLayer(
  layer: readonly number[],
  heightOf: ReadonlyMap<number, number>,
  most: number,
): number[][] {
  const total = layer.reduce((sum, id) => sum + (heightOf.get(id) ?? 0) + gap, 0)
  const share = total / Math.max(1, Math.ceil(total / most))
  const columns: number[][] = [[]]
  let height = 0
  for (const id of layer) {
    const own = (heightOf.get(id) ?? 0) + gap
    const column = columns.at(-1)
    if (column === undefined || (column.length > 0 && height + own / 2 > share)) {
      columns.push([id])
      height = own
    } else {
      column.push(id)
      height += own
    }
  }
  return columns
}
