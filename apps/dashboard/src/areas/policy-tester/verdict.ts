import type { SavedPolicyTest } from '@basalt/contract/database/policy-tests'

import type { Tone } from '../../lib/format/tone.ts'

type Verdict = { label: string; tone: Tone; detail: string | null }

/** The result of a test's last run in words. */
export function describeVerdict({ result }: SavedPolicyTest): Verdict {
  if (result === null) return { label: 'Not run', tone: 'neutral', detail: null }
  if (result.state === 'error') return { label: 'Error', tone: 'bad', detail: result.message }
  if (result.state === 'failed') {
    const failed = result.lines.filter((line) => line.startsWith('not ok'))
    return { label: 'Fails', tone: 'bad', detail: failed.join('\n') }
  }
  if (result.unchecked) {
    return {
      label: 'Passes, not proved',
      tone: 'warn',
      detail:
        'Other statements were using the table, so whether the test fails without its policies was not checked. Run the tests again.',
    }
  }
  if (result.counts) return { label: 'Passes', tone: 'good', detail: null }
  return {
    label: 'Inconclusive',
    tone: 'warn',
    detail:
      result.unnoticed.length === 0
        ? 'It passes without row-level security too, so it proves nothing about policies.'
        : `It passes without ${result.unnoticed.join(' and without ')} too, so it proves nothing about ${result.unnoticed.length === 1 ? 'this policy' : 'these policies'}.`,
  }
}

/** The state of all tests of one role and operation; undefined when there is none. */
export function summarize(tests: readonly SavedPolicyTest[]): Verdict | undefined {
  if (tests.length === 0) return undefined
  const verdicts = tests.map(describeVerdict)
  const bad = verdicts.filter(({ tone }) => tone === 'bad').length
  const good = verdicts.filter(({ tone }) => tone === 'good').length
  if (bad > 0)
    return {
      label: `${bad} of ${tests.length} ${bad === 1 ? 'fails' : 'fail'}`,
      tone: 'bad',
      detail: null,
    }
  if (good === 0) return { label: 'Inconclusive', tone: 'warn', detail: null }
  return { label: good === 1 ? '1 passes' : `${good} pass`, tone: 'good', detail: null }
}
