import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  openLog,
  prepareDataDirectory,
  requireDataSpace,
  requireSystemCluster,
  sharedDataDirectory,
  StartError,
} from './data-directory.ts'

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const getMode = (path: string) => statSync(path).mode & 0o777

describe('the data directory', () => {
  test('is created with its parents, accessible to its owner only', () => {
    const path = join(folder.path, 'a', 'b')
    prepareDataDirectory(path)
    // Under root the databases' user can traverse it, and nothing else.
    expect(getMode(path)).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
  })

  test('that exists already keeps its mode', () => {
    const path = join(folder.path, 'given')
    mkdirSync(path)
    chmodSync(path, 0o755)
    prepareDataDirectory(path)
    expect(getMode(path)).toBe(0o755)
  })

  test('that cannot be created is reported with the setting that chooses another one', () => {
    const file = join(folder.path, 'file')
    writeFileSync(file, '')
    const prepare = () => prepareDataDirectory(join(file, 'below'))
    expect(prepare).toThrow(StartError)
    expect(prepare).toThrow('BASALT_DATA_DIR')
  })

  test("for a closed checkout is the same at each start, and different from other checkouts'", () => {
    const one = sharedDataDirectory('/root/one/.basalt')
    expect(one).toMatch(/^\/var\/lib\/basalt\/one-[\da-f]{8}$/u)
    expect(sharedDataDirectory('/root/one/.basalt')).toBe(one)
    expect(sharedDataDirectory('/home/x/one/.basalt')).not.toBe(one)
  })
})

describe('the log', () => {
  const path = () => join(folder.path, 'logs', 'server.log')

  test('is one JSON object a line', () => {
    openLog(folder.path).info({ ref: 'shop' }, 'It began')
    expect(JSON.parse(readFileSync(path(), 'utf8').trim())).toMatchObject({
      ref: 'shop',
      msg: 'It began',
    })
  })

  test('that grew large is rotated', () => {
    openLog(folder.path).info('old')
    truncateSync(path(), 11 * 1024 * 1024)
    openLog(folder.path).info('new')
    expect(existsSync(`${path()}.1`)).toBe(true)
    expect(statSync(path()).size).toBeLessThan(1000)
  })
})

describe('disk space', () => {
  const more = 2 ** 40

  test('that is too low refuses a new install, with the required amount', () => {
    expect(() => requireDataSpace(folder.path, more)).toThrow(
      /Not enough disk space for the databases: \d+ MB are free .* 1099511627776 MB are needed/u,
    )
    expect(requireDataSpace(folder.path, 0)).toBeNull()
  })

  test('that is too low for an install with data is a warning that suggests files to delete', () => {
    mkdirSync(join(folder.path, 'clusters', 'shop'), { recursive: true })
    expect(requireDataSpace(folder.path, more)).toMatch(/Only \d+ MB are free.*Delete projects/u)
    expect(requireDataSpace(folder.path, 0)).toBeNull()
  })
})

describe('a missing system database', () => {
  test('with existing projects is refused with every solution', () => {
    expect(() => requireSystemCluster(folder.path)).not.toThrow()
    mkdirSync(join(folder.path, 'clusters', 'half.partial'), { recursive: true })
    expect(() => requireSystemCluster(folder.path)).not.toThrow()
    mkdirSync(join(folder.path, 'clusters', 'shop'))
    expect(() => requireSystemCluster(folder.path)).toThrow(
      /system is missing.*holds a database of projects.*backup.*BASALT_SYSTEM_DATABASE_URL/u,
    )
    mkdirSync(join(folder.path, 'system'))
    expect(() => requireSystemCluster(folder.path)).not.toThrow()
  })
})
