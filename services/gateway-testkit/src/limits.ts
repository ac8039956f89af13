import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

export function describeLimits(subject: Subject): void {
  describe('limits', () => {
    test('the requests of a project in a minute, and no other project', async () => {
      const { paused, available } = subject.refs
      const { projectPerMinute } = subject.gateway.limits
      const count = projectPerMinute + 1
      // The minute may end in between: then what came before does not count.
      const answers = await Promise.all(
        Array.from({ length: 2 * count }, () => subject.fetch(`/p/${paused}/health`)),
      )
      const refused = answers.find(({ status }) => status === 429)
      expect(await refused?.json()).toMatchObject({ code: 'rate_limited', details: null })
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused?.headers.get('x-ratelimit-limit')).toBe(String(projectPerMinute))
      expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0')
      expect((await subject.fetch(`/p/${available}/health`)).status).toBe(200)
      const logged = await subject.gateway.requests(paused)
      expect(logged[0]).toMatchObject({ status: 429 })
    })
  })
}
