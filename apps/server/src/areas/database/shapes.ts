import type { ProjectDatabase } from '@basalt/engine'
import { ShapeCache } from '@basalt/pg-rows'

const caches = new WeakMap<object, ShapeCache>()

/** The shapes of tables that are known of a database, for as long as it is open. */
export function listShapes(db: ProjectDatabase): ShapeCache {
  const known = caches.get(db.shared)
  if (known !== undefined) return known
  const cache = new ShapeCache()
  caches.set(db.shared, cache)
  return cache
}
