/**
 * Reads the runner's report. Whatever made the run fail counts as a failure, also when no
 * test did: a file that could not be loaded, an error outside every test, a report that
 * was never written.
 *
 * @param {unknown} report what Vitest's JSON reporter wrote
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
