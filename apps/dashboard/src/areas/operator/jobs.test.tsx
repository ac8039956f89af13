import type { FailedJob, JobState } from '@basalt/contract/operator-jobs'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, profile, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { requested } from '../../testing/open-team.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const list = 'GET /platform/operator/jobs'
const at = '2026-01-01T00:00:00Z'

const failed: FailedJob = {
  id: '17',
  task: 'index-job',
  key: 'index 4',
  attempts: 3,
  message: 'The database is stopped.',
  failed_at: at,
  next_at: null,
}
const state: JobState = {
  tasks: [
    { name: 'cron-tick', waiting: 4, running: 1, failed: 0, lag_ms: 12_340, next_at: at },
    { name: 'index-job', waiting: 0, running: 0, failed: 1, lag_ms: null, next_at: null },
  ],
  workers: [
    {
      id: 'a',
      host: 'first',
      process_id: 12,
      started_at: at,
      beat_at: at,
      is_lost: false,
      running: 1,
    },
    {
      id: 'b',
      host: 'second',
      process_id: 34,
      started_at: at,
      beat_at: at,
      is_lost: true,
      running: 0,
    },
  ],
  failures: [failed],
}
const rest: JobState = { ...state, failures: [] }

const open = (more: Answers = {}) =>
  openApp(
    '/operator/jobs',
    signedIn({
      'GET /platform/profile': { ...profile, is_operator: true },
      [list]: state,
      ...more,
    }),
  )

test('the page shows tasks with their lag, workers and failed jobs', async () => {
  open()
  const tasks = within(await screen.findByRole('table', { name: 'Tasks' }))
  const cells = within(tasks.getByRole('row', { name: /^cron-tick/u })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent).slice(0, 5)).toEqual([
    'cron-tick',
    '4',
    '1',
    '0',
    '12.34 s',
  ])
  const workers = within(screen.getByRole('table', { name: 'Workers' }))
  expect(workers.getByRole('row', { name: /^second, process 34/u }).textContent).toContain(
    'Not responding',
  )
  const failures = within(screen.getByRole('table', { name: 'Failed jobs' }))
  expect(failures.getByText('The database is stopped.')).toBeTruthy()
})

test('a failed job is tried again', async () => {
  const retry = 'POST /platform/operator/jobs/17/retry'
  const { calls } = open({ [retry]: rest })
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(requested(calls, retry)).toHaveLength(1))
  expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeTruthy()
})

test('a failed job is deleted after a confirmation, and a refusal is shown', async () => {
  const remove = 'DELETE /platform/operator/jobs/17'
  const { calls } = open({
    [remove]: refusal(404, { kind: 'not_found', message: 'This job has ended' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete this job/u }))
  expect(requested(calls, remove)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete job' }))
  expect(await dialog.findByText('This job has ended')).toBeTruthy()
})

test('an install without workers says so, and a failure has a retry', async () => {
  open({ [list]: { tasks: [], workers: [], failures: [] } })
  expect(await screen.findByRole('heading', { name: 'No workers' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'No jobs' })).toBeTruthy()
  cleanup()
  open({ [list]: refusal(403, { kind: 'forbidden', message: 'Not now' }) })
  expect(await screen.findByText('The jobs could not be loaded')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
