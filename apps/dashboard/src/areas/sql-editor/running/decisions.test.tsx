// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { openQuery, sessionRoute } from '../../../testing/open-query.tsx'
import { started, complete, held, state } from '../../../testing/run-lines.ts'

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('a run that waits for its decision', () => {
  const open = async () => {
    const app = await openQuery('update books set price = null', {
      [`POST ${sessionRoute}/decide`]: state(),
      [`DELETE ${sessionRoute}`]: { ok: true },
    })
    await press('Preview before commit')
    await press('Run')
    app.run.send(started(), complete(), held)
    const panel = await screen.findByRole('region', { name: 'Changes before commit' })
    return { ...app, panel }
  }

  test('is not rolled back by running something else: the decision is requested', async () => {
    const { run } = await open()
    await userEvent.click(screen.getByRole('tab', { name: /UPDATE/u }))
    expect(screen.queryByRole('region', { name: 'Changes before commit' })).toBeNull()
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await press('More ways to run')
    await userEvent.click(await screen.findByRole('menuitem', { name: /Run everything/u }))
    const panel = await screen.findByRole('region', { name: 'Changes before commit' })
    expect(await within(panel).findByText('Decide first: commit or roll back.')).toBeTruthy()
    expect(document.activeElement).toBe(panel)
    expect(run.requested).toHaveLength(1)
    expect(run.requested[0]?.isAborted).toBe(false)
  })

  test('is mentioned before a run that needs a confirmation', async () => {
    const { run } = await openQuery('drop view paid')
    await press('Preview before commit')
    await press('Run')
    const warning = { key: 'k', code: 'drop' as const, subject: 'view paid', statement: 0 }
    run.send({ type: 'ask', warnings: [{ ...warning, start: 0, end: 14 }] }, { type: 'end' })
    const dialog = await screen.findByRole('dialog', {
      name: /^Review \d+ warnings? before running$/u,
    })
    expect(within(dialog).getByText('Drops the view paid.')).toBeTruthy()
    expect(within(dialog).getByText(/held until you commit or roll back/u)).toBeTruthy()
    expect(within(dialog).queryByRole('button', { name: 'Run anyway' })).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Run and hold' }))
    await waitFor(() => expect(run.requested).toHaveLength(2))
    expect(run.requested[1]?.body).toMatchObject({ hold: 'decide', confirmed: ['k'] })
  })

  test('is rolled back by the bar, as by its own button', async () => {
    const { run, calls, panel } = await open()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    const [inBar] = screen
      .getAllByRole('button', { name: 'Roll back' })
      .filter((button) => !panel.contains(button))
    await userEvent.click(inBar ?? panel)
    await waitFor(() => expect(calls.some(({ route }) => route.endsWith('/decide'))).toBe(true))
    expect(calls.find(({ route }) => route.endsWith('/decide'))?.body).toEqual({
      outcome: 'roll_back',
    })
    expect(run.requested[0]?.isAborted).toBe(false)
  })

  test('takes the focus of the removed buttons', async () => {
    const { run, panel } = await open()
    await waitFor(() => expect(document.activeElement).toBe(panel))
    await userEvent.click(within(panel).getByRole('button', { name: 'Roll back' }))
    run.send({ type: 'decided', outcome: 'rolled_back' }, { type: 'end' })
    expect(await within(panel).findByText('Rolled back')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(panel))
  })

  test('marks its tab, which asks before it closes', async () => {
    const { run, calls } = await open()
    const tabs = within(screen.getByRole('navigation', { name: 'Open queries' }))
    expect(tabs.getByRole('link', { name: /open transaction/u })).toBeTruthy()
    await userEvent.click(tabs.getByRole('button', { name: 'Close New query' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close an open transaction' })
    expect(within(dialog).getByText(/“New query”: its held transaction/u)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep it open' }))
    expect(run.requested[0]?.isAborted).toBe(false)
    await userEvent.click(tabs.getByRole('button', { name: 'Close New query' }))
    await press('Roll back and close')
    await waitFor(() => expect(run.requested[0]?.isAborted).toBe(true))
    await waitFor(() => expect(calls.some(({ route }) => route.startsWith('DELETE'))).toBe(true))
    await waitFor(() => expect(screen.queryByRole('link', { name: /open trans/u })).toBeNull())
  })
})
