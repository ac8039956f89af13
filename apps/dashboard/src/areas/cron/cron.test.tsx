import type { CronJob, CronPreview, CronState } from '@basalt/contract/cron/cron'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { noNames } from '../../product/names/use-names.ts'
import { type Answers, refusal, shop, signedIn } from '../../testing/answers.ts'
import { readCode, writeCode } from '../../testing/code-field.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const base = `/platform/projects/${shop.ref}/cron`
const time = '2026-01-02T02:30:00.000Z'

const job: CronJob = {
  id: '7',
  name: 'report',
  schedule: '30 2 * * *',
  description: 'every day at 02:30',
  is_fixed: true,
  kind: 'sql',
  command: 'select 1',
  request: null,
  username: 'postgres',
  database: 'postgres',
  is_active: true,
  time_zone: 'GMT',
  timeout_ms: 60_000,
  overlap: 'skip',
  missed: 'skip',
  retries: 0,
  alerts: false,
  next_at: time,
  last_run: { status: 'failed', at: time, message: 'ERROR' },
}

const preview: CronPreview = {
  schedule: '30 8 * * 1-5',
  description: 'at 08:30 on Monday to Friday',
  is_fixed: true,
  next: [time],
  error: null,
}

const state = (change: Partial<CronState> = {}): CronState => ({
  kind: 'own',
  jobs: [job],
  has_more: false,
  roles: ['postgres', 'reporter'],
  ...change,
})

const open = (cron: CronState, more: Answers = {}, search = '') =>
  openApp(
    `/project/${shop.ref}/integrations/cron${search}`,
    signedIn({ [`GET ${base}`]: cron, [`GET ${base}/preview`]: preview, ...more }),
  )

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for report' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('a project without cron enables it', async () => {
  const install = `POST /platform/pg-meta/${shop.ref}/integrations/cron/install`
  const { calls } = open(state({ kind: 'absent', jobs: [] }), { [install]: { ok: true } })
  await userEvent.click(await screen.findByRole('button', { name: 'Enable cron' }))
  await waitFor(() => expect(calls.some(({ route }) => route === install)).toBe(true))
})

