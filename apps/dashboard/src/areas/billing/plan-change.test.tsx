import type { PlanChange } from '@basalt/contract/billing/billing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { refusal, rulesFor, shop } from '../../testing/answers.ts'
import { base, charge, dollars, egressLine, line, openBilled, pro } from '../../testing/billing.ts'
import { requested } from '../../testing/open-team.ts'

afterEach(() => vi.unstubAllGlobals())

const preview = `GET ${base}/billing/plan/preview`
const change = `PUT ${base}/billing/plan`

const toTeam: PlanChange = {
  plan: 'team',
  effective_at: '2026-11-21T11:00:00.000Z',
  before: charge([line(), egressLine(6.2)]),
  after: charge([
    line({ detail: '491 of 720 hours', amount_micros: dollars(17.05) }),
    line({
      description: 'Team plan',
      detail: '229 of 720 hours',
      unit_price: '$599.00',
      amount_micros: dollars(190.52),
    }),
    egressLine(6.2),
  ]),
  lost: [],
  spend_cap_before_micros: 50_000_000,
  spend_cap_after_micros: null,
  projects: [],
  obstacles: [],
}

const toFree: PlanChange = {
  ...toTeam,
  plan: 'free',
  after: charge([line({ detail: '491 of 720 hours', amount_micros: dollars(17.05) })]),
  lost: [
    { feature: 'database.backups', title: 'Backups', before: '7 days', after: 'Not included' },
  ],
  projects: [{ ref: shop.ref, name: 'Shop', effect: 'Is read-only above 500 MB' }],
}

const plans = '/org/acme/billing?show=plans'
const panel = (name: string) => screen.findByRole('dialog', { name })
const confirm = (dialog: HTMLElement, name: string) => within(dialog).getByRole('button', { name })

describe('changing the plan', () => {
  test('starts with all plans side by side, and the current one marked', async () => {
    const { address } = openBilled()
    await userEvent.click(await screen.findByRole('button', { name: 'Change plan' }))
    expect(await screen.findByRole('heading', { name: 'Plans' })).toBeTruthy()
    const card = await screen.findByRole('region', { name: 'Pro' })
    expect(card.textContent).toContain('Current plan')
    expect(address()).toBe(plans)
    const contact = screen.getByRole('link', { name: 'Contact us' })
    expect(contact.getAttribute('href')).toBe('/contact/enterprise')
  })

  test('shows the upcoming invoice before and after, by the hour, and then applies it', async () => {
    const { calls, address } = openBilled(
      {
        [preview]: toTeam,
        [change]: { ...pro, plan: { id: 'team', name: 'Team' }, tier: 'tier_team' },
      },
      plans,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade to Team' }))
    const dialog = await panel('Upgrade to Team')
    expect(address()).toBe(`${plans}&plan=team`)
    const rows = (await within(dialog).findAllByRole('row')).map((row) => row.textContent)
    expect(rows.slice(1)).toEqual([
      'Pro plan$25.00$25.00$17.05491 of 720 hours',
      'Team plan$599.00–No charges$190.52229 of 720 hours',
      'EgressOver the 250 GB included$0.09 per GB$6.206.2 GB$6.206.2 GB',
      'Total$31.20$213.77',
    ])
    expect(dialog.textContent).toContain('$599.00 per month')
    expect(dialog.textContent).toContain('The upcoming invoice will be $182.57 more.')
    expect(dialog.textContent).toContain('prorated by the hours that the organization uses it')
    await userEvent.click(confirm(dialog, 'Upgrade to Team'))
    expect(await screen.findByText('The organization is now on the Team plan')).toBeTruthy()
    expect(requested(calls, change)).toEqual([{ plan: 'team' }])
    await waitFor(() => expect(address()).toBe('/org/acme/billing'))
    expect(await screen.findByText('$599.00 per month')).toBeTruthy()
  })

  test('to a lower plan lists lost features and affected projects, and requires a confirmation', async () => {
    const { calls } = openBilled({ [preview]: toFree, [change]: pro }, `${plans}&plan=free`)
    const dialog = await panel('Downgrade to Free')
    const lost = await within(dialog).findByRole('region', { name: 'Losses' })
    expect(lost.textContent).toContain('Backups7 daysNot included')
    const projects = within(dialog).getByRole('region', { name: 'Affected projects' })
    expect(projects.textContent).toContain('ShopIs read-only above 500 MB')
    expect(dialog.textContent).toContain('The upcoming invoice will be $14.15 less.')
    await userEvent.click(confirm(dialog, 'Downgrade to Free'))
    expect(requested(calls, change)).toEqual([])
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /^I reviewed/u }))
    await userEvent.click(confirm(dialog, 'Downgrade to Free'))
    await waitFor(() => expect(requested(calls, change)).toEqual([{ plan: 'free' }]))
  })

  test('with an obstacle cannot be confirmed and names it', async () => {
    const obstacle = 'Pay invoice ACME-2026-0007 first.'
    const { calls } = openBilled(
      { [preview]: { ...toFree, obstacles: [obstacle] } },
      `${plans}&plan=free`,
    )
    const dialog = await panel('Downgrade to Free')
    const notice = await within(dialog).findByRole('alert')
    expect(notice.textContent).toBe(`Resolve these issues first${obstacle}`)
    expect(within(dialog).queryByRole('checkbox')).toBeNull()
    const button = confirm(dialog, 'Downgrade to Free')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    expect(requested(calls, change)).toEqual([])
  })

  test('that the server refuses stays open with the reason', async () => {
    openBilled(
      {
        [preview]: toTeam,
        [change]: refusal(409, { kind: 'conflict', message: 'Changed by someone else' }),
      },
      `${plans}&plan=team`,
    )
    const dialog = await panel('Upgrade to Team')
    await within(dialog).findAllByRole('row')
    await userEvent.click(confirm(dialog, 'Upgrade to Team'))
    expect(await within(dialog).findByText('Changed by someone else')).toBeTruthy()
  })

  test('cannot be confirmed while its preview fails', async () => {
    openBilled(
      { [preview]: refusal(400, { kind: 'invalid_request', message: 'Not now' }) },
      `${plans}&plan=team`,
    )
    const dialog = await panel('Upgrade to Team')
    await within(dialog).findByText('Could not calculate the change')
    expect(confirm(dialog, 'Upgrade to Team').getAttribute('aria-disabled')).toBe('true')
  })

  test('is disabled without the right, and the plans are visible', async () => {
    const { calls } = openBilled(
      { 'GET /platform/profile/permissions': rulesFor('Developer') },
      `${plans}&plan=team`,
    )
    expect(
      await screen.findByText('You need additional permissions to change the plan'),
    ).toBeTruthy()
    const upgrade = await screen.findByRole('button', { name: 'Upgrade to Team' })
    expect(upgrade.getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.map(({ route }) => route)).not.toContain(preview)
  })
})
