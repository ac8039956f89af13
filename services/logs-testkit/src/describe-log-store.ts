import { describe } from 'vitest'

import { describeAppending } from './appending.ts'
import { describeCountedHours } from './counted-hours.ts'
import { describeCounting } from './counting.ts'
import { describeReading } from './reading.ts'
import { describeRequests } from './requests.ts'
import { describeRetention } from './retention.ts'
import { type LogStoreUnderTest, Subject } from './subject.ts'

export type { LogStoreUnderTest } from './subject.ts'

/** The behaviour of every implementation of the port `LogStore`. */
export function describeLogStore(name: string, make: () => Promise<LogStoreUnderTest>): void {
  describe(`${name}: the log store`, () => {
    const subject = new Subject(make)
    describeAppending(subject)
    describeReading(subject)
    describeCounting(subject)
    describeCountedHours(subject)
    describeRequests(subject)
    describeRetention(subject)
  })
}
