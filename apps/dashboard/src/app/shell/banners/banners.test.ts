import type { Organization } from '@basalt/contract/organization/organization-list'
import type { DiskState } from '@basalt/contract/project/project-reading'
import type { Incident } from '@basalt/contract/status'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { acme } from '../../../testing/answers.ts'
import { type BannerState, listBanners, gravestBanner } from './banners.ts'

const incident: Incident = {
  id: '1',
  title: 'Databases are slow',
  impact: 'minor',
  status: 'investigating',
  components: [],
  regions: [],
  started_at: '2026-01-01T00:00:00Z',
  resolved_at: null,
  updates: [],
}
const notice = { key: 'n', title: 'Soon', message: 'For an hour' }
const other: Organization = { ...acme, id: 2, slug: 'other', name: 'Other' }
const pro = { ...acme, plan: { id: 'pro' as const, name: 'Pro' } }

const calm: BannerState = {
  isSignedIn: true,
  incidents: [],
  ownRegions: [],
  hasBilling: true,
  notices: [],
  organization: acme,
  organizations: [acme, other],
  overdue: [],
  clockSkewMs: 0,
}
const listTitles = (state: Partial<BannerState>) =>
  listBanners({ ...calm, ...state }).map(({ title }) => title)

test('without a reason there is no banner', () => {
  expect(listBanners(calm)).toEqual([])
})

test('several are in the order of SPEC.md section 2', () => {
  const worst: Organization = {
    ...pro,
    restriction_status: 'restricted',
    spend_cap_state: { percent: 90, step: null },
  }
  expect(
    listTitles({
      incidents: [incident],
      notices: [notice],
      organization: worst,
      organizations: [worst, other],
      overdue: [{ organization_id: 1 }, { organization_id: 2 }],
      customer: { address: null },
      clockSkewMs: 200_000,
    }),
  ).toEqual([
    'Ongoing incident',
    'Soon',
    'Services Restricted',
    'Outstanding Invoices',
    'Outstanding Invoices in other Organization',
    'Missing Billing Information',
    '90 % of the spend cap is used',
    "Your computer's clock appears to be inaccurate. This can cause issues with certain features.",
  ])
})

describe('incidents', () => {
  test('of regions are shown to users with projects there, and to no one before sign-in', () => {
    fc.assert(
      fc.property(
        fc.subarray(['eu-west-1', 'us-east-2', 'sin']),
        fc.subarray(['eu-west-1', 'us-east-2', 'sin']),
        (regions, ownRegions) => {
          const shown = listTitles({ incidents: [{ ...incident, regions }], ownRegions })
          const isConcerned =
            regions.length === 0 ||
            new Set([...regions, ...ownRegions]).size < regions.length + ownRegions.length
          expect(shown).toEqual(isConcerned ? ['Ongoing incident'] : [])
        },
      ),
    )
  })

  test.each([
    ['none', 'info'],
    ['minor', 'warn'],
    ['major', 'bad'],
    ['critical', 'bad'],
  ] as const)('of the impact %s are %s', (impact, tone) => {
    expect(listBanners({ ...calm, incidents: [{ ...incident, impact }] })).toMatchObject([
      { tone, message: 'Databases are slow', link: { href: '/status' } },
    ])
  })

  test('that are open at once share a banner, and resolved ones have none', () => {
    const over = { ...incident, resolved_at: '2026-01-01T01:00:00Z', title: 'Over' }
    const second = { ...incident, id: '2', title: 'Mails are late' }
    expect(listBanners({ ...calm, incidents: [incident, over, second] })).toMatchObject([
      { title: '2 ongoing incidents', message: 'Databases are slow · Mails are late' },
    ])
    expect(listTitles({ incidents: [over] })).toEqual([])
  })
})

describe('SPEC.md section 5, Missing billing information: “plan is not free, there is no billing partner and no address.line1”', () => {
  const line = (line1: string | null) => ({
    address: { line1, line2: null, city: null, postal_code: null, state: null, country: null },
  })
  test.each([
    ['a paid plan without an address', pro, { address: null }, 1],
    ['a paid plan with an empty first line', pro, line(''), 1],
    ['a paid plan with a first line', pro, line('Shore road 1'), 0],
    ['the free plan', acme, { address: null }, 0],
    ['a partner who bills', { ...pro, billing_partner: 'aws' as const }, { address: null }, 0],
    ['a customer that is not known', pro, undefined, 0],
  ])('%s', (...row) => {
    const [, organization, customer, count] = row
    expect(listTitles({ organization, customer })).toHaveLength(count)
  })
})

describe('outstanding invoices', () => {
  test('of another organization are named with a link to them', () => {
    expect(listBanners({ ...calm, overdue: [{ organization_id: 2 }] })).toMatchObject([
      {
        title: 'Outstanding Invoices in other Organization',
        message: 'Please pay invoices of Other to avoid service disruption.',
        link: { label: 'View Details', href: '/org/other/billing#invoices' },
      },
    ])
  })

  test('without an open organization are those of another one', () => {
    const state = { organization: undefined, overdue: [{ organization_id: 1 }] }
    expect(listTitles(state)).toEqual(['Outstanding Invoices in other Organization'])
  })

  test('of an organization without the user are not shown', () => {
    expect(listTitles({ overdue: [{ organization_id: 99 }] })).toEqual([])
  })
})