test('a job in words shows its next runs and is saved as a schedule', async () => {
  const { calls } = open(state({ jobs: [] }), { [`POST ${base}/jobs`]: { id: '8' } })
  await userEvent.click(await screen.findByRole('button', { name: 'New job' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'mail')
  await userEvent.type(screen.getByLabelText('Schedule'), 'every weekday at 8:30')
  await waitFor(() => writeCode(screen.getByLabelText('SQL'), 'select send()'))
  await userEvent.click(screen.getByRole('checkbox', { name: /Email the owners/u }))
  const runs = await screen.findByRole('list', { name: 'Next runs' })
  expect(within(runs).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByText(/Each time runs once on the days on which clocks change/u)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create job' }))
  await waitFor(() => {
    const sent = calls.findLast(({ route }) => route === `POST ${base}/jobs`)
    expect(sent?.body).toMatchObject({
      name: 'mail',
      schedule: '30 8 * * 1-5',
      command: 'select send()',
      username: 'postgres',
      request: null,
      alerts: true,
    })
  })
})

test('a job calls a function or a procedure that needs no arguments', async () => {
  const report = { ...job, command: 'call reports."Tidy up"();' }
  const { calls } = open(state({ jobs: [report] }), {
    [`PUT ${base}/jobs/7`]: { ok: true },
    [`GET /platform/pg-meta/${shop.ref}/completion`]: {
      version: '1',
      catalog: {
        ...noNames,
        functions: [
          ['public', 'refresh', '', 'void', 'f', 'Of the totals'],
          ['public', 'with_arguments', 'day date', 'void', 'f', null],
          ['public', 'of_trigger', '', 'trigger', 'f', null],
          ['reports', 'Tidy up', '', null, 'p', null],
        ],
      },
    },
  })
  await choose('Edit')
  await userEvent.click(await screen.findByRole('button', { name: `Function: ${report.command}` }))
  await waitFor(() =>
    expect(
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('refresh'), expect.stringContaining('Tidy up')]),
  )
  await userEvent.click(screen.getByRole('option', { name: /refresh/u }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => {
    const sent = calls.findLast(({ route }) => route === `PUT ${base}/jobs/7`)
    expect(sent?.body).toMatchObject({ kind: 'sql', command: 'select public.refresh()' })
  })
})

test('SQL that is more than a call is edited as text', async () => {
  open(state({ jobs: [{ ...job, command: 'select refresh(1)' }] }))
  await choose('Edit')
  await waitFor(() => expect(readCode(screen.getByLabelText('SQL'))).toBe('select refresh(1)'))
})

test('a job shows its runs with output, starts now and is paused', async () => {
  const run = {
    id: '3',
    slot: time,
    status: 'failed',
    attempt: 2,
    reason: 'Attempt 1 failed: ERROR',
    message: 'ERROR: division by zero',
    username: 'postgres',
    started_at: time,
    ended_at: '2026-01-02T02:30:01.500Z',
  }
  const soon = new Date(Date.now() + 20_000).toISOString()
  const { calls } = open(state({ jobs: [{ ...job, next_at: soon }] }), {
    [`GET ${base}/jobs/7/runs`]: [run],
    [`POST ${base}/jobs/7/runs`]: { ok: true },
    [`PATCH ${base}/jobs/7`]: { ok: true },
  })
  expect(await screen.findByText('every day at 02:30')).toBeTruthy()
  expect(screen.getByText('within a minute')).toBeTruthy()
  await choose('Run now')
  await choose('Pause')
  await waitFor(() => {
    const sent = calls.findLast(({ route }) => route === `PATCH ${base}/jobs/7`)
    expect(sent?.body).toEqual({ is_active: false })
  })
  expect(calls.some(({ route }) => route === `POST ${base}/jobs/7/runs`)).toBe(true)
  await choose('Show runs')
  const runs = await screen.findByRole('list', { name: 'Runs' })
  expect(within(runs).getByText('ERROR: division by zero')).toBeTruthy()
  expect(within(runs).getByText('attempt 2')).toBeTruthy()
})

test('a run that is running is stopped, and a refusal is shown', async () => {
  const run = {
    id: '3',
    slot: time,
    status: 'running',
    attempt: 1,
    reason: null,
    message: null,
    username: 'postgres',
    started_at: time,
    ended_at: null,
  }
  const stop = `POST ${base}/jobs/7/runs/3/stop`
  const { calls } = open(state(), {
    [`GET ${base}/jobs/7/runs`]: [
      run,
      { ...run, id: '2', status: 'failed', ended_at: time },
      { ...run, id: '1', status: 'waiting', attempt: 2, started_at: null },
    ],
    [stop]: refusal(409, { kind: 'conflict', message: 'This run has just ended' }),
  })
  await choose('Show runs')
  const [running, ...waiting] = await screen.findAllByRole('button', { name: 'Stop run' })
  expect(waiting).toHaveLength(1)
  await userEvent.click(running as HTMLElement)
  expect(await screen.findByText('This run has just ended')).toBeTruthy()
  expect(calls.filter(({ route }) => route === stop)).toHaveLength(1)
})

test('more jobs are loaded after the last one, and the server searches', async () => {
  const named = (name: string): CronState => state({ jobs: [{ ...job, id: name, name }] })
  open(state(), {
    [`GET ${base}`]: (_: unknown, query: URLSearchParams) => {
      if (query.get('search') === 'nothing') return state({ jobs: [] })
      if (query.has('search')) return named('found')
      return query.has('after') ? named('last') : { ...state(), has_more: true }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more jobs' }))
  expect(await screen.findByText('last')).toBeTruthy()
  expect(screen.getByText('report')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox'), 'nightly')
  expect(await screen.findByText('found')).toBeTruthy()
  expect(screen.queryByText('report')).toBeNull()
  const field = screen.getByRole('searchbox')
  await userEvent.clear(field)
  await userEvent.type(field, 'nothing')
  expect(await screen.findByText(/No job matches/u)).toBeTruthy()
  await userEvent.clear(field)
  expect(await screen.findByText('report')).toBeTruthy()
  expect(document.activeElement).toBe(field)
})

test('jobs of the original extension are shown and changed with SQL only', async () => {
  open(state({ kind: 'original' }))
  await screen.findByRole('button', { name: 'Actions for report' })
  expect(screen.queryByRole('button', { name: 'New job' })).toBeNull()
})

test('the address of a job shows its runs on whichever page of the list it is', async () => {
  const other = { ...job, id: '900', name: 'nightly' }
  const answers = {
    [`GET ${base}`]: (_: unknown, query: URLSearchParams) => {
      const asked = query.get('id')
      if (asked === '902') return refusal(503, { kind: 'internal', message: 'Not now' })
      return asked === null
        ? state({ has_more: true })
        : state({ jobs: asked === '900' ? [other] : [] })
    },
    [`GET ${base}/jobs/900/runs`]: [],
  }
  open(state(), answers, '?job=900')
  expect(await screen.findByRole('dialog', { name: 'Runs of nightly' })).toBeTruthy()
  expect(await screen.findByText('The job has not run yet.')).toBeTruthy()
  cleanup()
  open(state(), answers, '?job=901')
  expect(await screen.findByText('It may have been deleted.')).toBeTruthy()
  cleanup()
  open(state(), answers, '?job=902')
  expect(await screen.findByText('The job could not be loaded')).toBeTruthy()
})
