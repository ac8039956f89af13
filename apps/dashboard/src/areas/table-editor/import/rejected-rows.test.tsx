// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop } from '../../../testing/answers.ts'
import { deciding, importState as state, rejected } from '../../../testing/imports.ts'
import { database, openPart, saved } from '../../../testing/open-part.tsx'
import { ImportHost } from '../ImportHost.tsx'
import { removeJob, runImport } from './import-job.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  act(removeJob)
  cleanup()
  vi.unstubAllGlobals()
})

const about = `${database}/imports/i1`

/** A started import, with the server's answers about its file. */
async function begin(answers: Answers = {}) {
  const app = openPart(() => <ImportHost projectRef={shop.ref} tableId={42} />, {
    answers: {
      [`GET ${database}/imports`]: [],
      [`GET ${about}`]: state(),
      [`POST ${about}/file`]: deciding(),
      [`GET ${about}/rejected`]: {
        rows: [rejected(3), rejected(6, { cells: ['6', null], column: null, reason: 'Too short' })],
        has_more: false,
      },
      ...answers,
    },
  })
  await waitFor(() => expect(app.calls.length).toBeGreaterThan(0))
  const file = new File(['id,price\n'], 'plants.csv')
  await act(async () => {
    void runImport({ ref: shop.ref, file, over: 42 }, state({ status: 'waiting' }))
  })
  return app
}

const panel = async (name: string) => within(await screen.findByRole('dialog', { name }))
const decision = () => panel('2 rows rejected, 6 accepted')

