import type { Install } from '@basalt/contract/utility'

import { isCapable } from '../../lib/install.tsx'
import { paths } from '../../lib/paths.ts'

export type PageEntry = {
  label: string
  href: string
  /** The area, where pages of several areas have the same name. */
  detail?: string
  /** Other search terms for it. */
  words: string
  /** A page of the server itself, outside the dashboard. */
  isPlain?: true
}

type Place = {
  install: Install
  projectRef: string | undefined
  slug: string | undefined
  isOperator: boolean
  hasColumnPrivileges: boolean
}

/** Every page that can be opened from here, by its name and its common names. */
export function listPages(place: Place): PageEntry[] {
  return [
    ...projectPages(place),
    ...organizationPages(place),
    ...accountPages(place),
    ...otherPages(place),
    ...operatorPages(place),
  ]
}

function projectPages({ projectRef: ref, hasColumnPrivileges }: Place): PageEntry[] {
  if (ref === undefined) return []
  const privileges = {
    label: 'Column-level privileges',
    href: paths.columnPrivileges(ref),
    words: 'roles grants permissions columns',
  }
  return [
    {
      label: 'Home',
      href: paths.project(ref),
      words: 'project overview settings connection string connect restart pause delete production',
    },
    {
      label: 'Table editor',
      href: paths.editor(ref),
      words: 'tables rows data import csv schemas views rls',
    },
    {
      label: 'SQL editor',
      href: paths.lastSql(ref),
      words: 'query queries console run snippets',
    },
    {
      label: 'SQL templates',
      href: paths.sqlTemplates(ref),
      words: 'policies roles functions triggers reports indexes extensions',
    },
    { label: 'SQL examples', href: paths.sqlExamples(ref), words: 'quickstarts schemas samples' },
    {
      label: 'Migrations',
      href: paths.migrations(ref),
      words: 'database schema changes history',
    },
    ...(hasColumnPrivileges ? [privileges] : []),
    {
      label: 'Export data',
      href: paths.projectExport(ref),
      words: 'backup backups dump download',
    },
  ]
}

function organizationPages({ install, slug }: Place): PageEntry[] {
  if (!isCapable(install, 'organizations')) return []
  const all = { label: 'Organizations', href: paths.organizations(), words: 'teams companies' }
  if (slug === undefined) return [all]
  const detail = 'Organization'
  const ofBilling = [
    {
      label: 'Usage',
      href: paths.organizationUsage(slug),
      words: 'quota quotas egress compute size reports',
    },
    {
      label: 'Billing',
      href: paths.organizationBilling(slug),
      words: 'invoices payment cards spend cap address tax costs',
    },
    {
      label: 'Plans',
      href: paths.organizationPlans(slug),
      words: 'upgrade downgrade subscription pricing',
    },
  ]
  return [
    all,
    { label: 'Projects', href: paths.organization(slug), words: 'databases' },
    {
      label: 'Team',
      href: paths.team(slug),
      words: 'members users people roles permissions invitations invite',
    },
    ...(isCapable(install, 'billing') ? ofBilling : []),
    {
      label: 'Audit log',
      href: paths.organizationAudit(slug),
      detail,
      words: 'logs activity history events',
    },
    {
      label: 'Security',
      href: paths.organizationSecurity(slug),
      detail,
      words: 'mfa two-factor 2fa policies settings',
    },
    {
      label: 'Single sign-on',
      href: paths.organizationSso(slug),
      words: 'sso saml oidc identity provider domains',
    },
    {
      label: 'General',
      href: paths.organizationGeneral(slug),
      detail,
      words: 'settings name rename delete ai assistant',
    },
  ]
}

function accountPages({ install }: Place): PageEntry[] {
  const detail = 'Account'
  const withAccounts = [
    {
      label: 'Security',
      href: paths.accountSecurity(),
      detail,
      words: 'password mfa two-factor 2fa passkeys sessions recovery codes authenticator',
    },
    {
      label: 'Access tokens',
      href: paths.accountTokens(),
      words: 'api keys personal scopes',
    },
  ]
  return [
    {
      label: 'Account',
      href: paths.account(),
      words: 'profile settings preferences theme appearance name email time zone',
    },
    ...(isCapable(install, 'accounts') ? withAccounts : []),
    {
      label: 'Audit log',
      href: paths.accountAudit(),
      detail,
      words: 'logs activity history sign-ins',
    },
  ]
}

const otherPages = ({ install }: Place): PageEntry[] => [
  ...(isCapable(install, 'accounts')
    ? [{ label: 'Support requests', href: paths.supportRequests(), words: 'tickets help' }]
    : []),
  ...(isCapable(install, 'billing')
    ? [{ label: 'Pricing', href: paths.pricing(), words: 'plans prices costs compute' }]
    : []),
  ...(isCapable(install, 'outbox')
    ? [{ label: 'Outbox', href: paths.outbox(), words: 'mails emails messages' }]
    : []),
  { label: 'Status', href: paths.status(), words: 'incidents health uptime', isPlain: true },
]

function operatorPages({ install, isOperator }: Place): PageEntry[] {
  if (!isOperator) return []
  const detail = 'Operator'
  const ofBilling = [
    { label: 'Invoices', href: paths.operatorInvoices(), detail, words: 'billing payments' },
    { label: 'Credits', href: paths.operatorCredits(), detail, words: 'billing' },
  ]
  return [
    { label: 'Incidents', href: paths.operator(), detail, words: 'operator status outage' },
    { label: 'Notices', href: paths.operatorNotices(), detail, words: 'banners announcements' },
    ...(isCapable(install, 'billing') ? ofBilling : []),
    { label: 'Support', href: paths.operatorSupport(), detail, words: 'requests tickets' },
    { label: 'Sales', href: paths.operatorSales(), detail, words: 'inquiries enterprise' },
    { label: 'Release gates', href: paths.operatorReleaseGates(), detail, words: 'previews flags' },
  ]
}
