import type { Install } from '@basalt/contract/utility'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { acme, install, profile, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

const without = (...disabled_features: string[]) => ({
  'GET /platform/profile': { ...profile, disabled_features },
})
const offered = (...disabled_features: string[]): Install => ({
  ...install,
  capabilities: [...install.capabilities, 'github-sign-in'],
  disabled_features,
})
const said = (feature: string) =>
  `Turned off by your administrator (BASALT_DISABLED_FEATURES: ${feature})`

describe('a disabled feature of the profile is shown with the reason', () => {
  test.each([
    ['/account/security', 'account:show_security_settings', 'Security is not available'],
    ['/org/acme/security', 'organization:show_security_settings', 'Security is not available'],
    ['/org/acme/sso', 'organization:show_sso_settings', 'Single sign-on is not available'],
  ])('%s', async (path, feature, title) => {
    openApp(path, signedIn(without(feature)))
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(said(feature))).toBeTruthy()
  })

  test('a button stays and has the reason', async () => {
    openApp(`/project/${shop.ref}`, signedIn(without('project_settings:restart_project')))
    await userEvent.click(await screen.findByRole('button', { name: 'Project actions' }))
    const restart = await screen.findByRole('menuitem', { name: /Restart/u })
    expect(restart.getAttribute('aria-disabled')).toBe('true')
    expect(restart.textContent).toContain('BASALT_DISABLED_FEATURES')
  })

  test.each([
    ['profile:show_information', 'Your name and time zone'],
    ['profile:show_email', 'Changing the email address'],
    ['profile:show_account_deletion', 'Account deletion'],
  ])('%s on the account page', async (feature, what) => {
    const account = { pending_email: null, identities: [] }
    openApp(
      '/account/me',
      signedIn({ ...without(feature), 'GET /platform/profile/account': account }),
    )
    expect(await screen.findByText(`${what} is not available`)).toBeTruthy()
    expect(screen.getByText(said(feature))).toBeTruthy()
  })
})

describe('billing:all', () => {
  const withBilling: Install = {
    ...install,
    capabilities: [...install.capabilities, 'billing'],
    disabled_features: ['billing:all'],
  }
  const answers = signedIn({
    'GET /platform/profile': { ...profile, disabled_features: ['billing:all'], is_operator: true },
    'GET /platform/operator/incidents': [],
  })

  test.each([
    '/org/acme/billing',
    '/org/acme/usage',
    '/pricing',
    '/contact/enterprise',
    '/operator/invoices',
    '/operator/credits',
  ])('the page %s reports that it is switched off and sends no request', async (path) => {
    const { calls } = openApp(path, answers, withBilling)
    expect(await screen.findByRole('heading', { name: 'Billing is not available' })).toBeTruthy()
    expect(screen.getByText(said('billing:all'))).toBeTruthy()
    expect(calls.filter(({ route }) => /billing|stripe|usage|invoice/u.test(route))).toEqual([])
  })

  test.each(['/org/acme', '/new', '/new/acme?plan=team', '/operator', `/project/${shop.ref}`])(
    '%s has no link to billing',
    async (path) => {
      const restricted = { ...acme, restriction_status: 'restricted' as const }
      openApp(path, { ...answers, 'GET /platform/organizations': [restricted] }, withBilling)
      await screen.findByRole('heading', { level: 1 })
      const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
      expect(hrefs.filter((href) => /billing|usage|pricing|invoices|credits/u.test(href))).toEqual(
        [],
      )
      expect(screen.queryByRole('radiogroup', { name: 'Plan' })).toBeNull()
    },
  )
})

describe('before a sign-in the install reports it', () => {
  test.each([
    ['/sign-up', 'dashboard_auth:sign_up'],
    ['/sign-in-sso', 'dashboard_auth:sign_in_with_sso'],
    ['/sign-in', 'dashboard_auth:sign_in_with_email'],
  ])('%s', async (path, feature) => {
    openApp(path, {}, offered(feature))
    expect(await screen.findByText(said(feature))).toBeTruthy()
  })

  test('the GitHub button stays and has the reason', async () => {
    openApp('/sign-in', {}, offered('dashboard_auth:sign_in_with_github'))
    const button = await screen.findByRole('button', { name: 'Continue with GitHub' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.hover(button)
    expect(await screen.findByRole('tooltip')).toHaveProperty(
      'textContent',
      said('dashboard_auth:sign_in_with_github'),
    )
  })
})
