import { databasePolicyTests } from '@basalt/contract/database/policy-tests'

import { notify } from '../../../../lib/browser/toast.ts'
import { call } from '../../../../lib/network/api.ts'

/** The run begins about 2 s after a change. */
const pauseMs = 2000
const maxTries = 15

/** Names the saved tests that fail after a change of a policy, once all of them ran again. */
export async function announceFailingTests(projectRef: string, onOpen: () => void): Promise<void> {
  const read = async () =>
    (await call(databasePolicyTests.list, { params: { ref: projectRef } })).tests
  try {
    const earlier = new Map((await read()).map(({ id, result }) => [id, result?.ran_at]))
    if (earlier.size === 0) return
    for (let tries = 0; tries < maxTries; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const tests = await read()
      if (tests.some(({ id, result }) => result?.ran_at === earlier.get(id))) continue
      const failing = tests.filter(({ result }) => result?.state !== 'passed')
      if (failing.length === 0) return
      const names = failing.map(({ name }) => name).join(', ')
      const subject =
        failing.length === 1
          ? 'A saved policy test fails'
          : `${failing.length} saved policy tests fail`
      notify.error(`${subject} since the change: ${names}`, { label: 'Show tests', run: onOpen })
      return
    }
  } catch {
    // Nothing is announced to those who may not read the tests.
  }
}
