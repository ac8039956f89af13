import { expect, test } from 'vitest'

import { countResults } from './test-results.mjs'

const passing = {
  numPassedTests: 2,
  numFailedTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
}

test('a green run has no failure', () => {
  expect(countResults(passing, 0)).toEqual({ passed: 2, failed: 0 })
})

test('failed tests are counted once', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 2,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] },
    ],
  }

  expect(countResults(report, 1)).toEqual({ passed: 1, failed: 2 })
})

test('a file that could not be loaded is a failure', () => {
  const report = { ...passing, testResults: [{ status: 'failed', assertionResults: [] }] }

  expect(countResults(report, 1)).toEqual({ passed: 2, failed: 1 })
})

test('an error outside of every test is a failure', () => {
  expect(countResults(passing, 1)).toEqual({ passed: 2, failed: 1 })
})

test('a run without a report is a failure', () => {
  expect(countResults(undefined, 139)).toEqual({ passed: 0, failed: 1 })
})
