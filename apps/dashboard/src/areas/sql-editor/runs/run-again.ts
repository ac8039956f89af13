import type { RunPreferences, RunRequest } from './run-store.ts'

type RepeatOptions = Pick<RunPreferences, 'settings'> & { previewsFirst: boolean }

/**
 * The same run, with the current role and limits. Earlier confirmations do not count; a plan stays
 * a plan.
 */
export function getRepeat({ text, from, options }: RunRequest, repeat: RepeatOptions): RunRequest {
  const { limit, values, confirmed, hold } = options
  const isPlan = confirmed === undefined
  const held = isPlan ? hold : repeat.previewsFirst ? ('decide' as const) : undefined
  return {
    text,
    from,
    options: {
      settings: repeat.settings,
      ...(!isPlan && { confirmed: [] }),
      ...(limit !== undefined && { limit }),
      ...(values !== undefined && { values }),
      ...(held !== undefined && { hold: held }),
    },
  }
}
