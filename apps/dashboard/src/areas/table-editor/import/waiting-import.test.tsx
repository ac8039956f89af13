// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop } from '../../../testing/answers.ts'
import { deciding, importState, rejected } from '../../../testing/imports.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { column, plants } from '../../../testing/plants.ts'
import { ImportHost } from '../ImportHost.tsx'
import { removeJob, runImport } from './import-job.ts'
import { closeImport, requestImport } from './import-request.ts'

const user = userEvent.setup({ delay: null })

function leavePage() {
  act(() => {
    closeImport()
    removeJob()
  })
  cleanup()
}

afterEach(() => {
  leavePage()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const about = `${database}/imports/i1`
const plantsId = 42

const waiting: Answers = {
  [`GET ${database}/imports`]: [deciding()],
  [`GET ${about}`]: deciding({ decide_by: '2026-01-02T12:04:05Z' }),
  [`POST ${about}/file`]: deciding(),
  [`GET ${about}/rejected`]: { rows: [rejected(3), rejected(6)], has_more: false },
  [`GET ${database}/tables/43`]: { ...plants, id: 43, columns: [column('id')] },
}

/** An open table as far as the report knows it. */
function Page({ first }: { first: number | undefined }) {
  const [tableId, setTableId] = useState(first)
  return (
    <>
      <button type="button" onClick={() => setTableId(plantsId)}>
        Open plants
      </button>
      <button type="button" onClick={() => setTableId(43)}>
        Open pots
      </button>
      <ImportHost projectRef={shop.ref} tableId={tableId} />
    </>
  )
}

/** A loaded page, with the browser's stored data. */
function load(tableId: number | undefined, answers: Answers = {}) {
  const stored = Object.keys(localStorage).map(
    (key) => [key, localStorage.getItem(key) ?? ''] as const,
  )
  const app = openPart(() => <Page first={tableId} />, { answers: { ...waiting, ...answers } })
  for (const [key, value] of stored) localStorage.setItem(key, value)
  return app
}

/** An import from this page waits for a decision. */
async function begin({ over = plantsId, isNew = false } = {}) {
  load(over === 0 ? undefined : over, { [`GET ${database}/imports`]: [] })
  await screen.findByRole('button', { name: 'Open plants' })
  const id = isNew ? null : plantsId
  const started = importState({
    status: 'waiting',
    table: { id, schema: 'public', name: 'plants' },
  })
  const file = new File(['id,price\n'], 'plants.csv')
  await act(async () => {
    void runImport({ ref: shop.ref, file, over }, started)
  })
  return within(await report())
}

const report = () => screen.findByRole('dialog', { name: '2 rows rejected, 6 accepted' })
const bar = () => screen.findByText('The import into plants needs your decision: 2 rows rejected')
const price = (line: number) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `price, line ${line}` })

async function correct(line: number, value: string) {
  const field = await price(line)
  await user.clear(field)
  await user.type(field, value)
}

