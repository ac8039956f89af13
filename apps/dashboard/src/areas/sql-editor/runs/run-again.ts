import type { RunPreferences, RunRequest } from './run-store.ts'

type Ways = Pick<RunPreferences, 'settings'> & { previewsFirst: boolean }

/**
 * The same run, with the current role and limits. Earlier confirmations do not count; a plan stays
 * a plan.
 */
export function getRepeat({ text, from, options }: RunRequest, ways: Ways): RunRequest {
  const { limit, values, confirmed, hold } = options
  const isPlan = confirmed === undefined
  const held = isPlan ? hold : ways.previewsFirst ? ('decide' as const) : undefined
  return {
    text,
    from,
    options: {
      settings: ways.settings,
      ...(!isPlan && { confirmed: [] }),
      ...(limit !== undefined && { limit }),
      ...(values !== undefined && { values }),
      ...(held !== undefined && { hold: held }),
    },
  }
}
