import type { EngineFeature } from '@basalt/engine'
import { describe } from 'vitest'

import { describeCancelling } from './cancelling.ts'
import { describeClusterCopies } from './cluster-copies.ts'
import { describeCommits } from './commits.ts'
import { describeCopying } from './copying.ts'
import { describeJobRoles } from './job-roles.ts'
import { describeLargeAnswers } from './large-answers.ts'
import { describeLifecycle } from './lifecycle.ts'
import { describeLimits } from './limits.ts'
import { describeLogs } from './logs.ts'
import { describeReadOnly } from './read-only.ts'
import { describeSessions } from './sessions.ts'
import { describeStatements } from './statements.ts'
import { type EngineUnderTest, Subject } from './subject.ts'

/**
 * The behaviour that every engine guarantees, as a vitest suite. `name` identifies the engine and
 * platform. Behaviour that depends on a feature is expected with it and refused without it;
 * `features` are the ones the engine must have.
 */
export function describeEngine(
  name: string,
  features: readonly EngineFeature[],
  make: () => Promise<EngineUnderTest>,
): void {
  describe(`the engine ${name}`, () => {
    const subject = new Subject(make)
    describeStatements(subject)
    describeCancelling(subject)
    describeSessions(subject)
    describeCommits(subject)
    describeCopying(subject)
    describeLargeAnswers(subject)
    describeReadOnly(subject)
    describeJobRoles(subject, features)
    describeLimits(subject, features)
    describeLogs(subject, features)
    describeClusterCopies(subject, features)
    describeLifecycle(subject, features)
  })
}
