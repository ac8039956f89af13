/**
 * Reads the runner's report. Failures outside of tests count too: a file that could not be loaded,
 * an error outside of every test, a missing report.
 *
 * @param {unknown} report the output of Vitest's JSON reporter
 * @param {number} exitCode of the runner
 */
export function countResults(report, exitCode) {
  const { numPassedTests: passed = 0, numFailedTests = 0, testResults = [] } = Object(report)
  const emptyFailures = testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const failed = numFailedTests + emptyFailures.length
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}
