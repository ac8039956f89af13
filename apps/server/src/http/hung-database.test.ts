import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { profiles } from '@basalt/contract/account/profile'
import { type Boot, routeName } from '@basalt/contract/boot'
import { databaseTables } from '@basalt/contract/database/tables'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { initialLimits } from '../limits/limits.ts'
import { createResources } from '../limits/resources.ts'
import { writeFirstVisits } from '../testing/first-visits.ts'
import { hangDatabase } from '../testing/hung-database.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'

let folder: TemporaryFolder
let install: TestInstall
let client: ConnectedClient
let hung: string
let other: string
let resume: () => void

beforeAll(async () => {
  folder = await temporaryFolder()
  await writeFile(join(folder.path, 'index.html'), '<html><head></head><body></body></html>')
  await writeFirstVisits(folder.path)
  install = await startTestInstall({
    dashboardDirectory: folder.path,
    resources: createResources({ ...initialLimits, statementMs: 800, preloadMs: 400 }),
  })
  const owner = await signUpOwner(install)
  client = owner.client
  const [one, two] = await Promise.all([
    createProject(client, owner.organization.slug),
    createProject(client, owner.organization.slug),
  ])
  ;[hung, other] = [one.ref, two.ref]
  resume = await hangDatabase(install.engine, hung)
})
afterAll(async () => {
  resume()
  await install.close()
  await folder.remove()
})

const elapsed = async <T>(work: Promise<T>) => {
  const startedAt = performance.now()
  const result = await work
  return { result, ms: performance.now() - startedAt }
}

const tables = (ref: string) =>
  client.call(databaseTables.list, {
    params: { ref },
    query: { included_schemas: ['public'], limit: 10 },
  })

async function getBoot(path: string): Promise<Boot> {
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  const html = await (await fetch(install.url + path, { headers: { cookie } })).text()
  return JSON.parse(/id="basalt-boot">([\s\S]*?)<\/script>/u.exec(html)?.[1] ?? '') as Boot
}

describe('a hanging database', () => {
  test('does not delay its page: late answers are left out, and named', async () => {
    const { result, ms } = await elapsed(getBoot(`/project/${hung}/editor`))
    expect(ms).toBeLessThan(10_000)
    const answered = result.answers.map(({ route }) => route)
    expect(answered).toContain(routeName(projects.detail))
    expect(answered).not.toContain(routeName(databaseTables.list))
    expect(result.late).toContain(routeName(databaseTables.list))
  })

  test('makes its own calls fail with 503 and an instruction, long ones too', async () => {
    const refusal = {
      code: 503,
      kind: 'database_unreachable',
      message: expect.stringMatching(/^The database did not respond within 800 ms\./u) as string,
    }
    const rows = client.call(databaseTables.rows, { params: { ref: hung, id: 1 }, query: {} })
    const failures = await Promise.allSettled([tables(hung), rows])
    for (const failure of failures) {
      expect(failure).toMatchObject({ status: 'rejected', reason: { code: 503 } })
    }
    expect(failures[0]).toMatchObject({ reason: refusal })
  })

  test('does not affect other projects and accounts', async () => {
    const waiting = Array.from({ length: 12 }, () => tables(hung).catch(() => undefined))
    const { ms } = await elapsed(
      Promise.all([
        tables(other),
        client.call(profiles.get, {}),
        client.call(organizations.list, {}),
        client.call(projects.list, {}),
      ]),
    )
    expect(ms).toBeLessThan(800)
    await Promise.all(waiting)
  })

  test('answers again once it goes on', async () => {
    resume()
    await expect
      .poll(() => tables(hung).then(() => 'answered'), { timeout: 15_000 })
      .toBe('answered')
  })
})
