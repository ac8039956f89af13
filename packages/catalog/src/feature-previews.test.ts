import { describe, expect, test } from 'vitest'

import { consentCategories, usageServices } from './consent-categories.ts'
import {
  type FeaturePreview,
  featurePreviews,
  isOffered,
  isPreviewInPlan,
  offeredPreviews,
  releaseGateNames,
  releaseGates,
} from './feature-previews.ts'
import { organizationPlans } from './organizations/organizations.ts'

describe('SPEC.md section 3, "Feature preview"', () => {
  test('there are six, with unique keys', () => {
    const keys = featurePreviews.map(({ key }) => key)
    expect(keys).toEqual([
      'unified-logs',
      'branching-2-0',
      'advisor-rules',
      'inline-editor',
      'api-side-panel',
      'CLS',
    ])
  })

  test('only branching 2.0, advisor rules and unified logs depend on release gates', () => {
    const gated = featurePreviews.filter(({ gate }) => gate !== null)
    expect(Object.fromEntries(gated.map(({ key, gate }) => [key, gate]))).toEqual({
      'unified-logs': 'unifiedLogs',
      'branching-2-0': 'gitlessBranching',
      'advisor-rules': 'advisorRules',
    })
    expect(new Set(gated.map(({ gate }) => gate))).toEqual(new Set(releaseGateNames))
  })

  test('every gate is closed until an operator opens it', () => {
    expect(Object.values(releaseGates).map(({ isOpen }) => isOpen)).toEqual([false, false, false])
  })
})

describe('an offered preview', () => {
  const one = (change: Partial<FeaturePreview>): FeaturePreview => ({
    ...featurePreviews[0],
    isReleased: true,
    ...change,
  })
  const offered = (preview: FeaturePreview, install: { open?: string; organizations?: boolean }) =>
    isOffered(preview, {
      isOpen: (gate) => gate === install.open,
      hasOrganizations: install.organizations ?? true,
    })

  test('exists: previews without an implementation are not released', () => {
    expect(offered(one({ gate: null, isReleased: false }), {})).toBe(false)
    const keys = offeredPreviews({ isOpen: () => true, hasOrganizations: true })
    expect(keys.map(({ key }) => key)).toEqual([
      'unified-logs',
      'advisor-rules',
      'inline-editor',
      'CLS',
    ])
  })

  test('SPEC.md section 4, "other keys are always available": once implemented, regardless of the gates', () => {
    for (const preview of featurePreviews.filter(({ gate }) => gate === null)) {
      expect(offered(one({ ...preview, isReleased: true }), { organizations: false })).toBe(true)
    }
  })

  test('SPEC.md section 6: unified logs are for the Team plan and above', () => {
    const plans = organizationPlans.filter((plan) => isPreviewInPlan('unified-logs', plan))
    expect(plans).toEqual(['team', 'enterprise'])
    expect(isPreviewInPlan('CLS', 'free')).toBe(true)
  })

  test('requires its release gate', () => {
    expect(offered(one({ gate: 'unifiedLogs' }), {})).toBe(false)
    expect(offered(one({ gate: 'unifiedLogs' }), { open: 'advisorRules' })).toBe(false)
    expect(offered(one({ gate: 'unifiedLogs' }), { open: 'unifiedLogs' })).toBe(true)
  })

  test('is limited to the platform only where it says so', () => {
    expect(offered(one({ gate: null, isDashboardOnly: true }), { organizations: false })).toBe(
      false,
    )
    expect(offered(one({ gate: null, isDashboardOnly: false }), { organizations: false })).toBe(
      true,
    )
  })
})

describe('SPEC.md section 3, "Consent category"', () => {
  test('one category is essential, and no service is in two categories', () => {
    expect(consentCategories.filter(({ isEssential }) => isEssential)).toHaveLength(1)
    const ids = consentCategories.flatMap(({ services }) => services.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain(usageServices.log)
  })

  test('another destination of events is another service', () => {
    const forwarding = usageServices.forwardingTo('a.example')
    expect(forwarding).not.toBe(usageServices.forwardingTo('b.example'))
    expect(forwarding).not.toBe(usageServices.log)
  })
})
