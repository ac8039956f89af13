import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { started, complete } from '../../../../testing/run-lines.ts'
import { type Run, startRun, type StatementResult, withLines } from '../../runs/run-model.ts'
import type { FormerRun } from '../../runs/stored-run.ts'
import { shownResults } from './shown-results.ts'

const scope = { user: 'u1', ref: 'shop', id: 'one' }
const getRun = (id: number, command: string) =>
  withLines(startRun(id, 0), [started(), complete(0, command)])

function setup(run: Run | null) {
  const client = new QueryClient()
  const previous: FormerRun = {
    at: 1,
    request: { text: 'select', from: 0, options: { confirmed: [] } },
    run: getRun(0, 'FORMER'),
    came: [2],
    interrupted: undefined,
  }
  client.setQueryData(['former-run', scope], previous)
  let present = run
  const runs = {
    get: () => present,
    amend: (change: (result: StatementResult) => StatementResult) => {
      present = present && { ...present, statements: present.statements.map(change) }
    },
  }
  const kept = () => client.getQueryData<FormerRun>(['former-run', scope])
  return { results: shownResults(client, scope, runs), present: () => present, kept }
}

const rename = (result: StatementResult): StatementResult => ({ ...result, command: 'CHANGED' })
const names = (statements: readonly StatementResult[] | undefined) =>
  statements?.map(({ command }) => command)

test.each([
  ['nothing was run yet', null],
  ['the session was only asked how it is', { ...startRun(0, 0), state: 'done' as const }],
])('earlier results are edited while %s', (_, run) => {
  const { results, kept } = setup(run)
  expect(names(results.all())).toEqual(['FORMER'])
  results.amend(rename)
  expect(names(results.all())).toEqual(['CHANGED'])
  expect(kept()).toMatchObject({ at: 1, came: [2] })
})

test('the current run is edited once there is one, and not the earlier one', () => {
  const { results, kept, present } = setup(getRun(1, 'SELECT'))
  expect(names(results.all())).toEqual(['SELECT'])
  results.amend(rename)
  expect(names(present()?.statements)).toEqual(['CHANGED'])
  expect(names(kept()?.run.statements)).toEqual(['FORMER'])
})