test.each([
  [75, null, '75 % of the spend cap is used', 'warn'],
  [90, null, '90 % of the spend cap is used', 'warn'],
  [100, 'ai', 'The spend cap is reached', 'warn'],
  [120, 'read_only', 'The spend cap is reached', 'bad'],
  [150, 'pause', 'The spend cap is reached', 'bad'],
] as const)('a spend cap at %d %% with the step %s', (...row) => {
  const [percent, step, title, tone] = row
  const organization = { ...acme, spend_cap_state: { percent, step } }
  expect(listBanners({ ...calm, organization })).toMatchObject([{ title, tone }])
})

test.each([
  [120_000, 0],
  [120_001, 1],
  [-120_000, 0],
  [-120_001, 1],
])(
  'SPEC.md section 5, Clock skew: “differs from server UTC by more than 120000 ms”: %d',
  (clockSkewMs, count) => {
    expect(listTitles({ clockSkewMs })).toHaveLength(count)
  },
)

const states = fc.record({
  isSignedIn: fc.boolean(),
  incidents: fc.array(
    fc
      .record({
        impact: fc.constantFrom('none', 'minor', 'major', 'critical'),
        isOver: fc.boolean(),
      })
      .map(({ impact, isOver }): Incident => ({
        ...incident,
        impact,
        resolved_at: isOver ? '2026-01-02T00:00:00Z' : null,
      })),
    { maxLength: 3 },
  ),
  ownRegions: fc.constant([]),
  hasBilling: fc.boolean(),
  notices: fc.subarray([notice, { ...notice, key: 'm' }]),
  organization: fc.option(
    fc
      .record({
        plan: fc.constantFrom('free', 'pro', 'team', 'enterprise'),
        restriction_status: fc.constantFrom(
          'grace_period',
          'grace_period_over',
          'restricted',
          null,
        ),
        billing_partner: fc.constantFrom('aws', 'vercel_marketplace', null),
        percent: fc.option(fc.constantFrom(75, 90, 100, 120)),
      })
      .map(({ plan, percent, ...rest }): Organization => ({
        ...acme,
        ...rest,
        plan: { id: plan, name: plan },
        spend_cap_state: percent === null ? null : { percent, step: null },
      })),
    { nil: undefined },
  ),
  overdue: fc.array(fc.record({ organization_id: fc.integer({ min: 1, max: 3 }) }), {
    maxLength: 4,
  }),
  customer: fc.constantFrom(undefined, { address: null }),
  clockSkewMs: fc.option(fc.integer({ min: -400_000, max: 400_000 }), { nil: undefined }),
})

const rank = [
  'incident',
  'notice',
  'restriction',
  'overdue-acme',
  'overdue-elsewhere',
  'billing',
  'spend-cap',
  'clock',
]
const getRank = (key: string) => rank.findIndex((start) => key.startsWith(start))

test('for any state: the order is constant, keys are unique, and billing banners link to details', () => {
  fc.assert(
    fc.property(states, (state) => {
      const banners = listBanners({ ...state, organizations: [acme, other] })
      const ranks = banners.map(({ key }) => getRank(key))
      expect(ranks).not.toContain(-1)
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      expect(new Set(banners.map(({ key }) => key)).size).toBe(banners.length)
      const links = banners
        .filter(({ key }) => getRank(key) > 1 && getRank(key) < 7)
        .map(({ link }) => link?.label)
      expect(links).toEqual(links.map(() => (state.hasBilling ? 'View Details' : undefined)))
    }),
  )
})

test('the one shown alone is the most severe', () => {
  const gravity = { bad: 2, warn: 1, info: 0 }
  fc.assert(
    fc.property(states, (state) => {
      const banners = listBanners({ ...state, organizations: [acme, other] })
      const tones = banners.map(({ tone }) => gravity[tone])
      const shown = gravestBanner(banners)
      expect(shown === undefined ? [] : [gravity[shown.tone]]).toEqual(
        tones.length === 0 ? [] : [Math.max(...tones)],
      )
    }),
  )
})

test('before sign-in there are only incidents and the clock', () => {
  fc.assert(
    fc.property(states, (state) => {
      const keys = listBanners({ ...state, isSignedIn: false, organizations: [acme, other] }).map(
        ({ key }) => key,
      )
      expect(keys.filter((key) => key !== 'incident' && key !== 'clock')).toEqual([])
    }),
  )
})

describe('the disk of the project of the page', () => {
  const mib = 1024 * 1024
  const of = (state: DiskState, usedBytes: number) =>
    listBanners({
      ...calm,
      project: { ref: 'r', disk: { state, used_bytes: usedBytes, quota_bytes: 500 * mib } },
    })

  test('has no banner while there is space, or nothing is known', () => {
    expect(of('ok', mib)).toEqual([])
    expect(listBanners({ ...calm, project: { ref: 'r', disk: null } })).toEqual([])
  })

  test.each([
    {
      state: 'warning',
      used: 400,
      tone: 'warn',
      title: '80 % of the disk of this project is used',
    },
    {
      state: 'critical',
      used: 475,
      tone: 'bad',
      title: '95 % of the disk of this project is used',
    },
    { state: 'full', used: 500, tone: 'bad', title: 'This project is read-only: its disk is full' },
  ] as const)('reports $state and links to the plans', ({ state, used, tone, title }) => {
    const link = { label: 'View Details', href: '/org/acme/billing' }
    expect(of(state, used * mib)).toEqual([expect.objectContaining({ tone, title, link })])
  })

  test('a full project explains how to free space', () => {
    expect(of('full', 500 * mib)[0]?.message).toContain('set default_transaction_read_only = off')
  })

  test('a full server is independent of the plan', () => {
    const [banner] = of('host_full', mib)
    expect(banner?.title).toBe('This project is read-only: the server has no disk space left')
    expect(banner).not.toHaveProperty('link')
  })
})
