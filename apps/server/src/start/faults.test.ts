import { expect, test } from 'vitest'

import { StartError } from '../process/data-directory.ts'
import { diskFault, listenFault, systemDatabaseFault } from './faults.ts'

const failure = (code: string) => Object.assign(new Error('it failed'), { code })
const own = { systemDatabaseUrl: null, dataDir: '/data' }

test.each([
  ['a taken port', listenFault(failure('EADDRINUSE'), { host: 'h', port: 7 }), 'BASALT_PORT'],
  ['a strange address', listenFault(failure('EADDRNOTAVAIL'), { host: 'h', port: 7 }), 'HOST'],
  ['a wrong key', systemDatabaseFault(failure('28P01'), own), 'BASALT_SECRET_KEY'],
  [
    'a database elsewhere',
    systemDatabaseFault(failure('ECONNREFUSED'), { ...own, systemDatabaseUrl: 'postgres://x' }),
    'BASALT_SYSTEM_DATABASE_URL',
  ],
  ['a full disk', diskFault(failure('ENOSPC')), 'Free some space'],
])('%s is reported with a solution', (_, fault, solution) => {
  expect(fault).toBeInstanceOf(StartError)
  expect((fault as Error).message).toContain(solution)
})

test('a defect is not changed, and keeps its stack', () => {
  const defect = new TypeError('broken')
  expect(listenFault(defect, { host: 'h', port: 7 })).toBe(defect)
  expect(systemDatabaseFault(defect, own)).toBe(defect)
  expect(systemDatabaseFault('text', own)).toBe('text')
  expect(diskFault(defect)).toBe(defect)
})
