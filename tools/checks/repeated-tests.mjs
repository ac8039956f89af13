/**
 * A reporter of Vitest that names tests which passed only when they were repeated. Such a test
 * depends on timing, or shows a fault that happens rarely: it is to be examined, not ignored.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads the default export
export default class RepeatedTests {
  /** @type {string[]} */
  #names = []

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky !== true) return
    const error = test.result().errors?.[0]?.message.split('\n')[0] ?? ''
    this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}: ${error}`)
  }

  onTestRunEnd() {
    if (this.#names.length === 0) return
    console.log(`\nPassed only when repeated, so these need to be examined:`)
    for (const name of this.#names) console.log(`  ${name}`)
  }
}
