import type { DiagramTable } from '@basalt/contract/database/schema-diagram'

import { diagramStorage } from '../../../lib/storage/diagram-storage.ts'
import type { Place } from './node-size.ts'

type Moved = Readonly<Record<string, Place>>

function read(ref: string, schema: string): Moved {
  const stored = diagramStorage.places(ref, schema).get()
  if (stored === undefined) return {}
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return {}
    const entries = Object.entries(value as Record<string, Partial<Place> | null>)
    return Object.fromEntries(
      entries.flatMap(([name, place]) =>
        typeof place?.x === 'number' && typeof place.y === 'number'
          ? [[name, { x: place.x, y: place.y }]]
          : [],
      ),
    )
  } catch {
    return {}
  }
}

/** The places of the layout, with the ones that the user has chosen. */
export function withMoved(
  places: ReadonlyMap<number, Place>,
  tables: readonly DiagramTable[],
  { ref, schema }: { ref: string; schema: string },
): Map<number, Place> {
  const moved = read(ref, schema)
  return new Map(
    tables.map(({ id, name }) => [id, moved[name] ?? places.get(id) ?? { x: 0, y: 0 }]),
  )
}

export function storeMoved(at: { ref: string; schema: string }, name: string, place: Place): void {
  const moved = { ...read(at.ref, at.schema), [name]: place }
  diagramStorage.places(at.ref, at.schema).set(JSON.stringify(moved))
}

export const forgetMoved = ({ ref, schema }: { ref: string; schema: string }): void =>
  diagramStorage.places(ref, schema).remove()
