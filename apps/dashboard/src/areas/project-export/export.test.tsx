// @vitest-environment jsdom
import type { ExportTable } from '@basalt/contract/project/export'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { listTables } from './export-list.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const table = (more: Partial<ExportTable>): ExportTable => ({
  id: 1,
  schema: 'public',
  name: 'orders',
  size_bytes: 8192,
  row_estimate: null,
  ...more,
})

const tables = [
  table({ id: 16_400, name: 'orders', size_bytes: 3 * 1024 * 1024, row_estimate: 12_345 }),
  table({ id: 16_500, schema: 'sales', name: 'prices' }),
]

const route = `GET /platform/projects/${shop.ref}/export/tables`
const url = `/project/${shop.ref}/settings/export`
const restricted = {
  'GET /platform/organizations': [{ ...acme, restriction_status: 'restricted' }],
}

describe('the export', () => {
  test('lists tables with size and rows, each with its file', async () => {
    const counts = `GET /platform/pg-meta/${shop.ref}/row-counts`
    openApp(url, signedIn({ [route]: tables, [counts]: [{ id: 16_500, rows: 41 }] }))
    const row = (await screen.findByRole('rowheader', { name: 'orders' })).closest('tr')
    expect(row?.textContent).toContain('3 MB')
    expect(row?.textContent).toContain('~12.3K')
    expect(await screen.findByRole('cell', { name: /^41/u })).toBeTruthy()
    expect(
      screen.getByRole('link', { name: 'Download sales.prices as CSV' }).getAttribute('href'),
    ).toBe(`/platform/projects/${shop.ref}/tables/16500/rows/export`)
    const full = screen.getByRole('link', { name: 'Download schema and data as SQL' })
    expect(full.getAttribute('href')).toBe(`/platform/projects/${shop.ref}/export/sql`)
    expect(full.hasAttribute('download')).toBe(true)
  })

  test('finds tables by their name, and has the search in the address', async () => {
    const { address } = openApp(url, signedIn({ [route]: tables }))
    await userEvent.type(await screen.findByLabelText('Search tables'), 'sales')
    expect(screen.queryByRole('rowheader', { name: 'orders' })).toBeNull()
    expect(address()).toContain('search=sales')
    await userEvent.type(screen.getByLabelText('Search tables'), 'x')
    expect(await screen.findByText('No tables match “salesx”')).toBeTruthy()
  })

  test('without tables explains how to create the first one', async () => {
    openApp(url, signedIn({ [route]: [] }))
    expect(await screen.findByRole('heading', { name: 'No tables to export yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create a table with SQL' })).toBeTruthy()
  })

  test('shows why the tables could not be listed and retries', async () => {
    let answers = 0
    const answer = () => {
      answers += 1
      return answers === 1
        ? refusal(403, { kind: 'forbidden', message: 'No way', requestId: 'r1' })
        : tables
    }
    openApp(url, signedIn({ [route]: answer }))
    expect(await screen.findByText('The tables could not be loaded')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('rowheader', { name: 'orders' })).toBeTruthy()
  })

  test('of a paused project explains that the database has to run', async () => {
    const paused = { ...shop, status: 'INACTIVE', connectionString: null, connection: null }
    openApp(url, signedIn({ [`GET /platform/projects/${shop.ref}`]: paused, [route]: tables }))
    expect(await screen.findByText('The database is not running')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Download schema and data as SQL' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  test('is available while services are restricted', async () => {
    openApp(url, signedIn({ ...restricted, [route]: tables }))
    expect(await screen.findByRole('link', { name: 'Download orders as CSV' })).toBeTruthy()
  })

  test('is linked from the home of the project', async () => {
    openApp(`/project/${shop.ref}`, signedIn())
    const link = await screen.findByRole('link', { name: 'Export data' })
    expect(link.getAttribute('href')).toBe(url)
  })
})

describe("SPEC.md section 8, 'Services Restricted'", () => {
  const text =
    'Your Projects are unable to serve any requests as your Organization plan has used up its quota.'

  test.each(['editor', 'sql/new'])('replace %s, with links', async (place) => {
    const { calls } = openApp(`/project/${shop.ref}/${place}`, signedIn(restricted))
    const page = await screen.findByRole('main')
    expect(await within(page).findByText(text)).toBeTruthy()
    expect(within(page).getByText('Services Restricted')).toBeTruthy()
    const billing = within(page).getByRole('link', { name: 'Plan and billing' })
    expect(billing.getAttribute('href')).toBe('/org/acme/billing')
    const data = within(page).getByRole('link', { name: 'Export data' })
    expect(data.getAttribute('href')).toBe(url)
    expect(calls.filter((call) => call.route.includes('/pg-meta/'))).toEqual([])
  })
})

test('restricted services are reported at the next request of an open table', async () => {
  let requested = 0
  const organizations = () => {
    requested += 1
    return requested === 1 ? [acme] : restricted['GET /platform/organizations']
  }
  const list = `GET /platform/pg-meta/${shop.ref}/tables`
  openApp(
    `/project/${shop.ref}/editor`,
    signedIn({
      'GET /platform/organizations': organizations,
      [list]: refusal(402, { kind: 'payment_required', message: 'Closed', requestId: 'r1' }),
    }),
  )
  expect(await screen.findByRole('link', { name: 'Plan and billing' })).toBeTruthy()
})

test('tables are sorted by name, or by size or rows in descending order', () => {
  const names = (sort: 'name' | 'size' | 'rows') =>
    listTables(
      [
        table({ name: 'b', size_bytes: 1, row_estimate: 5 }),
        table({ name: 'a', size_bytes: 2 }),
        table({ name: 'c', size_bytes: 3, row_estimate: 0 }),
      ],
      { search: '', sort },
    ).map(({ name }) => name)
  expect([names('name'), names('size'), names('rows')]).toEqual([
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
    ['b', 'c', 'a'],
  ])
})
