import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'

/** Each export uses a connection for as long as its reader takes; screens need some too. */
const exportsAtOnce = 3

type Places = { within: (ref: string, send: () => Promise<void>) => Promise<void> }

const known = new WeakMap<ProjectEngine, Places>()

/** Limits the concurrent exports of a project, of every kind; refuses more. */
export function exportPlaces(engine: ProjectEngine): Places {
  const places = known.get(engine) ?? newPositions()
  known.set(engine, places)
  return places
}

function newPositions(): Places {
  const taken = new Map<string, number>()
  return {
    async within(ref, send) {
      const count = taken.get(ref) ?? 0
      if (count >= exportsAtOnce) {
        throw new ApiError(
          'conflict',
          `${exportsAtOnce} exports of this project are running. Wait until one finishes.`,
        )
      }
      taken.set(ref, count + 1)
      try {
        await send()
      } finally {
        taken.set(ref, (taken.get(ref) ?? 1) - 1)
      }
    },
  }
}