describe('corrections', () => {
  test('survive closing the panel and reloading the page', async () => {
    await begin()
    await correct(4, '2.50')
    await user.keyboard('{Escape}')
    await bar()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect((await price(4)).value).toBe('2.50')

    leavePage()
    const retry = `POST ${about}/retry`
    const { listBodies } = load(plantsId, { [retry]: importState({ status: 'done', inserted: 7 }) })
    expect((await price(4)).value).toBe('2.50')
    expect((await price(7)).value).toBe('cheap')
    await user.click(screen.getByRole('button', { name: 'Try 1 row again' }))
    await screen.findByText('7 rows imported into plants')
    expect(listBodies(retry)).toEqual([{ rows: [{ number: 3, cells: ['3', '2.50'] }] }])
    expect(JSON.stringify(localStorage)).not.toContain('2.50')
  })

  test('stay when trying them fails, and can be tried again', async () => {
    const retry = `POST ${about}/retry`
    await begin()
    leavePage()
    let tries = 0
    const { listBodies } = load(plantsId, {
      [retry]: () => {
        tries += 1
        return tries === 1
          ? refusal(401, { kind: 'not_signed_in', message: 'Sign in first' })
          : deciding({ rejected: 2 })
      },
    })
    await correct(4, '2.50')
    await user.click(screen.getByRole('button', { name: 'Try 1 row again' }))
    await screen.findByText('Sign in first')
    expect((await price(4)).value).toBe('2.50')
    await user.click(screen.getByRole('button', { name: 'Try 1 row again' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy())
    expect(listBodies(retry)).toHaveLength(2)
  })

  test('of later rows load those rows', async () => {
    const pages = {
      [`GET ${about}/rejected`]: (_: unknown, query: URLSearchParams) =>
        query.get('after') === '3'
          ? { rows: [rejected(9)], has_more: true }
          : { rows: [rejected(3)], has_more: true },
    }
    await begin()
    leavePage()
    load(plantsId, pages)
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await correct(10, '9')
    leavePage()
    load(plantsId, pages)
    expect((await price(10)).value).toBe('9')
    expect(screen.getByRole('button', { name: 'Try 1 row again' })).toBeTruthy()
  })

  test('that the browser has no space for are reported as unsaved', async () => {
    await begin()
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await correct(4, '2.50')
    expect(screen.getByText('Browser storage is full')).toBeTruthy()
    expect((await price(4)).value).toBe('2.50')
    full.mockRestore()
    await correct(7, '3')
    expect(screen.queryByText('Browser storage is full')).toBeNull()
  })

  test.for<[string, object]>([
    ['has ended', importState({ status: 'cancelled' })],
    ['went with the server', refusal(404, { kind: 'not_found', message: 'It is over' })],
  ])('of an import that %s are discarded', async ([, answer]) => {
    await begin()
    await correct(4, '2.50')
    leavePage()
    expect(JSON.stringify(localStorage)).toContain('2.50')
    load(plantsId, { [`GET ${database}/imports`]: [], [`GET ${about}`]: answer })
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('2.50'))
  })

  test('stay when the state of their import is unknown', async () => {
    await begin()
    await correct(4, '2.50')
    leavePage()
    const { calls } = load(plantsId, {
      [`GET ${database}/imports`]: [],
      [`GET ${about}`]: refusal(503, { kind: 'unavailable', message: 'Later' }),
    })
    const requested = () => calls.some(({ route }) => route === `GET ${about}`)
    await waitFor(() => expect(requested()).toBe(true))
    expect(JSON.stringify(localStorage)).toContain('2.50')
  })
})

describe('an import that waits', () => {
  test('opens by itself over its table, in the tab that started it', async () => {
    await begin()
    leavePage()
    load(plantsId)
    expect(await report()).toBeTruthy()
  })

  test('does not open over another table, and opens once its own is shown', async () => {
    await begin()
    leavePage()
    load(43)
    await bar()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open plants' }))
    expect(await report()).toBeTruthy()
  })

  test('closes when another table is opened', async () => {
    await begin()
    act(() => screen.getByText('Open pots').click())
    await bar()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is only mentioned in other tabs, until it is opened', async () => {
    load(plantsId)
    await bar()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    const shown = within(await report())
    expect(
      shown.getByText(/^Nothing is imported into plants yet.* Decide before 02 Jan 2026, /u),
    ).toBeTruthy()
  })

  test('for a new table opens by itself where it started', async () => {
    await begin({ over: 0, isNew: true })
    leavePage()
    load(43)
    await bar()
    leavePage()
    load(undefined)
    expect(await report()).toBeTruthy()
  })

  test('and was decided in another tab reports that when it is opened', async () => {
    let requested = 0
    load(43, {
      [`GET ${about}`]: () => {
        requested += 1
        return requested === 1 ? deciding() : importState({ status: 'done', inserted: 8 })
      },
    })
    await bar()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('8 rows imported into plants')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.for<[string, object, string]>([
    ['was decided in another tab', importState({ status: 'done', inserted: 8 }), '8 rows imported'],
    ['is unknown by now', refusal(404, { kind: 'not_found', message: 'It is over' }), 'It is over'],
  ])('and %s goes when something is decided in its report', async ([, now, words]) => {
    await begin()
    leavePage()
    let isOver = false
    const over = refusal(409, { kind: 'conflict', message: 'There is nothing to decide' })
    load(plantsId, {
      [`GET ${about}`]: () => (isOver ? now : deciding()),
      [`POST ${about}/retry`]: over,
    })
    await correct(4, '2.50')
    isOver = true
    await user.click(screen.getByRole('button', { name: 'Try 1 row again' }))
    expect(await screen.findByText(new RegExp(`^${words}`, 'u'))).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('and was decided in another tab disappears from its report once this tab is visible again', async () => {
    await begin()
    leavePage()
    let now = deciding()
    load(plantsId, { [`GET ${about}`]: () => now })
    await report()
    now = importState({ status: 'done', inserted: 8 })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('8 rows imported into plants')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('and is unknown now disappears when it is opened', async () => {
    let requested = 0
    load(43, {
      [`GET ${about}`]: () => {
        requested += 1
        return requested === 1
          ? deciding()
          : refusal(404, { kind: 'not_found', message: 'This import has ended or does not exist' })
      },
    })
    await bar()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('This import has ended or does not exist')).toBeTruthy()
    expect(screen.queryByText(/needs your decision/u)).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('does not replace a file that was chosen before it was found', async () => {
    act(() => requestImport({ file: new File(['id\n1\n'], 'pots.csv') }))
    load(43)
    await screen.findByRole('button', { name: 'Import 1 row' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await bar()).toBeTruthy()
  })

  test('is shown when an import without a file was requested before it was found', async () => {
    load(plantsId)
    act(() => requestImport({ tableId: plantsId }))
    expect(await report()).toBeTruthy()
    await user.keyboard('{Escape}')
    await bar()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('over its own table precedes that of another one, which is mentioned once it is decided', async () => {
    const importPots = `${database}/imports/i2`
    const pots = deciding({ id: 'i2', table: { id: 43, schema: 'public', name: 'pots' } })
    const all = [deciding(), pots]
    load(43, {
      [`GET ${database}/imports`]: () => all,
      [`GET ${importPots}`]: () => ({ ...pots, status: all.length > 1 ? 'deciding' : 'cancelled' }),
      [`GET ${importPots}/rejected`]: { rows: [rejected(3)], has_more: false },
      [`DELETE ${importPots}`]: () => {
        all.pop()
        return { ...pots, status: 'cancelled' }
      },
    })
    await screen.findByText('The import into pots needs your decision: 2 rows rejected')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await user.click(within(await report()).getByRole('button', { name: 'Discard import' }))
    await screen.findByText('The import was cancelled. Nothing was imported.')
    expect(await bar()).toBeTruthy()
  })

  test('is shown when another one is requested', async () => {
    load(43)
    await bar()
    act(() => requestImport({ tableId: 43, file: new File(['id\n1\n'], 'pots.csv') }))
    expect(await report()).toBeTruthy()
    expect(
      await screen.findByText(/^An import is already running. Add this file again/u),
    ).toBeTruthy()
  })
})

describe('the panel', () => {
  const getFile = (name: string) => new File(['id,price\n1,2\n'], name, { type: 'text/csv' })
  const none: Answers = {
    [`GET ${database}/imports`]: [],
    [`GET ${database}/tables/42`]: plants,
  }
  const panel = async () => within(await screen.findByRole('dialog', { name: /^Import/u }))

  test('opens again with its file, wherever that came from', async () => {
    load(plantsId, none)
    await act(async () => requestImport({ tableId: plantsId, file: getFile('dropped.csv') }))
    await (await panel()).findByText('dropped.csv')
    await user.click((await panel()).getByRole('button', { name: 'Choose another' }))
    await user.upload((await panel()).getByLabelText(/^Drop a CSV/u), getFile('chosen.csv'))
    await (await panel()).findByText('chosen.csv')
    cleanup()
    load(plantsId, none)
    expect(await (await panel()).findByText('chosen.csv')).toBeTruthy()
  })

  test('keeps its file when another one is dropped while it is imported', async () => {
    load(plantsId, none)
    await act(async () => requestImport({ tableId: plantsId, file: getFile('first.csv') }))
    await (await panel()).findByText('first.csv')
    await act(async () => {
      void runImport(
        { ref: shop.ref, file: getFile('first.csv'), over: plantsId },
        importState({ status: 'waiting' }),
      )
    })
    await report()
    await act(async () => requestImport({ tableId: plantsId, file: getFile('second.csv') }))
    expect(await screen.findByText(/^An import is already running/u)).toBeTruthy()
    act(removeJob)
    expect(await (await panel()).findByText('first.csv')).toBeTruthy()
  })
})
