import type { IndexJob } from '@basalt/contract/database/index-jobs'

import { plural } from '../../../../lib/format/format.ts'

type Action = IndexJob['action']

const doing: Readonly<Record<Action, string>> = {
  create: 'Building',
  rebuild: 'Rebuilding',
  drop: 'Dropping',
}

const done: Readonly<Record<Action, string>> = {
  create: 'built',
  rebuild: 'rebuilt',
  drop: 'dropped',
}

export const getTitle = ({ action, state, name, table }: IndexJob): string =>
  state === 'failed'
    ? `The index ${name} on ${table} could not be ${done[action]}`
    : `${doing[action]} the index ${name} on ${table}`

/** The state of a job under way. */
export function getProgress(job: IndexJob): string {
  const { state, phase, percent, waits_for, part, parts } = job
  if (state === 'waiting') return 'Waits for another job of this project'
  if (state === 'cancelling') return 'Cancelling: the incomplete index is removed'
  const isPartitioned = parts !== null && part !== null && parts > 1 && part < parts
  return [
    isPartitioned ? `Partition ${part + 1} of ${parts}. ` : '',
    phase === null ? 'Starting' : capitalize(phase),
    percent === null || waits_for !== null ? '' : `, ${Math.floor(percent)}%`,
    waits_for === null || waits_for === 0 ? '' : `: ${plural(waits_for, 'transaction')} left`,
  ].join('')
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The end of a job, as a toast shows it. */
export const getEnd = ({ action, state, name }: IndexJob): string =>
  state === 'cancelled'
    ? `The index ${name} was not ${done[action]}: the job was cancelled`
    : `The index ${name} was ${done[action]}`
