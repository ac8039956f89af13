import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { refusal } from '../../testing/answers.ts'
import { base, getCap, dollars, openBilled, pro, listQueries } from '../../testing/billing.ts'
import { requested } from '../../testing/open-team.ts'

afterEach(() => vi.unstubAllGlobals())

const route = `PUT ${base}/billing/spend-cap`
const simulation = `${base}/billing/spend-cap/simulation`
const subscription = `GET ${base}/billing/subscription`
const withCap = (cap: number | null) => ({ ...pro, spend_cap: getCap(cap) })

const form = () => screen.findByRole('form', { name: 'Spend cap' })
const amount = () => screen.findByLabelText('Amount per period')
const save = async () => userEvent.click(within(await form()).getByRole('button', { name: 'Save' }))
const spendLimits = async (of: string) => {
  const table = await screen.findByRole('table', { name: `Effects at ${of}` })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
}

describe('the spend limits', () => {
  test('show each effect with its amount, in order, and its time', async () => {
    openBilled()
    expect(await spendLimits('$50.00')).toEqual([
      '$37.5075 %Email and bannerAll features keep working.Around 28 Nov 2026',
      '$45.0090 %Email and bannerAll features keep working.Around 28 Nov 2026',
      '$50.00100 %AI features stopThe assistant stops answering questions.Around 28 Nov 2026',
      '$52.50105 %Preview branches stopTheir changes are kept.Around 28 Nov 2026',
      '$55.00110 %Scheduled jobs stopSchedules are kept.Around 28 Nov 2026',
      '$60.00120 %Databases are read-onlyYou can read and export data; writes are rejected.Around 28 Nov 2026',
      '$75.00150 %Projects are pausedData, settings and backups are kept.Not in this period',
    ])
  })

  test('are previewed while an amount is typed, without a change', async () => {
    const { calls } = openBilled()
    const field = await screen.findByLabelText('Effects at')
    await userEvent.clear(field)
    await userEvent.type(field, '30')
    const steps = await spendLimits('$30.00')
    expect(steps[0]).toContain('$22.5075 %Email and bannerAll features keep working.Reached')
    expect(steps[2]).toContain('AI features stopThe assistant stops answering questions.Reached')
    expect(screen.getByText('Simulation: some features would stop immediately.')).toBeTruthy()
    expect(listQueries(simulation)).toEqual([{ cap_micros: String(dollars(30)) }])
    expect(requested(calls, route)).toEqual([])
  })

  test('report an invalid amount at the field without a request', async () => {
    openBilled()
    const field = await screen.findByLabelText('Effects at')
    await userEvent.clear(field)
    await userEvent.type(field, 'ten')
    expect(await screen.findByText('Enter an amount in dollars, such as 30')).toBeTruthy()
    expect(listQueries(simulation)).toEqual([])
  })

  test('report a failing preview, which can be retried', async () => {
    let isBroken = true
    openBilled({
      [`GET ${simulation}`]: () =>
        isBroken ? refusal(400, { kind: 'invalid_request', message: 'Not now' }) : getCap(30),
    })
    const field = await screen.findByLabelText('Effects at')
    await userEvent.clear(field)
    await userEvent.type(field, '30')
    await screen.findByText('Could not calculate the effects')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await spendLimits('$30.00')).toHaveLength(7)
  })
})

test('do not exist for contract plans', async () => {
  openBilled({ [subscription]: { ...pro, plan: { id: 'enterprise', name: 'Enterprise' } } })
  expect(await screen.findByText(/set by contract. Usage is not charged here/u)).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'Spend cap' })).toBeNull()
})

describe('the cap', () => {
  test('is saved in micro-dollars, with a preview of the spend limits below', async () => {
    const { calls } = openBilled({ [route]: withCap(80.5), [`GET ${simulation}`]: getCap(80.5) })
    const field = await amount()
    await userEvent.clear(field)
    await userEvent.type(field, '80.50')
    expect((await spendLimits('$80.50'))[2]).toContain('$80.50100 %')
    await save()
    expect(await screen.findByText('Spend cap set to $80.50')).toBeTruthy()
    expect(requested(calls, route)).toEqual([{ cap_micros: dollars(80.5) }])
  })

  test.each([
    ['much', 'Enter an amount in dollars, such as 50 or 49.50'],
    ['-5', 'Enter an amount of $0 or more'],
    ['2000000', 'Enter an amount of at most $1,000,000'],
  ])('“%s” is refused at its field, and nothing is sent', async (text, message) => {
    const { calls } = openBilled()
    const field = await amount()
    await userEvent.clear(field)
    await userEvent.type(field, text)
    await save()
    expect(within(await form()).getByRole('alert').textContent).toBe(message)
    expect(requested(calls, route)).toEqual([])
  })

  test('below the current spending warns about the immediate effect, and asks first', async () => {
    const { calls } = openBilled({ [route]: withCap(20) })
    const field = await amount()
    await userEvent.clear(field)
    await userEvent.type(field, '20')
    expect(await screen.findByText('This period has already cost $31.20')).toBeTruthy()
    await save()
    expect(requested(calls, route)).toEqual([])
    const dialog = await screen.findByRole('dialog', { name: 'Set a cap of $20.00?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Set cap' }))
    await waitFor(() => expect(requested(calls, route)).toHaveLength(1))
  })

  test('is switched off only after showing the possible cost', async () => {
    const { calls } = openBilled({ [route]: withCap(null), [`GET ${simulation}`]: getCap(50) })
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Limit the cost of a period' }),
    )
    await save()
    const dialog = await screen.findByRole('dialog', { name: 'Turn off the spend cap?' })
    expect(dialog.textContent).toContain('the next invoice has no limit')
    expect(dialog.textContent).toContain('$61.20 per month')
    expect(requested(calls, route)).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('Spend cap turned off')).toBeTruthy()
    expect(requested(calls, route)).toEqual([{ cap_micros: null }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('can be switched on again with an amount above the forecast', async () => {
    const { calls } = openBilled({
      [subscription]: withCap(null),
      [`GET ${simulation}`]: getCap(80),
      [route]: withCap(80),
    })
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Limit the cost of a period' }),
    )
    expect(await amount()).toHaveProperty('value', '80.00')
    await save()
    await screen.findByText('Spend cap set to $80.00')
    expect(requested(calls, route)).toEqual([{ cap_micros: dollars(80) }])
  })

  test('shows a refusal of the server, and typed text stays', async () => {
    openBilled({ [route]: refusal(409, { kind: 'conflict', message: 'Not while paying' }) })
    const field = await amount()
    await userEvent.clear(field)
    await userEvent.type(field, '70')
    await save()
    expect(await within(await form()).findByText('Not while paying')).toBeTruthy()
    expect(field).toHaveProperty('value', '70')
  })
})
