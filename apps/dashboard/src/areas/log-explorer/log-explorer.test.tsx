import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { fieldText } from './field-text.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const base = `/platform/projects/${shop.ref}/logs/explorer`
const url = `/project/${shop.ref}/logs/explorer`

const lines = (...list: object[]) =>
  new Response(list.map((line) => `${JSON.stringify(line)}\n`).join(''))

const answers = (run: () => Response): Answers => ({
  [`GET ${base}/schema`]: {
    relations: [
      {
        name: 'edge_logs',
        label: 'API Gateway',
        fields: [{ path: 'metadata.request.path', type: 'string' }],
      },
    ],
    kept_from: '2026-01-01T00:00:00.000Z',
  },
  [`GET ${base}/queries`]: [],
  [`POST ${base}/runs`]: run,
})

const open = (run: () => Response) => openApp(url, signedIn(answers(run)))

const complete = { type: 'complete', rows: 1, truncated: null, duration_ms: 12 }

test('a run shows its rows, how long it took and that earlier rows are not kept', async () => {
  const user = userEvent.setup()
  open(() =>
    lines(
      { type: 'fields', fields: [{ name: 'n', type: 'bigint' }] },
      { type: 'rows', rows: [['42']] },
      { ...complete, read_from: '2999-01-01T00:00:00.000Z' },
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  const notes = await screen.findByText(/1 row in 12 ms/u)
  expect(notes.textContent).toContain('are not kept on your plan')
  const grid = await screen.findByRole('grid', { name: 'Result' })
  expect(await within(grid).findByText('42')).toBeTruthy()
})

test('the browser downloads a whole result', async () => {
  const user = userEvent.setup()
  const links: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    links.push(this.href)
  })
  openApp(`${url}?sql=${encodeURIComponent('select 7')}`, signedIn(answers(() => lines())))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Run and export as JSON' }))
  const target = new URL(links[0] ?? '')
  expect(target.pathname).toBe(`${base}/result.json`)
  expect(target.searchParams.get('sql')).toBe('select 7')
})

test('a failed run shows the message and the hint', async () => {
  const user = userEvent.setup()
  const error = { kind: 'timeout', message: 'The query was ended after 10 seconds.', start: null }
  open(() => lines({ type: 'error', hint: 'Choose a shorter range.', sqlstate: null, ...error }))
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('The query took too long')
  expect(notice.textContent).toContain('Hint: Choose a shorter range.')
})

test('templates and saved queries are next to the fields', async () => {
  const user = userEvent.setup()
  open(() => lines())
  await user.click(await screen.findByRole('tab', { name: 'Templates' }))
  const list = await screen.findByRole('list', { name: 'Templates' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(16)
  await user.click(screen.getByRole('tab', { name: 'Saved' }))
  expect(await screen.findByText('Save a query to find it here again.')).toBeTruthy()
})

test.each([
  ['edge_logs', 'timestamp', 'timestamp'],
  ['logs', 'user', 'logs."user"'],
  ['edge_logs', 'metadata.level', '(metadata).level'],
  ['edge_logs', 'metadata.request.cf.city', '(((metadata).request).cf).city'],
])('a field of %s is written as SQL: %s', (relation, path, text) => {
  expect(fieldText(relation, path)).toBe(text)
})
