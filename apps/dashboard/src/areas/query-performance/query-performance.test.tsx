import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/advisors/query-performance`
const route = `GET /platform/projects/${shop.ref}/query-performance`

const now = Date.now()
const iso = (ms: number) => new Date(ms).toISOString()

const figures = {
  calls: 10,
  total_ms: 100,
  rows: 20,
  blocks_hit: 30,
  blocks_read: 10,
  temp_blocks: 0,
  wal_bytes: 0,
}

const slow = {
  ...figures,
  id: '1',
  query_id: '-77',
  role: 'app',
  database: 'postgres',
  is_top_level: true,
  is_own: false,
  query: 'select * from orders where customer = $1',
  total_ms: 3000,
  p95_ms: 450,
}
const fast = { ...slow, id: '2', role: 'postgres', query: 'select 1', total_ms: 100, calls: 5000 }
const own = { ...slow, id: '3', is_own: true, role: 'basalt_control', query: 'select own' }

const answer = {
  from: iso(now - 3_600_000),
  to: iso(now),
  retention_days: 7,
  kept_from: iso(now - 7 * 86_400_000),
  is_counting: true,
  first_sample_at: iso(now - 86_400_000),
  last_sample_at: iso(now),
  statements: [slow, fast, own],
  others: { ...figures, calls: 7 },
  total: { ...figures, calls: 5027, total_ms: 6200 },
  evictions: 0,
  restarts: [] as string[],
}
const nothing = {
  ...answer,
  statements: [],
  total: { ...figures, calls: 0, total_ms: 0 },
  others: { ...figures, calls: 0, total_ms: 0 },
}

const seconds = (ms: number) => Math.floor(ms / 1000)
const timeline = {
  from: answer.from,
  to: answer.to,
  retention_days: 7,
  kept_from: answer.kept_from,
  statement: {
    id: '1',
    query_id: '-77',
    role: 'app',
    database: 'postgres',
    is_own: false,
    query: slow.query,
  },
  times: [3, 2, 1].map((minutes) => seconds(now - minutes * 60_000)),
  calls: [4, 0, 6],
  total_ms: [400, 0, 2600],
  rows: [4, 0, 6],
  restarts: [iso(now - 100_000)],
  migrations: [{ at: iso(now - 150_000), action: 'index.dropped', target: 'orders_customer_idx' }],
}

const open = (change: object = {}, path = url, answers: Answers = {}) =>
  openApp(path, signedIn({ [route]: { ...answer, ...change }, ...answers }))

const user = userEvent.setup()

const table = () => screen.findByRole('grid', { name: 'Statements' })
const names = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => /^(?:select (?:\* from orders|1|own)|Others)/u.exec(row.textContent)?.[0])

test('statements are listed with the others, without Basalt’s own, and sorted', async () => {
  const { address } = open()
  await waitFor(async () =>
    expect(await names()).toEqual(['select * from orders', 'select 1', 'Others']),
  )
  const totals = await screen.findByLabelText('All listed statements')
  expect(within(totals).getByText('3.2 s')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Calls' }))
  await waitFor(() => expect(address()).toContain('sort=calls'))
  expect((await names())[0]).toBe('select 1')
})

test('a header explains its figure on keyboard focus', async () => {
  open()
  await table()
  const header = screen.getByRole('button', { name: 'Blocks/row' })
  screen.getByRole('button', { name: 'Rows' }).focus()
  await user.tab()
  expect(document.activeElement).toBe(header)
  expect((await screen.findByRole('tooltip')).textContent).toContain(
    'PostgreSQL does not count the rows that a statement reads',
  )
})

test('filters are steps in the URL, and a filter without a match can be cleared', async () => {
  const { address } = open()
  await table()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'app')
  await waitFor(() => expect(address()).toBe(`${url}?role=app`))
  expect(await names()).toEqual(['select * from orders'])
  await user.click(screen.getByRole('checkbox', { name: 'Show Basalt’s own' }))
  await waitFor(() => expect(address()).toContain('own=true'))
  await user.type(screen.getByRole('searchbox', { name: 'Search statements' }), 'no such')
  expect(await screen.findByText('No statement matches “no such”')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe(`${url}?own=true`))
  expect(await names()).toContain('select own')
})

test('a list of nothing but Basalt’s own statements leads to them', async () => {
  const { address } = open({ statements: [own], total: { ...figures, total_ms: 3000 } })
  expect(await screen.findByRole('heading', { name: 'Only Basalt’s own statements' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show Basalt’s own' }))
  await waitFor(() => expect(address()).toBe(`${url}?own=true`))
  expect(await names()).toEqual(['select own'])
})

test('the range of the URL is requested', async () => {
  const { calls } = open({}, `${url}?range=7d`)
  await table()
  const asked = calls.findLast((one) => one.route === route)?.query
  const [from, to] = [asked?.get('from') ?? '', asked?.get('to') ?? '']
  expect(Date.parse(to) - Date.parse(from)).toBe(7 * 86_400_000)
})

describe('a statement', () => {
  const panel = async () => within(await screen.findByRole('dialog', { name: 'Statement' }))
  const plan = {
    'Query Text': slow.query,
    Plan: {
      'Node Type': 'Seq Scan',
      'Relation Name': 'orders',
      'Startup Cost': 0,
      'Total Cost': 4200,
      'Plan Rows': 10,
      'Plan Width': 8,
    },
  }
  const logged = { id: '55', at: iso(now - 90_000), duration_ms: 1500, plan }
  const answers = {
    [`${route}/1`]: timeline,
    [`${route}/1/plans`]: { plans: [logged], is_partial: false },
  }

  test('is opened by the keyboard, has a link, and returns the focus', async () => {
    const { address } = open({}, url, answers)
    const button = within(await table()).getByRole('button', { name: /select \* from orders/u })
    button.focus()
    await user.keyboard('{Enter}')
    const text = await (await panel()).findByLabelText('Text of the statement')
    expect(text.textContent).toBe(slow.query)
    expect(address()).toBe(`${url}?statement=1`)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(url))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('select * from'))
  })

  test('has charts in which migrations and restarts are marked', async () => {
    open({}, `${url}?statement=1`, answers)
    const shown = await panel()
    const chart = await shown.findByRole('group', { name: 'Chart of Mean time of a call' })
    chart.focus()
    await user.keyboard('{ArrowRight}')
    expect(within(chart).getByRole('status').textContent).toContain('100 ms')
    const marked = within(shown.getByRole('list', { name: 'Marked in the charts' }))
    expect(marked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('index droppedorders_customer_idx'),
      expect.stringContaining('Restart or reset of statistics'),
    ])
  })

  test('is explained for any values', async () => {
    open({}, `${url}?statement=1`, {
      ...answers,
      [`${route}/1/plan`]: { plan: { Plan: plan.Plan }, problem: null },
    })
    await user.click(await (await panel()).findByRole('button', { name: 'Explain' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan for any values' }))
    expect((await dialog.findByRole('tree', { name: 'Plan' })).textContent).toContain('orders')
  })

  test('that cannot be explained says why', async () => {
    open({}, `${url}?statement=1`, {
      ...answers,
      [`${route}/1/plan`]: { plan: null, problem: 'relation "orders" does not exist' },
    })
    await user.click(await (await panel()).findByRole('button', { name: 'Explain' }))
    expect(await (await panel()).findByText('relation "orders" does not exist')).toBeTruthy()
  })

  test('is opened in the SQL editor', async () => {
    const { calls } = open({}, `${url}?statement=1`, answers)
    await user.click(await (await panel()).findByRole('button', { name: 'Open in SQL editor' }))
    await waitFor(() =>
      expect(calls.find((one) => one.route.startsWith('POST'))?.body).toMatchObject({
        sql: slow.query,
      }),
    )
  })

  test('leads to its rows of the log', async () => {
    open({}, `${url}?statement=1`, answers)
    const link = await (await panel()).findByRole('link', { name: 'Logs' })
    const href = new URL(link.getAttribute('href') ?? '', 'http://basalt.test')
    expect(href.pathname).toBe(`/project/${shop.ref}/logs/postgres_logs`)
    expect(href.searchParams.get('search')).toBe('select * from orders where customer =')
  })

  test('has the plans of its slow calls, each with a link', async () => {
    const { address } = open({}, `${url}?statement=1`, answers)
    const plans = within(await (await panel()).findByRole('region', { name: 'Plans' }))
    expect(await plans.findByText('1.5 s')).toBeTruthy()
    expect(plans.getByRole('link', { name: 'Log row' }).getAttribute('href')).toContain('row=55')
    await user.click(plans.getByRole('button', { name: /^Show plan of/u }))
    await waitFor(() => expect(address()).toBe(`${url}?statement=1&plan=55`))
    const dialog = within(await screen.findByRole('dialog', { name: /^Plan of/u }))
    expect((await dialog.findByRole('tree', { name: 'Plan' })).textContent).toContain(
      'Seq Scan orders',
    )
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(`${url}?statement=1`))
    expect(await panel()).toBeTruthy()
  })

  test('without a plan names the setting, and what was not read', async () => {
    open({}, `${url}?statement=1`, {
      ...answers,
      [`${route}/1/plans`]: { plans: [], is_partial: true },
    })
    expect(await (await panel()).findByText(/No plan was logged/u)).toBeTruthy()
    expect(screen.getByText(/Older rows of the log were not read/u)).toBeTruthy()
  })

  test.each(['999', 'nonsense', '-1', '%00'])('that does not exist says so: %s', async (id) => {
    open({}, `${url}?statement=${id}`, {
      [`${route}/999`]: refusal(404, { kind: 'not_found', message: 'No samples' }),
    })
    expect(
      await (await panel()).findByRole('heading', { name: 'This statement was not found' }),
    ).toBeTruthy()
  })

  test('whose timeline cannot be loaded keeps its figures', async () => {
    open({}, `${url}?statement=1`, {
      [`${route}/1`]: refusal(400, { kind: 'invalid_request', message: 'Not now.' }),
    })
    const shown = await panel()
    expect(await shown.findByText('The timeline could not be loaded')).toBeTruthy()
    expect(shown.getByLabelText('Figures')).toBeTruthy()
  })

  test('that is one of the others is explained', async () => {
    open({}, `${url}?statement=others`)
    const shown = within(await screen.findByRole('dialog', { name: 'Other statements' }))
    expect(await shown.findByText(/lists the 100 statements with the most time/u)).toBeTruthy()
  })
})

describe('facts about the figures are stated:', () => {
  test('restarts, resets and evictions', async () => {
    open({ restarts: ['2026-01-01T10:00:00.000Z'], evictions: 12 })
    expect(
      await screen.findByText(/PostgreSQL was restarted 1 time in this time range/u),
    ).toBeTruthy()
    expect(screen.getByText('PostgreSQL removed statements 12 times')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Database settings' })).toBeTruthy()
  })

  test('a range that is longer than the retention', async () => {
    open({ retention_days: 1, kept_from: iso(now - 86_400_000) }, `${url}?range=7d`)
    expect(await screen.findByText(/Your plan keeps 1 day/u)).toBeTruthy()
  })

  test('a database that does not answer', async () => {
    open({ is_counting: null })
    expect(await screen.findByText('The database does not answer')).toBeTruthy()
    expect(await names()).toHaveLength(3)
  })
})

describe('without statements the page says', () => {
  test('that PostgreSQL does not count them, and where to enable it', async () => {
    open({ ...nothing, is_counting: false, first_sample_at: null })
    expect(
      await screen.findByRole('heading', { name: 'PostgreSQL does not count statements' }),
    ).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Enable pg_stat_statements' })
    expect(link.getAttribute('href')).toBe(
      `/project/${shop.ref}/database/extensions?extension=pg_stat_statements`,
    )
  })

  test('that the first sample is still to come', async () => {
    open({ ...nothing, first_sample_at: null })
    expect(await screen.findByRole('heading', { name: 'No samples yet' })).toBeTruthy()
  })

  test('that the range is empty', async () => {
    open(nothing)
    expect(
      await screen.findByRole('heading', { name: 'No statements in this time range' }),
    ).toBeTruthy()
  })

  test('that they could not be loaded, with a way to try again', async () => {
    let isAway = true
    open({}, url, {
      [route]: () =>
        isAway ? refusal(400, { kind: 'invalid_request', message: 'Not now.' }) : answer,
    })
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('The statements could not be loaded')).toBeTruthy()
    isAway = false
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await table()
  })

  test('that a right is missing, and requests nothing', async () => {
    const { calls } = open({}, url, {
      'GET /platform/profile/permissions': rulesFor('Owner').filter(
        ({ actions }) => !actions.includes('%'),
      ),
    })
    expect(await screen.findByText(/need additional permissions/u)).toBeTruthy()
    expect(calls.some((one) => one.route === route)).toBe(false)
  })
})
