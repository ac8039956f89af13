import type { Install } from '@basalt/contract/utility'
import {
  Boxes,
  Building2,
  Database,
  House,
  KeyRound,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  SquareTerminal,
  Table2,
  UserRound,
} from 'lucide-react'

import { paths } from '../../lib/paths.ts'

export type Area = {
  label: string
  icon: LucideIcon
  href: string
  /** The key sequence that goes there. */
  keys: string
  /** Whether the URL belongs to the area. */
  covers: (pathname: string) => boolean
}

type Scope = {
  install: Install
  projectRef: string | undefined
  slug: string | undefined
  pathname: string
}

/** The product areas of the rail, in the order of use. Missing ones are not listed. */
export function listAreas({ install, projectRef, slug, pathname }: Scope): Area[] {
  if (projectRef !== undefined) return projectAreas(projectRef)
  const isAccount = pathname.startsWith('/account/')
  return [
    ...organizationAreas(install, isAccount ? undefined : slug),
    ...(isAccount ? accountAreas(install) : []),
  ]
}

const projectAreas = (ref: string): Area[] => [
  {
    label: 'Home',
    icon: House,
    href: paths.project(ref),
    keys: 'g h',
    covers: (pathname) => pathname === paths.project(ref),
  },
  {
    label: 'Table editor',
    icon: Table2,
    href: paths.editor(ref),
    keys: 'g t',
    covers: (pathname) => pathname.startsWith(paths.editor(ref)),
  },
  {
    label: 'SQL editor',
    icon: SquareTerminal,
    href: paths.lastSql(ref),
    keys: 'g s',
    covers: (pathname) => pathname.startsWith(paths.lastSql(ref)),
  },
  {
    label: 'Database',
    icon: Database,
    href: paths.migrations(ref),
    keys: 'g d',
    covers: (pathname) => pathname.startsWith(`${paths.project(ref)}/database`),
  },
]

function organizationAreas({ capabilities }: Install, slug: string | undefined): Area[] {
  if (!capabilities.includes('organizations')) return []
  const all: Area = {
    label: 'Organizations',
    icon: Building2,
    href: paths.organizations(),
    keys: 'g o',
    covers: (pathname) => pathname === paths.organizations() || pathname === '/new',
  }
  if (slug === undefined) return [all]
  const projects: Area = {
    label: 'Projects',
    icon: Boxes,
    href: paths.organization(slug),
    keys: 'g p',
    // Its other pages have their own links next to each other.
    covers: (pathname) =>
      pathname.startsWith(paths.organization(slug)) || pathname.startsWith('/new/'),
  }
  return [all, projects]
}

function accountAreas({ capabilities }: Install): Area[] {
  const hasAccounts = capabilities.includes('accounts')
  return accountPages
    .filter(({ label }) => hasAccounts || label === 'Account' || label === 'Audit log')
    .map((page) => ({ ...page, covers: (pathname) => pathname.startsWith(page.href) }))
}

const accountPages = [
  { label: 'Account', icon: UserRound, href: paths.account(), keys: 'g a' },
  { label: 'Security', icon: ShieldCheck, href: paths.accountSecurity(), keys: 'g x' },
  { label: 'Access tokens', icon: KeyRound, href: paths.accountTokens(), keys: 'g k' },
  { label: 'Audit log', icon: ScrollText, href: paths.accountAudit(), keys: 'g l' },
]
