import { testFunctions } from './test-functions.ts'

export type OwnExtension = { name: string; version: string; comment: string; sql: string }

/** Extensions in SQL that come with Basalt. The owner of a database creates them. */
export const ownExtensions: readonly OwnExtension[] = [
  {
    name: 'basalt_tap',
    version: '1.0',
    comment: 'tests in the syntax of pgTAP',
    sql: testFunctions,
  },
]
