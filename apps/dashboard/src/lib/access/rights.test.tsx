import { type Role, roles, rulesOfRole } from '@basalt/access'
import { profiles } from '@basalt/contract/account/profile'
import { databaseQuery } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { projects } from '@basalt/contract/project/projects'
import type { AnyRoute } from '@basalt/contract/route'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'

import { install } from '../../testing/answers.ts'
import { InstallProvider } from '../install.tsx'
import { AccessContext, useDenied } from './access.tsx'

function Verdict({ route }: { route: AnyRoute }) {
  return <p>{useDenied(route, 'do this') ?? 'allowed'}</p>
}

/** The context of every screen: the install, and preloaded answers. */
const InInstall = ({ children }: { children: ReactNode }) => (
  <InstallProvider value={install}>
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  </InstallProvider>
)

type Scope = { rules: ReturnType<typeof rulesOfRole> | undefined; projectRef?: string }

function verdictOn(route: AnyRoute, scope: Scope) {
  const { container, unmount } = render(
    <AccessContext value={{ organizationSlug: 'acme', projectRef: 'shop', ...scope }}>
      <Verdict route={route} />
    </AccessContext>,
    { wrapper: InInstall },
  )
  const text = container.textContent
  unmount()
  return text
}

const may = (role: Role, route: AnyRoute) =>
  verdictOn(route, { rules: rulesOfRole(role, { organizationSlug: 'acme' }) }) === 'allowed'
const whoCan = (route: AnyRoute) => roles.filter((role) => may(role, route))

const everyone = ['Owner', 'Administrator', 'Developer', 'Read-only']
const whoWrites = ['Owner', 'Administrator', 'Developer']
const whoRules = ['Owner', 'Administrator']

test.each([
  ['read rows', databaseTables.rows, everyone],
  ['run queries', databaseQuery.run, everyone],
  ['see a project', projects.detail, everyone],
  ['restart a project', projects.restart, whoWrites],
  ['pause a project', projects.pause, whoRules],
  ['rename a project', projects.rename, whoRules],
  ['delete a project', projects.remove, whoRules],
] as const)('a user who may %s', (_, route, expected) => {
  expect(whoCan(route)).toEqual(expected)
})

test('a denied control names the missing right', () => {
  const rules = rulesOfRole('Read-only', { organizationSlug: 'acme' })
  expect(verdictOn(projects.remove, { rules })).toBe('You need additional permissions to do this')
})

describe('rights in one project', () => {
  const rules = rulesOfRole('Owner', { organizationSlug: 'acme', projectRefs: ['shop'] })

  test('apply there and nowhere else', () => {
    expect(verdictOn(projects.remove, { rules, projectRef: 'shop' })).toBe('allowed')
    expect(verdictOn(projects.remove, { rules, projectRef: 'warehouse' })).not.toBe('allowed')
  })
})

test('actions of every signed-in user need no rules and no scope', () => {
  render(<Verdict route={profiles.sessions} />, { wrapper: InInstall })
  expect(screen.getByText('allowed')).toBeTruthy()
})
