import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { can } from './can.ts'
import { roles } from './right.ts'
import { isProjectRight, rightById, rights, rightsFor } from './rights.ts'
import { rulesOfRights, rulesOfRole } from './roles.ts'

/** Owner, Administrator, Developer, Read-only: `y` may, `-` may not. */
const published = `
Organization | Organization Management | Update | y---
Organization | Organization Management | Delete | y---
Organization | OpenAI Telemetry Configuration | Update | y---
Members | Organization Members | List | yyyy
Members | Owner | Add | y---
Members | Owner | Remove | y---
Members | Administrator | Add | yy--
Members | Administrator | Remove | yy--
Members | Developer | Add | yy--
Members | Developer | Remove | yy--
Members | Owner (Project-Scoped) | Add | y---
Members | Owner (Project-Scoped) | Remove | y---
Members | Administrator (Project-Scoped) | Add | yy--
Members | Administrator (Project-Scoped) | Remove | yy--
Members | Developer (Project-Scoped) | Add | yy--
Members | Developer (Project-Scoped) | Remove | yy--
Members | Invite | Revoke | yy--
Members | Invite | Resend | yy--
Members | Invite | Accept | yyyy
Billing | Invoices | List | yyyy
Billing | Billing Email | View | yyyy
Billing | Billing Email | Update | yy--
Billing | Subscription | View | yyyy
Billing | Subscription | Update | yy--
Billing | Billing Address | View | yyyy
Billing | Billing Address | Update | yy--
Billing | Tax Codes | View | yyyy
Billing | Tax Codes | Update | yy--
Billing | Payment Methods | View | yyyy
Billing | Payment Methods | Update | yy--
Billing | Usage | View | yyyy
Integrations (Org Settings) | Authorize GitHub | - | yy--
Integrations (Org Settings) | Add GitHub Repositories | - | yy--
Integrations (Org Settings) | GitHub Connections | Create | yy--
Integrations (Org Settings) | GitHub Connections | Update | yy--
Integrations (Org Settings) | GitHub Connections | Delete | yy--
Integrations (Org Settings) | GitHub Connections | View | yyyy
Integrations (Org Settings) | Vercel Connections | Create | yy--
Integrations (Org Settings) | Vercel Connections | Update | yy--
Integrations (Org Settings) | Vercel Connections | Delete | yy--
Integrations (Org Settings) | Vercel Connections | View | yyyy
OAuth Apps | OAuth Apps | Create | yy--
OAuth Apps | OAuth Apps | Update | yy--
OAuth Apps | OAuth Apps | Delete | yy--
OAuth Apps | OAuth Apps | List | yyyy
Audit Logs | View Audit logs | - | yyyy
Legal Documents | SOC2 Type 2 Report | Download | yyyy
Legal Documents | Security Questionnaire | Download | yyyy
Project | Project Management | Transfer | y---
Project | Project Management | Create | yy--
Project | Project Management | Delete | yy--
Project | Project Management | Update (Name) | yy--
Project | Project Management | Pause | yy--
Project | Project Management | Restore | yy--
Project | Project Management | Restart | yyy-
Project | Custom Domains | View | yyyy
Project | Custom Domains | Update | yy--
Project | Data (Database) | View | yyyy
Project | Data (Database) | Manage | yyy-
Infrastructure | Read Replicas | List | yyyy
Infrastructure | Read Replicas | Create | yy--
Infrastructure | Read Replicas | Delete | yy--
Infrastructure | Add-ons | Update | yy--
Integrations | Authorize GitHub | - | yyyy
Integrations | Add GitHub Repositories | - | yyyy
Integrations | GitHub Connections | Create | yy--
Integrations | GitHub Connections | Update | yy--
Integrations | GitHub Connections | Delete | yy--
Integrations | GitHub Connections | View | yyyy
Integrations | Vercel Connections | Create | yy--
Integrations | Vercel Connections | Update | yy--
Integrations | Vercel Connections | Delete | yy--
Integrations | Vercel Connections | View | yyyy
Database Configuration | Reset Password | - | yy--
Database Configuration | Pooling Settings | View | yyyy
Database Configuration | Pooling Settings | Update | yy--
Database Configuration | SSL Configuration | View | yyyy
Database Configuration | SSL Configuration | Update | yy--
Database Configuration | Disk Size Configuration | View | yyyy
Database Configuration | Disk Size Configuration | Update | yy--
Database Configuration | Network Restrictions | View | yyyy
Database Configuration | Network Restrictions | Create | yy--
Database Configuration | Network Restrictions | Delete | yy--
Database Configuration | Network Bans | View | yyyy
Database Configuration | Network Bans | Unban | yy--
API Configuration | API Keys | Read service key | yyy-
API Configuration | API Keys | Read anon key | yyy-
API Configuration | JWT Secret | View | yyy-
API Configuration | JWT Secret | Generate new | yy--
API Configuration | API settings | View | yyyy
API Configuration | API settings | Update | yy--
Auth Configuration | Auth Settings | View | yyyy
Auth Configuration | Auth Settings | Update | yy--
Auth Configuration | SMTP Settings | View | yyyy
Auth Configuration | SMTP Settings | Update | yy--
Auth Configuration | Advanced Settings | View | yyyy
Auth Configuration | Advanced Settings | Update | yy--
Storage Configuration | Upload Limit | View | yyyy
Storage Configuration | Upload Limit | Update | yy--
Storage Configuration | S3 Access Keys | View | yyy-
Storage Configuration | S3 Access Keys | Create | yy--
Storage Configuration | S3 Access Keys | Delete | yy--
Edge Functions Configuration | Secrets | View | yyyy
Edge Functions Configuration | Secrets | Create | yy--
Edge Functions Configuration | Secrets | Delete | yy--
SQL Editor | Queries | Create | yyyy
SQL Editor | Queries | Update | yyyy
SQL Editor | Queries | Delete | yyyy
SQL Editor | Queries | View | yyyy
SQL Editor | Queries | List | yyyy
SQL Editor | Queries | Run | yyyy
Database | Scheduled Backups | View | yyyy
Database | Scheduled Backups | Download | yyy-
Database | Scheduled Backups | Restore | yyy-
Database | Physical backups (PITR) | View | yyyy
Database | Physical backups (PITR) | Restore | yyy-
Authentication | Users | Create | yyy-
Authentication | Users | Delete | yyy-
Authentication | Users | List | yyyy
Authentication | Users | Send OTP | yyy-
Authentication | Users | Send password recovery | yyy-
Authentication | Users | Send magic link | yyy-
Authentication | Users | Remove MFA factors | yyy-
Authentication | Providers | View | yyyy
Authentication | Providers | Update | yy--
Authentication | Rate Limits | View | yyyy
Authentication | Rate Limits | Update | yy--
Authentication | Email Templates | View | yyyy
Authentication | Email Templates | Update | yy--
Authentication | URL Configuration | View | yyyy
Authentication | URL Configuration | Update | yy--
Authentication | Hooks | View | yyyy
Authentication | Hooks | Create | yyy-
Authentication | Hooks | Delete | yyy-
Storage | Buckets | Create | yyy-
Storage | Buckets | Update | yyy-
Storage | Buckets | Delete | yyy-
Storage | Buckets | View | yyyy
Storage | Buckets | List | yyyy
Storage | Files | Create (Upload) | yyy-
Storage | Files | Update | yyy-
Storage | Files | Delete | yyy-
Storage | Files | List | yyyy
Edge Functions | Edge Functions | Update | yyy-
Edge Functions | Edge Functions | Delete | yyy-
Edge Functions | Edge Functions | View | yyyy
Edge Functions | Edge Functions | List | yyyy
Reports | Custom Report | Create | yyy-
Reports | Custom Report | Update | yyy-
Reports | Custom Report | Delete | yyy-
Reports | Custom Report | View | yyyy
Reports | Custom Report | List | yyyy
Logs & Analytics | Queries | Create | yyyy
Logs & Analytics | Queries | Update | yyyy
Logs & Analytics | Queries | Delete | yyyy
Logs & Analytics | Queries | View | yyyy
Logs & Analytics | Queries | List | yyyy
Logs & Analytics | Queries | Run | yyyy
Branching | Production Branch | Read | yyyy
Branching | Production Branch | Write | yyy-
Branching | Development Branches | List | yyyy
Branching | Development Branches | Create | yyy-
Branching | Development Branches | Update | yyy-
Branching | Development Branches | Delete | yyy-
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

const organizationSlug = 'acme'

describe('the rights table', () => {
  test('has every line of the published table, each once', () => {
    expect(published).toHaveLength(164)
    expect(new Set(rights.map(({ id }) => id)).size).toBe(rights.length)
    for (const right of rights) expect(right.grants.length).toBeGreaterThan(0)
  })

  test.each(published)('%s, %s, %s: %s', (...line) => {
    const [section, resource, action, expected] = line
    const right = rights.find(
      (entry) =>
        entry.section === section && entry.resource === resource && entry.action === action,
    )
    for (const grant of right?.grants ?? [{ action: 'missing', resource: 'missing' }]) {
      const request = {
        action: grant.action.replaceAll('%', 'anything'),
        resource: grant.resource.replaceAll('%', 'anything'),
        organizationSlug,
      }
      const holders = roles.map((role) =>
        can(rulesOfRole(role, { organizationSlug }), request) ? 'y' : '-',
      )
      expect(holders.join('')).toBe(expected)
      expect(rightsFor(request).map(({ id }) => id)).toContain(right?.id)
    }
  })

  test('every role has the same rights in a project as in the organization', () => {
    for (const right of rights.filter(isProjectRight)) {
      for (const role of roles) {
        for (const { action, resource } of right.grants) {
          const request = { action, resource, organizationSlug, projectRef: 'p1' }
          const inProject = rulesOfRole(role, { organizationSlug, projectRefs: ['p1'] })
          expect(can(inProject, request)).toBe(right.roles.includes(role))
          expect(can(inProject, { ...request, projectRef: 'p2' })).toBe(false)
        }
      }
    }
  })
})

describe('a custom role', () => {
  const some = fc.subarray(rights.filter(isProjectRight).map(({ id }) => id))

  test('allows exactly what its rights allow', () => {
    fc.assert(
      fc.property(some, (ids) => {
        const rules = rulesOfRights(ids, { organizationSlug, projectRefs: ['p1'] })
        for (const right of rights) {
          for (const { action, resource } of right.grants) {
            const request = { action, resource, organizationSlug, projectRef: 'p1' }
            const isGiven = rightsFor(request).some(({ id }) => ids.includes(id))
            expect(can(rules, request)).toBe(isGiven)
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  test('gains nothing from a right that does not exist', () => {
    expect(rightById('no-such-right')).toBeUndefined()
    expect(rulesOfRights(['no-such-right'], { organizationSlug })).toEqual([])
  })
})
