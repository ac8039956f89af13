import { cloudProviders, listRegions } from '@basalt/catalog'
import type { ProjectEngine } from '@basalt/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { listPlacements, placeProject } from './placement.ts'

/** The parts of an engine that placement uses. */
const engineWith = (placements: ProjectEngine['placements']) => ({ placements }) as ProjectEngine
const place = (request: Parameters<typeof placeProject>[0], engine = engineWith([])) =>
  placeProject(request, { engine, development: false })

test('SPEC.md section 9, "Default region": used without a choice', () => {
  const engine = engineWith([])
  expect(place({})).toEqual({ cloud_provider: 'AWS', region: 'us-east-2' })
  expect(placeProject({}, { engine, development: true }).region).toBe('ap-southeast-1')
})

test('a region that the catalogue does not list is refused at its field', () => {
  expect(() => place({ region: 'mars-1' })).toThrow('This region is not available')
  expect(() => place({ cloud_provider: 'FLY', region: 'eu-west-1' })).toThrow(
    'This region is not available',
  )
  expect(place({ cloud_provider: 'FLY' })).toEqual({ cloud_provider: 'FLY', region: 'sin' })
})

const all = cloudProviders.flatMap((provider) =>
  listRegions(provider).map(({ code }) => ({ provider, region: code })),
)

/** The place by its name, or `refused`. */
function placed(request: Parameters<typeof placeProject>[0], engine: ProjectEngine): string {
  try {
    const found = place(request, engine)
    return `${found.cloud_provider} ${found.region}`
  } catch {
    return 'refused'
  }
}

test('an engine with placements gets projects only where it offers them', () => {
  fc.assert(
    fc.property(
      fc.subarray(all, { minLength: 1 }),
      fc.option(fc.constantFrom(...all), { nil: undefined }),
      (offered, request) => {
        const engine = engineWith([...offered, { provider: 'AWS', region: 'unknown' }])
        const names = listPlacements(engine).map((one) => `${one.cloud_provider} ${one.region}`)
        expect(names.toSorted()).toEqual(
          offered.map((one) => `${one.provider} ${one.region}`).toSorted(),
        )
        const found = placed({ cloud_provider: request?.provider, region: request?.region }, engine)
        const isOffered = request === undefined || offered.includes(request)
        expect(names.includes(found)).toBe(isOffered)
        const target = request === undefined ? found : `${request.provider} ${request.region}`
        expect(found).toBe(isOffered ? target : 'refused')
      },
    ),
  )
})
