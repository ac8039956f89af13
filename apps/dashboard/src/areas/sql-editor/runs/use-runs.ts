import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { readClaims } from '../../../lib/forms/claims-text.ts'
import { profileQuery, projectQuery } from '../../../lib/session/account.ts'
import { getOwner, listRuns } from './open-runs.ts'
import { getRepeat } from './run-again.ts'
import type { RunRequest } from './run-store.ts'

/** The runs of a query and its run settings. Nothing runs unless `start` is called. */
export function useRuns(ref: string, id: string) {
  const client = useQueryClient()
  const user = getOwner(client.getQueryData(profileQuery().queryKey)?.id)
  const runs = listRuns({ user, ref, id })
  const run = useSyncExternalStore(runs.subscribe, runs.get)
  const preferences = useSyncExternalStore(runs.subscribe, runs.getPreferences)
  const { data: project } = useQuery(projectQuery(ref))
  const previewsFirst = preferences.previewsFirst ?? project?.is_production ?? false

  const refusal = useSyncExternalStore(runs.subscribe, runs.getRefusal)

  /** False, with a message, when nothing may be run with the current settings. */
  function canStart(): boolean {
    const { as } = preferences.settings
    const isRefused = as !== undefined && readClaims(preferences.claims).fault !== undefined
    if (isRefused) runs.refuse(claimsRefusal)
    return !isRefused && !runs.mustDecide()
  }
  /** @param from offset of the text in the editor. */
  function start(text: string, from: number, more: Partial<RunOptions> = {}) {
    if (!canStart()) return
    const { settings, limit } = preferences
    runs.start({
      text,
      from,
      options: {
        settings,
        confirmed: [],
        ...(limit !== null && { limit }),
        ...(previewsFirst && { hold: 'decide' as const }),
        ...more,
      },
    })
  }

  /** Runs the same text as before, with the ways of now. */
  function again(request: RunRequest) {
    if (canStart()) runs.start(getRepeat(request, { ...preferences, previewsFirst }))
  }

  return { user, runs, run, habits: preferences, refusal, previewsFirst, canStart, start, again }
}

const claimsRefusal =
  'The claims of the session role must be a JSON object. Correct or clear them in the session.'

export type Runs = ReturnType<typeof useRuns>
type RunOptions = Parameters<ReturnType<typeof listRuns>['start']>[0]['options']
