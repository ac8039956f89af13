import { type OrganizationPlan, type PlanFeature, planFeatures, serviceIds } from '@basalt/catalog'
import type { Capability } from '@basalt/contract/route'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { InstallProvider } from '../../lib/install.tsx'
import { install } from '../../testing/answers.ts'
import type { PlanChoice } from './plan-choice.ts'
import { PlanComparison } from './PlanComparison.tsx'

afterEach(cleanup)

const choose = vi.fn<(plan: OrganizationPlan) => void>()
type Shown = {
  services?: readonly Capability[]
  getChoice?: (plan: OrganizationPlan) => PlanChoice
}

const show = (current?: OrganizationPlan, { services = serviceIds, getChoice }: Shown = {}) =>
  render(
    <InstallProvider value={{ ...install, capabilities: [...install.capabilities, ...services] }}>
      <PlanComparison
        current={current}
        getChoice={getChoice ?? ((plan) => ({ onChoose: () => choose(plan) }))}
      />
    </InstallProvider>,
  )
const card = (name: string) => screen.getByRole('region', { name })
const rowsShown = () => screen.getAllByRole('rowheader').length

test('four plans are side by side with price, compute credits and features', () => {
  show()
  expect(card('Free').textContent).toContain('$0.00')
  expect(card('Pro').textContent).toContain('From$25.00per month for an organization')
  expect(card('Pro').textContent).toContain('$10.00 of compute credits')
  expect(card('Team').textContent).toContain('$599.00')
  expect(card('Team').textContent).toContain('$10.00 of compute credits')
  expect(card('Enterprise').textContent).toContain('Custom')
  expect(within(card('Free')).queryByText(/compute credits/u)).toBeNull()
})

test('the included amount and the price beyond it are two lines', () => {
  show()
  const line = within(card('Pro')).getByText('250 GB egress').closest('li')
  expect(line?.textContent).toBe('250 GB egressthen $0.09 per GB')
})

test('choosing a plan calls back; the current one cannot be chosen', async () => {
  show('pro')
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade to Team' }))
  expect(choose.mock.calls).toEqual([['team']])
  const own = within(card('Pro')).getByRole('button', { name: 'Current plan' })
  expect(own.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(own)
  expect(choose).toHaveBeenCalledTimes(1)
})

test('a disabled plan has its reason', async () => {
  show('free', {
    getChoice: () => ({
      onChoose: () => undefined,
      disabledReason: 'Only owners change the plan',
    }),
  })
  const button = screen.getByRole('button', { name: 'Upgrade to Pro' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.hover(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Only owners change the plan')
})

test('every feature of the catalogue has its row, below the name of its category', () => {
  show()
  const features = planFeatures.flatMap((category) => [...category.features])
  const titles = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  for (const { title, usage_based } of features) {
    expect(titles).toContain(usage_based ? `${title}Billed by usage` : title)
  }
  // The names of the plans are headings of columns; those of categories head rows.
  expect(rowsShown()).toBe(features.length + planFeatures.length)
})

test('only features that the install offers are shown as included', () => {
  show(undefined, { services: ['backups'] })
  expect(card('Pro').textContent).toContain('Daily backups, kept for 7 days')
  expect(card('Pro').textContent).not.toContain('Logs')
  expect(card('Team').textContent).not.toMatch(/SOC 2|HIPAA|SLA/u)
  expect(card('Free').textContent).not.toContain('pause after')
  const titles = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(titles).toContain('Daily backups')
  expect(titles).not.toContain('Realtime')
  const missing = screen.getByRole('region', { name: 'Not available in this install yet' })
  const others = planFeatures
    .flatMap(({ features }) => features as readonly PlanFeature[])
    .filter(({ service }) => service !== undefined && service !== 'backups')
  for (const { title } of others) {
    expect(missing.textContent).toContain(title)
    expect(titles).not.toContain(title)
  }
})

test('when every service runs, nothing is listed as missing', () => {
  show()
  expect(screen.queryByText('Not available in this install yet')).toBeNull()
})

test('a category collapses and expands, and so do all of them', async () => {
  show()
  const all = rowsShown()
  const database = screen.getByRole('button', { name: 'Database' })
  await userEvent.click(database)
  expect(database.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByText('Point-in-time recovery')).toBeNull()
  expect(rowsShown()).toBe(all - 10)
  await userEvent.click(screen.getByRole('button', { name: 'Collapse all' }))
  expect(rowsShown()).toBe(planFeatures.length)
  await userEvent.click(screen.getByRole('button', { name: 'Expand all' }))
  expect(rowsShown()).toBe(all)
})

test('a link to a category expands it and puts it into the address', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Collapse all' }))
  const link = within(screen.getByRole('navigation', { name: 'Feature categories' })).getByRole(
    'link',
    { name: 'Storage' },
  )
  await userEvent.click(link)
  expect(screen.getByText('Maximum file size')).toBeTruthy()
  const target = document.getElementById((link as HTMLAnchorElement).hash.slice(1))
  expect(target?.textContent).toContain('Storage')
})

test('on a phone one plan is shown, and the switch shows another', async () => {
  show('team')
  const choice = screen.getByRole('combobox', { name: 'Show plan' })
  const hidden = () =>
    screen
      .getAllByRole('columnheader')
      .filter((one) => one.className.includes('max-tablet:hidden'))
      .map(({ textContent }) => textContent?.split('$')[0])
  expect((choice as HTMLSelectElement).value).toBe('team')
  expect(hidden()).toEqual(['Free', 'Pro', 'EnterpriseCustom'])
  await userEvent.selectOptions(choice, 'Free')
  expect(hidden()).toEqual(['Pro', 'TeamCurrent plan · ', 'EnterpriseCustom'])
})

test('the inclusion of a feature has words as well as a mark', () => {
  show()
  const row = screen
    .getByRole('rowheader', { name: 'Single sign-on for the dashboard' })
    .closest('tr')
  const cells = within(row ?? document.body).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Not included',
    'Not included',
    'Included',
    'Included',
  ])
})
