import { describe } from 'vitest'

import { describeAnswers } from './answers.ts'
import { describeLimits } from './limits.ts'
import { describeRequestLog } from './request-log.ts'
import { type GatewayUnderTest, Subject } from './subject.ts'

/** The behaviour that every gateway promises to a project's clients, as a vitest suite. */
export function describeGateway(name: string, make: () => Promise<GatewayUnderTest>): void {
  describe(`the gateway ${name}`, () => {
    const subject = new Subject(make)
    describeAnswers(subject)
    describeRequestLog(subject)
    describeLimits(subject)
  })
}