describe('rejected rows', () => {
  test('wait for a decision, each with its line, its cells and its errors', async () => {
    await begin()
    const shown = await decision()
    const reasons = within(shown.getByRole('list', { name: 'Reasons' })).getAllByRole('listitem')
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      '1price: invalid input syntax for type numeric',
      '1This row has 3 cells',
    ])
    const price = await shown.findByRole<HTMLInputElement>('textbox', { name: 'price, line 4' })
    expect([price.value, price.getAttribute('aria-invalid')]).toEqual(['cheap', 'true'])
    const none = shown.getByRole<HTMLInputElement>('textbox', { name: 'price, line 7' })
    expect([none.value, none.placeholder]).toEqual(['', 'NULL'])
    expect(none.hasAttribute('aria-invalid')).toBe(false)
    expect(shown.getByRole('link', { name: 'Download rejected rows' }).getAttribute('href')).toBe(
      `/platform/projects/${shop.ref}/imports/i1/rejected.csv`,
    )
  })

  test('are corrected in place, and only those are tried again', async () => {
    const { listBodies } = await begin({
      [`POST ${about}/retry`]: state({ status: 'done', inserted: 6, updated: 1, rejected: 1 }),
    })
    const shown = await decision()
    const price = await shown.findByRole('textbox', { name: 'price, line 4' })
    await user.clear(price)
    await user.type(price, '2.50')
    await user.hover(shown.getByRole('button', { name: 'Import 6 rows' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      'Try 1 corrected row again first',
    )
    await user.type(price, '{Enter}')
    expect(
      await screen.findByText('6 rows imported into plants, 1 updated, 1 skipped'),
    ).toBeTruthy()
    expect(listBodies(`POST ${about}/retry`)).toEqual([
      { rows: [{ number: 3, cells: ['3', '2.50'] }] },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('are restored when a correction is reverted, NULL too', async () => {
    const { listBodies } = await begin({ [`POST ${about}/retry`]: deciding() })
    const shown = await decision()
    const price = await shown.findByRole('textbox', { name: 'price, line 4' })
    await user.type(price, '1{Backspace}')
    const none = shown.getByRole('textbox', { name: 'price, line 7' })
    await user.type(none, '1{Backspace}')
    expect(shown.getByRole('button', { name: 'Try again' })).toBeTruthy()
    await user.type(shown.getByRole('textbox', { name: 'id, line 7' }), '0')
    await user.click(shown.getByRole('button', { name: 'Try 1 row again' }))
    await waitFor(() =>
      expect(listBodies(`POST ${about}/retry`)).toEqual([
        { rows: [{ number: 6, cells: ['60', null] }] },
      ]),
    )
  })

  test.for([
    ['null', null],
    ['unquoted', null],
    ['text', ''],
  ] as const)('treat a cleared cell like an empty one: %s', async ([empty, expected]) => {
    const columns = state().columns.map((column) => ({ ...column, empty, is_text: true }))
    const { listBodies } = await begin({
      [`POST ${about}/file`]: deciding({ columns }),
      [`POST ${about}/retry`]: deciding({ columns }),
      [`GET ${about}/rejected`]: {
        rows: [rejected(3), rejected(6, { cells: ['', '6'] })],
        has_more: false,
      },
    })
    const shown = await decision()
    await user.clear(await shown.findByRole('textbox', { name: 'price, line 4' }))
    await user.type(shown.getByRole('textbox', { name: 'price, line 7' }), '5')
    await user.click(shown.getByRole('button', { name: 'Try 2 rows again' }))
    await waitFor(() =>
      expect(listBodies(`POST ${about}/retry`)).toEqual([
        {
          rows: [
            { number: 3, cells: ['3', expected] },
            { number: 6, cells: ['', '65'] },
          ],
        },
      ]),
    )
  })

  test('have NULL or an empty text as chosen, when a column supports both', async () => {
    const columns = state().columns.map((column) => ({
      ...column,
      is_text: column.name === 'price',
    }))
    const { listBodies } = await begin({
      [`POST ${about}/file`]: deciding({ columns }),
      [`POST ${about}/retry`]: deciding({ columns }),
    })
    const shown = await decision()
    const first = await shown.findByRole('button', { name: 'price, line 4 is NULL' })
    const other = shown.getByRole('button', { name: 'price, line 7 is NULL' })
    expect([first, other].map((button) => button.getAttribute('aria-pressed'))).toEqual([
      'false',
      'true',
    ])
    expect(shown.queryByRole('button', { name: 'id, line 4 is NULL' })).toBeNull()
    await user.click(first)
    await user.click(other)
    const field = shown.getByRole<HTMLInputElement>('textbox', { name: 'price, line 7' })
    expect(field.placeholder).toBe('EMPTY')
    await user.click(shown.getByRole('button', { name: 'Try 2 rows again' }))
    await waitFor(() =>
      expect(listBodies(`POST ${about}/retry`)).toEqual([
        {
          rows: [
            { number: 3, cells: ['3', null] },
            { number: 6, cells: ['6', ''] },
          ],
        },
      ]),
    )
  })

  test('with only the wrong width are tried as they are shown', async () => {
    const { listBodies } = await begin({
      [`POST ${about}/retry`]: deciding(),
      [`GET ${about}/rejected`]: {
        rows: [rejected(3), rejected(6, { cells: ['6', null], column: null, only_width: true })],
        has_more: false,
      },
    })
    const shown = await decision()
    await user.click(await shown.findByRole('button', { name: 'Try line 7 as shown' }))
    expect(shown.queryByRole('button', { name: 'Try line 4 as shown' })).toBeNull()
    await waitFor(() =>
      expect(listBodies(`POST ${about}/retry`)).toEqual([
        { rows: [{ number: 6, cells: ['6', null] }] },
      ]),
    )
  })

  test('keep the line breaks of a cell during a correction', async () => {
    await begin({
      [`GET ${about}/rejected`]: {
        rows: [rejected(3, { cells: ['3', 'che\nap'] })],
        has_more: false,
      },
    })
    const price = await (
      await decision()
    ).findByRole<HTMLTextAreaElement>('textbox', { name: 'price, line 4' })
    await user.type(price, '!')
    expect(price.value).toBe('che\nap!')
  })

  test('that are still refused are shown with the new reason, without the correction', async () => {
    let tries = 0
    await begin({
      [`POST ${about}/retry`]: () => {
        tries += 1
        return deciding()
      },
      [`GET ${about}/rejected`]: () => ({
        rows: [
          tries === 0
            ? rejected(3)
            : rejected(3, { cells: ['3', '-1'], reason: 'violates check "price_positive"' }),
        ],
        has_more: false,
      }),
    })
    const shown = await decision()
    const again = await shown.findByRole('button', { name: 'Try again' })
    await user.click(again)
    expect(tries).toBe(0)
    const price = shown.getByRole('textbox', { name: 'price, line 4' })
    await user.clear(price)
    await user.type(price, '-1')
    await user.click(shown.getByRole('button', { name: 'Try 1 row again' }))
    expect(await shown.findByText('violates check "price_positive"')).toBeTruthy()
    expect(await shown.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(shown.getByRole('textbox', { name: 'price, line 4' }).getAttribute('aria-invalid')).toBe(
      'true',
    )
  })

  test('are left out by a decision', async () => {
    const { calls } = await begin({
      [`POST ${about}/commit`]: state({ status: 'done', inserted: 5, updated: 1, rejected: 2 }),
    })
    await user.click((await decision()).getByRole('button', { name: 'Import 6 rows' }))
    expect(
      await screen.findByText('5 rows imported into plants, 1 updated, 2 skipped'),
    ).toBeTruthy()
    expect(calls.filter(({ route }) => route === `POST ${about}/commit`)).toHaveLength(1)
  })

  test('block an all-or-nothing import', async () => {
    const { calls } = await begin({ [`POST ${about}/file`]: deciding({ all_or_nothing: true }) })
    const button = (await decision()).getByRole('button', { name: 'Import 6 rows' })
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'All or nothing: correct the rejected rows first',
    )
    await user.click(button)
    expect(calls.some(({ route }) => route === `POST ${about}/commit`)).toBe(false)
    expect(screen.queryByText(/import without them/u)).toBeNull()
    expect(screen.getByText(/correct the rejected rows, or discard the import/u)).toBeTruthy()
  })

  test('are loaded page by page', async () => {
    const { calls } = await begin({
      [`GET ${about}/rejected`]: (_: unknown, query: URLSearchParams) =>
        query.get('after') === '3'
          ? { rows: [rejected(9)], has_more: false }
          : { rows: [rejected(3)], has_more: true },
    })
    const shown = await decision()
    await user.click(await shown.findByRole('button', { name: 'Show more' }))
    expect(await shown.findByRole('textbox', { name: 'id, line 10' })).toBeTruthy()
    expect(shown.getByRole('textbox', { name: 'id, line 4' })).toBeTruthy()
    expect(shown.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(calls.filter(({ route }) => route === `GET ${about}/rejected`)).toHaveLength(2)
  })

  test('wait while the panel is closed, with a notice below the rows', async () => {
    await begin({ [`GET ${about}`]: deciding() })
    await decision()
    await user.keyboard('{Escape}')
    expect(
      await screen.findByText('The import into plants needs your decision: 2 rows rejected'),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await decision()).toBeTruthy()
  })
})

describe('an import', () => {
  test('shows its progress while it runs, and continues when its panel is closed', async () => {
    await begin({ [`POST ${about}/file`]: () => new Promise<object>(() => undefined) })
    const shown = await panel('Importing plants.csv')
    expect(await shown.findByText('25%, 4 rows, 3 written into plants')).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Run in background' }))
    expect(await screen.findByText('Importing plants.csv into plants: 25%, 4 rows')).toBeTruthy()
  })

  test('is cancelled by a click, and leaves no rows', async () => {
    await begin({
      [`POST ${about}/file`]: () => new Promise<object>(() => undefined),
      [`DELETE ${about}`]: state({ status: 'cancelled' }),
    })
    const shown = await panel('Importing plants.csv')
    await user.click(shown.getByRole('button', { name: 'Cancel import' }))
    expect(await screen.findByText('The import was cancelled. Nothing was imported.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that fails shows the reason, and that the table is unchanged', async () => {
    await begin({
      [`POST ${about}/file`]: state({ status: 'failed', error: 'disk full' }),
    })
    const shown = await panel('plants.csv was not imported')
    expect(shown.getByText('disk full')).toBeTruthy()
    expect(shown.getByText('Nothing was changed: plants is as before.')).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Back to import' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('whose file does not arrive shows the error', async () => {
    await begin({
      [`POST ${about}/file`]: refusal(413, { kind: 'invalid', message: 'The file is too large' }),
    })
    const shown = await panel('plants.csv was not imported')
    expect(shown.getByText('The file is too large')).toBeTruthy()
  })

  test('can be undone from its message, while its rows are known', async () => {
    const history = '00000000-0000-4000-8000-000000000003'
    const undo = `POST ${database}/history/${history}/undo`
    const { listBodies } = await begin({
      [`POST ${about}/file`]: state({ status: 'done', inserted: 2, history_id: history }),
      [undo]: { ...saved(), cascaded: 1 },
    })
    await screen.findByText('2 rows imported into plants')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(
      await screen.findByText('Undone. Foreign keys also deleted or changed 1 row.'),
    ).toBeTruthy()
    expect(listBodies(undo)).toMatchObject([{ resolutions: {} }])
    cleanup()
    await begin({
      [`POST ${about}/file`]: state({ status: 'done', inserted: 50_001, history_id: history }),
    })
    await screen.findByText('50,001 rows imported into plants')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('that created its table drops it when it is undone', async () => {
    const history = '00000000-0000-4000-8000-000000000005'
    const created = { id: 42, schema: 'public', name: 'plants', trash_id: history }
    await begin({
      [`POST ${about}/file`]: state({ status: 'done', inserted: 2, history_id: history }),
      [`POST ${database}/history/${history}/undo`]: {
        ...saved(),
        made_table: { ...created, stays_because: null },
      },
    })
    await screen.findByText('2 rows imported into plants')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Undone: plants and its rows moved to the trash')
    expect(screen.getByRole('button', { name: 'Restore' })).toBeTruthy()
  })

  test('with rows changed since is not undone there, with the reason', async () => {
    const history = '00000000-0000-4000-8000-000000000004'
    await begin({
      [`POST ${about}/file`]: state({ status: 'done', inserted: 2, history_id: history }),
      [`POST ${database}/history/${history}/undo`]: {
        outcome: 'conflict',
        conflicts: [],
        changed: 1,
      },
    })
    await screen.findByText('2 rows imported into plants')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(
      await screen.findByText(
        'Some rows have changed since. Undo the others in the history of plants',
      ),
    ).toBeTruthy()
  })
})
